package walk

import (
	"slices"
	"strconv"
)

// Path is the place of a value, as a chain up to the whole text. A nil Path is $. It
// costs the same however deep the place is; String writes it out.
type Path struct {
	up    *Path
	name  []byte // with its quotes; nil for an element
	index int
}

// Member is the place of a member; the name comes raw, with its quotes.
func (p *Path) Member(quoted []byte) *Path { return &Path{up: p, name: quoted} }

// Element is the place of an element.
func (p *Path) Element(index int) *Path { return &Path{up: p, index: index} }

// String writes the path as a Pattern reads it: $.content[0]["odd name"].
func (p *Path) String() string {
	var chain []*Path
	for ; p != nil; p = p.up {
		chain = append(chain, p)
	}
	slices.Reverse(chain)
	out := []byte("$")
	for _, p := range chain {
		out = p.appendStep(out)
	}
	return string(out)
}

// MarshalText gives String.
func (p *Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (p *Path) appendStep(out []byte) []byte {
	switch {
	case p.name == nil:
		return append(strconv.AppendInt(append(out, '['), int64(p.index), 10), ']')
	case isWord(p.name[1 : len(p.name)-1]):
		return append(append(out, '.'), p.name[1:len(p.name)-1]...)
	}
	return append(append(append(out, '['), p.name...), ']')
}

func isWord(name []byte) bool {
	for _, c := range name {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return len(name) > 0
}
