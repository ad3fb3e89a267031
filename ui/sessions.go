package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
)

// Sessions are the saved histories as they are now.
type Sessions interface {
	// List gives the live ones and then the others, the newest first of both.
	List() []history.Saved
	// Bell has one slot, which is filled whenever the list has changed.
	Bell() <-chan struct{}
	// Open gives a journal, which belongs to the list.
	Open(path string) (*history.Journal, error)
}

// sessionList is the list of sessions to look at.
type sessionList struct {
	list
	source Sessions // nil where there is none
	all    []history.Saved
	told   map[string]bool // new sessions of the label that is looked at, by id
}

// Messages about the list.
type (
	sessionsMsg      struct{}
	sessionOpenedMsg struct {
		journal *history.Journal
		err     error
		say     safe
	}
)

// startSessions begins with the list where there is nothing to look at yet.
func (m *Model) startSessions() {
	m.sessions = sessionList{source: m.opt.Sessions, told: map[string]bool{}}
	if m.sessions.source == nil {
		return
	}
	m.sessions.take(m.sessions.source.List())
	for _, s := range m.sessions.all {
		m.sessions.told[s.Header.ID] = true // it was there before
	}
	if m.isNowhere() {
		m.mode = tableMode
	}
}

// isNowhere says that no session was chosen yet.
func (m *Model) isNowhere() bool { return m.journal.Header().ID == "" && m.journal.Len() == 0 }

// take takes the list as it is now. The cursor stays on its session.
func (l *sessionList) take(all []history.Saved) {
	path := ""
	if s, ok := l.chosen(); ok {
		path = s.Path
	}
	l.all, l.whole = all, len(all)
	if i := slices.IndexFunc(all, func(s history.Saved) bool { return s.Path == path }); i >= 0 {
		l.moveTo(i)
		return
	}
	l.moveTo(0)
}

func (l *sessionList) chosen() (history.Saved, bool) {
	if l.cursor < 0 || l.cursor >= len(l.all) {
		return history.Saved{}, false
	}
	return l.all[l.cursor], true
}

// watchSessions is a command that waits until the list has changed.
func (m *Model) watchSessions() tea.Cmd {
	if m.sessions.source == nil {
		return nil
	}
	ctx, bell := m.ctx, m.sessions.source.Bell()
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case <-bell:
			return sessionsMsg{}
		}
	}
}

// sessionsChanged takes in the list. A new session of the label that is looked at is
// told, and shown at once where the one before it is over and was followed.
func (m *Model) sessionsChanged() tea.Cmd {
	m.sessions.take(m.sessions.source.List())
	next, ok := m.successor()
	if !ok {
		return m.watchSessions()
	}
	m.sessions.told[next.Header.ID] = true
	if m.isOver() && m.follow && m.mode == listMode {
		return tea.Batch(m.watchSessions(), m.openSession(next, "● a new session of "+cleanString(next.Header.Label, nameCells)))
	}
	m.say(m.theme.accent, "● another session of "+cleanString(next.Header.Label, nameCells)+" has begun · "+m.keyNow("L")+" lists it")
	return m.watchSessions()
}

// successor is the newest live session with the label of the one that is looked at,
// if it began behind that and was not told yet.
func (m *Model) successor() (history.Saved, bool) {
	h := m.journal.Header()
	for _, s := range m.sessions.all {
		if s.Live && s.Header.Label == h.Label && s.Header.Time.After(h.Time) && !m.sessions.told[s.Header.ID] {
			return s, true
		}
	}
	return history.Saved{}, false
}

// isOver says that the session that is looked at has ended.
func (m *Model) isOver() bool {
	return !m.life.ended.IsZero() || m.session == nil && m.journal.Over()
}

func (m *Model) listSessions() tea.Cmd {
	m.sessions.take(m.sessions.source.List())
	id := m.journal.Header().ID
	if i := slices.IndexFunc(m.sessions.all, func(s history.Saved) bool { return s.Header.ID == id }); i >= 0 {
		m.sessions.moveTo(i)
	}
	return m.openTable(sessionsTable)
}

// openChosen opens the session under the cursor.
func (m *Model) openChosen() tea.Cmd {
	s, _ := m.sessions.chosen()
	if s.Header.ID == m.journal.Header().ID {
		return m.closeTable()
	}
	return m.openSession(s, "")
}

// openSession opens a session, and then says something.
func (m *Model) openSession(s history.Saved, then safe) tea.Cmd {
	source := m.sessions.source
	return func() tea.Msg {
		j, err := source.Open(s.Path)
		return sessionOpenedMsg{j, err, then}
	}
}

func (m *Model) sessionOpened(msg sessionOpenedMsg) tea.Cmd {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(msg.err.Error(), textCells))
		return nil
	}
	command := m.switchTo(msg.journal)
	m.say(m.theme.accent, msg.say)
	return command
}

// switchTo shows another journal. How the screen is arranged stays.
func (m *Model) switchTo(j *history.Journal) tea.Cmd {
	m.feed.end()
	opt := m.opt
	opt.Follow = j.Follows()
	next := New(j, nil, opt)
	next.ctx, next.feed = m.ctx, newFeed(m.ctx, j)
	next.w, next.h, next.pulse, next.out = m.w, m.h, m.pulse, m.out
	next.ticking, next.mouse, next.picture = m.ticking, m.mouse, m.picture
	next.timeline, next.zoom, next.focus = m.timeline, m.zoom, m.focus
	next.detail.generation = m.detail.generation + 1
	next.sessions = m.sessions
	next.mode = listMode
	*m = *next
	m.picture.dirty = true
	return tea.Batch(m.feed.wait, ingestNow, m.tick())
}
