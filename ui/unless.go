package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

// Why commands make no sense here and now.

const saysEnded = "the server has ended"

func noSession(m *Model) safe {
	switch {
	case m.session != nil:
		return ""
	case m.live() && !m.isOver():
		return "the server has a client of its own: nothing is sent from here"
	}
	return "a saved history has no server"
}

func noGrowth(m *Model) safe {
	if !m.live() {
		return "a saved history does not grow"
	}
	return ""
}

func noLastFilter(m *Model) safe {
	if m.filtering.last == nil {
		return "nothing was filtered yet: / does"
	}
	return ""
}

func wasFiltered(m *Model) bool { return m.filtering.last != nil }

func hasChoices(m *Model) bool { return len(m.prompt.menu) > 0 }

func noRun(m *Model) safe {
	if p := m.active(); p.lane.runAt(p.cursor) == nil && p.lane.operationAt(p.cursor) == nil {
		return "this row stands for one event"
	}
	return ""
}

func noSessions(m *Model) safe {
	if m.sessions.source == nil {
		return "`stdioscope open` lists the sessions"
	}
	return ""
}

func isSomewhere(m *Model) bool { return !m.isNowhere() }

func noProbe(m *Model) safe {
	if m.session != nil {
		if s := m.session.State(); s.Phase == session.Starting && s.Step != "" {
			return ""
		}
	}
	return "no answer to a probe is waited for"
}

func skipProbe(m *Model) tea.Cmd {
	m.session.SkipProbe()
	return nil
}

func noFindings(m *Model) safe {
	if m.journal.FindingCount() == 0 {
		return "there are no findings"
	}
	return ""
}

func noPattern(m *Model) safe {
	if len(m.detail.match.pattern) == 0 {
		return "nothing is searched for: / does"
	}
	return ""
}

func noSelection(m *Model) safe {
	if _, ok := m.current(); !ok {
		return "nothing is selected"
	}
	return ""
}

func noPair(m *Model) safe {
	position, ok := m.current()
	switch {
	case !ok:
		return noSelection(m)
	case m.journal.Event(position).Pair == history.None:
		return "nothing answers this, nor does it answer anything"
	}
	return ""
}

func notEditable(m *Model) safe {
	if m.session == nil {
		return noSession(m)
	}
	_, why := m.sendable()
	return why
}

func notCancellable(m *Model) safe {
	position, why := m.sendable()
	switch {
	case m.session == nil:
		return noSession(m)
	case m.ended():
		return saysEnded
	case why != "" || m.journal.Event(position).Status != exchange.Pending:
		return "this is no request in flight"
	}
	return ""
}

func notRestartable(m *Model) safe {
	switch {
	case m.session == nil:
		return noSession(m)
	case m.restarting:
		return "it is being restarted"
	case m.quitting:
		return "it is being stopped"
	}
	return ""
}

// wantsRestart says that nothing but a restart helps the server.
func wantsRestart(m *Model) bool { return m.ended() || m.life.stdoutClosed() }

// sendable is the line of the client's side that the current event is, or answers;
// else why there is none.
func (m *Model) sendable() (position int, why safe) {
	position, ok := m.current()
	if !ok {
		return 0, noSelection(m)
	}
	e := m.journal.Event(position)
	if e.Dir == framing.ServerToClient && e.Kind.IsResponse() && e.Pair != history.None {
		position, e = e.Pair, m.journal.Event(e.Pair)
	}
	switch {
	case e.Dir != framing.ClientToServer:
		return 0, "this is no line of the client's, nor an answer to one"
	case e.Cut:
		return 0, "the line was cut: not all of it is kept"
	}
	return position, ""
}
