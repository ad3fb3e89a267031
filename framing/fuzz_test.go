package framing

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// corpus gives the lines in testdata: what servers were seen to write.
func corpus(f *testing.F) (lines [][]byte) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		f.Fatal("no corpus", err)
	}
	for _, name := range names {
		all, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		lines = append(lines, bytes.Split(all, []byte("\n"))...)
		lines = append(lines, all)
	}
	return lines
}

// FuzzScan compares Scan with encoding/json and jsontext. Where it differs on purpose:
//   - encoding/json and jsontext refuse nesting below 10,000 levels; here depth is free.
//   - encoding/json takes bytes that are not UTF-8 inside strings and replaces them;
//     here the kind is kept and Valid is false, as jsontext decides.
//   - jsontext refuses half a surrogate pair written as an escape; RFC 8259 (section
//     8.2) allows it, encoding/json takes it, and so it is Valid here.
//   - A byte order mark makes a line invalid for both; here the kind is kept and Valid is false.
//   - Something behind a message makes a line invalid for both; likewise.
//   - encoding/json matches member names whatever their case; names are exact here, so
//     the envelope is compared with a map.
func FuzzScan(f *testing.F) {
	for _, line := range corpus(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var m Message
		Scan(line, &m)
		if m.Depth >= 10_000 {
			return
		}
		sound := m.Kind != Blank && m.Kind != Invalid && !m.bom && m.trailing == 0
		if want := json.Valid(line); sound != want {
			t.Fatalf("sound %v, json.Valid %v: %v %v", sound, want, m.Kind, m.Fault)
		}
		if strict := strictlyValid(line); strict && !m.Valid {
			t.Fatalf("jsontext takes it: %v %v", m.Kind, m.Fault)
		} else if m.Valid && !strict && !bytes.Contains(line, []byte(`\u`)) {
			t.Fatalf("jsontext refuses it, and there is no surrogate: %v", m.Kind)
		}
		if m.Kind == Invalid && !sound {
			compareFault(t, line, m.Fault)
		}
		if sound && line[m.Whole.Start] == '{' {
			compareEnvelope(t, line, &m)
		}
	})
}

// strictlyValid asks jsontext, which checks UTF-8 too.
func strictlyValid(line []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true))
	if _, err := d.ReadValue(); err != nil {
		return false
	}
	_, err := d.ReadToken()
	return errors.Is(err, io.EOF)
}

// compareFault checks that the fault is not before the place where encoding/json
// stumbles minus one token: what stands before it is the beginning of sound JSON.
func compareFault(t *testing.T, line []byte, fault ScanFault) {
	if fault.Offset < 0 || fault.Offset > len(line) {
		t.Fatalf("the fault is outside the line: %v", fault)
	}
	if fault.Reason == NoFault {
		t.Fatal("invalid without a reason")
	}
	var syntax *json.SyntaxError
	var v any
	if err := json.Unmarshal(bytes.TrimPrefix(line, []byte(byteOrderMark)), &v); errors.As(err, &syntax) {
		at := int(syntax.Offset)
		if bytes.HasPrefix(line, []byte(byteOrderMark)) {
			at += 3
		}
		if fault.Offset > at {
			t.Fatalf("encoding/json stumbles at %d already: %v, here %v", at, err, fault)
		}
	}
}

func compareEnvelope(t *testing.T, line []byte, m *Message) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		t.Fatal(err)
	}
	same := func(of map[string]json.RawMessage, name string, span Span) {
		got, want := span.Of(line), of[name]
		if !bytes.Equal(got, want) {
			t.Fatalf("%s: %q here, %q in encoding/json", name, got, want)
		}
	}
	same(members, "jsonrpc", m.JSONRPC)
	same(members, "id", m.ID)
	same(members, "method", m.Method)
	same(members, "params", m.Params)
	same(members, "result", m.Result)
	same(members, "error", m.Error)
	params, result, fault := inner(members["params"]), inner(members["result"]), inner(members["error"])
	same(params, "name", m.Name)
	same(params, "requestId", m.RequestID)
	same(result, "isError", m.IsError)
	same(result, "resultType", m.ResultType)
	same(fault, "code", m.ErrorCode)
	same(fault, "message", m.ErrorMessage)
	meta := inner(params["_meta"])
	same(meta, "io.modelcontextprotocol/protocolVersion", m.ProtocolVersion)
	if m.Kind == Notification {
		meta = params
	}
	same(meta, "progressToken", m.ProgressToken)
}

// inner gives the members of an object, none of anything else.
func inner(raw json.RawMessage) (members map[string]json.RawMessage) {
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	return members
}

// FuzzReader checks that what comes out is what went in, however it came in pieces.
func FuzzReader(f *testing.F) {
	for i, line := range corpus(f) {
		f.Add(line, uint8(i), uint8(i*7))
	}
	f.Fuzz(func(t *testing.T, input []byte, piece, maxLine uint8) {
		for _, source := range []io.Reader{
			bytes.NewReader(input),
			iotest.OneByteReader(bytes.NewReader(input)),
			iotest.DataErrReader(&pieces{rest: input, size: int(piece)}),
		} {
			checkLines(t, input, NewReader(source, 0), DefaultMaxLine)
		}
		checkLines(t, input, NewReader(&pieces{rest: input, size: int(piece)}, int(maxLine)+1), int(maxLine)+1)
	})
}

// pieces reads size+1 bytes at a time.
type pieces struct {
	rest []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.size+1)], p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// checkLines reads all lines and compares them with a plain split of the input.
func checkLines(t *testing.T, input []byte, r *Reader, maxLine int) {
	t.Helper()
	for {
		line, err := r.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) || len(input) > 0 {
				t.Fatalf("%v with %q still to come", err, input)
			}
			return
		}
		want, rest, found := bytes.Cut(input, []byte("\n"))
		eol := None
		if found {
			eol = LF
			if bytes.HasSuffix(want, []byte("\r")) {
				want, eol = want[:len(want)-1], CRLF
			}
		}
		input = rest
		head := want[:min(len(want), maxLine)]
		if !bytes.Equal(line.Bytes, head) || line.EOL != eol || line.Size != int64(len(want)) || line.Cut != (len(want) > maxLine) || line.Provisional {
			t.Fatalf("line %+v\nwant %q eol %v size %d", line, head, eol, len(want))
		}
	}
}

// FuzzLens checks that no lines upset it and that every line is accounted for.
func FuzzLens(f *testing.F) {
	for _, line := range corpus(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		l, r := NewLens(), NewReader(bytes.NewReader(stream), 1<<16)
		lines := 0
		for n := 0; ; n++ {
			line, err := r.Next()
			if err != nil {
				break
			}
			dir := ServerToClient
			if n%5 == 4 {
				dir = ClientToServer
			} else {
				lines++
			}
			o := l.Observe(dir, line)
			if dir == ServerToClient {
				checkObservation(t, o, lines)
			}
		}
		checkObservation(t, l.End(ServerToClient), lines)
	})
}

func checkObservation(t *testing.T, o *Observation, lines int) {
	t.Helper()
	for _, a := range o.Amended {
		if a.Back < 0 || a.Back >= lines {
			t.Fatalf("amends the line %d back, of %d", a.Back, lines)
		}
	}
	for _, f := range o.Inner {
		if f.Message.ID.Present() && f.How != Guessed && !json.Valid(f.Message.ID.Of(f.Text)) {
			t.Fatalf("id %q %v", f.Message.ID.Of(f.Text), f.How)
		}
	}
	if o.Held && o.Findings != nil {
		t.Fatal("findings on a held line")
	}
}

// FuzzEmbedded checks that what it finds is sound and in order.
func FuzzEmbedded(f *testing.F) {
	for _, line := range corpus(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		past := 0
		for span, m := range Embedded(line) {
			if span.Start < past || !json.Valid(span.Of(line)) || !m.Kind.isMessage() {
				t.Fatalf("%v %v behind %d", span, m.Kind, past)
			}
			past = span.End
		}
		var m Message
		guess(line, &m)
	})
}

// units gives a string as JavaScript has it, in 16 bits a unit: there a lone surrogate
// is a character like any other.
func units(quoted []byte) (all []uint16) {
	rest := quoted[1 : len(quoted)-1]
	for len(rest) > 0 {
		r, size := utf8.DecodeRune(rest)
		if r != '\\' {
			all, rest = utf16.AppendRune(all, r), rest[size:]
			continue
		}
		size = 2
		if rest[1] == 'u' {
			size = 6
			n, _ := strconv.ParseUint(string(rest[2:6]), 16, 16)
			all = append(all, uint16(n))
		} else {
			all = append(all, uint16("\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, rest[1])]))
		}
		rest = rest[size:]
	}
	return all
}

// FuzzID checks that keys are equal exactly when JSON says that the values are.
func FuzzID(f *testing.F) {
	for _, pair := range [][2]string{{`1`, `"1"`}, {`1`, `1.0`}, {`"\u0041"`, `"A"`}, {`"\ud800"`, `"\udc00"`}, {`"\ud83dXude00"`, `"\ud83d\ude00"`}, {`"\ud83d\ude00"`, `"😀"`}, {`"\/"`, `"\n\""`}, {`9007199254740993`, `9007199254740992`}, {`1e400`, `1e401`}} {
		f.Add([]byte(pair[0]), []byte(pair[1]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		a, b = bytes.TrimSpace(a), bytes.TrimSpace(b)
		if !json.Valid(a) || !json.Valid(b) || !utf8.Valid(a) || !utf8.Valid(b) {
			return
		}
		want := bytes.Equal(a, b)
		if isString(a) && isString(b) {
			var x, y string
			if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
				t.Fatal("valid strings do not unmarshal")
			}
			want = slices.Equal(units(a), units(b))
			if Unquote(a) != x {
				t.Fatalf("Unquote(%s) = %q, encoding/json %q", a, Unquote(a), x)
			}
		}
		if got := bytes.Equal(AppendIDKey(nil, a), AppendIDKey(nil, b)); got != want || SameID(a, b) != want {
			t.Fatalf("%s and %s: keys equal %v, want %v", a, b, got, want)
		}
		NearID(a, b)
	})
}
