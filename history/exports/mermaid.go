package exports

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/history"
)

// Mermaid writes a sequence diagram: an arrow for each message, with what it is
// about, what came of it and how long that took, and notes for facts, for lines that
// are no message and for stderr. Most programs draw no more than some hundred events
// at a time. (https://mermaid.js.org/syntax/sequenceDiagram.html.)
func Mermaid(w io.Writer, j *history.Journal, positions []int) error {
	d := diagram{selectFrom(j, positions), newOutput(w)}
	d.printf("sequenceDiagram\n    participant C as %s\n    participant S as %s\n", "client", label(sessionOf(j).name()))
	stderr := 0
	for n, i := range d.positions {
		e := d.Event(i)
		if e.Dir == framing.Stderr {
			stderr++
			if n+1 == len(d.positions) || d.Event(d.positions[n+1]).Dir != framing.Stderr {
				d.printf("    Note right of S: %d on stderr\n", stderr)
				stderr = 0
			}
			continue
		}
		d.event(i, e)
	}
	return d.end()
}

type diagram struct {
	selection
	output
}

func (d diagram) event(i int, e history.Event) {
	if fact, ok := d.Fact(i); ok {
		d.printf("    Note over C,S: %s\n", label(fact.String()))
		return
	}
	from, to := "C", "S"
	if e.Dir == framing.ServerToClient {
		from, to = to, from
	}
	d.printf("    %s%s%s: %s\n", from, d.arrow(i, e), to, label(d.words(i, e)))
}

// arrow tells what a message is: one that was lost does not arrive.
func (d diagram) arrow(i int, e history.Event) string {
	switch {
	case e.Kind == framing.Request && (e.Status.Open() || e.Pair == history.None):
		return "-x"
	case e.Kind == framing.Request:
		return "->>"
	case e.Kind == framing.Notification:
		return "-)"
	case d.requestOf(i) != history.None:
		return "-->>"
	default:
		return "->>"
	}
}

// words tells what a message is about.
func (d diagram) words(i int, e history.Event) string {
	words := []string{e.Method, e.Tool}
	switch {
	case e.Kind == framing.Request && d.answerOf(i) == history.None:
		words = append(words, "("+e.Status.String()+")")
	case d.requestOf(i) != history.None:
		words = []string{d.Event(d.requestOf(i)).Status.String(), d.latency(i)}
	case e.Method == "":
		words = []string{e.KindName()}
	}
	for _, f := range d.Findings(i) {
		words = append(words, "!"+f.ID)
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// longestLabel is how many characters of a text are drawn.
const longestLabel = 80

// label gives text of any origin as the text of a diagram. Letters, digits and what
// has no meaning to Mermaid stand as they are, all else as its number; and so does the
// first letter of the word that ends a block.
func label(text string) string {
	shown, _, used := printable.Fit([]byte(text), 0, longestLabel)
	ends := map[int]bool{}
	for _, word := range endWord.FindAllIndex(shown, -1) {
		ends[word[0]] = true
	}
	var out strings.Builder
	for i, r := range string(shown) {
		if isHarmless(r) && !ends[i] {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "#%d;", r)
		}
	}
	if used < len(text) {
		out.WriteString("…")
	}
	return out.String()
}

// endWord is the word with which Mermaid ends a block.
var endWord = regexp.MustCompile(`(?i)\bend\b`)

func isHarmless(r rune) bool {
	if r >= utf8.RuneSelf {
		return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
	}
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" ._/(),!", r)
}
