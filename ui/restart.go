package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/session"
)

// restart starts the server again: a dead one at once, a running one after a question.
func (m *Model) restart() tea.Cmd {
	switch {
	case m.asks(restartCommand):
		return m.answer(true)
	case m.mode == confirmMode:
		return nil
	case m.ended():
		return m.startAgain()
	}
	m.ask(question{
		command: restartCommand, text: m.inFlight() + "restart the running server?", yes: (*Model).startAgain,
		moot: func(m *Model) bool { return m.ended() || m.quitting },
	})
	return nil
}

// startAgain has the session stop the server, if it runs, and start it.
func (m *Model) startAgain() tea.Cmd {
	m.restarting = true
	s := m.session
	return func() tea.Msg { return restartedMsg{s.Restart()} }
}

func (m *Model) restarted(msg restartedMsg) tea.Cmd {
	m.restarting = false
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(msg.err.Error(), textCells))
		return m.grow()
	}
	m.setFollow(true)
	return m.grow()
}

// restartStep says how far a restart has come.
func (m *Model) restartStep() safe {
	if s := m.session.State(); s.Phase == session.Stopping {
		return "stopping the server, to start it again: " + cleanString(s.Step, textCells)
	}
	return "starting the server again"
}
