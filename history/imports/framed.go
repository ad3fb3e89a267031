package imports

import (
	"bytes"
	"strconv"

	"stdioscope/framing"
)

// framedKind is a stream in the framing of language servers: a header with the
// length of the message, a blank line, the message.
func framedKind() kind {
	return kind{
		name: "a stream with Content-Length headers", unit: "in line", read: readFramed,
		shape: func(line []byte) bool { _, ok := contentLength(line); return ok },
		limits: []string{
			directionLimit,
			"MCP over stdio has no headers; they are left out here, and so is white space between the members of a message that stands on several lines",
		},
	}
}

func contentLength(line []byte) (int, bool) {
	line, _, _ = bytes.Cut(line[:min(len(line), 100)], []byte("\n"))
	name, value, _ := bytes.Cut(line, []byte(":"))
	if !bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
		return 0, false
	}
	n, err := strconv.Atoi(string(bytes.TrimSpace(value)))
	return n, err == nil && n >= 0 && n <= framing.DefaultMaxLine
}

// framed puts bodies together out of lines. A body ends in the middle of a line, where
// the next header follows without a line end between them.
type framed struct {
	log  *Log
	to   *Import
	in   *lines
	d    *deducer
	size int // what the header said; -1 outside of a message
	body []byte
	open bool // the blank line behind the header has come
}

func readFramed(l *Log, in *lines) {
	f := framed{log: l, to: l.only(), in: in, d: newDeducer(), size: -1}
	for in.next() {
		f.line(in.Bytes)
		if f.open {
			f.body = append(f.body, in.EOL.Bytes()...)
		}
	}
	if f.open && len(f.body) >= f.size {
		f.end()
	}
	if f.open && len(bytes.TrimSpace(f.body)) > 0 {
		f.log.count("messages of which the end is missing, kept as notes", in.number)
		f.to.note(f.body)
	}
}

func (f *framed) line(line []byte) {
	n, isHeader := contentLength(line)
	switch {
	case f.open:
		f.take(line)
	case isHeader:
		f.size = n
	case len(line) == 0 && f.size >= 0:
		f.open = true
		f.in.EOL = framing.None // the blank line's own end is no part of the body
	case f.size < 0 && len(bytes.TrimSpace(line)) > 0 && !bytes.HasPrefix(line, []byte("Content-Type:")):
		f.log.count("lines outside of messages, kept as notes", f.in.number)
		f.to.note(line)
	}
}

// take adds a line to the body, and ends the body when it is complete.
func (f *framed) take(line []byte) {
	missing := f.size - len(f.body)
	if len(line) < missing && f.in.EOL != framing.None {
		f.body = append(f.body, line...)
		return
	}
	n := min(max(missing, 0), len(line))
	f.body = append(f.body, line[:n]...)
	if len(f.body) >= f.size {
		f.end()
		f.line(line[n:])
	}
}

func (f *framed) end() {
	var m framing.Message
	body := oneLine(f.body)
	framing.Scan(body, &m)
	if isMessage(&m) {
		f.to.deduced(f.d, whole(body), &m, f.in.number)
	} else {
		f.log.count("bodies that are no message, kept as notes", f.in.number)
		f.to.note(f.body)
	}
	f.body, f.size, f.open = f.body[:0], -1, false
}
