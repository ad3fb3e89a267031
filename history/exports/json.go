package exports

import (
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

// JSONVersion is the version of the shape that JSON writes.
const JSONVersion = 1

// JSON writes one object:
//
//	{"stdioscope_export": 1,
//	 "session": {…},
//	 "exchanges": [{"method":…, "tool":…, "status":…, "latency_ms":…, "request":EVENT, "response":EVENT}, …],
//	 "events": [EVENT, …]}
//
// session has the members of the history's header, and revision, era, server and
// ended where they are known. Every selected event stands in it once: the halves of an
// exchange in it, both of them if one is selected, all others among the events.
// response is missing where there is none, and where it is a batch that answers
// several requests, which stands among the events: the request's pair tells its seq.
//
// EVENT has the members that `show --format json` prints: seq, time, dir, kind, id,
// method, tool, pair, status, latency_ms, size, cut, origin, findings and one of msg,
// text, b64. Here findings are objects with id, severity, message and offset. The value
// of msg is the line byte for byte; a fact has the members of its record instead.
func JSON(w io.Writer, j *history.Journal, positions []int) error {
	s, out := selectFrom(j, positions), newOutput(w)
	session, err := json.Marshal(sessionOf(j))
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	out.printf("{\"stdioscope_export\":%d,\n\"session\":%s,\n\"exchanges\":[", JSONVersion, session)
	list := jsonList{selection: s, output: out}
	for i := range s.exchanges {
		if err := list.item(i, s.appendExchange); err != nil {
			return err
		}
	}
	out.printf("],\n\"events\":[")
	list.begun = false
	for i := range s.rest {
		if err := list.item(i, s.appendEvent); err != nil {
			return err
		}
	}
	out.printf("]}\n")
	return out.end()
}

// jsonList writes the elements of an array.
type jsonList struct {
	selection
	output
	buf   []byte
	begun bool
}

func (l *jsonList) item(i int, appendItem func([]byte, int) ([]byte, error)) error {
	b := l.buf[:0]
	if l.begun {
		b = append(b, ',')
	}
	l.begun = true
	b, err := appendItem(append(b, '\n'), i)
	if err != nil {
		return err
	}
	l.put(b)
	if l.buf = b; cap(b) > 1<<20 {
		l.buf = nil // one huge message shall not be paid for ever after
	}
	return nil
}

func (s selection) appendExchange(b []byte, request int) ([]byte, error) {
	e := s.Event(request)
	b = append(b, '{')
	b = append(b, `"method":`...)
	b = appendText(b, e.Method)
	b = appendMember(b, "tool", e.Tool)
	b = appendMember(b, "status", e.Status.String())
	b = s.appendLatency(b, request)
	b, err := s.appendEvent(append(b, `,"request":`...), request)
	if err != nil {
		return nil, err
	}
	if answer := s.answerOf(request); answer != history.None {
		if b, err = s.appendEvent(append(b, `,"response":`...), answer); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func (s selection) appendEvent(b []byte, i int) ([]byte, error) {
	line, err := s.Line(i)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	e := s.Event(i)
	if e.Dir == framing.Meta {
		return append(append(b, `{"kind":"meta",`...), line[1:]...), nil
	}
	b = fmt.Appendf(b, `{"seq":%d,"time":%q,"dir":%q`, e.Seq, e.Time.UTC().Format("2006-01-02T15:04:05.000000000Z"), e.Dir.String())
	b = appendMember(b, "kind", e.KindName())
	if id := s.ID(i); id != nil {
		b = append(append(b, `,"id":`...), id...)
	}
	b = appendMember(b, "method", e.Method)
	b = appendMember(b, "tool", e.Tool)
	if e.Pair != history.None {
		b = fmt.Appendf(b, `,"pair":%d`, s.Event(e.Pair).Seq)
	}
	b = appendMember(b, "status", e.Status.String())
	b = s.appendLatency(b, i)
	b = fmt.Appendf(b, `,"size":%d`, e.Size)
	if e.Cut {
		b = append(b, `,"cut":true`...)
	}
	if e.Dir == framing.ClientToServer && e.Origin != history.FromClient {
		b = appendMember(b, "origin", e.Origin.String())
	}
	b = appendFindings(b, s.Findings(i))
	return append(appendLine(b, line), '}'), nil
}

func (s selection) appendLatency(b []byte, i int) []byte {
	latency, ok := s.Latency(i)
	if !ok {
		return b
	}
	ms := float64(latency) / float64(time.Millisecond)
	return strconv.AppendFloat(append(b, `,"latency_ms":`...), ms, 'f', -1, 64)
}

func appendFindings(b []byte, findings []framing.Finding) []byte {
	for i, f := range findings {
		b = append(b, [...]string{`,"findings":[{"id":`, `,{"id":`}[min(i, 1)]...)
		b = appendText(b, f.ID)
		b = appendMember(b, "severity", f.Severity.String())
		b = appendMember(b, "message", f.Message)
		b = fmt.Appendf(b, `,"offset":%d}`, f.Offset)
	}
	if len(findings) > 0 {
		b = append(b, ']')
	}
	return b
}

// appendLine writes a line as it is where it is JSON, else as a string, else in base64.
func appendLine(b, line []byte) []byte {
	var m framing.Message
	framing.Scan(line, &m)
	switch {
	case m.Valid:
		return append(append(b, `,"msg":`...), line...)
	case utf8.Valid(line):
		return appendText(append(b, `,"text":`...), string(line))
	}
	b = append(b, `,"b64":"`...)
	return append(base64.StdEncoding.AppendEncode(b, line), '"')
}

func appendMember(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return appendText(append(append(append(b, `,"`...), name...), `":`...), value)
}

// appendText writes text as a JSON string in which nothing is hidden.
func appendText(b []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // a string always marshals
	return append(b, visibleJSON(quoted)...)
}
