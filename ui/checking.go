package ui

import (
	"bytes"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

// checkAfter is how long nothing must be typed before the text is held against schemas:
// typing is never kept waiting by that.
const checkAfter = 150 * time.Millisecond

// Messages about checking: the time has come; this was found.
type (
	checkMsg struct{ generation int }
	doubtMsg struct {
		generation int
		doubt      string
	}
)

// checkSoon is a command that has the composer's text checked when nothing is typed for
// a moment; nil where there is nothing to hold it against.
func (m *Model) checkSoon() tea.Cmd {
	c := &m.composer
	if c.generation == c.toCheck || c.raw || !c.message.Valid {
		return nil
	}
	c.toCheck, c.doubt = c.generation, ""
	if len(m.governed()) == 0 {
		return nil
	}
	return after(m.ctx, m.checkAfter, checkMsg{c.generation})
}

// check is a command that holds the text against the schemas that are about it.
func (m *Model) check(msg checkMsg) tea.Cmd {
	c := &m.composer
	if msg.generation != c.generation {
		return nil
	}
	text, parts := bytes.Clone(c.text), m.governed()
	return func() tea.Msg { return doubtMsg{msg.generation, doubtOf(text, parts)} }
}

// doubtOf says what does not fit first.
func doubtOf(text []byte, parts []governed) string {
	for _, part := range parts {
		value := schema.At(text, part.pointer)
		if value == nil {
			value = []byte("{}") // as if there were none
		}
		validator, err := schema.NewValidator(part.raw)
		if err != nil {
			return err.Error()
		}
		faults, err := validator.Validate(value)
		if err != nil {
			return err.Error()
		}
		if len(faults) > 0 {
			said := fmt.Sprintf("%s: %s", faults[0].Pointer, faults[0].Message)
			if len(faults) > 1 {
				said += fmt.Sprintf(" (and %d more)", len(faults)-1)
			}
			return said
		}
	}
	return ""
}

func (m *Model) doubted(msg doubtMsg) {
	if msg.generation == m.composer.generation {
		m.composer.doubt = msg.doubt
	}
}

// doubt says what may be wrong with the composer's message; nothing forbids to send it.
func (m *Model) doubt() safe {
	c := &m.composer
	id := c.message.ID.Of(c.text)
	method := framing.StringOf(c.message.Method.Of(c.text))
	if c.message.Kind == framing.Request && m.inUse(id) {
		return "id in use"
	}
	if method != "" {
		if said := m.doubtMethod(method); said != "" {
			return said
		}
	}
	return cleanString(c.doubt, textCells)
}

// doubtMethod says why the server may not take a method.
func (m *Model) doubtMethod(method string) safe {
	revision := m.protocol()
	if revision == "" {
		return ""
	}
	name := cleanString(method, nameCells)
	switch mcp.Judge(method, revision, mcp.ClientSide) {
	case mcp.UnknownMethod:
		return name + " is a method of no revision"
	case mcp.NotInRevision:
		if method != mcp.MethodDiscover {
			return name + " is no method of " + cleanString(revision, nameCells)
		}
	case mcp.WrongSide, mcp.EmbeddedOnly:
		return name + " is not for a client to send"
	case mcp.Allowed:
	}
	known, _ := mcp.Lookup(method, revision)
	if gate := known.Gate; gate.Holder&mcp.ServerSide != 0 && !m.offers.declared(gate.Capability) {
		return "the server has not declared " + cleanString(gate.Capability, nameCells)
	}
	return ""
}

func (msg checkMsg) deliver(m *Model) tea.Cmd { return m.check(msg) }

func (msg doubtMsg) deliver(m *Model) tea.Cmd { //nolint:unparam // others have more to do
	m.doubted(msg)
	return nil
}
