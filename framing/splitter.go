package framing

import "iter"

// Splitter is a Reader for bytes that somebody else has read: it is fed the pieces of
// a stream. Every byte comes out in exactly one line. It may be used by one goroutine.
type Splitter struct{ cutter }

// NewSplitter gives a Splitter that keeps lines of up to maxLine bytes whole, as
// NewReader does.
func NewSplitter(maxLine int) *Splitter { return &Splitter{newCutter(maxLine)} }

// Split gives the lines that end in the next piece of the stream. The piece is copied;
// Line.Bytes belongs to the Splitter and holds until the next line is asked for. All
// lines have to be taken.
func (s *Splitter) Split(piece []byte) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for len(piece) > 0 {
			s.makeRoom()
			n := copy(s.buf[s.end:], piece)
			s.end, piece = s.end+n, piece[n:]
			for line, ok := s.cut(); ok; line, ok = s.cut() {
				if !yield(line) {
					return
				}
			}
		}
	}
}

// End gives what stands behind the last LF of a stream that has ended; false where
// nothing does.
func (s *Splitter) End() (line Line, ok bool) { return s.last() }

// Forget drops the line that has not ended, as when the rest of it is not to come, and
// says how many bytes it had.
func (s *Splitter) Forget() int64 {
	line, _ := s.last()
	return line.Size
}
