package exports

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/pretty"

	"stdioscope/framing"
	"stdioscope/framing/printable"
)

// visibleJSON gives sound JSON in which characters that cannot be seen, or that
// command a terminal or turn the direction of text, are escaped: it still means the
// same. They can stand only inside of strings.
func visibleJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		if text[0] == '\n' || text[0] == '\r' || text[0] == '\t' || printable.IsPlain(text) {
			out, text = append(out, text[0]), text[1:]
			continue
		}
		u := printable.Next(text, 0)
		switch {
		case bytes.Equal(u.Shown, text[:u.Size]):
			out = append(out, u.Shown...)
		case text[0] == '"' || text[0] == '\\':
			u.Size = 1 // whatever joins it: it has a meaning here
			out = append(out, text[0])
		default:
			out = appendEscapes(out, text[:u.Size])
		}
		text = text[u.Size:]
	}
	return out
}

func appendEscapes(out, text []byte) []byte {
	for _, r := range string(text) {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// visibleText gives text of any origin for reading, line by line.
func visibleText(text []byte) string {
	var out []byte
	for i, line := range bytes.Split(text, []byte("\n")) {
		if i > 0 {
			out = append(out, '\n')
		}
		out = append(out, printable.Text(line)...)
	}
	return string(out)
}

// deepest is how deep a message may nest to be set out over lines: beyond it,
// indentation would outgrow the message.
const deepest = 100

// body gives a line for reading: JSON set out over lines, anything else as it is.
func body(line []byte) (text string, isJSON bool) {
	var m framing.Message
	framing.Scan(line, &m)
	switch {
	case m.Valid && m.Depth <= deepest:
		set := pretty.PrettyOptions(line, &pretty.Options{Width: 80, Indent: "  "})
		return string(visibleJSON(bytes.TrimRight(set, "\n"))), true
	case m.Valid:
		return string(visibleJSON(line)), true
	}
	return visibleText(line), false
}
