package framing

import (
	"bytes"
	"strconv"
)

// header is where a stream stands in the framing of language servers: header lines,
// a blank line, a body. How many bytes the body has need not be known: it is a JSON
// value and so says itself where it ends, also where the header counted characters.
type header struct {
	inHeader bool // header lines have come, the blank line has not
	hasSize  bool // one of them announced a body
	inBody   bool // the body is to begin
}

// take notes the header that stands in the line from a byte on.
func (h *header) take(line []byte, from int, o *Observation) {
	size, _ := lspHeader(line[from:])
	h.hasSize = size > 0 || h.inHeader && h.hasSize && size < 0
	h.inHeader, h.inBody = true, false
	o.Findings = append(o.Findings, found(LSPContentLength, "the line is the header "+quoted(bytes.TrimLeft(line[from:], " \t")), from))
}

// ends says whether the line is the blank one between header and body.
func (h *header) ends(m *Message) bool {
	ends := h.inHeader && h.hasSize && m.Kind == Blank
	h.inHeader, h.inBody = false, h.inBody || ends
	return ends
}

// bodyBegins says whether the line is where a body is to begin.
func (h *header) bodyBegins(m *Message) bool {
	begins := h.inBody
	h.inBody = h.inBody && m.Kind == Blank
	return begins
}

// isHeader says whether the line is a header line.
func isHeader(line []byte) bool {
	_, ok := lspHeader(line)
	return ok
}

// lspHeader reads a header line of the base protocol that language servers speak.
// The size is that of Content-Length, or -1 for another header; 0 where it is none.
// (https://microsoft.github.io/language-server-protocol, "Base Protocol".)
func lspHeader(line []byte) (size int, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	name, value, found := bytes.Cut(line[:min(len(line), 200)], []byte(":"))
	switch {
	case !found:
		return 0, false
	case bytes.EqualFold(name, []byte("Content-Type")):
		return -1, true
	case !bytes.EqualFold(name, []byte("Content-Length")):
		return 0, false
	}
	size, err := strconv.Atoi(string(bytes.TrimSpace(value)))
	if err != nil || size < 0 {
		return 0, true
	}
	return size, true
}
