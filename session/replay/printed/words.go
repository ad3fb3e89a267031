package printed

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"stdioscope/framing/printable"
	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

// words say things in lines, in which values are cut to so many cells; 0 for a pipe, where
// no terminal is to be spared.
type words struct{ cells int }

func latencies(r *replay.Result) string {
	if r.Latency == 0 {
		return ""
	}
	said := rounded(r.Latency)
	if r.Timed {
		said += fmt.Sprintf(" (%s then)", rounded(r.Step.Latency))
	}
	return said
}

func rounded(d time.Duration) string {
	if d < time.Millisecond {
		return d.Round(time.Microsecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}

// details says in a line each what there is to say of a result.
func (w words) details(r *replay.Result) (lines []string) {
	if r.Why != "" {
		lines = append(lines, w.shown(r.Why))
	}
	lines = append(lines, w.differences(r)...)
	for _, v := range r.Values {
		lines = append(lines, fmt.Sprintf("with %s: %s for %s, from %s", w.shown(v.Path), w.shown(v.Now), w.shown(v.Then), w.shown(v.From)))
	}
	for _, stale := range r.Stale {
		lines = append(lines, w.shown(stale))
	}
	return lines
}

func (w words) differences(r *replay.Result) (lines []string) {
	if r.Outcome != replay.Different {
		return nil
	}
	if r.Status != r.Step.Status {
		lines = append(lines, fmt.Sprintf("status: %s, was %s", r.Status, r.Step.Status))
	}
	if r.Slow {
		lines = append(lines, fmt.Sprintf("slower: %s, was %s", rounded(r.Latency), rounded(r.Step.Latency)))
	}
	for _, c := range r.Changes {
		lines = append(lines, w.change(c))
	}
	for _, n := range r.Notifications {
		lines = append(lines, fmt.Sprintf("%s: %d, were %d", w.shown(n.Method), n.B, n.A))
	}
	return lines
}

func (w words) change(c diff.Change) string {
	path := w.shown(c.Path().String())
	switch c.Kind {
	case diff.More:
		return "and more"
	case diff.Added:
		return fmt.Sprintf("%s: %s, was not there", path, w.shown(string(c.B)))
	case diff.Removed:
		return fmt.Sprintf("%s: gone, was %s", path, w.shown(string(c.A)))
	case diff.Moved:
		return fmt.Sprintf("%s: now at %s", path, w.shown(c.PathB.String()))
	case diff.Changed, diff.TypeChanged, diff.Reordered:
	}
	then, now := w.pair(string(c.A), string(c.B))
	return fmt.Sprintf("%s: %s, was %s", path, w.shown(now), w.shown(then))
}

// shown makes a text fit for a line.
func (w words) shown(s string) string {
	cut := s[:min(len(s), most)]
	fit, _, used := printable.Fit([]byte(cut), 0, w.width())
	if used < len(s) {
		return string(fit) + "…"
	}
	return string(fit)
}

// most is how many bytes of a value are looked at, lead how many before a difference.
const most, lead = 1000, 20

func (w words) width() int {
	if w.cells == 0 {
		return most
	}
	return w.cells
}

// pair gives two values from where they differ, if that is not to be seen at their heads.
func (w words) pair(a, b string) (string, string) {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	if at+lead < w.width() {
		return a, b
	}
	from := at - lead
	for from > 0 && !utf8.RuneStart(a[from]) {
		from--
	}
	return "…" + a[from:], "…" + b[from:]
}

// beside says in a line each what differs beside the answers.
func (w words) beside(r *replay.Report) (lines []string) {
	for _, method := range slices.Sorted(keys(r.Asked)) {
		lines = append(lines, fmt.Sprintf("the server asked %s %d times, and had not then", w.shown(method), r.Asked[method]))
	}
	for _, c := range r.Handshake {
		lines = append(lines, "handshake: "+w.change(c))
	}
	for _, n := range r.Notifications {
		lines = append(lines, fmt.Sprintf("notifications: %s: %d, were %d", w.shown(n.Method), n.B, n.A))
	}
	for _, n := range r.Notes {
		for _, c := range n.Changes {
			lines = append(lines, fmt.Sprintf("notification: %s %d: %s", w.shown(n.Method), n.Number, w.change(c)))
		}
	}
	for _, l := range r.Stderr {
		lines = append(lines, fmt.Sprintf("stderr: %c %s", l.Op, w.shown(l.Text)))
	}
	if r.ExitThen != r.ExitNow {
		lines = append(lines, fmt.Sprintf("exit: %s, was: %s", r.ExitNow, r.ExitThen))
	}
	if r.Silent {
		lines = append(lines, "the server closed its stdout and lived on")
	}
	for _, id := range r.Findings {
		lines = append(lines, "finding: "+id+", there was none")
	}
	return lines
}

func keys(m map[string]int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// outcomes counts the requests by what became of them.
func outcomes(r *replay.Report) (requests int, counted map[replay.Outcome]int) {
	counted = map[replay.Outcome]int{}
	for i := range r.Results {
		if res := &r.Results[i]; res.IsRequest() || res.Outcome != replay.Equal {
			requests++
			counted[res.Outcome]++
		}
	}
	return requests, counted
}

// summary says in a line what became of the requests, and what else differs.
func summary(r *replay.Report) string {
	requests, counted := outcomes(r)
	said := fmt.Sprintf("%d requests", requests)
	for o := replay.Equal; o <= replay.NotCompared; o++ {
		if counted[o] > 0 {
			said += fmt.Sprintf(", %d %s", counted[o], o)
		}
	}
	reasons := slices.DeleteFunc(r.Reasons(), func(reason string) bool { return reason == replay.NothingCompared })
	if len(reasons) > 0 {
		said += "; different: " + strings.Join(reasons, ", ")
	}
	if !r.Compared() {
		said += "; " + replay.NothingCompared
	}
	return said
}
