package schema

import (
	"slices"
	"strconv"
)

// maxLabels is how many alternatives are looked into for a name, and how many members
// of each.
const maxLabels = 100

// Field is what a form shows of one value: the whole arguments, one of them, a member
// of an object or an element of an array below. It is expanded one level at a time, so
// that a schema may refer to itself.
//
// Raw values are those of the schema, byte for byte, and must not be changed.
type Field struct {
	// Name is the member's name, or the element's index; empty for the whole.
	Name string
	// Pointer is the place in the text of the arguments (RFC 6901).
	Pointer string
	// Types are the types of JSON Schema that the value may have, null apart; none
	// where the schema does not say.
	Types    []string
	Required bool
	// Nullable says that null fits.
	Nullable bool

	Title, Description string
	Format             string
	// Options are the only values that fit, where they are listed.
	Options []Option
	Default []byte
	// Examples are values that the schema gives as such.
	Examples [][]byte
	// Constraints are what else a value has to satisfy, each in a few words.
	Constraints []string

	Deprecated, ReadOnly, WriteOnly bool

	// Alternatives names those of an anyOf or oneOf of which one has to be taken with
	// Alternative; none where there is nothing to choose, or the choice was made.
	Alternatives []string
	// Impossible says that no value fits.
	Impossible bool

	d       *document
	schemas set
	taken   taken
	shape   *shape
}

// Option is one of the values that a field may have.
type Option struct {
	Value []byte
	// Label is how people call it; often empty.
	Label string
}

// Fields gives the field that stands for the whole.
func (s *Schema) Fields() Field {
	s.d.begin()
	return newField(s.d, "", "", set{s.d.root()}, taken{})
}

func newField(d *document, name, pointer string, schemas set, t taken) Field {
	s := shapeOf(schemas, t)
	f := Field{Name: name, Pointer: pointer, d: d}
	for settle(s, t, &f) {
		s = shapeOf(schemas, t)
	}
	f.schemas, f.taken, f.shape = schemas, t, s
	f.describe()
	if len(s.open) > 0 {
		f.Alternatives = labels(s.open[0].list.elements())
	}
	return f
}

// settle decides what leaves no choice: one alternative beside null, or constants that
// are an enum by another name.
func settle(s *shape, t taken, f *Field) bool {
	for i, a := range s.open {
		var some []int
		all := a.list.elements()
		for j, n := range all {
			if !isNull(n) {
				some = append(some, j)
			}
		}
		if len(some) == 1 {
			f.Nullable = f.Nullable || len(all) > 1
			t[a.list.span.Start] = some[0]
			return true
		}
		if options := constants(all); options != nil {
			f.Options = options
			s.open = slices.Delete(s.open, i, i+1)
			return false
		}
	}
	return false
}

func isNull(n node) bool { return slices.Equal(typesOf(n.get("type")), []string{"null"}) }

// constants gives the options that alternatives are, when each is a const.
func constants(all []node) (options []Option) {
	for _, n := range all {
		value := n.get("const")
		if !value.present() {
			return nil
		}
		options = append(options, Option{value.raw(), n.get("title").text()})
	}
	return options
}

func (f *Field) describe() {
	s := f.shape
	f.Types = slices.DeleteFunc(slices.Clone(s.types), func(t string) bool { return t == "null" })
	if main := s.mainType(); len(f.Types) == 0 && main != "null" && main != "" {
		f.Types = []string{main}
	}
	f.Nullable = f.Nullable || slices.Contains(s.types, "null")
	f.Impossible = s.never || s.typed && len(s.types) == 0
	f.Title, f.Description = s.said["title"].text(), s.said["description"].text()
	f.Format = s.said["format"].text()
	f.Default = s.said["default"].raw()
	for _, e := range s.said["examples"].elements() {
		f.Examples = append(f.Examples, e.raw())
	}
	f.Deprecated = s.said["deprecated"].is("true")
	f.ReadOnly, f.WriteOnly = s.said["readOnly"].is("true"), s.said["writeOnly"].is("true")
	if options := s.options(); options != nil {
		f.Options = options
	}
	f.Constraints = s.constraints()
}

// options are the values of const or enum. enumNames label those of an elicitation
// (specification 2025-06-18, client/elicitation).
func (s *shape) options() (all []Option) {
	if v, ok := s.said["const"]; ok {
		return []Option{{Value: v.raw()}}
	}
	names := s.said["enumNames"].elements()
	for i, v := range s.said["enum"].elements() {
		o := Option{Value: v.raw()}
		if i < len(names) {
			o.Label = names[i].text()
		}
		all = append(all, o)
	}
	return all
}

// Fields gives the members that the schema describes, in its order; none where the
// value is no object.
func (f Field) Fields() (all []Field) {
	f.d.begin()
	for _, p := range f.shape.properties {
		all = append(all, f.member(p.name))
	}
	return all
}

// Member gives the field for a member of any name, as an object with
// additionalProperties may have.
func (f Field) Member(name string) Field {
	f.d.begin()
	return f.member(name)
}

func (f Field) member(name string) Field {
	member := newField(f.d, name, Join(f.Pointer, name), f.shape.member(name), taken{})
	member.Required = f.shape.must[name]
	return member
}

// Element gives the field for the element of that index, counted from 0.
func (f Field) Element(index int) Field {
	f.d.begin()
	name := strconv.Itoa(index)
	return newField(f.d, name, Join(f.Pointer, name), f.shape.element(index), taken{})
}

// Alternative takes one of the Alternatives, counted from 0. The field may then have
// others to choose from.
func (f Field) Alternative(index int) Field {
	if index < 0 || index >= len(f.Alternatives) {
		return f
	}
	t := taken{f.shape.open[0].list.span.Start: index}
	for at, i := range f.taken {
		t[at] = i
	}
	f.d.begin()
	chosen := newField(f.d, f.Name, f.Pointer, f.schemas, t)
	chosen.Required = f.Required
	return chosen
}

// Skeleton writes a value for the field alone, as Schema.Skeleton does, with the
// alternatives that were taken.
func (f Field) Skeleton(o Options) []byte {
	f.d.begin()
	w := &writer{Options: o, open: map[int]bool{}}
	t := taken{}
	for at, i := range f.taken {
		t[at] = i
	}
	if !w.take(f.schemas, place{pointer: f.Pointer}, t) {
		return []byte("null")
	}
	return w.out
}

// labels names alternatives: by their titles, what they refer to or what they are.
func labels(all []node) (names []string) {
	for i, n := range all {
		if i < maxLabels {
			names = append(names, label(n, i))
		} else {
			names = append(names, number(i))
		}
	}
	return names
}

func label(n node, i int) string {
	if title := n.get("title").text(); title != "" {
		return title
	}
	if ref := tokensOf(n.get("$ref").text()); len(ref) > 0 {
		return ref[len(ref)-1]
	}
	s := shapeOf(set{n}, taken{})
	for _, p := range s.properties[:min(len(s.properties), maxLabels)] { // a member that tells alternatives apart
		if value := shapeOf(p.schemas, taken{}).said["const"]; value.present() {
			return p.name + " " + clip(string(value.raw()))
		}
	}
	if value := s.said["const"]; value.present() {
		return clip(string(value.raw()))
	}
	if len(s.required) > 0 {
		return "with " + clip(s.required[0])
	}
	if main := s.mainType(); main != "" {
		return main
	}
	return number(i)
}

func number(i int) string { return "alternative " + strconv.Itoa(i+1) }
