package ui

import tea "github.com/charmbracelet/bubbletea"

// splits say how parts of the screen that stand beside one another share it, as shares
// of the left or the upper one.
type splits struct{ columns, rows, detail share }

// share is a part of something in thousandths; 0 for what is given without being asked.
type share int

const (
	whole share = 1000
	// step is how much a key changes a share.
	step share = 50
	// leastCells is how much of every part is left, in cells.
	leastCells = 8
	leastLines = 3
)

// Shares while nobody has changed them.
const (
	evenColumns share = 500
	upperRows   share = 550
	detailList  share = 400
)

// of gives the cells of a share, so that least are left for either part.
func (s share) of(n, least int, usual share) int {
	if s == 0 {
		s = usual
	}
	cells := (n*int(s) + int(whole)/2) / int(whole)
	if n < 2*least {
		return cells
	}
	return min(max(cells, least), n-least)
}

// shareOf is the share that so many of n cells are.
func shareOf(cells, n int) share {
	return min(max(share(cells*int(whole)/max(n, 1)), 1), whole-1)
}

// changed gives a share that is greater, or smaller, by a step.
func (s share) changed(by, usual share) share {
	if s == 0 {
		s = usual
	}
	const least = 100
	return min(max(s+by, least), whole-least)
}

// seam says which splits the mouse has hold of.
type seam struct{ columns, rows, detail bool }

func (s seam) any() bool { return s.columns || s.rows || s.detail }

// seamAt says which splits run through a cell: the borders of both parts count.
func (l *layout) seamAt(x, y int) seam {
	if d := l.detail; !d.empty() {
		return seam{detail: d.x > 0 && (x == d.x || x == d.x-1) && y >= d.y && y < d.y+d.h}
	}
	left, lower := l.panes[requestPane], l.panes[notificationPane]
	if left.empty() || lower.empty() {
		return seam{}
	}
	inside := y >= left.y && y < lower.y+lower.h
	return seam{
		columns: inside && (x == left.x+left.w || x == left.x+left.w-1),
		rows:    y == lower.y || y == lower.y-1,
	}
}

// drag moves the splits that the mouse has hold of. It says whether there are any.
func (m *Model) drag(at tea.MouseMsg) bool {
	switch {
	case at.Action == tea.MouseActionRelease:
		held := m.held.any()
		m.held = seam{}
		return held
	case at.Button != tea.MouseButtonLeft:
		return false
	case at.Action == tea.MouseActionPress:
		m.held = m.layout.seamAt(at.X, at.Y)
	}
	grid := m.layout.panes[requestPane]
	if m.held.columns {
		m.splits.columns = shareOf(at.X-grid.x, m.w)
	}
	if m.held.rows {
		m.splits.rows = shareOf(at.Y-grid.y, grid.h+m.layout.panes[notificationPane].h)
	}
	if m.held.detail {
		m.splits.detail = shareOf(at.X, m.w)
	}
	return m.held.any()
}

// resize gives the pane with the focus more room, or less.
func resize(by share) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		if m.showing {
			m.splits.detail = m.splits.detail.changed(-by, detailList)
			return nil
		}
		across, down := by, by
		if m.focus == responsePane || m.focus == stderrPane {
			across = -by
		}
		if m.focus == notificationPane || m.focus == stderrPane {
			down = -by
		}
		m.splits.columns = m.splits.columns.changed(across, evenColumns)
		m.splits.rows = m.splits.rows.changed(down, upperRows)
		return nil
	}
}

// even gives every part its usual room again.
func (m *Model) even() tea.Cmd {
	m.splits = splits{}
	return nil
}

func notSplit(m *Model) safe {
	l := &m.layout
	if l.detail.x > 0 || !l.panes[requestPane].empty() && !l.panes[notificationPane].empty() {
		return ""
	}
	return "nothing stands beside it here"
}
