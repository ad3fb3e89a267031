package schema

import (
	"slices"

	"stdioscope/framing"
)

const (
	// maxPointer is how many steps a reference inside a schema may have.
	maxPointer = 64
	// maxReading is how many bytes of a schema are read, as a multiple of its size:
	// an object is read once, but once for each object around it too.
	maxReading = 64
	// maxWork is how many keywords, members and parts are taken in for one answer.
	maxWork = 2_000_000
)

// document is the text of a schema, and what has been read of it so far.
type document struct {
	text    []byte
	room    int             // bytes that may still be read
	work    int             // what may still be taken in for this answer
	objects map[int]*object // by where they begin
	lists   map[int][]node  // arrays likewise
	targets map[string]node // by reference
}

func newDocument(text []byte) *document {
	return &document{
		text:    text,
		room:    maxReading * (len(text) + 1024),
		objects: map[int]*object{},
		lists:   map[int][]node{},
		targets: map[string]node{},
	}
}

// object is the members of an object in their order. Of a name that stands twice the
// last value counts.
type object struct {
	members []member
	index   map[string]int
}

type member struct {
	name  string
	value node
}

// node is a value in a document; the zero node is none.
type node struct {
	d    *document
	span framing.Span
}

func (d *document) root() node {
	var m framing.Message
	framing.Scan(d.text, &m)
	if !m.Whole.Present() {
		return node{}
	}
	return node{d, m.Whole}
}

func (n node) present() bool { return n.d != nil }

func (n node) raw() []byte {
	if n.d == nil {
		return nil
	}
	return n.span.Of(n.d.text)
}

// first is the byte that tells of which type the value is; 0 for none.
func (n node) first() byte {
	if n.d == nil {
		return 0
	}
	return n.d.text[n.span.Start]
}

// text is the value of a string; empty for anything else.
func (n node) text() string { return framing.StringOf(n.raw()) }

func (n node) is(literal string) bool { return string(n.raw()) == literal }

// within makes a node of a span that was found in the text of n.
func (n node) within(s framing.Span) node {
	return node{n.d, framing.Span{Start: n.span.Start + s.Start, End: n.span.Start + s.End}}
}

func (n node) members() []member {
	if n.first() != '{' {
		return nil
	}
	return n.object().members
}

func (n node) get(name string) node {
	if n.first() != '{' {
		return node{}
	}
	o := n.object()
	if i, ok := o.index[name]; ok {
		return o.members[i].value
	}
	return node{}
}

func (n node) object() *object {
	if o := n.d.objects[n.span.Start]; o != nil {
		return o
	}
	o := &object{index: map[string]int{}}
	if raw := n.raw(); n.d.affords(len(raw)) {
		for quoted, value := range framing.Members(raw) {
			o.add(framing.Unquote(quoted.Of(raw)), n.within(value))
		}
	}
	n.d.objects[n.span.Start] = o
	return o
}

func (o *object) add(name string, value node) {
	if i, ok := o.index[name]; ok {
		o.members[i].value = value
		return
	}
	o.index[name] = len(o.members)
	o.members = append(o.members, member{name, value})
}

// begin allows for the work of another answer.
func (d *document) begin() { d.work = maxWork }

// spend takes work off what is left; false when that is not enough.
func (n node) spend(work int) bool {
	n.d.work -= work
	return n.d.work >= 0
}

func (d *document) affords(bytes int) bool {
	if d.room < bytes {
		return false
	}
	d.room -= bytes
	return true
}

func (n node) elements() []node {
	if n.first() != '[' {
		return nil
	}
	all, ok := n.d.lists[n.span.Start]
	if raw := n.raw(); !ok && n.d.affords(len(raw)) {
		for span := range framing.Elements(raw) {
			all = append(all, n.within(span))
		}
	}
	n.d.lists[n.span.Start] = slices.Clip(all)
	return n.d.lists[n.span.Start]
}

// texts are the strings among the elements of an array.
func (n node) texts() (all []string) {
	for _, e := range n.elements() {
		if e.first() == '"' {
			all = append(all, e.text())
		}
	}
	return all
}
