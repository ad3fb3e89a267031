package printed

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"stdioscope/session/replay"
)

// text is for people.
type text struct {
	w io.Writer
	words
}

// Close has nothing left to write.
func (t *text) Close() error { return nil }

// Result writes a line, and below it what differs and what was taken over.
func (t *text) Result(r *replay.Result) error {
	if !r.IsRequest() && r.Outcome == replay.Equal {
		return nil // nothing answers it
	}
	line := fmt.Sprintf("%-12s  %s", r.Outcome, t.shown(cmp.Or(r.KindOf(), r.Kind.String())))
	if latency := latencies(r); latency != "" {
		line += "  " + latency
	}
	_, err := fmt.Fprintln(t.w, strings.Join(append([]string{line}, t.details(r)...), "\n    "))
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// End writes what differs beside the answers, and a summary.
func (t *text) End(r *replay.Report) error {
	lines := append(t.beside(r), summary(r))
	if _, err := fmt.Fprintln(t.w, strings.Join(lines, "\n")); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
