package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"stdioscope/history"
)

// fakeSessions is a list that a test writes.
type fakeSessions struct {
	all  []history.Saved
	open map[string]*history.Journal
	bell chan struct{}
}

func (s *fakeSessions) List() []history.Saved { return s.all }
func (s *fakeSessions) Bell() <-chan struct{} { return s.bell }
func (s *fakeSessions) Open(path string) (*history.Journal, error) {
	if j := s.open[path]; j != nil {
		return j, nil
	}
	return nil, errors.New("cannot read history: no such file")
}

func saved(label string, age time.Duration, live bool) history.Saved {
	s := history.Saved{
		Path: "/state/" + label + age.String(), Events: 1204, Findings: 3, Live: live, Client: "claude-ai 0.1",
		Header: history.Header{ID: label + age.String(), Label: label, Time: began.Add(-age), Command: []string{"node", "dist/index.js", "stdio"}},
	}
	if !live {
		s.Ending, s.Findings = "exited 0", 0
	}
	return s
}

func someSessions(t *testing.T) *fakeSessions {
	t.Helper()
	s := &fakeSessions{
		all: []history.Saved{
			saved("everything", 2*time.Minute, true), saved("files\x1b[2J\u202e", 3*time.Hour, true), saved("time", 50*time.Hour, false),
		},
		open: map[string]*history.Journal{}, bell: make(chan struct{}, 1),
	}
	s.all[2].Events, s.all[2].Findings, s.all[2].Ending = -1, -1, ""
	s.open[s.all[0].Path] = busy().journal(t)
	return s
}

func tableModel(t *testing.T, j *history.Journal, sessions Sessions, w, h int, profile termenv.Profile) *Model {
	t.Helper()
	opt := options(profile)
	opt.Sessions, opt.Follow = sessions, true
	return newTestWith(t, j, nil, w, h, opt)
}

func TestTheListOfSessionsComesFirst(t *testing.T) {
	for name, size := range map[string][2]int{"sessions-160x45": {160, 45}, "sessions-80x24": {80, 24}} {
		m := tableModel(t, history.Empty(), someSessions(t), size[0], size[1], termenv.Ascii)
		fits(t, m.View(), size[0], size[1])
		golden(t, name, plain(m.View()))
	}
	m := tableModel(t, history.Empty(), someSessions(t), 120, 30, termenv.TrueColor)
	golden(t, "sessions-colour", m.View())
	m = tableModel(t, history.Empty(), &fakeSessions{}, 80, 24, termenv.Ascii)
	if got := plain(m.View()); !strings.Contains(got, "there is no session yet") {
		t.Errorf("without any there is\n%s", got)
	}
	press(m, "enter", "esc", "j", "G")
	if m.mode != tableMode {
		t.Error("an empty list was left")
	}
}

func TestASessionIsChosenAndTheListComesBack(t *testing.T) {
	m := tableModel(t, history.Empty(), someSessions(t), 120, 30, termenv.Ascii)
	settle(m, press(m, "enter"))
	if got := plain(m.View()); !strings.Contains(got, "tools/call echo") || m.mode != listMode {
		t.Fatalf("after enter there is\n%s", got)
	}
	m.Update(feedMsg{of: newFeed(m.ctx, m.journal)}) // of the journal before: it is not ours
	press(m, "L")
	if got := plain(m.View()); !strings.Contains(got, "Sessions") || !strings.Contains(got, "▸ ● everything") {
		t.Fatalf("after L there is\n%s", got)
	}
	settle(m, press(m, "j", "enter"))
	if got := plain(m.View()); !strings.Contains(got, "✗ cannot read history") {
		t.Errorf("of one that cannot be opened is said\n%s", got)
	}
	press(m, "esc")
	if m.mode != listMode {
		t.Error("esc does not lead back")
	}
}

func TestANewSessionOfTheSameLabelAppearsByItself(t *testing.T) {
	sessions := someSessions(t)
	next := saved("everything", -time.Minute, true)
	sessions.open[next.Path] = begun().journal(t)

	m := tableModel(t, busy().journal(t), sessions, 120, 30, termenv.Ascii)
	sessions.all = append([]history.Saved{next}, sessions.all...)
	m.Update(sessionsMsg{})
	if got := plain(m.View()); !strings.Contains(got, "another session of everything has begun · L lists it") {
		t.Errorf("while the first runs there is\n%s", got)
	}

	sessions.all = sessions.all[1:]
	m = tableModel(t, dead().journal(t), sessions, 120, 30, termenv.Ascii)
	first := m.journal
	sessions.all = append([]history.Saved{next}, sessions.all...)
	sessions.bell <- struct{}{} // what waits for it ends
	_, command := m.Update(sessionsMsg{})
	settle(m, command)
	if m.journal == first {
		t.Errorf("after the end of the first there is\n%s", plain(m.View()))
	}
}
