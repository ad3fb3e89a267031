package ui

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
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
		shape      string
		usedBefore bool
	}
)

// checkSoon is a command that has the composer's text checked when nothing is typed for
// a moment; nil where it was, or is no message.
func (m *Model) checkSoon() tea.Cmd {
	c := &m.composer
	if c.generation == c.toCheck || c.raw || !c.message.Valid {
		return nil
	}
	c.toCheck, c.doubt, c.shape, c.usedBefore = c.generation, "", "", false
	return after(m.ctx, m.checkAfter, checkMsg{c.generation})
}

// check is a command that looks at the text by itself and holds it against the schemas that
// are about it.
func (m *Model) check(msg checkMsg) tea.Cmd {
	c := &m.composer
	if msg.generation != c.generation {
		return nil
	}
	text, parts := bytes.Clone(c.text), m.governed()
	id, revision, j := bytes.Clone(c.message.ID.Of(c.text)), m.protocol(), m.journal
	look := m.mayBeUsed()
	return func() tea.Msg {
		return doubtMsg{msg.generation, doubtOf(text, parts), shapeOf(folded(text)), look && wasUsed(j, id, revision)}
	}
}

// mayBeUsed says whether the id of the request in the composer is not known to be free.
func (m *Model) mayBeUsed() bool {
	c := &m.composer
	return m.session != nil && c.message.Kind == framing.Request && !isNext(c.message.ID.Of(c.text), m.session.NextID())
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
			where := cmp.Or(faults[0].Pointer, path.Base(part.pointer))
			said := fmt.Sprintf("%s: %s", where, faults[0].Message)
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
		m.composer.doubt, m.composer.shape, m.composer.usedBefore = msg.doubt, msg.shape, msg.usedBefore
	}
}

func (msg checkMsg) deliver(m *Model) tea.Cmd { return m.check(msg) }

func (msg doubtMsg) deliver(m *Model) tea.Cmd { //nolint:unparam // others have more to do
	m.doubted(msg)
	return nil
}
