package framing

import (
	"encoding/binary"
	"math/bits"
)

const (
	// nameRoom is how many names may be open at once, those of the objects around
	// included, until the exact check has to decide.
	nameRoom = 64
	// narrow is the number of members up to which an object's names are compared
	// with one another as they come.
	narrow = 32
	// sizeFactor spreads the length of a name over its fingerprint.
	sizeFactor = 0x9E3779B97F4A7C15
)

// names watches for member names that stand twice in one object. It keeps a short
// fingerprint of each name of the objects that are open, so it can be wrong in one
// direction only: it may see a repetition where there is none, and does so where it
// has no room.
type names struct {
	// open[first:count] are the names of the innermost object.
	open         [nameRoom]uint64
	first, count int
	repeats      bool
}

func (n *names) reset() { n.first, n.count, n.repeats = 0, 0, false }

// openNames and closeNames keep the first of the object around in front of an
// object's own names. Once there is no room, repeats is set and counts no more.
func (n *names) openNames() {
	if n.add(uint64(n.first)) {
		n.first = n.count
	}
}

func (n *names) closeNames() {
	if !n.repeats {
		n.count = n.first - 1
		n.first = int(n.open[n.count])
	}
}

func (n *names) add(x uint64) bool {
	if n.repeats = n.repeats || n.count == nameRoom; n.repeats {
		return false
	}
	n.open[n.count] = x
	n.count++
	return true
}

// name gives the index behind the member name that begins at b[i], or -1.
func (s *Scanner) name(b []byte, i int) int {
	s.escaped = false
	from := i + 1
	if p := b[from:]; len(p) >= 8 { // names are short: one look at eight bytes mostly does
		x := binary.LittleEndian.Uint64(p)
		if hit := specials(x); hit == 0 {
			from += 8
		} else if n := bits.TrailingZeros64(hit); byte(x>>((n-7)&63)) == '"' { // n is 8 times the length, and 7
			s.seen(x<<((63-n)&63)<<8 + uint64(n)>>3*sizeFactor)
			return from + n>>3 + 1
		}
	}
	end := s.text(b, from)
	if end < 0 {
		return end
	}
	if s.escaped {
		s.seen(escapedFingerprint(b[i:end]))
	} else {
		s.seen(fingerprint(b[i+1 : end-1]))
	}
	return end
}

// escapedFingerprint is the fingerprint of what the name means. There are peers that
// escape every slash, so it must be cheap.
func escapedFingerprint(quoted []byte) uint64 {
	var room [256]byte
	return fingerprint(appendUnquoted(room[:0], quoted, keepHalves))
}

func (n *names) seen(name uint64) {
	if n.repeats {
		return
	}
	siblings := n.open[n.first:n.count]
	for _, p := range siblings {
		if p == name {
			n.repeats = true
			return
		}
	}
	if n.count == nameRoom || len(siblings) == narrow {
		n.repeats = true
		return
	}
	n.open[n.count&(nameRoom-1)] = name // the mask spares a check: there is room
	n.count++
}

// fingerprint mixes the first eight bytes, the last eight and the length. Of a short
// name it is the same as in the short cut of name.
func fingerprint(name []byte) uint64 {
	size := uint64(len(name))
	var head, tail uint64
	if size >= 8 {
		head = binary.LittleEndian.Uint64(name)
		tail = binary.LittleEndian.Uint64(name[size-8:])
	} else {
		for _, c := range name {
			head = head>>8 | uint64(c)<<56
		}
	}
	return head + bits.RotateLeft64(tail, 23) + size*sizeFactor
}
