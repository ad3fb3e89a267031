package ui

import (
	"bytes"
	"strings"

	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

// A text that is being written is no JSON for most of the time. What it will be is read
// from what is there.

// looseString gives the first string that stands behind a name in a text that need not be
// JSON; empty where none does.
func looseString(text []byte, name string) string {
	for quoted := []byte(`"` + name + `"`); ; {
		at := bytes.Index(text, quoted)
		if at < 0 {
			return ""
		}
		text = text[at+len(quoted):]
		rest, colon := bytes.CutPrefix(bytes.TrimLeft(text, " \t\n"), []byte(":"))
		rest = bytes.TrimLeft(rest, " \t\n")
		if !colon || len(rest) == 0 || rest[0] != '"' {
			continue
		}
		if end := stringEnd(rest); end > 0 {
			return framing.Unquote(rest[:end])
		}
		return ""
	}
}

// stringEnd gives the index behind the string that text begins with; 0 where it has no end.
func stringEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// begunString is a string that the cursor is in.
type begunString struct {
	name  string       // of the member whose value it is; empty for none
	span  framing.Span // with its quotes, as far as it has them
	typed string       // before the cursor
}

// atCursor gives the string that the cursor is in.
func (c *composer) atCursor() (begunString, bool) {
	var last, name string // the string before this place, and the name before the colon
	text := c.text
	for i := 0; i < c.cursor; i++ {
		switch text[i] {
		case ':':
			name = last
		case ',', '{', '[', '}', ']':
			name = ""
		case '"':
			end := stringEnd(text[i:])
			if end == 0 || i+end > c.cursor {
				if end == 0 {
					end = c.cursor - i
				}
				return begunString{name, framing.Span{Start: i, End: i + end}, string(text[i+1 : c.cursor])}, true
			}
			last = string(text[i+1 : i+end-1])
			i += end - 1
		}
	}
	return begunString{}, false
}

// fitting keeps the candidates that go on as what was typed, those first that begin so.
func fitting(all []schema.Candidate, typed string) []schema.Candidate {
	var first, rest []schema.Candidate
	for _, c := range all {
		text := strings.Trim(string(c.Text), `"`)
		switch {
		case strings.HasPrefix(text, typed):
			first = append(first, c)
		case strings.Contains(text, typed):
			rest = append(rest, c)
		}
	}
	return append(first, rest...)
}
