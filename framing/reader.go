package framing

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"
)

const (
	// DefaultMaxLine is the length in bytes up to which lines are kept whole.
	DefaultMaxLine = 64 << 20

	baseBuffer = 64 << 10
	// readChunk is the most that one Read is asked for: what comes is searched for
	// line ends while it is still in the cache.
	readChunk = 256 << 10
	// roomyBuffer is the size above which a buffer is given back after calmLines
	// lines that would have fitted into a small one.
	roomyBuffer = 1 << 20
	calmLines   = 16
	emptyReads  = 100
)

// Reader cuts a stream into lines at LF and nowhere else. Every byte it reads comes
// out in exactly one Line. It may be used by one goroutine; only EndBy may be called
// from others.
type Reader struct {
	src     io.Reader
	clock   clock
	maxLine int

	buf        []byte
	start, end int // what was read and not yet delivered is buf[start:end]
	searched   int // buf[start:searched] holds no LF
	calm       int // lines in a row that left most of a large buffer unused

	// While a line is longer than maxLine its head stays in buf[:maxLine] and the
	// rest is only counted.
	over     bool
	overSize int64
	overCR   bool // the last byte counted was CR

	fresh   bool  // the line that buf[start:end] begins is not the one last waited for
	offered int64 // how much of it was delivered as provisional
	swept   bool  // the end set by EndBy has come
	err     error // what Read ended with
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
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	maxLine = min(maxLine, math.MaxInt-baseBuffer) // sizes of buffers are computed with it
	return &Reader{src: r, clock: newClock(r), maxLine: maxLine, buf: make([]byte, baseBuffer)}
}

// Next gives the next line. Line.Bytes belongs to the Reader and holds until the
// next call. At the end of the stream what stands behind the last LF comes as a line
// whose EOL is None, then io.EOF; after any other error of the source likewise,
// then that error. Errors are final.
func (r *Reader) Next() (Line, error) {
	for {
		if n := bytes.IndexByte(r.buf[r.searched:r.end], '\n'); n >= 0 {
			lf := r.searched + n
			if r.over {
				return r.takeLong(lf), nil
			}
			line, eol := r.take(lf)
			if len(line) > r.maxLine {
				return Line{Bytes: line[:r.maxLine], EOL: eol, Size: int64(len(line)), Cut: true}, nil
			}
			return Line{Bytes: line, EOL: eol, Size: int64(len(line))}, nil
		}
		r.searched = r.end
		if r.err != nil {
			return r.last()
		}
		r.makeRoom()
		if provisional := r.fill(); provisional {
			return r.provisional(), nil
		}
	}
}

// unfinished is the size of the line that has begun and not ended.
func (r *Reader) unfinished() int64 {
	if r.over {
		return r.overSize + int64(r.end-r.start)
	}
	return int64(r.end - r.start)
}

// provisional gives what there is of the line that has not ended.
func (r *Reader) provisional() Line {
	size, head := r.unfinished(), r.buf[r.start:r.end:r.end]
	if r.over {
		head = r.buf[:r.maxLine:r.maxLine]
	}
	r.offered = size
	kept := min(len(head), r.maxLine)
	return Line{Bytes: head[:kept:kept], EOL: None, Size: size, Cut: size > int64(kept), Provisional: true}
}

// lineEnds says that the line which ends at buf[lf] has been taken.
func (r *Reader) lineEnds(lf int) {
	r.start, r.searched = lf+1, lf+1
	r.offered, r.fresh = 0, true
}

// take gives what stands before the LF at buf[lf], without a CR.
func (r *Reader) take(lf int) ([]byte, EOL) {
	line := r.buf[r.start:lf:lf]
	r.lineEnds(lf)
	if len(r.buf) > roomyBuffer {
		r.countCalm(len(line))
	}
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		return line[:n], CRLF
	}
	return line, LF
}

// takeLong delivers the head of a line longer than maxLine whose LF is at buf[lf].
func (r *Reader) takeLong(lf int) Line {
	r.count(lf)
	line := r.longLine()
	if r.overCR {
		line.EOL = CRLF
		line.Size--
	}
	r.lineEnds(lf)
	return line
}

// longLine gives the head that was kept; what follows in buf is left alone.
func (r *Reader) longLine() Line {
	r.over, r.calm = false, 0
	return Line{Bytes: r.buf[:r.maxLine:r.maxLine], EOL: LF, Size: r.overSize, Cut: true}
}

// count adds buf[start:end] to the length of a line whose bytes are not kept.
func (r *Reader) count(end int) {
	if n := end - r.start; n > 0 {
		r.overSize += int64(n)
		r.overCR = r.buf[end-1] == '\r'
	}
	r.start = end
}

// last delivers what stands behind the last LF, and then the error.
func (r *Reader) last() (Line, error) {
	if r.over {
		r.count(r.end)
		line := r.longLine()
		line.EOL = None
		r.start, r.end, r.searched = 0, 0, 0
		return line, nil
	}
	if r.start == r.end {
		return Line{}, r.err
	}
	tail := r.buf[r.start:r.end:r.end]
	r.start, r.end, r.searched = 0, 0, 0
	line := Line{Bytes: tail, EOL: None, Size: int64(len(tail))}
	if len(tail) > r.maxLine {
		line.Bytes, line.Cut = tail[:r.maxLine], true
	}
	return line, nil
}

// makeRoom sees to it that there is room behind end: it stops keeping a line that
// is too long, moves the tail to the front, or grows the buffer.
func (r *Reader) makeRoom() {
	if !r.over && r.end-r.start > r.maxLine+1 { // one more for a CR
		r.beginOver()
	}
	if r.over {
		r.count(r.end)
		r.start, r.end, r.searched = r.maxLine, r.maxLine, r.maxLine
		return
	}
	if r.start == r.end {
		r.start, r.end, r.searched = 0, 0, 0
	}
	if r.end < len(r.buf) {
		return
	}
	if r.start > 0 {
		copy(r.buf, r.buf[r.start:r.end])
		r.end -= r.start
		r.start, r.searched = 0, r.end
	}
	if size := min(2*len(r.buf), r.maxLine+baseBuffer); r.end > len(r.buf)/2 && size > len(r.buf) {
		r.resize(size)
	}
}

// beginOver moves the head of a line that is too long to the front of the buffer.
func (r *Reader) beginOver() {
	copy(r.buf, r.buf[r.start:r.end])
	r.end -= r.start
	r.start = r.maxLine
	r.over, r.overSize, r.overCR = true, int64(r.maxLine), false
	r.count(r.end)
	if len(r.buf) < r.maxLine+baseBuffer {
		r.start, r.end = 0, r.maxLine
		r.resize(r.maxLine + baseBuffer)
		r.start = r.end
	}
}

func (r *Reader) resize(size int) {
	buf := make([]byte, size)
	copy(buf, r.buf[r.start:r.end])
	r.buf = buf
	r.end -= r.start
	r.start, r.searched = 0, r.end
}

// countCalm gives a large buffer back once the lines have been small for a while.
// The line just delivered keeps the old one.
func (r *Reader) countCalm(size int) {
	if size > baseBuffer || r.end-r.start > baseBuffer {
		r.calm = 0
		return
	}
	if r.calm++; r.calm >= calmLines {
		r.calm = 0
		r.resize(max(baseBuffer, r.end-r.start))
		r.searched = r.start
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
