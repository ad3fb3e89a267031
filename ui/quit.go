package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
)

// Messages about the process and the clock.
type (
	tickMsg      struct{}
	endedMsg     struct{}
	restartedMsg struct{ err error }
	quitMsg      struct{} // somebody else wants the program to end
)

// Paces of the clock.
const (
	tickTime = time.Second
	stepTime = 200 * time.Millisecond // while the server is being stopped
)

// tick starts the clock when something on the screen counts up and it is not
// running yet. An idle screen has no clock.
func (m *Model) tick() tea.Cmd {
	if m.ticking || !m.counting() {
		return nil
	}
	m.ticking = true
	if m.quitting {
		return after(m.ctx, stepTime, tickMsg{})
	}
	return after(m.ctx, tickTime, tickMsg{})
}

// counting says whether something on the screen changes by itself.
func (m *Model) counting() bool {
	if m.session == nil {
		return m.opt.Follow && m.life.ended.IsZero() && len(m.open) > 0
	}
	return !m.ended() && (m.quitting || len(m.open) > 0 || m.session.State().Unread > 0)
}

// waitForEnd is a command that tells when the server has ended.
func (m *Model) waitForEnd() tea.Cmd {
	done, ctx := m.session.Done(), m.ctx
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case <-done:
			return endedMsg{}
		}
	}
}

func (m *Model) serverEnded() tea.Cmd {
	if m.quitting {
		return tea.Quit
	}
	return m.grow()
}

// quit ends the program, after a question when requests are in flight. While the
// server is being stopped it skips the step that is under way.
func (m *Model) quit() tea.Cmd {
	if n := len(m.open); n > 0 && !m.quitting && !m.ended() {
		m.ask(count(n, "request")+" in flight: stop the server and quit?", (*Model).stop)
		return nil
	}
	return m.stop()
}

// stop ends the program without a question.
func (m *Model) stop() tea.Cmd {
	if m.ended() {
		return tea.Quit
	}
	m.quitting = true
	m.mode = m.base()
	stopServer := func() tea.Msg { m.session.Stop(); return nil }
	return tea.Batch(stopServer, m.tick())
}

func (m *Model) ask(text safe, yes func(*Model) tea.Cmd) {
	m.question = question{text, yes}
	m.mode = confirmMode
}

// answer ends a question.
func (m *Model) answer(yes bool) tea.Cmd {
	m.mode = m.base()
	if !yes {
		return nil
	}
	return m.question.yes(m)
}

// restart starts a dead server again.
func (m *Model) restart() tea.Cmd {
	if m.session == nil || m.restarting {
		return nil
	}
	if !m.ended() {
		m.say(m.theme.muted, "the server is running")
		return nil
	}
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
	return tea.Batch(m.waitForEnd(), m.grow())
}

// send hands text over to the server and says so.
func (m *Model) send(line []byte, origin history.Origin, what safe) bool {
	if m.ended() {
		m.say(m.theme.failure, "✗ there is no server to send to: R starts it again")
		return false
	}
	if err := m.session.Send(line, origin); err != nil {
		m.say(m.theme.failure, "✗ not sent: "+cleanString(err.Error(), textCells))
		return false
	}
	m.say(m.theme.response, "✓ sent "+what)
	m.setFollow(true)
	return true
}

// resumed switches on again what the terminal has lost while the program was stopped.
func (m *Model) resumed() tea.Cmd {
	if m.mouse {
		return tea.EnableMouseCellMotion
	}
	return nil
}
