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
	longestID  = 40 // cells; a UUID in quotes takes 38
	nameCells  = 80
	textCells  = 400
)

// read makes the text of the row at a position.
func (r *rows) read(position int, e history.Event) text {
	switch {
	case e.Dir == framing.Meta:
		return text{label: r.fact(position)}
	case e.Dir == framing.Stderr:
		return text{label: r.logLine(position, e)}
	case e.Kind == framing.Blank:
		return text{label: "blank line"}
	case e.Cut && !isMessage(e):
		return r.cutText(position, e)
	case !isMessage(e):
		return text{note: "⚠ " + r.reason(position, e)}
	}
	t := text{id: clean(r.journal.ID(position), longestID), label: name(e)}
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
	if e.Cut {
		t.note = joined(r.cut(position, e), t.note)
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
	return clean(r.journal.over([]byte(fact.String())), textCells)
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
	code, message := m.ErrorCode.Of(line), framing.Unquote(m.ErrorMessage.Of(line))
	if n, err := strconv.ParseInt(string(code), 10, 64); err == nil && message == "" {
		message = mcp.ErrorName(n)
	}
	return joined(clean(code, idCells), cleanString(message, textCells))
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
