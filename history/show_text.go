package history

import (
	"bufio"
	"fmt"
	"strings"
	"time"

	"stdioscope/framing"
	"stdioscope/framing/printable"
)

// arrows point from where a line came to where it went, the server on the right.
var arrows = map[framing.Dir]string{
	framing.ClientToServer: "→", framing.ServerToClient: "←", framing.Stderr: "!", framing.Meta: "·",
}

// showText prints an event as a heading and, below it, the line itself. What the
// server wrote must not command the terminal, so it is made printable.
func showText(w *bufio.Writer, j *Journal, i int) error {
	e := j.Event(i)
	_, _ = fmt.Fprintf(w, "%s %s %s\n", e.Time.Local().Format("15:04:05.000"), arrows[e.Dir], j.headline(i, e)) // a bufio.Writer keeps its first error for Flush
	for _, f := range j.Findings(i) {
		_, _ = fmt.Fprintf(w, "    %s %s: %s\n", f.Severity, f.ID, printable.Text([]byte(f.Message)))
	}
	if e.Dir == framing.Meta || e.Dir == framing.Stderr {
		return nil
	}
	line, err := j.Line(i)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(w, "    %s\n", printable.Text(line))
	return nil
}

func (j *Journal) headline(i int, e Event) string {
	if fact, ok := j.Fact(i); ok {
		return printable.Text([]byte(fact.String()))
	}
	if e.Dir == framing.Stderr {
		line, err := j.Line(i)
		if err != nil {
			return err.Error()
		}
		return printable.Text(line)
	}
	words := []string{e.KindName()}
	if id := j.ID(i); id != nil {
		words = append(words, string(id))
	}
	words = append(words, e.Method, e.Tool, e.Status.String())
	if latency, ok := j.Latency(i); ok {
		words = append(words, latency.Round(time.Microsecond).String())
	}
	if e.Cut {
		words = append(words, fmt.Sprintf("cut, %d bytes", e.Size))
	}
	words = strings.Fields(strings.Join(words, " "))
	return printable.Text([]byte(strings.Join(words, " ")))
}
