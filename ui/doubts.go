package ui

import (
	"bytes"
	"strconv"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/offer"
)

// doubt says what may be wrong with the composer's message; nothing forbids to send it.
func (m *Model) doubt() safe {
	c := &m.composer
	for _, doubt := range []func(*Model, *composer) safe{doubtID, doubtMethod, doubtName, doubtAnswer, doubtShape, doubtRevision} {
		if said := doubt(m, c); said != "" {
			return said
		}
	}
	return cleanString(c.doubt, textCells)
}

// composerNote says of the composer's text what is to be known before it is sent: that it
// goes on where a line stopped, or else whether it is sound.
func (m *Model) composerNote() span {
	if !m.ended() && m.session.State().Unended {
		return span{m.theme.finding, "⚠ the line before has no line end: this goes on behind it"}
	}
	return m.composer.check(m.doubt, m.theme)
}

// doubtID looks for other uses of a request's id.
func doubtID(m *Model, c *composer) safe {
	if c.message.Kind != framing.Request {
		return ""
	}
	id := c.message.ID.Of(c.text)
	switch {
	case m.inUse(id):
		return "id in use"
	case c.usedBefore:
		return "id was used before"
	}
	return ""
}

// doubtMethod says why the server may not take the method.
func doubtMethod(m *Model, c *composer) safe {
	method, revision := framing.StringOf(c.message.Method.Of(c.text)), m.protocol()
	if method == "" {
		return ""
	}
	if revision == "" {
		return doubtForm(method, mcp.Revision20251125, c) // nothing was agreed on, but this much is so in all
	}
	name := cleanString(method, nameCells)
	switch mcp.Judge(method, revision, mcp.ClientSide) {
	case mcp.UnknownMethod:
		return name + " is a method of no revision"
	case mcp.NotInRevision:
		return name + " is no method of " + cleanString(revision, nameCells)
	case mcp.WrongSide, mcp.EmbeddedOnly:
		return name + " is not for a client to send"
	case mcp.Allowed:
	}
	known, _ := mcp.Lookup(method, revision)
	if known.Gate.Holder&mcp.ServerSide != 0 && !m.offers.declared(known.Gate.Capability) {
		return "the server has not declared " + cleanString(known.Gate.Capability, nameCells)
	}
	return doubtForm(method, revision, c)
}

// doubtForm looks whether a message has the form that the method asks for.
func doubtForm(method, revision string, c *composer) safe {
	name := cleanString(method, nameCells)
	known, _ := mcp.Lookup(method, revision)
	switch {
	case known.Kind == mcp.Notification && c.message.Kind == framing.Request:
		return name + " is a notification: it has no id"
	case known.Kind == mcp.Request && c.message.Kind == framing.Notification:
		return name + " is a request: without an id it is not answered"
	}
	for _, member := range known.Required {
		params := c.message.Params.Of(c.text)
		if len(params) == 0 || params[0] != '{' || !framing.Member(params, member).Present() {
			return "params lacks " + cleanString(member, nameCells)
		}
	}
	return ""
}

// doubtRevision looks whether a request says which revision it speaks, where it has to.
func doubtRevision(m *Model, c *composer) safe {
	known, _ := mcp.Lookup(framing.StringOf(c.message.Method.Of(c.text)), m.protocol())
	if known.Kind == mcp.Request && mcp.EraOf(m.protocol()) == mcp.Modern && c.message.Kind == framing.Request && !c.message.ProtocolVersion.Present() {
		return "params._meta lacks the revision, as every request of this era has it"
	}
	return ""
}

// doubtName says that nothing of that name was listed.
func doubtName(m *Model, c *composer) safe {
	kind, name := offer.Tool, framing.StringOf(c.message.Name.Of(c.text))
	switch framing.StringOf(c.message.Method.Of(c.text)) {
	case mcp.MethodToolsCall:
	case mcp.MethodPromptsGet:
		kind = offer.Prompt
	default:
		return ""
	}
	if _, listed := m.item(kind, name); listed || len(m.offers.pages[kind]) == 0 {
		return ""
	}
	return "no " + safe(kind.String()) + " of that name was listed"
}

// doubtAnswer says that nobody waits for an answer, or for a cancellation.
func doubtAnswer(m *Model, c *composer) safe {
	switch {
	case c.message.Kind == framing.Result || c.message.Kind == framing.Error:
		if !m.isOpen(framing.ServerToClient, c.message.ID.Of(c.text)) {
			return "no request of the server has this id and waits"
		}
	case framing.StringOf(c.message.Method.Of(c.text)) == mcp.MethodCancelled:
		if id := c.message.RequestID.Of(c.text); id != nil && !m.isOpen(framing.ClientToServer, id) {
			return "no request of ours has this id and waits"
		}
	case c.message.Kind == framing.Batch && m.protocol() != "" && m.protocol() != mcp.Revision20250326:
		return cleanString(m.protocol(), nameCells) + " has no batches"
	}
	return ""
}

// isOpen says whether a request of one side waits for its answer.
func (m *Model) isOpen(dir framing.Dir, id []byte) bool {
	for _, position := range m.open {
		e := m.journal.Event(int(position))
		if e.Dir == dir && e.Status == exchange.Pending && framing.SameID(m.journal.ID(int(position)), id) {
			return true
		}
	}
	return false
}

// doubtShape says what every reader would find wrong with the message by itself.
func doubtShape(_ *Model, c *composer) safe {
	return cleanString(c.shape, textCells)
}

// shapeOf is what is found wrong with a line by itself.
func shapeOf(line []byte) string {
	const longest = 1 << 20 // of what is looked at while somebody types
	if len(line) > longest {
		return ""
	}
	o := framing.NewLens().Observe(framing.ClientToServer, framing.Line{Bytes: line, Size: int64(len(line))})
	for _, f := range o.Findings {
		if f.Severity >= framing.Warn {
			return f.Message
		}
	}
	return ""
}

// lookedBack is how many of the newest events are looked at for another use of an id.
const lookedBack = 5000

// wasUsed says whether the client has used an id in the newest events of the session of a
// revision in which that counts.
func wasUsed(j *history.Journal, id []byte, revision string) bool {
	if len(id) == 0 || mcp.EraOf(revision) == mcp.Modern {
		return false
	}
	n := j.Len()
	for i := n - 1; i >= max(0, n-lookedBack); i-- {
		e := j.Event(i)
		if fact, ok := j.Fact(i); ok && fact.Event == history.FactStart {
			return false
		}
		if e.Dir == framing.ClientToServer && e.Kind == framing.Request && framing.SameID(j.ID(i), id) {
			return true
		}
	}
	return false
}

// isNext says whether an id is the number that is free next, or above.
func isNext(id []byte, next int64) bool {
	n, err := strconv.ParseInt(string(bytes.TrimSpace(id)), 10, 64)
	return err == nil && n >= next
}
