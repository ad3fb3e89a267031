package filter

import (
	"bytes"
	"strconv"

	"stdioscope/framing"
)

// step is one step of a JSON path.
type step struct {
	name string
	// at is the place in an array, counted from the end where it is negative.
	at   int
	kind stepKind
}

type stepKind uint8

const (
	member   stepKind = iota // .name
	element                  // [0]
	children                 // .* and [*]
	anywhere                 // what follows applies here and to all that is below
)

const (
	// maxPathDepth is how deep a path looks for a name at any depth.
	maxPathDepth = 64
	// maxAnywhere is how often it may do so: the ways through a deep value multiply.
	maxAnywhere = 2
)

// pathTerm reads a path and the comparison behind it.
func (p *parser) pathTerm() (*leaf, error) {
	steps, err := p.path()
	if err != nil {
		return nil, err
	}
	holds, wanted, err := p.comparison()
	if err != nil {
		return nil, err
	}
	name := rarestName(steps)
	return &leaf{line: func(c *candidate) bool {
		return name.mayStandIn(c.line) && wanted.mayStandIn(c.line) &&
			leads(document(c.line, len(steps) == 0), steps, maxPathDepth, holds)
	}}, nil
}

func (p *parser) path() ([]step, error) {
	p.at++ // the dollar
	var steps []step
	for {
		switch {
		case p.has(".."):
			if p.at++; p.has("..") {
				return nil, wrong(p.at, "a name is missing in the path")
			}
			if steps = append(steps, step{kind: anywhere}); countAnywhere(steps) > maxAnywhere {
				return nil, wrong(p.at-1, "a path can go to any depth %d times at most", maxAnywhere)
			}
			if p.has(".[") {
				p.at++
			}
		case p.has("."):
			s, err := p.dotStep()
			if err != nil {
				return nil, err
			}
			steps = append(steps, s)
		case p.has("["):
			s, err := p.bracketStep()
			if err != nil {
				return nil, err
			}
			steps = append(steps, s)
		default:
			return steps, nil
		}
	}
}

func countAnywhere(steps []step) (n int) {
	for _, s := range steps {
		if s.kind == anywhere {
			n++
		}
	}
	return n
}

func (p *parser) dotStep() (step, error) {
	p.at++
	start := p.at
	name := p.word(".[=!~<>")
	switch name {
	case "":
		return step{}, wrong(start, `a name is missing in the path; write ["…"] for an unusual one`)
	case "*":
		return step{kind: children}, nil
	}
	return step{name: name}, nil
}

func (p *parser) bracketStep() (step, error) {
	start := p.at
	p.at++
	var s step
	switch {
	case p.has(`"`):
		raw, err := p.quotes()
		if err != nil {
			return s, err
		}
		s.name = framing.Unquote([]byte(raw))
	case p.has("*"):
		p.at++
		s.kind = children
	default:
		at, err := strconv.Atoi(p.word("]"))
		if err != nil {
			return s, wrong(start, `in brackets stands a number, * or a name in quotes`)
		}
		s.at, s.kind = at, element
	}
	if !p.has("]") {
		return s, wrong(start, "this bracket is not closed")
	}
	p.at++
	return s, nil
}

// leads says whether the path leads from a value to one that holds.
func leads(v []byte, steps []step, depth int, holds func([]byte) bool) bool {
	if len(steps) == 0 {
		return len(v) > 0 && holds(v)
	}
	s, rest := steps[0], steps[1:]
	switch s.kind {
	case member:
		return leads(memberOf(v, s.name), rest, depth, holds)
	case element:
		return leads(elementAt(v, s.at), rest, depth, holds)
	case anywhere:
		if leads(v, rest, depth, holds) {
			return true
		}
		rest = steps
	case children:
	}
	if s.kind == anywhere && depth == 0 {
		return false
	}
	for child := range childrenOf(v) {
		if leads(child, rest, depth-1, holds) {
			return true
		}
	}
	return false
}

// memberOf gives the last member of a name; nil without one.
func memberOf(object []byte, name string) (found []byte) {
	for quoted, v := range framing.Members(object) {
		raw := quoted.Of(object)
		if string(raw[1:len(raw)-1]) == name || bytes.IndexByte(raw, '\\') >= 0 && framing.Unquote(raw) == name {
			found = v.Of(object)
		}
	}
	return found
}

func elementAt(array []byte, at int) []byte {
	if at < 0 {
		for range framing.Elements(array) {
			at++
		}
		if at < 0 {
			return nil
		}
	}
	for span := range framing.Elements(array) {
		if at == 0 {
			return span.Of(array)
		}
		at--
	}
	return nil
}

// childrenOf gives the values of an object or an array.
func childrenOf(v []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for _, span := range framing.Members(v) {
			if !yield(span.Of(v)) {
				return
			}
		}
		for span := range framing.Elements(v) {
			if !yield(span.Of(v)) {
				return
			}
		}
	}
}

// document takes a byte order mark and white space from a line. Steps find nothing in
// what is no JSON; where none follows the whole has to be looked at.
func document(line []byte, isWhole bool) []byte {
	line = bytes.Trim(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")), " \t\r\n")
	var m framing.Message
	if isWhole {
		if framing.Scan(line, &m); m.Kind == framing.Invalid || m.Kind == framing.Blank {
			return nil
		}
		return m.Whole.Of(line)
	}
	return line
}

// rarestName looks for a name that the path cannot do without: the longest.
func rarestName(steps []step) texts {
	longest := ""
	for _, s := range steps {
		if len(s.name) > len(longest) {
			longest = s.name
		}
	}
	if longest == "" {
		return nil
	}
	return texts{newFinder([]byte(longest), false)}
}

// textsOf looks for what values that equal one of these hold in any spelling.
func textsOf(values []value) texts {
	var found texts
	for _, v := range values {
		if v.parts != nil || v.isNumber || v.text == "" {
			return nil
		}
		found = append(found, newFinder([]byte(v.text), false))
	}
	return found
}

// texts are what one of must stand in a line, or a backslash: a string can be written
// with escapes. None at all may stand anywhere.
type texts []*finder

func (t texts) mayStandIn(line []byte) bool {
	if t == nil || bytes.IndexByte(line, '\\') >= 0 {
		return true
	}
	for _, f := range t {
		if f.in(line) {
			return true
		}
	}
	return false
}

// ValueAt gives the first raw value of a line that a path such as $.result.items[0].id
// leads to; nil where it leads nowhere. The value is a part of the line. The error says
// what is wrong with the path.
func ValueAt(line []byte, path string) ([]byte, error) {
	p := parser{text: path}
	if !p.has("$") {
		return nil, wrong(0, "a path begins with $")
	}
	steps, err := p.path()
	if err != nil {
		return nil, err
	}
	if !p.ended() {
		return nil, wrong(p.at, "the path ends here")
	}
	var found []byte
	leads(document(line, true), steps, maxPathDepth, func(value []byte) bool {
		found = value
		return true
	})
	return found, nil
}
