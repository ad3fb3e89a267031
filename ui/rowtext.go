package ui

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// Bounds of what is read for a row.
const (
	headBytes  = 2 << 10  // of a line that is shown as it is
	wholeBytes = 16 << 10 // of a message that is looked into
	idCells    = 12
	nameCells  = 80
	textCells  = 400
)

// read makes the text of the row at a position.
func (r *rows) read(position int, e history.Event) text {
	switch {
	case e.Dir == framing.Meta:
		return text{label: r.fact(position)}
	case e.Dir == framing.Stderr:
		return text{label: clean(logText(r.head(position)), textCells)}
	case e.Kind == framing.Blank:
		return text{label: "blank line"}
	case !isMessage(e):
		return text{note: "⚠ " + r.reason(position, e)}
	}
	t := text{id: clean(r.journal.ID(position), idCells), label: name(e)}
	switch {
	case e.Kind == framing.Notification:
		t.label = cleanString(strings.TrimPrefix(e.Method, "notifications/"), nameCells)
		t.note = r.params(position, e)
	case e.Kind == framing.Error:
		t.note = "✗ " + r.refusal(position, e)
	case e.Kind == framing.Result && r.isToolError(e):
		t.note = "✗ tool error"
	}
	if e.Severity >= framing.Warn {
		t.note = joined(t.note, "⚠ "+r.complaint(position))
	}
	return t
}

func name(e history.Event) safe {
	return joined(cleanString(e.Method, nameCells), cleanString(e.Tool, nameCells))
}

func joined(a, b safe) safe {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

func (r *rows) isToolError(e history.Event) bool {
	return e.Pair != history.None && r.journal.Event(e.Pair).Status == exchange.ToolError
}

func (r *rows) fact(position int) safe {
	fact, ok := r.journal.Fact(position)
	if !ok {
		return ""
	}
	return cleanString(fact.String(), textCells)
}

// complaint is the worst finding of an event, in words.
func (r *rows) complaint(position int) safe {
	var worst framing.Finding
	for _, f := range r.journal.Findings(position) {
		if f.Severity > worst.Severity {
			worst = f
		}
	}
	return cleanString(worst.Message, textCells)
}

// reason says why a line is no message, and shows the line.
func (r *rows) reason(position int, e history.Event) safe {
	head := r.head(position)
	return fault(head, e) + ": " + clean(head, textCells)
}

// fault says in words what kind of line this is that is no message.
func fault(head []byte, e history.Event) safe {
	switch e.Kind {
	case framing.Batch:
		return "batch"
	case framing.Echo:
		return "echo of what was sent"
	case framing.Foreign:
		return "JSON, but no JSON-RPC"
	case framing.Invalid:
		var m framing.Message
		framing.Scan(head, &m)
		if int64(len(head)) < e.Size && m.Fault.Offset >= len(head) {
			return "not JSON"
		}
		return safe("not JSON at byte " + strconv.Itoa(m.Fault.Offset))
	case framing.Unscanned, framing.Blank, framing.Request, framing.Notification, framing.Result, framing.Error:
	}
	return "no message"
}

func (r *rows) head(position int) []byte {
	head, err := r.journal.Head(position, headBytes)
	if err != nil {
		return []byte(err.Error())
	}
	return head
}

// whole gives a message that is short enough to be looked into for a row.
func (r *rows) whole(position int, e history.Event) []byte {
	if e.Size > wholeBytes || e.Cut {
		return nil
	}
	line, err := r.journal.Line(position)
	if err != nil {
		return nil
	}
	return line
}

// refusal is code and message of an error response.
func (r *rows) refusal(position int, e history.Event) safe {
	line := r.whole(position, e)
	if line == nil {
		return "error"
	}
	var m framing.Message
	framing.Scan(line, &m)
	return joined(clean(m.ErrorCode.Of(line), idCells), cleanString(framing.Unquote(m.ErrorMessage.Of(line)), textCells))
}

// notice is what the notifications known to people carry in their params.
type notice struct {
	Params struct {
		Level         string          `json:"level"`
		Data          json.RawMessage `json:"data"`
		Progress      json.RawMessage `json:"progress"`
		Total         json.RawMessage `json:"total"`
		Message       string          `json:"message"`
		URI           string          `json:"uri"`
		RequestID     json.RawMessage `json:"requestId"`
		Reason        string          `json:"reason"`
		TaskID        string          `json:"taskId"`
		Status        string          `json:"status"`
		StatusMessage string          `json:"statusMessage"`
	} `json:"params"`
}

// params says in a few words what a notification is about.
func (r *rows) params(position int, e history.Event) safe {
	line := r.whole(position, e)
	var n notice
	if line == nil || json.Unmarshal(line, &n) != nil {
		return ""
	}
	p := n.Params
	switch e.Method {
	case mcp.MethodProgress:
		return joined(progress(p.Progress, p.Total), quoted(p.Message))
	case mcp.MethodMessage:
		return joined(cleanString(p.Level, nameCells), clean(bytes.TrimSpace(p.Data), textCells))
	case mcp.MethodCancelled:
		return joined(clean(p.RequestID, idCells), quoted(p.Reason))
	default:
		return joined(cleanString(joinWords(p.URI, p.TaskID, p.Status), textCells), quoted(p.StatusMessage))
	}
}

func progress(done, total json.RawMessage) safe {
	if len(total) == 0 {
		return clean(done, idCells)
	}
	return clean(done, idCells) + "/" + clean(total, idCells)
}

func quoted(s string) safe {
	if s == "" {
		return ""
	}
	return `"` + cleanString(s, textCells) + `"`
}

func joinWords(words ...string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// logText gives what a terminal would leave of a log line: the part behind the last
// carriage return, without colours.
func logText(line []byte) []byte {
	line = bytes.TrimRight(line, "\r")
	if i := bytes.LastIndexByte(line, '\r'); i >= 0 {
		line = line[i+1:]
	}
	if !bytes.Contains(line, []byte("\x1b[")) {
		return line
	}
	plain := make([]byte, 0, len(line))
	for len(line) > 0 {
		if n := colourLength(line); n > 0 {
			line = line[n:]
			continue
		}
		plain, line = append(plain, line[0]), line[1:]
	}
	return plain
}

// colourLength is the length of the SGR sequence that line begins with, or 0.
func colourLength(line []byte) int {
	if !bytes.HasPrefix(line, []byte("\x1b[")) {
		return 0
	}
	for i := 2; i < len(line); i++ {
		switch c := line[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}
