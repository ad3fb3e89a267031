package imports

import (
	"errors"
	"io"

	"stdioscope/framing"
)

// lines are those of a log, numbered from 1. A line of more than 64 MiB is cut.
type lines struct {
	framing.Line
	number int
	err    error // why reading ended, where it was not the end of the log

	reader *framing.Reader
}

// next moves on to the next line; false where there is none.
func (n *lines) next() bool {
	line, err := n.reader.Next()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			n.err = err
		}
		return false
	}
	n.Line = line
	n.number++
	return true
}

// part gives the end of the line from offset on as a line of its own.
func (n *lines) part(from int) framing.Line {
	return framing.Line{Bytes: n.Bytes[from:], Cut: n.Cut, Size: n.Size - int64(from)}
}

// sound says whether a line is JSON as it stands.
func sound(line []byte) bool {
	var m framing.Message
	framing.Scan(line, &m)
	return m.Valid
}

// whole makes a line of bytes that stand in the log in full.
func whole(b []byte) framing.Line { return framing.Line{Bytes: b, Size: int64(len(b))} }
