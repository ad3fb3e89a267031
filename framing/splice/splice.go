// Package splice changes JSON texts in place.
//
// The contract: what is not replaced keeps its bytes, whatever they are: digits,
// escapes, white space, order and duplicates. Nothing is parsed beyond what is needed
// to find the place, and nothing is written in another way than it was given.
package splice

import (
	"bytes"
	"slices"

	"stdioscope/framing"
)

// Edit puts a text in the place of a span.
type Edit struct {
	framing.Span
	Text []byte
}

// Apply gives a text with all edits made. They may come in any order, and of two that
// overlap the one that begins later is left out.
func Apply(text []byte, edits []Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	out, done := make([]byte, 0, len(text)), 0
	for _, e := range edits {
		if e.Start < done {
			continue
		}
		out = append(append(out, text[done:e.Start]...), e.Text...)
		done = e.End
	}
	return append(out, text[done:]...)
}

// With gives an object with a member of that name and raw value: in place of the one that
// counts, or behind all others. What is no object comes back as it is. The name must
// need no escapes.
func With(object []byte, name string, value []byte) []byte {
	if at := framing.Member(object, name); at.Present() {
		return Apply(object, []Edit{{at, value}})
	}
	end := bytes.LastIndexByte(object, '}')
	if end < 0 || !bytes.HasPrefix(bytes.TrimLeft(object, " \t\r\n"), []byte("{")) {
		return object
	}
	member := append([]byte(`"`+name+`":`), value...)
	for range framing.Members(object) {
		member = append([]byte{','}, member...)
		break
	}
	return Apply(object, []Edit{{framing.Span{Start: end, End: end}, member}})
}
