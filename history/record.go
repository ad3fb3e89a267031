package history

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"stdioscope/framing"
)

// encoding says how the bytes of a line stand in its record.
type encoding uint8

const (
	asMsg  encoding = iota // verbatim: the line is JSON in valid UTF-8
	asText                 // as a JSON string: valid UTF-8
	asB64                  // in base64: anything else
	asFact                 // the record itself: there is no line
)

var encodingNames = [...]string{"msg", "text", "b64", ""}

func encodingOf(line []byte, isJSON bool) encoding {
	switch {
	case isJSON:
		return asMsg
	case utf8.Valid(line):
		return asText
	default:
		return asB64
	}
}

// recordWriter appends records to a buffer. It remembers how the current second
// is written, because writing a time costs more than all the rest.
type recordWriter struct {
	second int64
	prefix []byte // "2026-11-30T10:11:12."
}

// appendLine writes the record of a line and says where its body stands in dst.
func (w *recordWriter) appendLine(dst []byte, seq uint32, at int64, dir framing.Dir, origin Origin, line framing.Line, enc encoding) (out []byte, body framing.Span) {
	dst = w.appendStart(dst, seq, at, dir)
	if dir == framing.ClientToServer && origin != FromClient {
		dst = append(append(append(dst, `,"origin":"`...), origin.String()...), '"')
	}
	switch line.EOL {
	case framing.CRLF:
		dst = append(dst, `,"eol":"crlf"`...)
	case framing.None:
		dst = append(dst, `,"eol":"none"`...)
	case framing.LF:
	}
	if line.Cut {
		dst = fmt.Appendf(dst, `,"size":%d,"cut":true`, line.Size)
	}
	dst = append(append(append(dst, `,"`...), encodingNames[enc]...), `":`...)
	start := len(dst)
	dst = appendBody(dst, line.Bytes, enc)
	return append(dst, "}\n"...), framing.Span{Start: start, End: len(dst)}
}

func (w *recordWriter) appendStart(dst []byte, seq uint32, at int64, dir framing.Dir) []byte {
	dst = append(dst, `{"seq":`...)
	dst = strconv.AppendUint(dst, uint64(seq), 10)
	dst = append(dst, `,"time":"`...)
	dst = w.appendTime(dst, at)
	dst = append(dst, `","dir":"`...)
	dst = append(dst, dir.String()...)
	return append(dst, '"')
}

// appendFact writes the record of a fact: its members follow the common ones.
func (w *recordWriter) appendFact(dst []byte, seq uint32, at int64, fact Fact) ([]byte, error) {
	members, err := json.Marshal(membersOf(fact))
	if err != nil {
		return dst, fmt.Errorf("write fact: %w", err)
	}
	dst = w.appendStart(dst, seq, at, framing.Meta)
	dst = append(append(dst, ','), members[1:]...)
	return append(dst, '\n'), nil
}

// membersOf is what is written of a fact. Of an exit all is told, zero or not.
func membersOf(fact Fact) any {
	if fact.Event != FactExit {
		return fact
	}
	return struct {
		Fact
		AfterMS    int64 `json:"after_ms"`
		Unanswered int   `json:"unanswered"`
		Findings   int   `json:"found"`
	}{fact, fact.AfterMS, fact.Unanswered, fact.Findings}
}

func appendBody(dst, line []byte, enc encoding) []byte {
	switch enc {
	case asMsg:
		return append(dst, line...)
	case asText:
		return appendString(dst, line)
	case asB64:
		dst = append(dst, '"')
		dst = base64.StdEncoding.AppendEncode(dst, line)
		return append(dst, '"')
	case asFact:
	}
	return dst
}

// appendString writes valid UTF-8 as a JSON string. Unlike encoding/json it
// escapes only what JSON demands, and so gives the text back byte for byte.
func appendString(dst, s []byte) []byte {
	const hexDigits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < 0x20 || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

func (w *recordWriter) appendTime(dst []byte, at int64) []byte {
	second := at / int64(time.Second)
	if second != w.second || w.prefix == nil {
		w.second = second
		w.prefix = time.Unix(second, 0).UTC().AppendFormat(w.prefix[:0], "2006-01-02T15:04:05.")
	}
	dst = append(dst, w.prefix...)
	nanos := at % int64(time.Second)
	var digits [9]byte
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = byte('0' + nanos%10)
		nanos /= 10
	}
	return append(append(dst, digits[:]...), 'Z')
}

// appendHeader writes a header record.
func appendHeader(dst []byte, h Header) ([]byte, error) {
	record, err := json.Marshal(h)
	if err != nil {
		return dst, fmt.Errorf("write header: %w", err)
	}
	return append(append(dst, record...), '\n'), nil
}
