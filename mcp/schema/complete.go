package schema

import (
	"bytes"
	"slices"
	"strings"

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
	schemas := s.walk(path)
	if naming {
		result.Candidates = s.names(schemas, text, present, !colonAt(text, result.Replace.End))
	} else {
		result.Candidates = s.values(schemas)
	}
	result.Candidates = ranked(result.Candidates, text[start:offset])
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
func (s *Schema) names(schemas []set, text []byte, present []pair, colon bool) (all []Candidate) {
	seen := map[string]bool{}
	for _, p := range present {
		seen[framing.Unquote(p.name.Of(text))] = true
	}
	for _, part := range schemas {
		for _, sh := range spread(part) {
			if !sh.agrees(text, present) {
				continue
			}
			owner := Field{d: s.d, shape: sh}
			for _, p := range sh.properties {
				if seen[p.name] || len(all) >= maxCandidates {
					continue
				}
				seen[p.name] = true
				quoted := Quote(p.name)
				if colon {
					quoted = append(quoted, ':')
				}
				all = append(all, Candidate{quoted, owner.member(p.name).Summary()})
			}
		}
	}
	return all
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

// values gives what the schemas spell out, and otherwise something to start from.
func (s *Schema) values(schemas []set) []Candidate {
	var all candidates
	for _, part := range schemas {
		for _, sh := range spread(part) {
			f := Field{shape: sh}
			f.describe()
			all.field(f)
		}
	}
	for _, part := range schemas {
		w := &writer{open: map[int]bool{}}
		if w.value(part, place{}) {
			all.add(w.out, "to start from")
		}
	}
	return all.list
}

// candidates are different from one another.
type candidates struct {
	list []Candidate
	seen map[string]bool
}

func (c *candidates) add(raw []byte, detail string) {
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	raw = oneLine(raw)
	if len(raw) == 0 || c.seen[string(raw)] || len(c.list) >= maxCandidates {
		return
	}
	c.seen[string(raw)] = true
	c.list = append(c.list, Candidate{raw, detail})
}

func (c *candidates) field(f Field) {
	for _, o := range f.Options {
		detail := o.Label
		if detail == "" && bytes.Equal(o.Value, f.Default) {
			detail = "the default"
		}
		if detail == "" {
			detail = f.Title
		}
		c.add(o.Value, detail)
	}
	if f.Options != nil {
		return
	}
	c.add(f.Default, "the default")
	for _, e := range f.Examples {
		c.add(e, "an example")
	}
	if slices.Contains(f.Types, "boolean") {
		c.add([]byte("true"), f.Description)
		c.add([]byte("false"), f.Description)
	}
	if f.Nullable {
		c.add([]byte("null"), "no value")
	}
}

// ranked keeps what begins with what was typed, and behind that what holds it. Quotes
// and the case of letters do not count.
func ranked(all []Candidate, typed []byte) []Candidate {
	wanted := strings.ToLower(strings.Trim(string(typed), `"`))
	if wanted == "" && len(typed) == 0 {
		return all
	}
	var first, second []Candidate
	for _, c := range all {
		text := strings.ToLower(string(c.Text))
		switch bare := strings.TrimPrefix(text, `"`); {
		case typed[0] == '"' && text[0] != '"':
		case strings.HasPrefix(bare, wanted):
			first = append(first, c)
		case strings.Contains(bare, wanted):
			second = append(second, c)
		}
	}
	return append(first, second...)
}
