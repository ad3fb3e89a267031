package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
)

// rowsOf gives the lines of a picture that a text is in.
func rowsOf(m *Model, text string) []string {
	m.picture.dirty = true
	var found []string
	for _, l := range strings.Split(plain(m.View()), "\n") {
		if strings.Contains(l, text) {
			found = append(found, l)
		}
	}
	return found
}

func TestAPromptIsSeenBeforeItsLineEnds(t *testing.T) {
	for _, tc := range []struct {
		name, key string
		dir       framing.Dir
		tail      string
		shown     string
	}{
		{"on stdout", "2", framing.ServerToClient, "Password: ", "← … Password:"},
		{"on stderr", "4", framing.Stderr, "Password: ", "… Password:"},
		{"stdout in the timeline", "t", framing.ServerToClient, "Password: ", "← … Password:"},
		{"stderr in the timeline", "t", framing.Stderr, "Password: ", "» … Password:"},
		{"a progress bar", "4", framing.Stderr, "10%\r50%\r\x1b[32m100%\x1b[0m", "… 100% "},
		{"what commands the terminal", "2", framing.ServerToClient, "\x1b[2Jx\u202ey", `… \x1b[2Jx<U+202E>y`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := recording(t)
			m := newTest(t, r.Journal(), live(), 80, 24, termenv.Ascii)
			press(m, tc.key)
			r.Tail(tc.dir, []byte(tc.tail))
			m.Update(feedMsg{})
			if rows := rowsOf(m, tc.shown); len(rows) != 1 || !strings.Contains(rows[0], "no line end yet") {
				t.Fatalf("not shown:\n%s", plain(m.View()))
			}
			fits(t, m.View(), 80, 24)
			press(m, "j", "enter", "G")
			if m.showing {
				t.Error("what is no event was opened")
			}
			r.Tail(tc.dir, nil)
			r.Line(tc.dir, history.FromClient, wire(tc.tail+"done"))
			await(t, r.Journal(), 1)
			m.Update(feedMsg{})
			if rows := rowsOf(m, "no line end"); len(rows) != 0 {
				t.Errorf("it is still there:\n%s", plain(m.View()))
			}
		})
	}
}

func TestAPromptBehindManyRows(t *testing.T) {
	r := recording(t)
	m := newTest(t, r.Journal(), live(), 80, 24, termenv.Ascii)
	for range 50 {
		r.Line(framing.Stderr, history.FromClient, wire("hello"))
	}
	await(t, r.Journal(), 50)
	r.Tail(framing.Stderr, []byte("Continue? "))
	press(m, "4")
	m.Update(feedMsg{})
	if len(rowsOf(m, "Continue?")) != 1 || len(rowsOf(m, "▸")) != 1 {
		t.Errorf("prompt and selection are not both in view:\n%s", plain(m.View()))
	}
	press(m, "g")
	if len(rowsOf(m, "Continue?")) != 0 {
		t.Errorf("it is shown far from its place:\n%s", plain(m.View()))
	}
	press(m, "G", "1")
	if !strings.Contains(plain(m.View()), "4 Stderr 50…") {
		t.Errorf("the tab says nothing of it:\n%s", plain(m.View()))
	}
	for h := 1; h < 24; h++ {
		m.Update(tea.WindowSizeMsg{Width: 30, Height: h})
		fits(t, m.View(), 30, h)
	}
}

func TestAPromptCannotBeClicked(t *testing.T) {
	r := recording(t)
	m := newTest(t, r.Journal(), live(), 80, 24, termenv.Ascii)
	r.Line(framing.Stderr, history.FromClient, wire("hello"))
	await(t, r.Journal(), 1)
	r.Tail(framing.Stderr, []byte("Continue? "))
	m.Update(feedMsg{})
	press(m, "4")
	at := m.layout.panes[stderrPane]
	m.Update(tea.MouseMsg{X: at.x + 5, Y: at.y + 2, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if m.active().cursor != 0 {
		t.Errorf("row %d is selected", m.active().cursor)
	}
}
