package replay

import (
	"context"
	"slices"
	"strings"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/mcp"
)

// Parts are what of a session is compared beside the answers.
var parts = []string{"handshake", "stderr", "exit", "notifications", "findings"}

// IsPart says whether a name is that of a part of a session that is compared beside the
// answers: handshake, stderr, exit, notifications or findings.
func IsPart(name string) bool { return slices.Contains(parts, name) }

// Report says what became of a run.
type Report struct {
	// Results are those of the steps, in order.
	Results []Result
	// Asked counts requests of the server that it had not made then, by method.
	Asked map[string]int
	// Unlisted says that the server was asked which of its tools are destructive, and gave
	// no list: calls of those that the history does not tell of were sent all the same.
	Unlisted bool
	Session

	plan    *Plan
	compare Compare
	bound   *bindings
	said    map[stream][][]byte // the notifications of this run, once Conclude has looked
	// listed are the positions of our own questions for the tools.
	listed map[int]bool
}

func newReport(plan *Plan, compare Compare) *Report {
	return &Report{Results: make([]Result, len(plan.Steps)), Asked: map[string]int{}, plan: plan, compare: compare, listed: map[int]bool{}}
}

// Count counts the steps with an outcome.
func (r *Report) Count(o Outcome) (n int) {
	for i := range r.Results {
		if r.Results[i].Outcome == o {
			n++
		}
	}
	return n
}

// Differs says whether an answer does, or anything beside the answers.
func (r *Report) Differs() bool {
	return r.Count(Different)+r.Count(TimedOut)+r.Count(NotAnswered)+len(r.Asked) > 0 || r.Session.Differs()
}

// Conclude compares the sessions as a whole, once the new one has ended and is recorded.
// Where not all was sent, only what is more than then can be held against the server, and
// where not all was recorded, nothing.
func (r *Report) Conclude(ctx context.Context, now *history.Journal) {
	then := r.plan.Source
	exact := r.compare.Match == diff.Exact
	complete := r.plan.Whole && r.Count(NotSent) == 0
	r.Silent = r.Silent && r.Count(NotSent)+r.lost() > 0
	_, toTheEnd := then.LastExit()
	imported := then.Header().Mode == history.ModeImport
	if r.compares("notifications") && exact && (toTheEnd || imported) {
		r.Notifications = surplus(counts(countLoose(then), countLoose(now)), complete)
		if complete {
			r.concludeNotes(ctx, now)
		}
	}
	if r.compares("stderr") && exact && toTheEnd && !imported {
		before, _ := linesOf(ctx, then, nil)
		after, asked := linesOf(ctx, now, r.listed)
		r.Stderr = surplusLines(stderrLines(before, after, asked), complete)
	}
	if r.compares("handshake") {
		r.Handshake = handshakes(then, now, r.compare.Options)
	}
	if r.compares("findings") {
		r.Findings = newFindings(then, now, r.listed)
	}
	r.concludeExit(now)
}

// handshakes compares the answers to the request with which both sessions began. That the
// server has another version is why it is replayed.
func handshakes(then, now *history.Journal, opt diff.Options) []diff.Change {
	for _, method := range []string{mcp.MethodInitialize, mcp.MethodDiscover} {
		a, b := answerTo(then, method), answerTo(now, method)
		if a == nil || b == nil {
			continue
		}
		return slices.DeleteFunc(diff.Values(a, b, opt), func(c diff.Change) bool {
			return strings.HasPrefix(c.Path().String(), "$.result.serverInfo")
		})
	}
	return nil
}

// answerTo gives the answer to the first request of a method; nil without one.
func answerTo(j *history.Journal, method string) []byte {
	for i := range j.Len() {
		if e := j.Event(i); e.Kind == framing.Request && e.Method == method && e.Pair != history.None {
			line, _ := j.Line(e.Pair) // what cannot be read cannot be compared
			return line
		}
	}
	return nil
}

func (r *Report) compares(part string) bool { return !slices.Contains(r.compare.Without, part) }

// lost counts requests that the server's end has left open, and had not then.
func (r *Report) lost() (n int) {
	for i := range r.Results {
		if res := &r.Results[i]; res.Status == exchange.Lost && res.Step.Status != exchange.Lost {
			n++
		}
	}
	return n
}

// countLoose counts the notifications that belong to no request. Log messages are told
// by nobody to belong to one.
func countLoose(j *history.Journal) map[string]int {
	n := map[string]int{}
	for i := range j.Len() {
		e := j.Event(i)
		if e.Dir == framing.ServerToClient && e.Kind == framing.Notification && e.Method != mcp.MethodProgress {
			n[e.Method]++
		}
	}
	return n
}

func surplus(all []Count, complete bool) []Count {
	if complete {
		return all
	}
	return slices.DeleteFunc(all, func(c Count) bool { return c.B <= c.A })
}

func surplusLines(all []diff.Line, complete bool) []diff.Line {
	if complete {
		return all
	}
	return slices.DeleteFunc(all, func(l diff.Line) bool { return l.Op == diff.OnlyA })
}

// stderrLines gives the lines that only one of two sessions wrote to stderr, but for the
// numbers in them, whatever their order. Lines that came while we asked a question of our
// own may be about that, and may not.
func stderrLines(then, now, asked [][]byte) []diff.Line {
	seen, late := map[string]int{}, map[string]int{}
	for _, line := range now {
		seen[normal(line)]++
	}
	for _, line := range asked {
		late[normal(line)]++
	}
	var out []diff.Line
	for _, line := range then {
		if key := normal(line); seen[key] <= 0 && late[key] > 0 {
			late[key]--
			continue
		}
		if seen[normal(line)]--; seen[normal(line)] < 0 {
			out = append(out, diff.Line{Op: diff.OnlyA, Text: string(line)})
		}
	}
	for _, line := range now {
		if key := normal(line); seen[key] > 0 {
			seen[key]--
			out = append(out, diff.Line{Op: diff.OnlyB, Text: string(line)})
		}
	}
	return out
}

// linesOf gives the lines of stderr, and those that came while we asked a question of our
// own.
func linesOf(ctx context.Context, j *history.Journal, but map[int]bool) (lines, asked [][]byte) {
	asking := false
	for i, line := range j.Lines(ctx, 0, j.Len()) {
		switch j.Event(i).Dir {
		case framing.ClientToServer:
			asking = but[i]
		case framing.Stderr:
			switch {
			case len(line) == 0:
			case asking:
				asked = append(asked, slices.Clone(line))
			default:
				lines = append(lines, slices.Clone(line))
			}
		default:
		}
	}
	return lines, asked
}

// newFindings gives the findings about the server's lines that there were none of then.
// Those about the answers to what is only asked now say nothing.
func newFindings(then, now *history.Journal, listed map[int]bool) (ids []string) {
	known := findingsOf(then, nil)
	for id := range findingsOf(now, listed) {
		if !known[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// findingsOf gives the ids of the findings about what the server wrote: what the client did
// is the same both times.
func findingsOf(j *history.Journal, but map[int]bool) map[string]bool {
	ids := map[string]bool{}
	for i := range j.Len() {
		if e := j.Event(i); e.Severity == 0 || e.Dir == framing.ClientToServer || but[e.Pair] {
			continue
		}
		for _, f := range j.Findings(i) {
			if f.ID != exchange.RequestUnanswered { // by us, at the end
				ids[f.ID] = true
			}
		}
	}
	return ids
}
