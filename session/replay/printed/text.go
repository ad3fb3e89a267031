package printed

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stdioscope/framing/printable"
	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

// text is for people.
type text struct{ w io.Writer }

// Result writes a line, and below it what differs and what was taken over.
func (t *text) Result(r *replay.Result) error {
	if !r.IsRequest() && r.Outcome == replay.Equal {
		return nil // nothing answers it
	}
	line := fmt.Sprintf("%-12s  %s", r.Outcome, shown(cmp.Or(r.KindOf(), r.Kind.String())))
	if latency := latencies(r); latency != "" {
		line += "  " + latency
	}
	_, err := fmt.Fprintln(t.w, strings.Join(append([]string{line}, details(r)...), "\n    "))
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

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
func details(r *replay.Result) (lines []string) {
	if r.Why != "" {
		lines = append(lines, shown(r.Why))
	}
	lines = append(lines, differences(r)...)
	for _, v := range r.Values {
		lines = append(lines, fmt.Sprintf("with %s: %s for %s, from %s", shown(v.Path), shown(v.Now), shown(v.Then), shown(v.From)))
	}
	for _, stale := range r.Stale {
		lines = append(lines, shown(stale))
	}
	return lines
}

func differences(r *replay.Result) (lines []string) {
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
		lines = append(lines, change(c))
	}
	for _, n := range r.Notifications {
		lines = append(lines, fmt.Sprintf("%s: %d, were %d", shown(n.Method), n.B, n.A))
	}
	return lines
}

func change(c diff.Change) string {
	path := shown(c.Path().String())
	switch c.Kind {
	case diff.More:
		return "and more"
	case diff.Added:
		return fmt.Sprintf("%s: %s, was not there", path, shown(string(c.B)))
	case diff.Removed:
		return fmt.Sprintf("%s: gone, was %s", path, shown(string(c.A)))
	case diff.Moved:
		return fmt.Sprintf("%s: now at %s", path, shown(c.PathB.String()))
	case diff.Changed, diff.TypeChanged, diff.Reordered:
	}
	return fmt.Sprintf("%s: %s, was %s", path, shown(string(c.B)), shown(string(c.A)))
}

// shown makes a text fit for a line on a terminal.
func shown(s string) string {
	const most, cells = 1000, 120
	cut := s[:min(len(s), most)]
	fit, _, used := printable.Fit([]byte(cut), 0, cells)
	if used < len(s) {
		return string(fit) + "…"
	}
	return string(fit)
}

// End writes what differs beside the answers, and a summary.
func (t *text) End(r *replay.Report) error {
	lines := append(beside(r), summary(r))
	if _, err := fmt.Fprintln(t.w, strings.Join(lines, "\n")); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// beside says in a line each what differs beside the answers.
func beside(r *replay.Report) (lines []string) {
	for _, method := range slices.Sorted(keys(r.Asked)) {
		lines = append(lines, fmt.Sprintf("the server asked %s %d times, and had not then", shown(method), r.Asked[method]))
	}
	for _, c := range r.Handshake {
		lines = append(lines, "handshake: "+change(c))
	}
	for _, n := range r.Notifications {
		lines = append(lines, fmt.Sprintf("notifications: %s: %d, were %d", shown(n.Method), n.B, n.A))
	}
	for _, l := range r.Stderr {
		lines = append(lines, fmt.Sprintf("stderr: %c %s", l.Op, shown(l.Text)))
	}
	if r.ExitThen != r.ExitNow {
		lines = append(lines, fmt.Sprintf("exit: %s, was: %s", r.ExitNow, r.ExitThen))
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

// summary counts the requests by what became of them.
func summary(r *replay.Report) string {
	requests, counted := 0, map[replay.Outcome]int{}
	for i := range r.Results {
		if res := &r.Results[i]; res.IsRequest() || res.Outcome != replay.Equal {
			requests++
			counted[res.Outcome]++
		}
	}
	said := fmt.Sprintf("%d requests", requests)
	for o := replay.Equal; o <= replay.NotCompared; o++ {
		if counted[o] > 0 {
			said += fmt.Sprintf(", %d %s", counted[o], o)
		}
	}
	return said
}
