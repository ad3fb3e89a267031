package ui

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/history"
)

// What rows say of lines that are no messages, or not whole.

// logLine is the text of a line on stderr.
func (r *rows) logLine(position int, e history.Event) safe {
	const longest = 1 << 20 // of a line that is written over itself
	head := r.head(position)
	if e.Size > headBytes && bytes.IndexByte(head, '\r') >= 0 { // what counts stands at its end
		if more, err := r.journal.Head(position, longest); err == nil {
			head = more
		}
	}
	words := clean(printable.Log(head), textCells)
	if e.Cut {
		return r.cut(position, e) + ": " + words
	}
	return words
}

// mostCounted is how much of a cut line is read to say how much of it is kept.
const mostCounted = 4 << 20

// cut says of a line that was longer than we keep what is left of it.
func (r *rows) cut(position int, e history.Event) safe {
	head, err := r.journal.Head(position, mostCounted)
	if err != nil || len(head) == mostCounted {
		return "cut: not all of " + size(e.Size) + " kept"
	}
	return cutTo(len(head), e)
}

func cutTo(kept int, e history.Event) safe {
	return "cut: " + size(int64(kept)) + " of " + size(e.Size) + " kept"
}

// cutText is the row of a line that is broken, as far as we know, by our cut alone.
func (r *rows) cutText(position int, e history.Event) text {
	t := text{note: r.cut(position, e)}
	if e.Pair != history.None { // it was recognised all the same
		t.label = name(r.journal.Event(e.Pair))
	}
	if e.Severity >= framing.Warn {
		t.note += " ⚠ " + r.complaint(position)
	}
	t.note += ": " + clean(r.head(position), textCells)
	return t
}

// reason says why a line is no message, and shows the line.
func (r *rows) reason(position int, e history.Event) safe {
	head := r.head(position)
	said := safe("no message")
	switch e.Kind {
	case framing.Batch:
		said = "batch"
	case framing.Echo:
		said = "echo of what was sent"
	case framing.Foreign:
		said = "JSON, but no JSON-RPC"
	case framing.Invalid:
		return r.fault(position, e, head)
	case framing.Unscanned, framing.Blank, framing.Request, framing.Notification, framing.Result, framing.Error:
	}
	return said + ": " + clean(head, textCells)
}

// fault says where a line is no JSON, and shows that place.
func (r *rows) fault(position int, e history.Event, head []byte) safe {
	var m framing.Message
	framing.Scan(head, &m)
	at := m.Fault.Offset
	if at >= len(head) && int64(len(head)) < e.Size { // it is further behind
		at, head = r.farFault(position, head)
	}
	if at < 0 {
		return "not JSON: " + clean(head, textCells)
	}
	return safe("not JSON at byte "+strconv.Itoa(at)) + ": " + excerpt(head, at)
}

// farFault gives the place of a fault that a finding tells of, and the line as far
// as it is needed; -1 where none does, or it is too far behind to be looked at.
func (r *rows) farFault(position int, head []byte) (at int, text []byte) {
	const furthest = 1 << 20
	for _, f := range r.journal.Findings(position) {
		if f.ID != framing.StdoutNotJSON && f.ID != framing.StdinNotJSON || f.Offset < 0 || f.Offset > furthest {
			continue
		}
		if text, err := r.journal.Head(position, f.Offset+headBytes); err == nil && f.Offset <= len(text) {
			return f.Offset, text
		}
	}
	return -1, head
}

// excerpt shows a line from a little before a place in it.
func excerpt(line []byte, at int) safe {
	const before, near = 8, 12 // bytes
	if at <= near {
		return clean(line, textCells)
	}
	from := at - before
	for from < at && !utf8.RuneStart(line[from]) {
		from++
	}
	return "…" + clean(line[from:], textCells)
}
