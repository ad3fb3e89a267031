package history

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"stdioscope/framing"
)

// record is one parsed record of a history. Spans and bytes point into the raw record.
type record struct {
	seq    uint32
	at     int64
	dir    framing.Dir
	origin Origin
	eol    framing.EOL
	size   int64
	cut    bool
	enc    encoding
	// body is where the value of msg, text or b64 stands; the whole record for a fact.
	body   framing.Span
	isHead bool

	hasTime, hasDir bool
	untimed         bool // its time is only a guess
}

// isWhole says whether a record has what every event has. Other tools write similar
// lines.
func (r *record) isWhole() bool { return r.seq > 0 && r.hasTime && r.hasDir }

var (
	errNotRecord = errors.New("not a record")
	errNested    = errors.New("a member that is no plain value")
)

// parseRecord reads one record. The usual one, with its body last, is walked
// without decoding; one that another writer arranged differently is decoded.
func parseRecord(raw []byte) (record, error) {
	r, err := walkRecord(raw)
	if errors.Is(err, errNested) {
		return decodeRecord(raw)
	}
	return r, err
}

func walkRecord(raw []byte) (record, error) {
	raw = bytes.TrimRight(raw, " \t\r")
	if len(raw) < 2 || raw[0] != '{' || raw[len(raw)-1] != '}' {
		return record{}, errNotRecord
	}
	r := record{}
	at := 1
	for {
		name, value, err := nextMember(raw, at)
		if err != nil {
			return record{}, err
		}
		if isBody, enc := bodyMember(name); isBody {
			r.enc, r.body = enc, framing.Span{Start: value.Start, End: len(raw) - 1}
			if !r.isWhole() || r.dir == framing.Meta { // the rest comes behind it, or it is no body
				return record{}, errNested
			}
			return r, nil
		}
		if !value.Present() {
			return record{}, errNested
		}
		if err := r.set(string(name), raw[value.Start:value.End]); err != nil {
			return record{}, err
		}
		if at = skipSpace(raw, value.End); at >= len(raw)-1 {
			break
		}
		if raw[at] != ',' {
			return record{}, errNotRecord
		}
		at++
	}
	return r, r.withoutBody(raw)
}

// nextMember reads a name and its plain value. The value of a body member is
// not read: only its start is given.
func nextMember(raw []byte, at int) (name []byte, value framing.Span, err error) {
	at = skipSpace(raw, at)
	end := stringEnd(raw, at)
	if end < 0 {
		return nil, framing.Span{}, errNotRecord
	}
	name = raw[at+1 : end-1]
	at = skipSpace(raw, end)
	if at >= len(raw) || raw[at] != ':' {
		return nil, framing.Span{}, errNotRecord
	}
	at = skipSpace(raw, at+1)
	if isBody, enc := bodyMember(name); isBody {
		if enc == asMsg {
			at = bytes.IndexByte(raw[end:], ':') + end + 1 // white space before the line is the line's own
		}
		return name, framing.Span{Start: at}, nil
	}
	return name, plainValue(raw, at), nil
}

// plainValue gives the span of a string, number or literal; none for anything nested.
func plainValue(raw []byte, at int) framing.Span {
	switch {
	case at >= len(raw) || raw[at] == '{' || raw[at] == '[':
		return framing.Span{}
	case raw[at] == '"':
		if end := stringEnd(raw, at); end > 0 {
			return framing.Span{Start: at, End: end}
		}
		return framing.Span{}
	}
	end := at
	for end < len(raw) && raw[end] != ',' && raw[end] != '}' && raw[end] != ' ' {
		end++
	}
	return framing.Span{Start: at, End: end}
}

func bodyMember(name []byte) (bool, encoding) {
	switch string(name) {
	case "msg":
		return true, asMsg
	case "text":
		return true, asText
	case "b64":
		return true, asB64
	}
	return false, 0
}

func (r *record) set(name string, value []byte) error {
	switch name {
	case "seq":
		n, err := strconv.ParseUint(string(value), 10, 32)
		if err != nil {
			return fmt.Errorf("seq: %w", err)
		}
		r.seq = uint32(n)
	case "time":
		t, err := time.Parse(time.RFC3339Nano, unquoted(value))
		if err != nil {
			return fmt.Errorf("time: %w", err)
		}
		r.at, r.hasTime = t.UnixNano(), true
	case "dir":
		dir, ok := framing.ParseDir(unquoted(value))
		if !ok {
			return fmt.Errorf("dir %.40q: %w", value, errNotRecord)
		}
		r.dir, r.hasDir = dir, true
	case "origin":
		r.origin = parseOrigin(unquoted(value))
	case "eol":
		r.eol = parseEOL(unquoted(value))
	case "size":
		r.size, _ = strconv.ParseInt(string(value), 10, 64)
	case "cut":
		r.cut = string(value) == "true"
	case "untimed":
		r.untimed = string(value) == "true"
	case "stdioscope":
		r.isHead = true
	}
	return nil
}

func parseEOL(name string) framing.EOL {
	switch name {
	case "crlf":
		return framing.CRLF
	case "none":
		return framing.None
	default:
		return framing.LF
	}
}

// unquoted strips the quotes of a string that needs no decoding.
func unquoted(value []byte) string {
	return string(bytes.Trim(value, `"`))
}

func (r *record) withoutBody(raw []byte) error {
	switch {
	case r.isHead:
		return nil
	case r.dir == framing.Meta && r.isWhole():
		r.enc, r.body = asFact, framing.Span{End: len(raw)}
		return nil
	default:
		return errNotRecord
	}
}

// decodeRecord reads a record whose members stand in any order and of any kind.
func decodeRecord(raw []byte) (record, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return record{}, fmt.Errorf("%w: %w", errNotRecord, err)
	}
	r := record{}
	for name, value := range members {
		if isBody, _ := bodyMember([]byte(name)); isBody {
			continue
		}
		if err := r.set(name, value); err != nil {
			return record{}, err
		}
	}
	if r.isHead || r.dir == framing.Meta {
		return r, r.withoutBody(raw)
	}
	return r, r.findBody(raw, members)
}

// findBody locates the body of a record whose body is not its last member.
func (r *record) findBody(raw []byte, members map[string]json.RawMessage) error {
	for enc, name := range encodingNames[:asFact] {
		value, ok := members[name]
		if !ok {
			continue
		}
		at := bytes.Index(raw, []byte(`"`+name+`"`))
		start := at + bytes.Index(raw[at:], value)
		r.enc, r.body = encoding(enc), framing.Span{Start: start, End: start + len(value)}
		if !r.isWhole() {
			return fmt.Errorf("no seq, time or dir: %w", errNotRecord)
		}
		return nil
	}
	return errNotRecord
}

// decodeBody gives the line's own bytes, as a part of the argument where they stand
// in it as they are, else in fresh memory.
func decodeBody(stored []byte, enc encoding) ([]byte, error) {
	switch enc {
	case asText:
		if n := len(stored); n >= 2 && stored[0] == '"' && bytes.IndexByte(stored[1:], '"') == n-2 && bytes.IndexByte(stored, '\\') < 0 {
			return stored[1 : n-1], nil // nearly every line of text
		}
		var text string
		if err := json.Unmarshal(stored, &text); err != nil {
			return nil, fmt.Errorf("decode text: %w", err)
		}
		return []byte(text), nil
	case asB64:
		line, err := base64.StdEncoding.DecodeString(unquoted(stored))
		if err != nil {
			return nil, fmt.Errorf("decode b64: %w", err)
		}
		return line, nil
	case asMsg, asFact:
	}
	return stored, nil
}

func skipSpace(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\t') {
		at++
	}
	return at
}

// stringEnd gives the offset behind the string that starts at at, or -1.
func stringEnd(raw []byte, at int) int {
	if at >= len(raw) || raw[at] != '"' {
		return -1
	}
	for i := at + 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}
