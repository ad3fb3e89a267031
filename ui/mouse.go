package ui

import tea "github.com/charmbracelet/bubbletea"

// wheelRows is how far one step of the wheel scrolls.
const wheelRows = 3

// point takes a mouse event.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	if m.mode == tableMode || m.mode == formMode {
		m.pointAtTable(msg)
		return nil
	}
	if m.mode == helpMode || m.mode == confirmMode {
		return nil
	}
	switch {
	case m.drag(msg):
	case msg.Button == tea.MouseButtonWheelUp:
		m.wheel(msg, -wheelRows)
	case msg.Button == tea.MouseButtonWheelDown:
		m.wheel(msg, wheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		return m.click(msg)
	}
	return nil
}

func (m *Model) wheel(at tea.MouseMsg, n int) {
	if m.layout.detail.contains(at.X, at.Y) {
		m.detail.move(n)
		return
	}
	for _, p := range m.panes {
		if m.layout.panes[p.id].contains(at.X, at.Y) {
			m.enter(p)
			p.move(n)
			m.moved(p)
		}
	}
}

func (m *Model) click(at tea.MouseMsg) tea.Cmd {
	if m.layout.tabs.contains(at.X, at.Y) {
		m.clickTab(at.X - m.layout.tabs.x)
		return nil
	}
	switch {
	case m.layout.composer.contains(at.X, at.Y):
		m.mode = composerMode
	case m.layout.detail.contains(at.X, at.Y):
		m.mode = detailMode
	}
	for _, p := range m.panes {
		r := m.layout.panes[p.id]
		if !r.contains(at.X, at.Y) {
			continue
		}
		m.enter(p)
		f := frame{rect: r}
		if row := p.top + at.Y - f.inner().y; row >= p.top && row < p.len() {
			p.moveTo(row)
			m.moved(p)
			return m.refreshDetail()
		}
	}
	return nil
}

// clickTab gives the pane of a tab the focus.
func (m *Model) clickTab(x int) {
	col := 0
	for i, s := range m.tabBar(m.layout.tabs.w) {
		if col += widthOf(s.text); x < col {
			m.focus = firstPane + paneID(i)
			return
		}
	}
}

// enter gives a pane the focus.
func (m *Model) enter(p *pane) {
	if p.id != timelinePane {
		m.focus = p.id
	}
	if !m.showing {
		m.mode = listMode
	}
}
