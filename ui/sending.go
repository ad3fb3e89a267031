package ui

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/history/redact"
	"stdioscope/mcp"
)

func number[N ~uint32 | ~int64](n N) safe { return safe(strconv.FormatInt(int64(n), 10)) }

func (m *Model) compose() tea.Cmd {
	m.mode = composerMode
	return nil
}

func (m *Model) leaveComposer() tea.Cmd {
	m.mode = m.base()
	return nil
}

// Typing.

func typing(text string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { return m.typed(text) }
}

// typing says whether keys are text.
func (m *Model) typing() bool { return m.mode == composerMode || m.mode == promptMode }

// field is the text that is being typed into.
func (m *Model) field() *editor {
	if m.mode == promptMode {
		return &m.prompt.editor
	}
	return &m.composer.editor
}

func (m *Model) typed(text string) tea.Cmd {
	m.took(m.field().insert([]byte(text)))
	return m.edited()
}

// edited looks at the text after a change of it.
func (m *Model) edited() tea.Cmd {
	if m.mode == promptMode {
		return m.promptEdited()
	}
	if m.mode == composerMode {
		m.composer.edited()
		m.composer.draft = len(m.composer.text) > 0
	}
	return nil
}

func (m *Model) pasted(text string) tea.Cmd {
	switch m.mode {
	case promptMode:
		end := strings.IndexAny(text, "\r\n")
		if end < 0 {
			end = len(text)
		}
		return m.typed(text[:end])
	case composerMode:
		m.took(m.composer.paste([]byte(text)))
		m.composer.draft = true
	default:
		m.say(m.theme.muted, "paste into the composer: i")
	}
	return nil
}

func (m *Model) took(all bool) {
	if !all {
		m.say(m.theme.failure, "✗ not taken: the composer holds no more than "+size(maxText))
	}
}

// change makes a command of an edit.
func change(edit func(*editor)) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		edit(m.field())
		return m.edited()
	}
}

func (m *Model) emptyText() tea.Cmd {
	m.field().set(nil)
	return m.edited()
}

// Sending.

// sendText sends what the composer holds. The text stays; a request in it gets the
// next free id, so that the same key sends the next one.
func (m *Model) sendText() tea.Cmd {
	c := &m.composer
	if len(c.text) == 0 {
		m.say(m.theme.muted, "nothing to send")
		return nil
	}
	c.draft = false
	if c.raw {
		m.keepWritten("sent raw")
		m.sendRaw()
		return nil
	}
	if m.send(folded(c.text), c.sent()) {
		if len(c.asked) > 0 {
			m.takenUp[c.retries] = true
		}
		c.renew(m.session.NextID())
	}
	return nil
}

// line gives the line that the current event stands for on the client's side.
func (m *Model) sendableLine() ([]byte, bool) {
	position, why := m.sendable()
	if why != "" {
		return nil, false
	}
	line, err := m.journal.Line(position)
	if err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
		return nil, false
	}
	return line, true
}

// edit loads the request's own text into the composer, with a fresh id.
func (m *Model) edit() tea.Cmd {
	if line, ok := m.sendableLine(); ok && m.composeText(line) {
		m.composer.renew(m.session.NextID())
	}
	return nil
}

// composeText puts a text into the composer and goes there, unless it is too long.
func (m *Model) composeText(text []byte) bool {
	const room = 64 // for another id
	if len(text) > maxText-room {
		m.took(false)
		return false
	}
	m.keepDraft()
	m.composer.raw = false
	m.composer.load(text)
	if next := m.session.NextID(); string(m.composer.message.ID.Of(text)) == fmt.Sprint(next) {
		m.composer.auto = next
	}
	m.mode = composerMode
	return true
}

// resend sends the same again: a request with a fresh id.
func (m *Model) resend() tea.Cmd {
	m.sendAgain(func(line []byte) []byte { return renewed(line, m.session.NextID()) })
	return nil
}

// resendExactly sends the same bytes again.
func (m *Model) resendExactly(string) tea.Cmd {
	if why := notEditable(m); why != "" {
		m.say(m.theme.muted, "resend-exactly: "+why)
		return nil
	}
	m.sendAgain(func(line []byte) []byte { return line })
	return nil
}

func (m *Model) sendAgain(as func(line []byte) []byte) {
	line, ok := m.sendableLine()
	switch {
	case !ok:
	case len(redact.FindMasks(line)) > 0:
		m.say(m.theme.failure, "✗ not sent: a mask stands where a secret was; e edits it")
	default:
		m.send(as(line), "sent again")
	}
}

// cancel withdraws the request in flight.
func (m *Model) cancel() tea.Cmd {
	position, _ := m.inFlightHere()
	if id := m.journal.ID(position); id != nil {
		m.send(mcp.CancelledNotification(id, ""), "sent a cancellation")
	}
	return nil
}

// inUse says whether an id belongs to a request of ours that is open.
func (m *Model) inUse(id []byte) bool {
	const most = 256 // requests looked at
	for _, position := range m.open[max(0, len(m.open)-most):] {
		if m.journal.Event(int(position)).Dir == framing.ClientToServer && framing.SameID(m.journal.ID(int(position)), id) {
			return true
		}
	}
	return false
}
