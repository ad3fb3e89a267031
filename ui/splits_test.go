package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

func dragged(m *Model, fromX, fromY, toX, toY int) {
	m.View()
	m.Update(tea.MouseMsg{X: fromX, Y: fromY, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	m.Update(tea.MouseMsg{X: toX, Y: toY, Button: tea.MouseButtonLeft, Action: tea.MouseActionMotion})
	m.Update(tea.MouseMsg{X: toX, Y: toY, Action: tea.MouseActionRelease})
	m.View()
}

func TestBordersAreDragged(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 160, 45, termenv.Ascii)
	m.View()
	left := m.layout.panes[requestPane]
	dragged(m, left.w-1, left.y+3, 50, left.y+3)
	if got := m.layout.panes[requestPane]; got.w != 50 || got.h != left.h {
		t.Errorf("the border between the columns is at %d", got.w)
	}
	dragged(m, 10, left.y+left.h, 10, left.y+5)
	if got := m.layout.panes[requestPane]; got.h != 5 || got.w != 50 {
		t.Errorf("the border between the rows is at %d", got.h)
	}
	dragged(m, 50, left.y+5, 90, left.y+12) // where they cross
	if got := m.layout.panes[requestPane]; got.h != 12 || got.w != 90 {
		t.Errorf("both borders are at %+v", got)
	}
	dragged(m, 90, left.y+4, -5, 200)
	if got := m.layout.panes[requestPane]; got.w != leastCells {
		t.Errorf("a pane is dragged down to %d cells", got.w)
	}
	press(m, "0", "2", "g", "enter")
	m.View()
	dragged(m, m.layout.detail.x, 10, 100, 10)
	if m.layout.detail.x != 100 {
		t.Errorf("the event begins at %d", m.layout.detail.x)
	}
	m.Update(tea.WindowSizeMsg{Width: 320, Height: 45})
	if m.View(); m.layout.detail.x != 200 {
		t.Errorf("in a window twice as wide it begins at %d", m.layout.detail.x)
	}
}

func TestKeysGiveAPaneRoom(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 160, 45, termenv.Ascii)
	m.View()
	before := m.layout.panes[stderrPane]
	press(m, "4", ">")
	m.View()
	if got := m.layout.panes[stderrPane]; got.w <= before.w || got.h <= before.h {
		t.Errorf("it was %+v and is %+v", before, got)
	}
	press(m, "<")
	if m.View(); m.layout.panes[stderrPane] != before {
		t.Errorf("back it is %+v, not %+v", m.layout.panes[stderrPane], before)
	}
	press(m, ">", ">", "0")
	if m.View(); m.layout.panes[stderrPane] != before {
		t.Errorf("even it is %+v, not %+v", m.layout.panes[stderrPane], before)
	}
}
