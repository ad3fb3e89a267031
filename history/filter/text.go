package filter

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"stdioscope/framing"
)

// textTerm reads text, in quotes or up to the next blank.
func (p *parser) textTerm() (*leaf, error) {
	start := p.at
	var text string
	if p.has(`"`) {
		raw, err := p.quotes()
		if err != nil {
			return nil, err
		}
		if !p.atDelimiter() {
			return nil, wrong(p.at, `a blank is missing behind the quotes; write \" for a quote within them`)
		}
		text = framing.Unquote([]byte(raw))
	} else {
		text = p.word("")
		p.hint(text)
	}
	if text == "" {
		return nil, wrong(start, "there is nothing to search for")
	}
	find := newTextFinder(text)
	return &leaf{line: func(c *candidate) bool { return find.in(c.text()) }}, nil
}

// hint notes that text may have been meant as a term.
func (p *parser) hint(text string) {
	name, value, ok := strings.Cut(text, ":")
	isWord := name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
	if !ok || !isWord || value == "" || strings.HasPrefix(value, "//") {
		return
	}
	var terms []string
	for _, kind := range termKinds() {
		terms = append(terms, kind.name)
	}
	p.hints = append(p.hints, fmt.Sprintf("%s: is no term, so %q is looked for as text; terms are %s", name, text, strings.Join(terms, " ")))
}

// textFinder looks for a text in all the ways in which JSON may write it.
type textFinder []*finder

func newTextFinder(text string) textFinder {
	fold := !strings.ContainsFunc(text, unicode.IsUpper)
	var found textFinder
	for _, spelling := range []string{text, inString(text, ""), inString(text, `\u%04x`), inString(text, `\u%04X`)} {
		if f := newFinder([]byte(spelling), fold); !found.has(f) {
			found = append(found, f)
		}
	}
	return found
}

func (t textFinder) has(f *finder) bool {
	for _, other := range t {
		if bytes.Equal(other.text, f.text) {
			return true
		}
	}
	return false
}

func (t textFinder) in(b []byte) bool {
	for _, f := range t {
		if f.in(b) {
			return true
		}
	}
	return false
}

var shortEscapes = map[rune]string{
	'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`,
}

// inString gives a text as it stands in a JSON string. What is not ASCII is written
// by the format given, or as it is without one.
func inString(text, format string) string {
	var out strings.Builder
	for i, r := range text {
		short, isShort := shortEscapes[r]
		switch {
		case isShort:
			out.WriteString(short)
		case r < ' ':
			fmt.Fprintf(&out, `\u%04x`, r)
		case r < utf8.RuneSelf || format == "":
			_, n := utf8.DecodeRuneInString(text[i:])
			out.WriteString(text[i : i+n])
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&out, format, unit)
			}
		}
	}
	return out.String()
}
