package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

// subscribeWords asks to be told when a resource changes: that of the current row, or
// one that is named.
func (m *Model) subscribeWords(uri string) tea.Cmd {
	if m.session == nil {
		m.say(m.theme.muted, "subscribe: "+noSession(m))
		return nil
	}
	if uri == "" {
		uri = m.currentURI()
	}
	if uri == "" {
		m.say(m.theme.failure, "✗ subscribe: select a request for a resource, or name its URI")
		return nil
	}
	method, pointer, value := mcp.MethodResourcesSubscribe, "/params/uri", schema.Quote(uri)
	if mcp.EraOf(m.protocol()) == mcp.Modern {
		method, pointer = mcp.MethodListen, "/params/notifications"
		value = append(append([]byte(`{"resourceSubscriptions":[`), value...), "]}"...)
	}
	text, _ := mcp.Template(method, m.protocol(), m.session.NextID(), m.session.Client(m.protocol()))
	line, err := schema.Set([]byte(text), pointer, value)
	if err != nil {
		m.say(m.theme.failure, "✗ subscribe: "+cleanString(err.Error(), textCells))
		return nil
	}
	m.send(line, "asked to be told of changes of "+cleanString(uri, nameCells))
	return nil
}

// currentURI is the resource that the current exchange is about; empty for none.
func (m *Model) currentURI() string {
	position, ok := m.current()
	if !ok {
		return ""
	}
	e := m.journal.Event(position)
	if e.Kind.IsResponse() && e.Pair != history.None {
		position = e.Pair
	}
	line, err := m.journal.Line(position)
	if err != nil {
		return ""
	}
	return framing.StringOf(framing.ValueAt(paramsOf(line), "uri"))
}
