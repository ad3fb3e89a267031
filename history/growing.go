package history

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// growing is a file that another process may still be writing. At its end Read
// waits for more, unless it is over.
type growing struct {
	file   *os.File
	offset int64
	// shift is how many bytes more were given than stand in the file before offset: it
	// was cut, and they are gone.
	shift int64
	idle  func() (goOn bool) // called before each wait
	wake  <-chan struct{}
	over  <-chan struct{} // closed when nothing is appended any more
	stop  <-chan struct{}

	// shared is the journal's view of a file that others can cut; nil for any other.
	shared *bodies
	// cut is told that the file was, and up to where it had been read; it says from
	// where on it is to be read again.
	cut func(end int64) (from int64)
	// last is what was read last: other bytes at that place are those of another history.
	last   []byte
	broken bool // the line that is ended next was begun before the cut
}

// compared is how many bytes are compared to see that a file is still the same: more
// than most records have, and so a number and a time.
const compared = 1 << 10

// Read gives what there is behind what was read before.
func (g *growing) Read(p []byte) (int, error) {
	for {
		over := isClosed(g.over)
		if isClosed(g.stop) {
			return 0, io.EOF
		}
		if g.wasCut() {
			p[0] = '\n' // what was begun is not continued by what comes now
			return 1, nil
		}
		n, err := g.file.ReadAt(p, g.offset)
		switch {
		case n > 0:
			g.advance(p[:n])
			return n, nil
		case err != nil && !errors.Is(err, io.EOF):
			return 0, fmt.Errorf("read file: %w", err)
		case over || !g.idle():
			return 0, io.EOF
		}
		select {
		case <-g.stop:
		case <-g.wake:
		case <-g.over:
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (g *growing) advance(read []byte) {
	g.offset += int64(len(read))
	if g.shared == nil {
		return
	}
	g.shared.reach(g.offset)
	g.last = append(g.last, read[max(0, len(read)-compared):]...)
	g.last = append(g.last[:0], g.last[max(0, len(g.last)-compared):]...)
}

// wasCut says whether something else, or nothing, stands where the file was read last,
// and if so goes back to the end of what is left of it.
func (g *growing) wasCut() bool {
	if g.shared == nil || bytes.Equal(g.before(g.offset), g.last) {
		return false
	}
	from := g.cut(g.offset)
	g.shift += g.offset - from + 1 // the line end that stands for the cut
	g.offset, g.last, g.broken = from, g.before(from), true
	g.shared.reach(from)
	return true
}

// before gives the bytes before a place in the file, as many as are compared.
func (g *growing) before(at int64) []byte {
	text := make([]byte, min(at, compared))
	n, _ := g.file.ReadAt(text, at-int64(len(text))) // what cannot be read is gone
	return text[:n]
}

// wasBroken says, once, that the line just read is what the cut has left of one.
func (g *growing) wasBroken() bool {
	broken := g.broken
	g.broken = false
	return broken
}
