package imports

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"stdioscope/framing"
)

// typedKind are JSON objects, one a line, that hold a message and say which side
// sent it: {"type":"send-request","message":{…},"timestamp":…} and the like.
func typedKind() kind {
	return kind{
		name: "lines of an LSP inspector", unit: "in line", read: readTyped,
		shape: func(line []byte) bool { _, ok := parseTyped(line); return ok },
		limits: []string{
			"what was sent is taken to come from the client; line ends are not in the log",
		},
	}
}

// typed is such an object; its members have names of their own in each tool.
type typed struct {
	Type      string          `json:"type"`
	Source    string          `json:"source"`
	From      string          `json:"from"`
	Message   json.RawMessage `json:"message"`
	Msg       json.RawMessage `json:"msg"`
	Timestamp json.RawMessage `json:"timestamp"`
}

// parseTyped reads an object, behind the mark that an output channel puts before it.
func parseTyped(line []byte) (t typed, ok bool) {
	if bytes.HasPrefix(line, []byte("[LSP")) {
		_, line, _ = bytes.Cut(line, []byte("] "))
	}
	if !bytes.HasPrefix(line, []byte("{")) || json.Unmarshal(line, &t) != nil {
		return typed{}, false
	}
	if t.Message == nil {
		t.Message = t.Msg
	}
	_, known := t.dir()
	return t, known && bytes.HasPrefix(t.Message, []byte("{"))
}

// dir says which way the message went.
func (t typed) dir() (framing.Dir, bool) {
	switch who := t.Source + t.From; {
	case who == "client", strings.HasPrefix(t.Type, "send"):
		return framing.ClientToServer, true
	case who == "server", strings.HasPrefix(t.Type, "rec"):
		return framing.ServerToClient, true
	}
	return 0, false
}

func readTyped(l *Log, in *lines) {
	to := l.only()
	for in.next() {
		t, ok := parseTyped(in.Bytes)
		switch {
		case in.Cut:
			l.count("lines of more than 64 MiB, left out", in.number)
		case ok:
			l.atOf(timeOf(t.Timestamp), in.number)
			dir, _ := t.dir()
			to.message(dir, whole(t.Message))
		case len(bytes.TrimSpace(in.Bytes)) > 0:
			l.count("lines that hold no message, kept as notes", in.number)
			to.note(in.Bytes)
		}
	}
}

// timeOf reads a time: text, or seconds or milliseconds since 1970. Zero for anything else.
func timeOf(raw []byte) time.Time {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		at, _ := time.Parse(time.RFC3339Nano, text) // zero when it is none
		return at
	}
	var n float64
	if json.Unmarshal(raw, &n) != nil || n <= 0 || n >= 1e13 {
		return time.Time{}
	}
	const firstMillis = 1e11 // as seconds, the year 5138
	if n >= firstMillis {
		n /= 1000
	}
	return time.UnixMicro(int64(n * 1e6))
}
