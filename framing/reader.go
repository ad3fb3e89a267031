package framing

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

const (
	// readChunk is the most that one Read is asked for: what comes is searched for
	// line ends while it is still in the cache.
	readChunk  = 256 << 10
	emptyReads = 100
)

// Reader cuts a stream into lines at LF and nowhere else. Every byte it reads comes
// out in exactly one Line. It may be used by one goroutine; only EndBy may be called
// from others.
type Reader struct {
	src   io.Reader
	clock clock
	cutter

	fresh bool  // the line that buf[start:end] begins is not the one last waited for
	swept bool  // the end set by EndBy has come
	err   error // what Read ended with
}

// NewReader gives a Reader that keeps lines of up to maxLine bytes whole, line end
// not counted; 0 or less means DefaultMaxLine. Of a longer line it keeps the head of
// that many bytes, counts the rest, and goes on behind the next LF.
//
// If r has a SetReadDeadline that works, as the pipes of package os have, a line that
// is without LF 200 ms after its first byte is delivered as provisional, and again
// every 200 ms while it grows: once if it rests, as a prompt does, and in steps if it
// trickles. The Reader then owns the read deadline of r.
func NewReader(r io.Reader, maxLine int) *Reader {
	return &Reader{src: r, clock: newClock(r), cutter: newCutter(maxLine)}
}

// Next gives the next line. Line.Bytes belongs to the Reader and holds until the
// next call. At the end of the stream what stands behind the last LF comes as a line
// whose EOL is None, then io.EOF; after any other error of the source likewise,
// then that error. Errors are final.
func (r *Reader) Next() (Line, error) {
	for {
		if line, ok := r.cut(); ok {
			r.fresh = true
			return line, nil
		}
		if r.err != nil {
			if line, ok := r.last(); ok {
				return line, nil
			}
			return Line{}, r.err
		}
		r.makeRoom()
		if provisional := r.fill(); provisional {
			return r.provisional(), nil
		}
	}
}

// fill reads once. It says true when an unfinished line has waited long enough: what
// there is of it is to be shown.
func (r *Reader) fill() (provisional bool) {
	for range emptyReads {
		tail := r.unfinished()
		waiting := tail > 0 && tail != r.offered
		r.clock.await(waiting, r.fresh)
		r.fresh = false
		n, err := r.src.Read(r.buf[r.end:min(len(r.buf), r.end+readChunk)])
		r.end += n
		if !errors.Is(err, os.ErrDeadlineExceeded) || r.swept {
			r.err = err
		} else if n == 0 {
			return r.timeUp(waiting)
		}
		if n > 0 || r.err != nil {
			return false
		}
	}
	r.err = io.ErrNoProgress
	return false
}

// timeUp says whether a read deadline that passed was that of the unfinished line. At
// the end set by EndBy it fetches what is left.
func (r *Reader) timeUp(waiting bool) bool {
	if r.clock.over() {
		r.sweep()
		return false
	}
	return waiting && r.clock.rested()
}

// sweepLimit is how much may still be read once the end set by EndBy has come: the
// most that a pipe holds unless it was made larger.
const sweepLimit = 1 << 20

var errLeftOpen = fmt.Errorf("framing: the stream was left open: %w", os.ErrDeadlineExceeded)

// sweep reads what the source holds at the end, all of it before the next line is
// delivered and within one grace: so no writer that goes on, quick or slow, can put
// the end off, and no slow caller can lose what was there.
func (r *Reader) sweep() {
	r.clock.graceBegins()
	held, size := make([]byte, sweepLimit), 0
	var err error
	for size < len(held) && err == nil && !r.clock.over() {
		var n int
		n, err = r.src.Read(held[size:])
		size += n
	}
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		err = errLeftOpen
	}
	r.src, r.swept = &remains{held[:size], err}, true
}

// remains is a source that was read to its end already.
type remains struct {
	held []byte
	err  error
}

func (r *remains) Read(p []byte) (int, error) {
	if len(r.held) == 0 {
		return 0, r.err
	}
	n := copy(p, r.held)
	r.held = r.held[n:]
	return n, nil
}

// EndBy sets a time after which the Reader stops even though the stream has no end,
// as when a grandchild of a dead server still holds the pipe. What the pipe holds by
// then is still delivered, then Next gives an error that wraps
// os.ErrDeadlineExceeded. It may be called from any goroutine and wakes a Next that
// waits. On a source without read deadlines it does nothing: close the source.
func (r *Reader) EndBy(t time.Time) { r.clock.endBy(t) }
