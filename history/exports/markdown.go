package exports

import (
	"fmt"
	"io"
	"strings"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/history"
)

// Markdown writes a report for a person who is to find a fault: what was run and how
// it ended, a table of the exchanges, each message with what was found wrong with
// it, and what the server said on stderr near them.
func Markdown(w io.Writer, j *history.Journal, positions []int) error {
	r := report{selectFrom(j, positions), newOutput(w)}
	about := sessionOf(j)
	r.printf("# MCP session %s\n\n", code(about.name()))
	for _, row := range about.details(len(r.positions), j.Len()) {
		r.printf("- %s: %s\n", row[0], code(row[1]))
	}
	r.table()
	if err := r.events(); err != nil {
		return err
	}
	if near := r.stderrNear(); len(near) > 0 {
		r.printf("\n## Stderr nearby\n")
		if err := r.lines(near); err != nil {
			return err
		}
	}
	return r.end()
}

type report struct {
	selection
	output
}

func (r report) table() {
	begun := false
	for i := range r.exchanges {
		if !begun {
			r.printf("\n## Exchanges\n\n| # | time | | method | tool | status | latency |\n|--:|---|---|---|---|---|--:|\n")
		}
		begun = true
		e := r.Event(i)
		r.printf("| %d | %s | %s | %s | %s | %s | %s |\n", e.Seq, e.Time.Format(clock), arrows[e.Dir],
			code(e.Method), code(e.Tool), e.Status, r.latency(i))
	}
}

// events tells the selected events in order, lines of stderr that follow each other
// as one.
func (r report) events() error {
	if len(r.positions) > 0 {
		r.printf("\n## Messages\n")
	}
	for at := 0; at < len(r.positions); {
		run := at
		for run < len(r.positions) && r.Event(r.positions[run]).Dir == framing.Stderr {
			run++
		}
		var err error
		if run > at {
			r.printf("\n### Stderr, from %d on\n", r.Event(r.positions[at]).Seq)
			err, at = r.lines(r.positions[at:run]), run
		} else {
			err, at = r.event(r.positions[at]), at+1
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r report) event(i int) error {
	e := r.Event(i)
	if fact, ok := r.Fact(i); ok {
		r.printf("\n%s %d · %s\n", e.Time.Format(clock), e.Seq, code(fact.String()))
		return nil
	}
	line, err := r.Line(i)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	r.printf("\n### %d %s %s\n\n%s\n", e.Seq, arrows[e.Dir], r.title(i, e), e.Time.Format(clock))
	text, isJSON := body(line)
	r.fence(text, isJSON)
	if e.Cut {
		r.printf("\nOnly the beginning of %d bytes.\n", e.Size)
	}
	for n, f := range r.Findings(i) {
		if n == 0 {
			r.printf("\n")
		}
		r.printf("- **%s** %s: %s\n", f.Severity, code(f.ID), code(f.Message))
	}
	return nil
}

// title says what an event is.
func (r report) title(i int, e history.Event) string {
	words := []string{e.KindName()}
	if id := r.ID(i); id != nil {
		words = append(words, code(string(id)))
	}
	for _, name := range []string{e.Method, e.Tool} {
		if name != "" {
			words = append(words, code(name))
		}
	}
	for _, more := range []string{e.Status.String(), r.latency(i)} {
		if more != "" {
			words = append(words, more)
		}
	}
	return strings.Join(words, " ")
}

// lines tells lines of stderr in one block.
func (r report) lines(positions []int) error {
	var text strings.Builder
	for n, i := range positions {
		line, err := r.Line(i)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if n > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(visibleText(printable.Log(line)))
	}
	r.fence(text.String(), false)
	return nil
}

// fence writes a block of code whose fence is longer than any in it.
func (r report) fence(text string, isJSON bool) {
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	language := "text"
	if isJSON {
		language = "json"
	}
	r.printf("\n%s%s\n%s\n%s\n", fence, language, text, fence)
}

func longestRun(text string, of byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != of {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// code gives text of any origin as a span of code, in which it means nothing to
// Markdown. What would end a span, or a cell of a table, is written as HTML.
func code(text string) string {
	text = printable.Text([]byte(text))
	switch {
	case strings.TrimSpace(text) == "":
		return ""
	case !strings.ContainsAny(text, "`|\\"):
		return "`" + text + "`"
	}
	var out strings.Builder
	out.WriteString("<code>")
	for _, r := range text {
		if r < 0x80 && strings.ContainsRune("`|\\*_{}[]()<>#!~&@$:\"'^=+", r) {
			fmt.Fprintf(&out, "&#%d;", r)
		} else {
			out.WriteRune(r)
		}
	}
	out.WriteString("</code>")
	return out.String()
}
