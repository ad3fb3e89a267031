package framing

import (
	"bytes"
	"math"
)

const (
	// DefaultMaxLine is the length in bytes up to which lines are kept whole.
	DefaultMaxLine = 64 << 20

	baseBuffer = 64 << 10
	// roomyBuffer is the size above which a buffer is given back after calmLines
	// lines that would have fitted into a small one.
	roomyBuffer = 1 << 20
	calmLines   = 16
)

// cutter cuts bytes that are put into its buffer into lines at LF and nowhere else.
type cutter struct {
	maxLine int

	buf        []byte
	start, end int // what was put in and not yet delivered is buf[start:end]
	searched   int // buf[start:searched] holds no LF
	calm       int // lines in a row that left most of a large buffer unused

	// While a line is longer than maxLine its head stays in buf[:maxLine] and the
	// rest is only counted.
	over     bool
	overSize int64
	overCR   bool // the last byte counted was CR

	offered int64 // how much of the unfinished line was delivered as provisional
}

// newCutter gives a cutter that keeps lines of up to maxLine bytes whole; 0 or less
// means DefaultMaxLine.
func newCutter(maxLine int) cutter {
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	maxLine = min(maxLine, math.MaxInt-baseBuffer) // sizes of buffers are computed with it
	return cutter{maxLine: maxLine, buf: make([]byte, baseBuffer)}
}

// cut gives the next line that has ended; false when the buffer holds none, and then
// makeRoom makes room for more behind end.
func (c *cutter) cut() (line Line, ok bool) {
	n := bytes.IndexByte(c.buf[c.searched:c.end], '\n')
	if n < 0 {
		c.searched = c.end
		return Line{}, false
	}
	lf := c.searched + n
	if c.over {
		return c.takeLong(lf), true
	}
	text, eol := c.take(lf)
	line = Line{Bytes: text, EOL: eol, Size: int64(len(text))}
	if len(text) > c.maxLine {
		line.Bytes, line.Cut = text[:c.maxLine], true
	}
	return line, true
}

// unfinished is the size of the line that has begun and not ended.
func (c *cutter) unfinished() int64 {
	if c.over {
		return c.overSize + int64(c.end-c.start)
	}
	return int64(c.end - c.start)
}

// provisional gives what there is of the line that has not ended.
func (c *cutter) provisional() Line {
	size, head := c.unfinished(), c.buf[c.start:c.end:c.end]
	if c.over {
		head = c.buf[:c.maxLine:c.maxLine]
	}
	c.offered = size
	kept := min(len(head), c.maxLine)
	return Line{Bytes: head[:kept:kept], EOL: None, Size: size, Cut: size > int64(kept), Provisional: true}
}

// lineEnds says that the line which ends at buf[lf] has been taken.
func (c *cutter) lineEnds(lf int) {
	c.start, c.searched = lf+1, lf+1
	c.offered = 0
}

// take gives what stands before the LF at buf[lf], without a CR.
func (c *cutter) take(lf int) ([]byte, EOL) {
	line := c.buf[c.start:lf:lf]
	c.lineEnds(lf)
	if len(c.buf) > roomyBuffer {
		c.countCalm(len(line))
	}
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		return line[:n], CRLF
	}
	return line, LF
}

// takeLong delivers the head of a line longer than maxLine whose LF is at buf[lf].
func (c *cutter) takeLong(lf int) Line {
	c.count(lf)
	line := c.longLine()
	if c.overCR {
		line.EOL = CRLF
		line.Size--
	}
	c.lineEnds(lf)
	return line
}

// longLine gives the head that was kept; what follows in buf is left alone.
func (c *cutter) longLine() Line {
	c.over, c.calm = false, 0
	return Line{Bytes: c.buf[:c.maxLine:c.maxLine], EOL: LF, Size: c.overSize, Cut: true}
}

// count adds buf[start:end] to the length of a line whose bytes are not kept.
func (c *cutter) count(end int) {
	if n := end - c.start; n > 0 {
		c.overSize += int64(n)
		c.overCR = c.buf[end-1] == '\r'
	}
	c.start = end
}

// last gives what stands behind the last LF; false where nothing does.
func (c *cutter) last() (line Line, ok bool) {
	if c.over {
		c.count(c.end)
		line = c.longLine()
		line.EOL = None
		c.start, c.end, c.searched = 0, 0, 0
		return line, true
	}
	if c.start == c.end {
		return Line{}, false
	}
	tail := c.buf[c.start:c.end:c.end]
	c.start, c.end, c.searched = 0, 0, 0
	line = Line{Bytes: tail, EOL: None, Size: int64(len(tail))}
	if len(tail) > c.maxLine {
		line.Bytes, line.Cut = tail[:c.maxLine], true
	}
	return line, true
}

// makeRoom sees to it that there is room behind end: it stops keeping a line that
// is too long, moves the tail to the front, or grows the buffer.
func (c *cutter) makeRoom() {
	if !c.over && c.end-c.start > c.maxLine+1 { // one more for a CR
		c.beginOver()
	}
	if c.over {
		c.count(c.end)
		c.start, c.end, c.searched = c.maxLine, c.maxLine, c.maxLine
		return
	}
	if c.start == c.end {
		c.start, c.end, c.searched = 0, 0, 0
	}
	if c.end < len(c.buf) {
		return
	}
	if c.start > 0 {
		copy(c.buf, c.buf[c.start:c.end])
		c.end -= c.start
		c.start, c.searched = 0, c.end
	}
	if size := min(2*len(c.buf), c.maxLine+baseBuffer); c.end > len(c.buf)/2 && size > len(c.buf) {
		c.resize(size)
	}
}

// beginOver moves the head of a line that is too long to the front of the buffer.
func (c *cutter) beginOver() {
	copy(c.buf, c.buf[c.start:c.end])
	c.end -= c.start
	c.start = c.maxLine
	c.over, c.overSize, c.overCR = true, int64(c.maxLine), false
	c.count(c.end)
	if len(c.buf) < c.maxLine+baseBuffer {
		c.start, c.end = 0, c.maxLine
		c.resize(c.maxLine + baseBuffer)
		c.start = c.end
	}
}

func (c *cutter) resize(size int) {
	buf := make([]byte, size)
	copy(buf, c.buf[c.start:c.end])
	c.buf = buf
	c.end -= c.start
	c.start, c.searched = 0, c.end
}

// countCalm gives a large buffer back once the lines have been small for a while.
// The line just delivered keeps the old one.
func (c *cutter) countCalm(size int) {
	if size > baseBuffer || c.end-c.start > baseBuffer {
		c.calm = 0
		return
	}
	if c.calm++; c.calm >= calmLines {
		c.calm = 0
		c.resize(max(baseBuffer, c.end-c.start))
		c.searched = c.start
	}
}
