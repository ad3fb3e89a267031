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
)

// names watches for member names that stand twice in one object. It keeps a short
// fingerprint of each name of the objects that are open, so it can be wrong in one
// direction only: it may see a repetition where there is none, and does so where it
// has no room. Once repeats is set there is nothing more to watch for.
type names struct {
	// open[first:count] are the names of the innermost object; open[first-1] is the
	// first of the object around it.
	open         [nameRoom]uint64
	first, count int
	repeats      bool
}

func (n *names) reset() { n.first, n.count, n.repeats = 0, 0, false }

func (n *names) add(x uint64) {
	if n.count == nameRoom {
		n.repeats = true
		return
	}
	n.open[n.count] = x
	n.count++
}

func (n *names) openNames() {
	if n.add(uint64(n.first)); !n.repeats {
		n.first = n.count
	}
}

func (n *names) closeNames() {
	if !n.repeats {
		n.count = n.first - 1
		n.first = int(n.open[n.count])
	}
}

// name gives the index behind the member name that begins at b[i], or -1.
func (s *Scanner) name(b []byte, i int) int {
	s.escaped = false
	if p := b[i+1:]; len(p) >= 8 {
		x := binary.LittleEndian.Uint64(p)
		n := bits.TrailingZeros64(specials(x)) // 8 times the length of a short name, and 7
		if n < 64 && byte(x>>(n-7)) == '"' {
			s.seen(x<<(63-n)<<8 + uint64(n)>>3*0x9E3779B97F4A7C15)
			return i + n>>3 + 2
		}
	}
	end := s.text(b, i)
	if end < 0 {
		return end
	}
	if s.escaped {
		s.repeats = true // the exact check resolves escapes
	} else {
		s.seen(fingerprint(b[i+1 : end-1]))
	}
	return end
}

func (n *names) seen(print uint64) {
	if n.repeats {
		return
	}
	siblings := n.open[n.first:n.count]
	for _, p := range siblings {
		if p == print {
			n.repeats = true
			return
		}
	}
	if n.add(print); len(siblings) == narrow {
		n.repeats = true
	}
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
	return head + bits.RotateLeft64(tail, 23) + size*0x9E3779B97F4A7C15
}
