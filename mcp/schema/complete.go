package schema

import (
	"bytes"
	"slices"

	"stdioscope/framing"
)

const (
	// maxShapes is how many combinations of alternatives are looked at.
	maxShapes = 64
	// maxCandidates is how many candidates are given.
	maxCandidates = 200
)

// Completion is what may stand at a place of a text that is being written.
type Completion struct {
	// Replace is the part of the text that a candidate takes the place of: the name or
	// value that was begun, and what is left of it behind the cursor.
	Replace    framing.Span
	Candidates []Candidate
}

// Candidate is one text to insert.
type Candidate struct {
	// Text is raw JSON: a value, or a name with its colon where that is missing.
	Text []byte
	// Detail says in a few words what it is.
	Detail string
}

// Complete gives the names of members, or the values, that may stand at offset, a
// number of bytes into the text. The text need not be JSON. The schema is about the
// value at the pointer: "" for a text that is the arguments, "/params/arguments" for
// a whole request. What begins as the text before the cursor comes first, then what
// holds it. Time is linear in the text.
func (s *Schema) Complete(pointer string, text []byte, offset int) Completion {
	s.d.begin()
	offset = max(0, min(offset, len(text)))
	c := &cursor{text: text}
	start := c.read(0, offset, 0)
	result := Completion{Replace: framing.Span{Start: start, End: offset}}
	if start < offset {
		result.Replace.End = tokenEnd(text, start)
	}
	t := c.top()
	if len(c.open) > maxOpen || t != nil && (t.filled || t.named && !t.colon) {
		return result
	}
	naming := t != nil && t.object && !t.named
	path, ok := below(tokensOf(pointer), c.path())
	if !ok {
		return result
	}
	var present []pair
	if naming {
		present = c.behind(result.Replace.End, start < offset)
	}
	all := newCandidates(text[start:offset])
	if naming {
		all.names(s.walk(path), text, present, !colonAt(text, result.Replace.End))
	} else {
		all.values(s.walk(path))
	}
	result.Candidates = all.ranked()
	return result
}

// below takes the tokens of the pointer off a path; false when it leads elsewhere.
func below(pointer, path []string) ([]string, bool) {
	if len(path) < len(pointer) || !slices.Equal(path[:len(pointer)], pointer) {
		return nil, false
	}
	return path[len(pointer):], true
}

func colonAt(text []byte, i int) bool {
	i = blank(text, i)
	return i < len(text) && text[i] == ':'
}

// walk goes down from the whole schema, through all alternatives.
func (s *Schema) walk(path []string) []set {
	at := []set{{s.d.root()}}
	for _, token := range path {
		var next []set
		for _, schemas := range at {
			for _, sh := range spread(schemas) {
				below := sh.member(token)
				if i, ok := indexOf(token); ok && below == nil {
					below = sh.element(i)
				}
				if below != nil && len(next) < maxShapes && !slices.ContainsFunc(next, below.same) {
					next = append(next, below)
				}
			}
		}
		at = next
	}
	return at
}

func (s set) same(other set) bool { return slices.Equal(s, other) }

// spread gives the shapes of a value for every choice of alternatives.
func spread(schemas set) (all []*shape) {
	pending := []taken{{}}
	for len(pending) > 0 && len(all) < maxShapes {
		t := pending[0]
		pending = pending[1:]
		sh := shapeOf(schemas, t)
		if len(sh.open) == 0 {
			all = append(all, sh)
			continue
		}
		for i := range sh.open[0].list.elements() {
			if len(pending) > maxShapes {
				break
			}
			chosen := taken{sh.open[0].list.span.Start: i}
			for at, j := range t {
				chosen[at] = j
			}
			pending = append(pending, chosen)
		}
	}
	return all
}

// names gives the members that an object does not have yet.
func (c *candidates) names(schemas []set, text []byte, present []pair, colon bool) {
	there := map[string]bool{}
	for _, p := range present {
		there[framing.Unquote(p.name.Of(text))] = true
	}
	for _, part := range schemas {
		for _, sh := range spread(part) {
			if !sh.agrees(text, present) {
				continue
			}
			for _, p := range sh.properties {
				if !there[p.name] {
					there[p.name] = true
					c.name(sh, p, colon)
				}
			}
		}
	}
}

func (c *candidates) name(owner *shape, p property, colon bool) {
	quoted := Quote(p.name)
	if colon {
		quoted = append(quoted, ':')
	}
	c.add(quoted, func() string {
		return Field{d: p.schemas[0].d, shape: owner}.member(p.name).Summary()
	})
}

// agrees says whether the constants of a shape are those that are written already: of
// alternatives that a member tells apart, only one is of interest.
func (s *shape) agrees(text []byte, present []pair) bool {
	for _, p := range present {
		i, ok := s.index[framing.Unquote(p.name.Of(text))]
		if !ok || !p.value.Present() {
			continue
		}
		for _, n := range s.properties[i].schemas {
			if c := n.get("const"); c.present() && !bytes.Equal(c.raw(), p.value.Of(text)) {
				return false
			}
		}
	}
	return true
}
