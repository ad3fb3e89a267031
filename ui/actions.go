package ui

import tea "github.com/charmbracelet/bubbletea"

// current is the event that commands are about: the one in the detail, or the
// selected one.
func (m *Model) current() (position int, ok bool) {
	if m.showing {
		return m.detail.position, true
	}
	return m.active().selected()
}

// Moving.

func scroll(n int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.scroll(n)
		return nil
	}
}

func page(n int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.scroll(n * max(1, m.pageHeight()-1))
		return nil
	}
}

func (m *Model) pageHeight() int {
	switch m.mode {
	case detailMode:
		return m.detail.height
	case helpMode:
		return m.help.height
	case tableMode, formMode:
		return m.table().height
	default:
		return m.active().height
	}
}

func (m *Model) scroll(n int) {
	switch m.mode {
	case detailMode:
		m.detail.move(n)
	case helpMode:
		m.help.move(n)
	case tableMode, formMode:
		m.table().move(n)
	default:
		p := m.active()
		p.move(n)
		m.moved(p)
	}
}

// moved sees to what follows from a move in a pane: at its end it is followed.
func (m *Model) moved(p *pane) {
	if p.atEnd() && m.live() {
		m.setFollow(true)
		return
	}
	m.unfollow()
	m.link()
}

// live says whether the journal may still grow.
func (m *Model) live() bool { return m.session != nil || m.opt.Follow }

func (m *Model) toFirst() tea.Cmd {
	switch m.mode {
	case detailMode:
		m.detail.toStart()
	case helpMode:
		m.help.top = 0
	case tableMode, formMode:
		m.table().moveTo(0)
	default:
		m.active().moveTo(0)
		m.moved(m.active())
	}
	return nil
}

func (m *Model) toLast() tea.Cmd {
	switch m.mode {
	case detailMode:
		m.detail.toEnd()
	case helpMode:
		m.help.move(len(m.keys))
	case tableMode, formMode:
		m.table().toEnd()
	default:
		m.active().toEnd()
		m.moved(m.active())
	}
	return nil
}

func nextPane(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		n := lastPane - firstPane + 1
		return focusOn((m.focus + paneID(step) + n) % n)(m)
	}
}

func focusOn(id paneID) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.focus, m.timeline = id, false
		return m.closeDetail()
	}
}

// Looking.

func (m *Model) setFollow(on bool) {
	if !on {
		m.unfollow()
		return
	}
	m.follow = true
	m.toNewest()
}

func (m *Model) toggleFollow() tea.Cmd {
	m.setFollow(!m.follow)
	return nil
}

func (m *Model) toggleZoom() tea.Cmd {
	m.zoom = !m.zoom
	return nil
}

// toggleTimeline changes between the panes and the timeline and keeps the selection.
func (m *Model) toggleTimeline() tea.Cmd {
	position, ok := m.active().selected()
	m.timeline = !m.timeline
	if ok && !m.follow {
		m.reveal(position)
	}
	return nil
}

func (m *Model) back() tea.Cmd {
	switch {
	case m.filtering.filter != nil:
		return m.clearFilter()
	case m.timeline:
		return m.toggleTimeline()
	case m.zoom:
		return m.toggleZoom()
	}
	return nil
}

func finding(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		position, ok := m.findNext(step)
		if !ok {
			m.say(m.theme.muted, "no more findings in this direction")
			return nil
		}
		m.reveal(position)
		return m.refreshDetail()
	}
}

func (m *Model) openHelp() tea.Cmd {
	m.help.top, m.help.from = 0, m.mode
	m.mode = helpMode
	return nil
}

func (m *Model) closeHelp() tea.Cmd {
	m.mode = m.base()
	return nil
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		m.say(m.theme.muted, "mouse on: hold shift to select text")
		return tea.EnableMouseCellMotion
	}
	m.say(m.theme.muted, "mouse off")
	return tea.DisableMouse
}
