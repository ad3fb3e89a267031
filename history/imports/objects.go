package imports

import (
	"bytes"
	"iter"
)

// objects cuts the objects out of an array that comes line by line. It goes by
// brackets and quotes only, so that damage costs little: since no JSON string holds a
// line end, a lost quote is made up for there, and a lost bracket at the next line
// that is like the one on which the first object began.
type objects struct {
	text    []byte // of the object that has begun
	depth   int    // 1 inside of the array, more inside of an object
	opening []byte // the line on which the first object began, where it has one of its own
	lost    int    // objects that did not end before the next began
}

// line gives the objects that end on the line. One holds until the next.
func (o *objects) line(line []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		o.resume(line)
		quoted := false
		start := 0
		for i := 0; i < len(line); i++ {
			c := line[i]
			switch {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '{' || c == '[':
				if o.depth++; o.depth == 2 {
					o.text, start = o.text[:0], i
					o.opens(line)
				}
			case c == '}' || c == ']':
				if o.depth--; o.depth != 1 {
					continue
				}
				o.text = append(o.text, line[start:i+1]...)
				if !yield(o.text) {
					return
				}
			}
		}
		if o.depth > 1 {
			o.text = append(append(o.text, line[min(start, len(line)):]...), '\n')
		}
	}
}

func (o *objects) opens(line []byte) {
	if o.opening == nil && string(bytes.TrimSpace(line)) == "{" {
		o.opening = bytes.Clone(line)
	}
}

// resume finds back into step behind an object that did not end.
func (o *objects) resume(line []byte) {
	if o.depth != 1 && o.opening != nil && bytes.Equal(line, o.opening) {
		o.depth = 1
		o.lost++
	}
}
