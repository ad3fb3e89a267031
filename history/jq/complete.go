package jq

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"stdioscope/framing"
	"stdioscope/history/filter"
)

const (
	// longestText is the longest text that is looked at for completion, in bytes: each
	// step of a path may read it once. mostLooks is how many values are looked into, and
	// mostNames how many names are given.
	longestText = 16 << 20
	mostLooks   = 10_000
	mostNames   = 200
)

// step is a part of a path: the name of a member, an index or, without either, all elements.
type step struct {
	name  *string
	index *int
}

// Complete gives the names of members that may stand at the cursor (a byte of the
// expression), where it is at the end of a simple path into the text, such as
//
//	.result.tools[0].na
//	.result | .tools[] | select(.inp
//
// A path is simple if it is made of .name, ."name", [0], [-1], ["name"], [] and ?, and
// simple paths may follow each other behind | and in an open map( or select(. Names that
// begin with the typed letters come before those that only contain them, in the order of
// the text, of which there must be no more than 16 MiB; at most 200 names are given.
func Complete(expr string, cursor int, text []byte) []filter.Completion {
	cursor = min(max(0, cursor), len(expr))
	p := pathReader{rest: expr[:cursor]}
	steps, ok := p.path()
	if !ok || len(text) > longestText {
		return nil
	}
	names := nameFinder{looks: mostLooks, known: map[string]bool{}}
	names.find(text, steps)
	return names.completions(p.rest, cursor)
}

// pathReader reads an expression that ends in a path up to the letters that are being
// typed, which remain.
type pathReader struct{ rest string }

// path gives the steps behind which a name is being typed.
func (p *pathReader) path() (steps []step, ok bool) {
	for {
		p.blanks()
		switch {
		case p.has("map("):
			steps = append(steps, step{})
			continue
		case p.has("select("):
			continue
		}
		read, typing := p.simple()
		steps = append(steps, read...)
		if typing {
			return steps, true
		}
		if p.blanks(); !p.has("|") {
			return nil, false
		}
	}
}

// simple reads a path. It says whether a name is being typed at its end.
func (p *pathReader) simple() (steps []step, typing bool) {
	for {
		switch {
		case p.has("?"):
		case strings.HasPrefix(p.rest, "["):
			s, ok := p.bracket()
			if !ok {
				return steps, false
			}
			steps = append(steps, s)
		case p.has("."):
			if strings.HasPrefix(p.rest, "[") {
				continue
			}
			before := p.rest
			name, ok := p.name()
			if p.rest == "" && (!ok || before[0] != '"') {
				p.rest = before
				return steps, true
			}
			switch {
			case ok:
				steps = append(steps, step{name: &name})
			case strings.HasPrefix(p.rest, "."): // it goes down to any depth
				return steps, false
			}
		default:
			return steps, false
		}
	}
}

// name reads what stands behind a dot. What is not closed is not read, but its rest is.
func (p *pathReader) name() (string, bool) {
	if strings.HasPrefix(p.rest, `"`) {
		return p.quoted()
	}
	end := 0
	for end < len(p.rest) && isLetter(p.rest[end], end > 0) {
		end++
	}
	name := p.rest[:end]
	p.rest = p.rest[end:]
	return name, end > 0
}

// quoted reads a string. One without an end takes all the rest.
func (p *pathReader) quoted() (string, bool) {
	for i := 1; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			i++
		case '"':
			raw := p.rest[:i+1]
			p.rest = p.rest[i+1:]
			return framing.Unquote([]byte(raw)), true
		}
	}
	p.rest = ""
	return "", false
}

func (p *pathReader) bracket() (step, bool) {
	p.has("[")
	if p.has("]") {
		return step{}, true
	}
	if strings.HasPrefix(p.rest, `"`) {
		name, ok := p.quoted()
		return step{name: &name}, ok && p.has("]")
	}
	digits, _, ok := strings.Cut(p.rest, "]")
	index, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return step{}, false
	}
	p.rest = p.rest[len(digits)+1:]
	return step{index: &index}, true
}

func (p *pathReader) blanks() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

func (p *pathReader) has(token string) bool {
	rest, ok := strings.CutPrefix(p.rest, token)
	p.rest = rest
	return ok
}

func isLetter(c byte, digits bool) bool {
	return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || digits && '0' <= c && c <= '9'
}

func isName(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i], i > 0) {
			return false
		}
	}
	return s != ""
}

// nameFinder gathers the names of members at the end of a path.
type nameFinder struct {
	looks int
	found []filter.Completion // with names as they are
	known map[string]bool
}

// find walks down the steps from a value.
func (n *nameFinder) find(value []byte, steps []step) {
	if len(steps) == 0 {
		n.take(value)
		return
	}
	s := steps[0]
	switch {
	case s.name != nil:
		n.find(framing.ValueAt(value, *s.name), steps[1:])
	case s.index != nil:
		n.find(elementAt(value, *s.index), steps[1:])
	default:
		for inner := range n.children(value) {
			n.find(inner, steps[1:])
		}
	}
}

// children gives all elements of an array or values of an object, as long as more may be
// looked at.
func (n *nameFinder) children(value []byte) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for span := range framing.Elements(value) {
			if n.looks--; n.looks < 0 || !yield(span.Of(value)) {
				return
			}
		}
		for _, span := range framing.Members(value) {
			if n.looks--; n.looks < 0 || !yield(span.Of(value)) {
				return
			}
		}
	}
}

// elementAt gives an element, counted from the end if the index is below zero; nil
// where there is none.
func elementAt(array []byte, index int) []byte {
	if index < 0 {
		for range framing.Elements(array) {
			index++
		}
		if index < 0 {
			return nil
		}
	}
	for span := range framing.Elements(array) {
		if index == 0 {
			return span.Of(array)
		}
		index--
	}
	return nil
}

func (n *nameFinder) take(object []byte) {
	for raw, value := range framing.Members(object) {
		if n.looks--; n.looks < 0 {
			return
		}
		name := framing.Unquote(raw.Of(object))
		if n.known[name] {
			continue
		}
		n.known[name] = true
		n.found = append(n.found, filter.Completion{Text: name, About: typeOf(value.Of(object))})
	}
}

// completions chooses the names that have what was typed in them.
func (n *nameFinder) completions(typed string, cursor int) []filter.Completion {
	letters := strings.TrimPrefix(typed, `"`)
	found := slices.DeleteFunc(n.found, func(c filter.Completion) bool { return !strings.Contains(c.Text, letters) })
	slices.SortStableFunc(found, func(a, b filter.Completion) int { return rank(a.Text, letters) - rank(b.Text, letters) })
	found = found[:min(len(found), mostNames)]
	for i := range found {
		c := &found[i]
		c.Start, c.End = cursor-len(typed), cursor
		if !isName(c.Text) {
			quoted, _ := json.Marshal(c.Text) // a string always marshals
			c.Text = string(quoted)
		}
	}
	return found
}

func rank(name, letters string) int {
	if strings.HasPrefix(name, letters) {
		return 0
	}
	return 1
}

func typeOf(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	default:
		return "number"
	}
}
