package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

func clicked(m *Model, x, y int) {
	m.View()
	m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	m.Update(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionRelease})
	m.View()
}

func TestATabIsClicked(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
	m.View()
	clicked(m, 20, m.layout.tabs.y)
	if m.focus != responsePane {
		t.Errorf("a click on the second tab leads to pane %d", m.focus)
	}
}

func TestAClickOnARowOpensItInTheDetailBesideTheList(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 160, 40, termenv.Ascii)
	press(m, "1", "g", "enter")
	list := m.layout.panes[requestPane]
	clicked(m, list.x+5, list.y+3)
	if p, _ := m.active().selected(); m.detail.position != p || m.active().cursor != 2 {
		t.Errorf("the row is event %d, the detail shows %d", p, m.detail.position)
	}
}
