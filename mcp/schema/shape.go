package schema

import (
	"regexp"
)

// maxMerged and maxPatterns are how many schemas and patterns may be merged into one
// shape. What says more of one value is hostile or generated; the rest is left out.
const (
	maxMerged   = 1000
	maxPatterns = 100
)

// shape is what several schemas say together of one value: a schema, those it refers
// to, its allOf, and the alternatives that were taken of its anyOf and oneOf.
type shape struct {
	never    bool     // a false schema: nothing fits
	typed    bool     // types says something
	types    []string // what the value may be
	required []string // in their order
	must     map[string]bool

	properties []property
	index      map[string]int
	patterns   []pattern
	additional set                 // of additionalProperties
	dependent  map[string][]string // of dependentRequired and dependencies
	prefix     []set               // of prefixItems, or items as an array
	items      set
	contains   set

	// said holds the first value of each keyword that needs no merging, and the
	// tightest of each that is a bound.
	said map[string]node
	// open are the anyOf and oneOf of which none was taken.
	open []alternatives

	// excluded are the names that only alternatives of a oneOf ask for that were not
	// taken: with one of them the value would fit two.
	excluded map[string]bool

	seen map[int]bool
}

// set are schemas that all apply to one value.
type set []node

// appendTo adds what is a schema.
func (n node) appendTo(s set) set {
	switch n.first() {
	case '{', 't', 'f':
		return append(s, n)
	}
	return s
}

type property struct {
	name    string
	schemas set
}

// pattern is one of patternProperties.
type pattern struct {
	name   *regexp.Regexp
	schema node
}

// alternatives is the array of an anyOf or oneOf.
type alternatives struct {
	keyword string
	list    node
}

// taken says which alternative was taken of which anyOf or oneOf, by where it begins.
type taken map[int]int

func shapeOf(schemas set, t taken) *shape {
	s := &shape{
		must: map[string]bool{}, index: map[string]int{}, dependent: map[string][]string{},
		said: map[string]node{}, excluded: map[string]bool{}, seen: map[int]bool{},
	}
	for _, n := range schemas {
		s.merge(n, t)
	}
	return s
}

// merge adds what a schema says. Nearer schemas come first, so that a description
// beside a $ref stands before the one that the $ref leads to.
func (s *shape) merge(n node, t taken) {
	if n.is("false") {
		s.never = true
	}
	if n.first() != '{' || s.seen[n.span.Start] || len(s.seen) >= maxMerged {
		return
	}
	s.seen[n.span.Start] = true
	if !n.spend(1 + len(n.members())) {
		return
	}
	for _, m := range n.members() {
		s.keyword(m.name, m.value)
	}
	for _, name := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref := n.get(name); ref.first() == '"' {
			s.merge(n.d.resolve(ref.text()), t)
		}
	}
	for _, part := range n.get("allOf").elements() {
		s.merge(part, t)
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if list := n.get(name); list.first() == '[' {
			s.alternatives(alternatives{name, list}, t)
		}
	}
}

func (s *shape) alternatives(a alternatives, t taken) {
	i, ok := t[a.list.span.Start]
	if !ok {
		s.open = append(s.open, a)
		return
	}
	all := a.list.elements()
	if i >= len(all) {
		return
	}
	s.merge(all[i], t)
	if a.keyword == "oneOf" {
		for _, other := range all {
			for _, name := range other.get("required").texts() {
				s.excluded[name] = !s.must[name]
			}
		}
	}
}

func (s *shape) keyword(name string, value node) {
	if !value.spend(len(value.members()) + len(value.elements())) {
		return
	}
	switch name {
	case "type":
		s.narrow(typesOf(value))
	case "properties":
		for _, m := range value.members() {
			s.property(m.name, m.value)
		}
	case "required":
		for _, r := range value.texts() {
			if !s.must[r] {
				s.must[r] = true
				s.required = append(s.required, r)
			}
		}
	case "patternProperties":
		for _, m := range value.members() {
			if re := expression(m.name); re != nil && len(s.patterns) < maxPatterns {
				s.patterns = append(s.patterns, pattern{re, m.value})
			}
		}
	case "additionalProperties":
		s.additional = value.appendTo(s.additional)
	case "dependentRequired", "dependencies":
		for _, m := range value.members() {
			s.dependent[m.name] = append(s.dependent[m.name], m.value.texts()...)
		}
	case "items":
		s.tuple(value) // of draft-07
		s.items = value.appendTo(s.items)
	case "prefixItems":
		s.tuple(value)
	case "contains":
		s.contains = value.appendTo(s.contains)
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "multipleOf":
		s.bound(name, value, +1)
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		s.bound(name, value, -1)
	default:
		if _, ok := s.said[name]; !ok {
			s.said[name] = value
		}
	}
}

func (s *shape) property(name string, schema node) {
	i, ok := s.index[name]
	if !ok {
		i = len(s.properties)
		s.index[name] = i
		s.properties = append(s.properties, property{name: name})
	}
	s.properties[i].schemas = append(s.properties[i].schemas, schema)
}

func (s *shape) tuple(list node) {
	for i, n := range list.elements() {
		if i == len(s.prefix) {
			s.prefix = append(s.prefix, nil)
		}
		s.prefix[i] = append(s.prefix[i], n)
	}
}

// bound keeps the tighter of two bounds: the larger one where tighter is +1.
func (s *shape) bound(name string, value node, tighter int) {
	r := value.number()
	if r == nil {
		return
	}
	if old, ok := s.said[name]; !ok || r.Cmp(old.number()) == tighter {
		s.said[name] = value
	}
}
