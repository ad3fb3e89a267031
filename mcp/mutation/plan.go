package mutation

import "time"

// Plan is what is written to the server's input, one write after the other.
//
// It stands here and not in package session, which carries it out, because it is what
// a mutation comes to: session may import this package, not the reverse. Package
// framing reads lines, and a Plan need not consist of any.
type Plan []Write

// Write is one write. No line end is added to it.
type Write struct {
	// Pause is how long to wait before the write.
	Pause time.Duration
	Bytes []byte
}

// Size is the number of bytes of all writes together.
func (p Plan) Size() (n int) {
	for _, w := range p {
		n += len(w.Bytes)
	}
	return n
}

// Bytes are those of all writes together.
func (p Plan) Bytes() []byte {
	all := make([]byte, 0, p.Size())
	for _, w := range p {
		all = append(all, w.Bytes...)
	}
	return all
}

// once is one write of all the parts.
func once(parts ...[]byte) Plan {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return Plan{{Bytes: all}}
}

// line is one write of the parts and a line feed.
func line(parts ...[]byte) Plan { return once(append(parts, []byte("\n"))...) }
