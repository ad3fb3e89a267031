package imports

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/history"
)

// writer writes a history of format version 1.
type writer struct {
	out   *bufio.Writer
	buf   []byte
	seq   int
	count int64
}

// WriteTo writes the import as a history: its header, notes on what the log does
// not tell, and its events.
func (m *Import) WriteTo(w io.Writer) (int64, error) {
	out := &writer{out: bufio.NewWriterSize(w, 1<<16)}
	if err := out.header(m.Header); err != nil {
		return 0, err
	}
	start := m.start().UnixNano()
	for _, words := range m.preface() {
		note := history.Fact{Event: history.FactNote, Text: words}
		out.record(entry{at: start, dir: framing.Meta, body: membersOf(note)})
	}
	for e, err := range m.log.spool.entries(m.number) {
		if err != nil {
			return out.count, err
		}
		if e.at == 0 {
			e.at = start
		}
		e.untimed = e.untimed && !m.Header.Untimed // which says it of all of them
		out.record(e)
	}
	if err := out.out.Flush(); err != nil {
		return out.count, fmt.Errorf("write history: %w", err)
	}
	return out.count, nil
}

// Journal gives the import as a journal that is kept until it is closed.
func (m *Import) Journal() (*history.Journal, error) {
	r, w := io.Pipe()
	go func() { // ends when all is written, or when the reader has given up
		_, err := m.WriteTo(w)
		_ = w.CloseWithError(err) // never fails
	}()
	j, err := history.Read(r)
	_ = r.Close() // never fails
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	return j, nil
}

func (w *writer) header(h history.Header) error {
	record, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("write header: %w", err)
	}
	w.write(append(record, '\n'))
	return nil
}

// write hands bytes on. A bufio.Writer keeps its first error for Flush.
func (w *writer) write(b []byte) {
	n, _ := w.out.Write(b)
	w.count += int64(n)
}

// record writes an event.
func (w *writer) record(e entry) {
	w.seq++
	b := w.buf[:0]
	b = append(b, `{"seq":`...)
	b = strconv.AppendInt(b, int64(w.seq), 10)
	b = append(b, `,"time":"`...)
	b = time.Unix(0, e.at).UTC().AppendFormat(b, "2006-01-02T15:04:05.000000000Z")
	b = append(append(append(b, `","dir":"`...), e.dir.String()...), `",`...)
	if e.cut {
		b = fmt.Appendf(b, `"size":%d,"cut":true,`, e.size)
	}
	if e.untimed {
		b = append(b, `"untimed":true,`...)
	}
	b = append(appendBody(b, e), '}', '\n')
	w.write(b)
	if w.buf = b; cap(b) > 1<<20 {
		w.buf = nil // one huge line shall not be paid for ever after
	}
}

// appendBody writes a line as it is where it is JSON, else as a string, else in base64.
func appendBody(b []byte, e entry) []byte {
	switch {
	case e.dir == framing.Meta:
		return append(b, e.body...)
	case sound(e.body):
		return append(append(b, `"msg":`...), e.body...)
	case utf8.Valid(e.body):
		return appendString(append(b, `"text":`...), e.body)
	}
	b = append(b, `"b64":"`...)
	return append(base64.StdEncoding.AppendEncode(b, e.body), '"')
}

// appendString writes valid UTF-8 as a JSON string that gives it back byte for byte.
func appendString(b, text []byte) []byte {
	const hexDigits = "0123456789abcdef"
	b = append(b, '"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20 || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// membersOf gives the members of a fact, without the braces around them.
func membersOf(fact history.Fact) []byte {
	members, _ := json.Marshal(fact) // holds nothing that JSON cannot hold
	return members[1 : len(members)-1]
}
