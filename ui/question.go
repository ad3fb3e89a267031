package ui

import tea "github.com/charmbracelet/bubbletea"

// Commands that ask.
const (
	quitCommand    = "quit"
	restartCommand = "restart"
	paletteCommand = "palette"
)

// question is asked in the footer.
type question struct {
	command string // what asks; its keys pressed again mean yes
	text    safe
	yes     func(*Model) tea.Cmd
	moot    func(*Model) bool // says that there is nothing left to ask
}

// ask puts a question, in the place of one that stands.
func (m *Model) ask(q question) {
	if m.mode != confirmMode {
		m.asked = m.mode
	}
	m.question, m.mode = q, confirmMode
}

// asks says whether a command waits for its answer.
func (m *Model) asks(command string) bool {
	return m.mode == confirmMode && m.question.command == command
}

// answer ends a question. Who was interrupted by it gets the keys back.
func (m *Model) answer(yes bool) tea.Cmd {
	m.mode = m.asked
	if !yes {
		return nil
	}
	return m.question.yes(m)
}

// reconsider takes a question away whose reason is gone.
func (m *Model) reconsider() {
	if m.mode == confirmMode && m.question.moot(m) {
		m.answer(false)
		m.picture.dirty = true
	}
}

// inFlight begins a question with what would be lost.
func (m *Model) inFlight() safe {
	if len(m.open) == 0 {
		return ""
	}
	return count(len(m.open), "request") + " in flight: "
}
