package jsontree

import "sort"

// record is what is kept of a line.
type record struct {
	at    uint32 // where it begins: at the key, or else at the value
	value uint32 // where the value begins
	end   uint32 // behind the value; of a container with children its closing line, 0 while that is not found
	up    uint32 // 1 + the opening line of the container around it; a closing line stands inside its own
	place uint32 // how many children of the same container stand before it; on a closing line all
	depth uint32
	kind  Kind
	empty bool // a container without children
}

// folds says whether the record is the opening line of a container with children.
func (r *record) folds() bool { return r.kind <= Array && !r.empty }

// chunk is how many records are allocated at once: growing never copies them.
const chunk = 1024

// records grow at their end.
type records struct {
	chunks []*[chunk]record
	n      int
}

func (r *records) at(i int) *record { return &r.chunks[uint(i)/chunk][uint(i)%chunk] }

// push gives the next record, to be filled in.
func (r *records) push() *record {
	if r.n%chunk == 0 {
		r.chunks = append(r.chunks, new([chunk]record))
	}
	r.n++
	return r.at(r.n - 1)
}

// sheet is one text and its lines: the whole text, or what an opened string holds.
type sheet struct {
	text []byte
	records
	shown  counted // not inside a container that is folded
	folded bitset
	level  int // what is found at this depth or deeper begins folded

	// The string that the sheet is the content of; host is nil for the whole text.
	host   *sheet
	line   int
	base   int    // levels of indentation
	remark string // what is left out of text
	closed bool
	opened []*sheet // the strings of this sheet that are open, by line

	reading
}

func newSheet(text []byte, level int) *sheet {
	return &sheet{text: text, level: level, reading: reading{keyAt: -1, quoteAt: -1, up: -1}}
}

// last gives the last line of what begins on line i, as far as it is found.
func (s *sheet) last(i int) int {
	switch r := s.at(i); {
	case !r.folds():
		return i
	case r.end == 0:
		return s.n - 1
	default:
		return int(r.end)
	}
}

// anchor gives the opening line for a closing line, and any other line itself.
func (s *sheet) anchor(i int) int {
	if r := s.at(i); r.kind == ObjectEnd || r.kind == ArrayEnd {
		return int(r.up) - 1
	}
	return i
}

// openedIndex gives where in opened the first sheet of line i or a later one is.
func (s *sheet) openedIndex(i int) int {
	return sort.Search(len(s.opened), func(k int) bool { return s.opened[k].line >= i })
}

// openedAt gives what line i is the string of, or nil.
func (s *sheet) openedAt(i int) *sheet {
	if k := s.openedIndex(i); k < len(s.opened) && s.opened[k].line == i {
		return s.opened[k]
	}
	return nil
}

// unfolded says whether what belongs below line i is in view.
func (s *sheet) unfolded(i int) bool { return s.shown.has(i) && !s.folded.has(i) }

// rows counts the lines in view, those of opened strings too.
func (s *sheet) rows() int {
	return s.shown.total + s.rowsInside(s.n)
}

// rowsInside counts the rows of what is open on the lines before line i. The calls
// nest as strings do that are open in one another: their quotes are escaped twice as
// long on each level, so no text holds many.
func (s *sheet) rowsInside(i int) (n int) {
	for _, inside := range s.opened {
		if inside.line >= i {
			break
		}
		if s.unfolded(inside.line) {
			n += inside.rows()
		}
	}
	return n
}

// rowOf gives the row of line i among those of the sheet; for a line that is folded
// away that of the line which hides it: nothing is in view between the two.
func (s *sheet) rowOf(i int) int { return s.shown.rank(i+1) - 1 + s.rowsInside(i) }

// locate gives the sheet and the line of a row; row is less than rows.
func (s *sheet) locate(row int) (*sheet, int) {
	above := 0 // rows of opened strings above the row
	for k := 0; k < len(s.opened); k++ {
		inside := s.opened[k]
		if !s.unfolded(inside.line) {
			continue
		}
		behind := row - above - s.shown.rank(inside.line) - 1 // rows behind the string
		if behind < 0 {
			break
		}
		n := inside.rows()
		if behind < n {
			s, row, above, k = inside, behind, 0, -1
			continue
		}
		above += n
	}
	return s, s.shown.find(row - above)
}

// after gives the line in view behind line i, which is in view; nil for none.
func (s *sheet) after(i int) (*sheet, int) {
	if inside := s.openedAt(i); inside != nil && !s.folded.has(i) {
		return inside, 0
	}
	for {
		if next := s.shown.next(i + 1); next >= 0 {
			return s, next
		}
		if s.host == nil {
			return nil, 0
		}
		s, i = s.host, s.line
	}
}
