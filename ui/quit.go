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
	ageTime  = 20 * time.Second       // while only ages grow
	stepTime = 200 * time.Millisecond // while the server is being stopped
)

// tick starts the clock when something on the screen counts up and it is not
// running yet. An idle screen has no clock.
func (m *Model) tick() tea.Cmd {
	if m.ticking || !m.counting() {
		return nil
	}
	m.ticking = true
	switch {
	case m.quitting:
		return after(m.ctx, stepTime, tickMsg{})
	case m.isListing(sessionsTable):
		return after(m.ctx, ageTime, tickMsg{})
	}
	return after(m.ctx, tickTime, tickMsg{})
}

// counting says whether something on the screen changes by itself.
func (m *Model) counting() bool {
	if m.isListing(sessionsTable) {
		return true
	}
	if m.session == nil {
		return m.opt.Follow && !m.isOver() && len(m.open) > 0
	}
	return !m.ended() && (m.quitting || len(m.open) > 0 || m.isListing(pendingTable) || m.session.State().Unread > 0)
}

// watchEnd is a command that tells when the newest run of the server has ended; nil
// when that is waited for already. The session may start a run by itself.
func (m *Model) watchEnd() tea.Cmd {
	if m.session == nil || m.session.Done() == m.awaited {
		return nil
	}
	m.awaited = m.session.Done()
	done, ctx := m.awaited, m.ctx
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
	if m.quitting && m.ended() {
		return tea.Quit
	}
	return m.grow()
}

// quit ends the program, after a question when requests are in flight; asked for
// again, the answer is yes. While the server is being stopped it skips the step that
// is under way.
func (m *Model) quit() tea.Cmd {
	if m.asks(quitCommand) {
		return m.answer(true)
	}
	if m.lossOnQuit() > 0 {
		m.ask(question{
			command: quitCommand, text: m.inFlight() + "stop the server and quit?", yes: (*Model).stop,
			moot: func(m *Model) bool { return m.lossOnQuit() == 0 },
		})
		return nil
	}
	return m.stop()
}

// lossOnQuit is how many requests would go without an answer.
func (m *Model) lossOnQuit() int {
	if m.quitting || m.ended() {
		return 0
	}
	return len(m.open)
}

// stop ends the program without a question.
func (m *Model) stop() tea.Cmd {
	if m.ended() {
		return tea.Quit
	}
	m.quitting = true
	m.mode = m.base()
	stopServer := func() tea.Msg { m.session.Stop(); return nil }
	return tea.Batch(stopServer, m.tick(), m.watchEnd())
}

// send hands text over to the server and says that it was done.
func (m *Model) send(line []byte, done safe) bool {
	sent := m.handOver(func() error { return m.session.Send(line, history.FromComposer) }, done)
	if sent {
		m.setFollow(true)
	}
	return sent
}

// handOver sends something and says that it was done.
func (m *Model) handOver(send func() error, done safe) bool {
	if m.ended() {
		m.say(m.theme.failure, "✗ there is no server to send to: "+m.keyNow("R")+" starts it again")
		return false
	}
	if err := send(); err != nil {
		m.say(m.theme.failure, "✗ not sent: "+cleanString(err.Error(), textCells))
		return false
	}
	m.say(m.theme.response, "✓ "+done)
	return true
}

// resumed switches on again what the terminal has lost while the program was stopped.
func (m *Model) resumed() tea.Cmd {
	if m.mouse {
		return tea.EnableMouseCellMotion
	}
	return nil
}
