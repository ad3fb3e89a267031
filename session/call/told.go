package call

import (
	"fmt"
	"strings"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/mcp"
	"stdioscope/session"
)

// mostTold is how many bytes of a log message are told.
const mostTold = 4096

// Told says in one line what a progress or log notification tells, fit for a terminal;
// false for any other event.
func Told(h session.Heard) (string, bool) {
	if h.Dir != framing.ServerToClient || h.Message.Kind != framing.Notification {
		return "", false
	}
	params := h.Message.Params.Of(h.Line)
	switch h.Verdict.Method {
	case mcp.MethodProgress:
		return printable.Text([]byte(progress(params))), true
	case mcp.MethodMessage:
		return printable.Text([]byte(logged(params))), true
	}
	return "", false
}

func progress(params []byte) string {
	said := fmt.Sprintf("progress %s", framing.ValueAt(params, "progress"))
	if total := framing.ValueAt(params, "total"); total != nil {
		said += fmt.Sprintf("/%s", total)
	}
	if message := framing.StringOf(framing.ValueAt(params, "message")); message != "" {
		said += ": " + message
	}
	return said
}

func logged(params []byte) string {
	data := framing.ValueAt(params, "data")
	text := framing.StringOf(data)
	if text == "" {
		text = string(data[:min(len(data), mostTold)])
	}
	level := framing.StringOf(framing.ValueAt(params, "level"))
	logger := framing.StringOf(framing.ValueAt(params, "logger"))
	return strings.Join(strings.Fields(level+" "+logger), " ") + ": " + text[:min(len(text), mostTold)]
}
