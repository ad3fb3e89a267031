package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

func TestTheQuestionBeforeQuitting(t *testing.T) {
	for _, tc := range []struct {
		keys  string
		quits bool
		mode  mode // when it does not
	}{
		{keys: "q q", quits: true},
		{keys: "ctrl+c ctrl+c", quits: true},
		{keys: "q ctrl+c", quits: true},
		{keys: "i ctrl+c ctrl+c", quits: true},
		{keys: "q y", quits: true},
		{keys: "q Y", quits: true},
		{keys: "q n", mode: listMode},
		{keys: "q N", mode: listMode},
		{keys: "q esc", mode: listMode},
		{keys: "q R", mode: confirmMode},
		{keys: "i ctrl+c n", mode: composerMode},
		{keys: "enter ctrl+c n", mode: detailMode},
		{keys: "? ctrl+c esc", mode: helpMode},
		{keys: "R q", mode: confirmMode},
		{keys: "R q n", mode: listMode},
		{keys: "R ctrl+c q", quits: true},
	} {
		f := live()
		m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
		settle(m, press(m, strings.Fields(tc.keys)...))
		if m.quitting != tc.quits || !tc.quits && m.mode != tc.mode {
			t.Errorf("%s: quitting is %v, mode %d", tc.keys, m.quitting, m.mode)
		}
		if f.restarts != 0 {
			t.Errorf("%s restarts the server", tc.keys)
		}
	}
}

func TestAQuestionGoesAwayWithItsReason(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
	for _, key := range []string{"q", "R"} {
		f.state.Phase = session.Ready
		press(m, key)
		if !strings.Contains(m.View(), "(y/n)") {
			t.Fatalf("%s asks nothing", key)
		}
		f.state.Phase = session.Ended
		_, command := m.Update(endedMsg{})
		if m.mode != listMode || strings.Contains(m.View(), "(y/n)") {
			t.Errorf("the question of %s outlives the server", key)
		}
		if m.quitting || ends(command) {
			t.Errorf("the end of the server answers the question of %s", key)
		}
	}
}

func TestTheLastAnswerTakesTheQuestionAway(t *testing.T) {
	r := recording(t)
	m := newTest(t, r.Journal(), live(), 80, 24, termenv.Ascii)
	r.Line(framing.ClientToServer, history.FromComposer, wire(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	await(t, r.Journal(), 1)
	m.Update(feedMsg{})
	press(m, "q")
	if !strings.Contains(m.View(), "1 request in flight") {
		t.Fatalf("nobody asks:\n%s", m.View())
	}
	r.Line(framing.ServerToClient, history.FromClient, wire(`{"jsonrpc":"2.0","id":1,"result":{}}`))
	await(t, r.Journal(), 2)
	m.Update(feedMsg{})
	if m.mode != listMode {
		t.Error("it still asks about a request that was answered")
	}
}

// ends says whether a command quits the program; those that wait it leaves alone.
func ends(command tea.Cmd) bool {
	if command == nil {
		return false
	}
	switch msg := command().(type) {
	case tea.QuitMsg:
		return true
	case tea.BatchMsg:
		for _, c := range msg {
			if ends(c) {
				return true
			}
		}
	}
	return false
}

func TestTheRestartKey(t *testing.T) {
	for name, tc := range map[string]struct {
		keys     string
		phase    session.Phase
		restarts int
		says     string
	}{
		"asks while the server runs":    {keys: "R", says: "2 requests in flight: restart the running server? (y/n)"},
		"no leaves it running":          {keys: "R n", says: "● ready"},
		"yes restarts it":               {keys: "R y", restarts: 1},
		"again is yes":                  {keys: "R R", restarts: 1},
		"a dead one is started at once": {keys: "R", phase: session.Ended, restarts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := live()
			if tc.phase != 0 {
				f.state.Phase = tc.phase
			}
			m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
			settle(m, press(m, strings.Fields(tc.keys)...))
			if f.restarts != tc.restarts {
				t.Errorf("%d restarts", f.restarts)
			}
			if !strings.Contains(plain(m.View()), tc.says) {
				t.Errorf("%q is not said:\n%s", tc.says, plain(m.View()))
			}
		})
	}
}

func TestTheEndOfARunThatTheSessionStartedItselfIsSeen(t *testing.T) {
	f := live()
	m := newTest(t, begun().journal(t), f, 80, 24, termenv.Ascii)
	f.done = make(chan struct{}) // as after --restart-on-change
	m.Update(feedMsg{})
	if m.awaited != f.Done() {
		t.Error("nobody waits for the end of the new run: q would hang")
	}
}

func TestAKeyThatCanDoNothingSaysWhy(t *testing.T) {
	saved := newTest(t, busy().journal(t), nil, 120, 24, termenv.Ascii)
	running := newTest(t, busy().journal(t), live(), 120, 24, termenv.Ascii)
	empty := newTest(t, newStory("x").journal(t), live(), 120, 24, termenv.Ascii)
	for _, tc := range []struct {
		m          *Model
		keys, says string
	}{
		{saved, "i", "i: a saved history has no server"},
		{saved, "e", "e: a saved history has no server"},
		{saved, "r", "r: a saved history has no server"},
		{saved, "R", "R: a saved history has no server"},
		{saved, "a", "a: a saved history has no server"},
		{saved, "f", "f: a saved history does not grow"},
		{saved, "enter n", "n: nothing is searched for"},
		{empty, "a", "a: nothing is selected"},
		{running, "g x", "x: this is no request in flight"},
		{running, "4 e", "e: this is no line of the client's"},
		{running, "4 p", "p: nothing answers this"},
		{running, "S", "S: no answer to a probe is waited for"},
		{empty, "enter", "enter: nothing is selected"},
		{empty, "y", "y: nothing is selected"},
		{empty, "]", "]: there are no findings"},
	} {
		press(tc.m, strings.Fields(tc.keys)...)
		if !strings.Contains(tc.m.View(), tc.says) {
			t.Errorf("%s says nothing of %q:\n%s", tc.keys, tc.says, tc.m.View())
		}
	}
}

// TestNoKeyIsSilent tries every key that is bound, where it makes sense and where not.
func TestNoKeyIsSilent(t *testing.T) {
	for _, b := range bindings() {
		if b.unless == nil || b.modes&listMode == 0 {
			continue
		}
		m := newTest(t, newStory("x").journal(t), nil, 120, 24, termenv.Ascii)
		press(m, b.keys.Keys()[0])
		if m.notice.text == "" {
			t.Errorf("%s does nothing and says nothing", b.keys.Keys()[0])
		}
	}
}
