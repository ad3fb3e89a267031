package ui

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"stdioscope/framing"
	"stdioscope/history/redact"
	"stdioscope/mcp"
	"stdioscope/mcp/followup"
)

// composer is where a person writes what is sent. It says what the text is and
// what is wrong with it, and forbids nothing.
type composer struct {
	editor
	message  framing.Message
	pristine bool  // nobody has touched the text
	draft    bool  // somebody has written in it since it was filled or sent
	auto     int64 // the id in the text if we have put it there, as the next that is free
	masked   bool  // a mask stands in it where a secret was
	raw      bool  // the text is sent as it stands
	rawFault error
	asked    []followup.Request // by the server, if the text is a retry that answers
	retries  int                // the request that was asked about then

	parts      []governed // that schemas are about
	generation int        // of the text
	toCheck    int        // the generation that was to be checked last
	doubt      string     // what was found then
	usedBefore bool       // the id was
	shape      string     // what is wrong with the message by itself
}

// propose puts a first request into a composer that nobody has touched.
func (c *composer) propose(revision string, id int64, client mcp.Client) {
	text, _ := mcp.Template(mcp.MethodToolsList, revision, id, client)
	c.load([]byte(text))
	c.pristine = true
}

// load replaces the text.
func (c *composer) load(text []byte) {
	c.set(bytes.Clone(text))
	c.asked, c.parts, c.auto = nil, nil, 0
	c.edited()
}

// edited takes a fresh look at the text.
func (c *composer) edited() {
	c.pristine = false
	c.generation++
	if len(c.text) == 0 {
		c.asked, c.parts = nil, nil // what is written next is about something else
	}
	framing.Scan(c.text, &c.message)
	c.masked = len(redact.FindMasks(c.text)) > 0
	c.checkRaw()
}

// paste inserts text whose line ends may be those of any system.
func (c *composer) paste(text []byte) bool {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	ok := c.insert(text)
	c.edited()
	return ok
}

// folded is the text as it is sent: without the line breaks that stand outside
// strings, which mean nothing in JSON and would end the line on the wire. What they set
// apart stays apart.
func folded(text []byte) []byte {
	if bytes.IndexByte(text, '\n') < 0 {
		return bytes.Clone(text)
	}
	out := make([]byte, 0, len(text))
	inString, escaped := false, false
	for i, c := range text {
		if c == '\n' && !inString {
			if len(out) > 0 && i+1 < len(text) && inToken(out[len(out)-1]) && inToken(text[i+1]) {
				out = append(out, ' ')
			}
			continue
		}
		switch {
		case escaped:
			escaped = false
		case c == '\\' && inString:
			escaped = true
		case c == '"':
			inString = !inString
		}
		out = append(out, c)
	}
	return out
}

// inToken says whether a byte may be of a number or a name, which a break sets apart.
func inToken(c byte) bool { return c > ' ' && strings.IndexByte(`{}[]:,"`, c) < 0 }

// renewed is a line whose request has another id, and a progress token that was the old
// one with it. Other lines stay as they are.
func renewed(line []byte, id int64) []byte {
	again, err := followup.Again(line, strconv.AppendInt(nil, id, 10))
	if err != nil {
		return line
	}
	return again
}

// renew gives the request in the text another id, and a progress token that was the old
// one with it. Other text stays as it is.
func (c *composer) renew(id int64) {
	raw := bytes.Clone(c.message.ID.Of(c.text))
	if c.message.Kind != framing.Request || !isInteger(raw) {
		return
	}
	fresh := strconv.AppendInt(nil, id, 10)
	again, err := followup.Again(c.text, fresh)
	if err != nil {
		return
	}
	cursor, top := c.cursor, c.top
	for _, span := range []framing.Span{c.message.ID, c.message.ProgressToken} {
		if span.Present() && c.cursor >= span.End && bytes.Equal(span.Of(c.text), raw) {
			cursor += len(fresh) - len(raw)
		}
	}
	c.set(again)
	c.cursor, c.top, c.auto = min(max(cursor, 0), len(again)), top, id
	c.edited()
}

func isInteger(raw []byte) bool {
	_, err := strconv.ParseInt(string(raw), 10, 64)
	return err == nil
}

// what says what the text is.
func (c *composer) what() safe {
	m := &c.message
	if c.raw {
		return "raw"
	}
	if m.Kind == framing.Blank && len(c.text) == 0 {
		return "empty"
	}
	said := safe(m.Kind.String())
	if id := m.ID.Of(c.text); id != nil {
		said += " · id " + clean(id, idCells)
	}
	method := cleanString(framing.Unquote(m.Method.Of(c.text)), nameCells)
	tool := cleanString(framing.Unquote(m.Name.Of(c.text)), nameCells)
	if method = joined(method, tool); method != "" {
		said += " · " + method
	}
	return said
}

// sent says what happened when the text was sent.
func (c *composer) sent() safe {
	switch {
	case c.message.Kind == framing.Blank:
		return "sent a blank line"
	case bytes.IndexByte(folded(c.text), '\n') >= 0:
		return "sent, as " + count(bytes.Count(folded(c.text), []byte("\n"))+1, "line") + ": a break stands inside a string"
	case !c.message.Valid:
		return "sent, though it is no JSON"
	case c.message.Kind == framing.Foreign:
		return "sent, though it is no message"
	default:
		return "sent " + c.what()
	}
}

// check says whether the text is sound, and where not; doubt what else may be wrong
// with it.
func (c *composer) check(doubt func() safe, theme *theme) span {
	m := &c.message
	switch {
	case len(c.text) == 0:
		return span{theme.muted, "type JSON"}
	case c.raw:
		return c.rawCheck(theme)
	case !m.Valid && m.Kind != framing.Blank:
		return span{theme.failure, "✗ " + place(c.text, m.Fault)}
	case m.Kind == framing.Foreign, m.Kind == framing.Blank:
		return span{theme.finding, "⚠ no JSON-RPC message"}
	case c.masked:
		return span{theme.finding, "⚠ holds the mask of a secret"}
	}
	if said := doubt(); said != "" {
		return span{theme.finding, "⚠ " + said}
	}
	return span{theme.response, "✓ valid"}
}

// place says where in a text a fault is: by byte, or by line and column where the
// text has lines.
func place(text []byte, f framing.ScanFault) safe {
	at := min(f.Offset, len(text))
	line := bytes.Count(text[:at], []byte("\n"))
	if bytes.IndexByte(text, '\n') < 0 {
		return safe(fmt.Sprintf("byte %d: %s", f.Offset, f.Reason))
	}
	column := at - bytes.LastIndexByte(text[:at], '\n')
	return safe(fmt.Sprintf("line %d, column %d: %s", line+1, column, f.Reason))
}

// toFirstGap puts the cursor where something is to be filled in: into the first empty
// string behind the method, else to the end.
func (c *composer) toFirstGap() {
	from := c.message.Method.End
	if at := bytes.Index(c.text[from:], []byte(`""`)); at >= 0 {
		c.cursor = from + at + 1
		return
	}
	c.cursor = len(c.text)
}
