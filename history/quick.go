package history

import (
	"bytes"
	"time"

	"stdioscope/framing"
)

// quickParser reads records that look exactly as recordWriter writes them: nearly
// all, many times faster than records in general can be read. It remembers the
// last second, as the writer does.
type quickParser struct {
	prefix [len(secondLayout)]byte
	second int64
}

const (
	secondLayout = "2006-01-02T15:04:05"
	timeLayout   = secondLayout + ".000000000Z"
)

// parse reads a record; false when it does not have the usual form.
func (q *quickParser) parse(raw []byte) (r record, ok bool) {
	rest, ok := bytes.CutPrefix(raw, []byte(`{"seq":`))
	if !ok {
		return r, false
	}
	n := 0
	for n < len(rest) && n < 9 && isDigit(rest[n]) {
		r.seq = r.seq*10 + uint32(rest[n]-'0')
		n++
	}
	rest = rest[n:]
	const between, behind = `,"time":"`, `","dir":"`
	const fixed = len(between) + len(timeLayout) + len(behind)
	if r.seq == 0 || len(rest) < fixed || string(rest[:len(between)]) != between || string(rest[fixed-len(behind):fixed]) != behind {
		return r, false
	}
	if r.at, ok = q.time(rest[len(between) : fixed-len(behind)]); !ok {
		return r, false
	}
	return q.body(r, raw, rest[fixed:])
}

// body reads what follows the direction: at once its body, in the usual record.
func (q *quickParser) body(r record, raw, rest []byte) (record, bool) {
	for _, dir := range [...]framing.Dir{framing.ServerToClient, framing.ClientToServer, framing.Stderr} {
		name := dir.String()
		if len(rest) < len(name) || string(rest[:len(name)]) != name {
			continue
		}
		rest = rest[len(name):]
		for enc, head := range [...]string{asMsg: `","msg":`, asText: `","text":"`} {
			if len(rest) <= len(head) || string(rest[:len(head)]) != head || rest[len(rest)-1] != '}' {
				continue
			}
			start := len(raw) - len(rest) + len(head)
			if encoding(enc) == asText {
				start-- // the quote is the text's
			}
			r.dir, r.enc, r.body = dir, encoding(enc), framing.Span{Start: start, End: len(raw) - 1}
			return r, true
		}
		return r, false
	}
	return r, false
}

// time reads a time as recordWriter writes it, in Unix nanoseconds.
func (q *quickParser) time(text []byte) (int64, bool) {
	if string(text[:len(secondLayout)]) != string(q.prefix[:]) {
		t, err := time.Parse(secondLayout, string(text[:len(secondLayout)]))
		if err != nil {
			return 0, false
		}
		q.second = t.Unix()
		copy(q.prefix[:], text)
	}
	nanos := int64(0)
	for _, c := range text[len(secondLayout)+1 : len(text)-1] {
		if !isDigit(c) {
			return 0, false
		}
		nanos = nanos*10 + int64(c-'0')
	}
	return q.second*int64(time.Second) + nanos, text[len(secondLayout)] == '.' && text[len(text)-1] == 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
