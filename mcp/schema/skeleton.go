package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

const (
	// maxLevels is how deep a skeleton goes, maxNodes how many values are tried for it
	// and maxSkeleton how many bytes it has, roughly. More than that nobody edits.
	maxLevels   = 40
	maxNodes    = 50_000
	maxSkeleton = 4 << 20
	// maxAsked is how many elements or members are written because a schema asks for
	// at least so many.
	maxAsked = 100
)

// Schema is a JSON Schema that has been read. One goroutine uses it.
type Schema struct{ d *document }

// Read reads the raw bytes of a schema, which it keeps and does not change. It cannot
// fail: what is no schema is one that says nothing.
func Read(raw []byte) *Schema { return &Schema{newDocument(raw)} }

// Options say what a skeleton is to hold.
type Options struct {
	// Optional adds the properties that are not required, behind those that are.
	Optional bool
	// Choices says which alternative of an anyOf or oneOf is wanted, counted from 0, by
	// the pointer of the value. Without a choice the first that can be filled in is
	// taken, and null last of all.
	Choices map[string]int
}

// Skeleton writes a value to start from, in one line of JSON: required properties
// first, each in the order of the schema. A value is its const, its default, the
// first of its enum or examples, or the least that its type, format and bounds
// allow. A schema that can be read always gets a skeleton; it fits the schema unless
// that asks for what cannot be found out cheaply (not, if, dependencies between
// values, a pattern together with a length).
func (s *Schema) Skeleton(o Options) []byte {
	s.d.begin()
	w := &writer{Options: o, open: map[int]bool{}}
	if !w.value(set{s.d.root()}, place{}) {
		return []byte("{}")
	}
	return w.out
}

// place is where a value is to stand.
type place struct {
	pointer string
	level   int
	// nth tells the elements of an array apart, which may have to be unique.
	nth int
}

func (p place) below(token string, nth int) place {
	return place{Join(p.pointer, token), p.level + 1, nth}
}

type writer struct {
	Options
	out   []byte
	nodes int
	// open are the schemas that a value is being written for at this moment, by where
	// they begin. None is written inside itself.
	open map[int]bool
}

// value writes a value for the schemas; false, and nothing written, when there is
// none within the bounds.
func (w *writer) value(schemas set, at place) bool {
	if w.nodes++; w.nodes > maxNodes || len(w.out) > maxSkeleton || at.level > maxLevels {
		return false
	}
	for _, n := range schemas {
		if w.open[n.span.Start] {
			return false
		}
	}
	for _, n := range schemas {
		w.open[n.span.Start] = true
		defer delete(w.open, n.span.Start)
	}
	return w.take(schemas, at, taken{})
}

// take settles the alternatives one after the other, then writes.
func (w *writer) take(schemas set, at place, t taken) bool {
	s := shapeOf(schemas, t)
	if s.never || s.typed && len(s.types) == 0 {
		return false
	}
	if v, ok := s.given(at.nth); ok {
		w.out = append(w.out, oneLine(v.raw())...)
		return true
	}
	if len(s.open) == 0 {
		return w.typed(s, at)
	}
	if w.nodes++; w.nodes > maxNodes {
		return false
	}
	a := s.open[0]
	start := a.list.span.Start
	for _, i := range w.order(a, at) {
		t[start] = i
		if w.take(schemas, at, t) {
			return true
		}
	}
	delete(t, start)
	return false
}

// order gives the alternatives in the order in which they are tried.
func (w *writer) order(a alternatives, at place) (order []int) {
	var nulls []int
	for i, n := range a.list.elements() {
		if isNull(n) {
			nulls = append(nulls, i)
		} else {
			order = append(order, i)
		}
	}
	order = append(order, nulls...)
	if wanted, ok := w.Choices[at.pointer]; ok && slices.Contains(order, wanted) {
		order = slices.Insert(order, 0, wanted)
	}
	return order
}

// given is a value that the schema itself spells out.
func (s *shape) given(nth int) (node, bool) {
	if v, ok := s.said["const"]; ok {
		return v, true
	}
	enum := s.said["enum"].elements()
	if v, ok := s.said["default"]; ok && nth == 0 && s.allows(v) && (enum == nil || holds(enum, v)) {
		return v, true
	}
	var fit []node
	for _, v := range append(enum, s.said["examples"].elements()...) {
		if s.allows(v) {
			fit = append(fit, v)
		}
		if enum != nil && len(fit) == len(enum) {
			break
		}
	}
	if len(fit) == 0 || enum == nil && nth > 0 {
		return node{}, false
	}
	return fit[nth%len(fit)], true
}

func holds(all []node, v node) bool {
	return slices.ContainsFunc(all, func(n node) bool { return bytes.Equal(n.raw(), v.raw()) })
}

// oneLine takes white space out of a value, which otherwise stays as it is spelt.
func oneLine(raw []byte) []byte {
	if !bytes.ContainsAny(raw, "\r\n") {
		return raw
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return []byte("null")
	}
	return b.Bytes()
}

func (w *writer) typed(s *shape, at place) bool {
	switch s.mainType() {
	case "object":
		return w.object(s, at)
	case "array":
		return w.array(s, at)
	case "string":
		w.out = append(w.out, Quote(s.sample(at.nth))...)
	case "integer", "number":
		w.out = append(w.out, s.sampleNumber(at.nth)...)
	case "boolean":
		w.out = strconv.AppendBool(w.out, at.nth%2 == 1)
	default:
		w.out = append(w.out, "null"...)
	}
	return true
}

// mainType is the first type but null, or the one that the other keywords are about.
func (s *shape) mainType() string {
	for _, t := range s.types {
		if t != "null" {
			return t
		}
	}
	switch {
	case s.typed:
		return "null"
	case s.properties != nil || s.required != nil || s.patterns != nil || s.has("minProperties"):
		return "object"
	case s.items != nil || s.prefix != nil || s.contains != nil || s.has("minItems", "uniqueItems"):
		return "array"
	case s.has("minLength", "maxLength", "pattern", "format"):
		return "string"
	case s.has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
		return "number"
	}
	return ""
}

func (s *shape) has(keywords ...string) bool {
	return slices.ContainsFunc(keywords, func(k string) bool { return s.said[k].present() })
}

// Quote writes a JSON string without the escapes that only HTML needs.
func Quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("schema: a string cannot fail to encode: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
