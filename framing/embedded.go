package framing

import (
	"bytes"
	"iter"
)

// Embedded gives the sound messages inside a line that is none: behind or before
// foreign text, or one behind the other. Only objects with a jsonrpc member count.
// Spans are offsets into the line; the Message belongs to the iterator and holds
// until the next one. Time is linear in the line: where many objects begin and none
// ends, the search gives up after having read the line eight times.
func Embedded(line []byte) iter.Seq2[Span, *Message] {
	return func(yield func(Span, *Message) bool) { embedded(line, 0, yield) }
}

// rereads bounds how often embedded may read the line in vain.
const rereads = 8

func embedded(line []byte, from int, yield func(Span, *Message) bool) {
	var s Scanner
	var m Message
	budget := rereads * len(line)
	for i := nextObject(line, from); i >= 0 && budget > 0; {
		end := s.value(line, i, &m)
		switch {
		case end < 0:
			budget -= s.fault.Offset - i
			end = i + 1
		case m.Kind.isMessage() && m.JSONRPC.Present():
			m.Valid = m.badUTF8 == 0
			if !yield(m.Whole, &m) {
				return
			}
		}
		i = nextObject(line, end)
	}
}

// nextObject gives the next place from which on an object with members may stand; -1 for none.
func nextObject(line []byte, from int) int {
	for from < len(line) {
		at := bytes.IndexByte(line[from:], '{')
		if at < 0 {
			return -1
		}
		from += at + 1
		if next := skipBlank(line, from); next < len(line) && line[next] == '"' {
			return from - 1
		}
	}
	return -1
}

// guess reads what an envelope seems to say in a line that is no JSON: the first
// members named id, method, result and error at the outermost level, as far as
// quotes and brackets tell. It gives false when there is no id to go by, or nothing
// that looks like an envelope.
func guess(line []byte, m *Message) bool {
	*m = Message{}
	start := bytes.IndexByte(line, '{')
	if start < 0 || start > skipBlank(line, 0) && !bytes.Contains(line, []byte(`"jsonrpc"`)) {
		return false
	}
	depth := 0
	for i := start; i < len(line); {
		switch line[i] {
		case '"':
			i = guessMember(line, i, depth, m)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		i++
	}
	if !m.ID.Present() && !guessBesides(line, m) {
		return false
	}
	m.Kind = guessKind(m)
	return true
}

func guessKind(m *Message) Kind {
	switch {
	case m.Method.Present():
		return Request
	case m.Error.Present():
		return Error
	case m.Result.Present():
		return Result
	}
	return Foreign
}

// guessMember steps over a string; if it is a name of the envelope, over its value too.
func guessMember(line []byte, i, depth int, m *Message) int {
	end := closingQuote(line, i)
	value := skipBlank(line, end)
	if depth != 1 || value >= len(line) || line[value] != ':' {
		return end
	}
	value = skipBlank(line, value+1)
	var slot *Span
	switch string(line[i:end]) {
	case `"id"`:
		slot = &m.ID
	case `"method"`:
		slot = &m.Method
	case `"result"`:
		slot = &m.Result
	case `"error"`:
		slot = &m.Error
	case `"jsonrpc"`:
		slot = &m.JSONRPC
	default:
		return end
	}
	if slot.Present() {
		return end
	}
	past := guessScalar(line, value)
	if slot == &m.Result || slot == &m.Error {
		*slot = Span{value, min(max(past, value+1), len(line))}
		return value
	}
	if past > value {
		*slot = Span{value, past}
	}
	return past
}

// guessScalar gives the end of the string, number or word at i; i itself when there is none.
func guessScalar(line []byte, i int) int {
	var s Scanner
	if i >= len(line) {
		return len(line)
	}
	switch classes[line[i]] {
	case quote, number, literal:
		if end := s.skip(line, i); end > 0 {
			return end
		}
	}
	return i
}

// guessBesides takes the id beside the jsonrpc member, for when text has spoilt
// quotes and brackets before it: SDKs differ in whether id comes first or last.
func guessBesides(line []byte, m *Message) bool {
	at := bytes.LastIndex(line, []byte(`"id":`))
	if at < 0 || !bytes.Contains(line, []byte(`"jsonrpc"`)) {
		return false
	}
	start := skipBlank(line, at+len(`"id":`))
	end := guessScalar(line, start)
	before, after := line[:at], line[end:]
	if end == start || !bytes.HasSuffix(before, []byte(`"2.0",`)) && !bytes.HasPrefix(after, []byte(`,"jsonrpc"`)) {
		return false
	}
	m.ID = Span{start, end}
	return true
}

// closingQuote gives the index behind the string that begins at i, or the end of the line.
func closingQuote(line []byte, i int) int {
	for i++; i < len(line); i++ {
		switch line[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return len(line)
}
