package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestCommandsAreRunByName(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, ":")
	fits(t, m.View(), 120, 30)
	types(m, "tmln")
	golden(t, "palette-120x30", plain(m.View()))
	types(m, "enter")
	if !m.timeline {
		t.Error("the command that is marked was not run")
	}
	types(m, ":", "zoom", "enter")
	if !m.zoom {
		t.Error("the command that was named was not run")
	}
	types(m, ":", "up", "up")
	if m.mode != promptMode || m.prompt.at < 0 {
		t.Error("up does not move in the menu")
	}
	types(m, "esc", ":", "xyzzy", "enter")
	if got := plain(m.View()); !strings.Contains(got, "there is no command xyzzy") {
		t.Errorf("of a command that is none is said\n%s", got)
	}
	types(m, ":", "go 9", "enter")
	if p, _ := m.current(); m.journal.Event(p).Seq != 9 {
		t.Errorf("go leads to event %d", p)
	}
	types(m, ":", "go 999", "enter")
	if got := plain(m.View()); !strings.Contains(got, "there is no event 999") {
		t.Errorf("of a number that is none is said\n%s", got)
	}
	types(m, ":", "filter tool:echo", "enter")
	if m.filtering.text != "tool:echo" {
		t.Error("no filter by name")
	}
}

func TestWordsOfACommandAreCompleted(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, ":", "sav", "tab", "mar", "tab", "mark", "tab")
	if got := string(m.prompt.text); got != "save marked markdown " {
		t.Errorf("tab leads to %q", got)
	}
}

func TestPartsOfSomeEventsAreCopied(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	out := &bytes.Buffer{}
	m.out = out
	types(m, "/", "tool:echo", "enter", ":", "copy filtered id", "enter")
	if got := plain(m.View()); !strings.Contains(got, "✓ 3 B") {
		t.Errorf("copying says\n%s", got)
	}
	if !strings.Contains(out.String(), "]52;c;MgoyCg==") && !strings.Contains(out.String(), "]52;c;Mgoy") {
		t.Errorf("the terminal got %q", out)
	}
	types(m, ":", "copy nonsense", "enter")
	if got := plain(m.View()); !strings.Contains(got, "nonsense is neither") {
		t.Errorf("of nonsense is said\n%s", got)
	}
}

func TestAPartOfTheEventsIsSaved(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	path := filepath.Join(t.TempDir(), "my report.md")
	types(m, "1", "g", "j", "j", " ", ":", "save marked markdown "+path, "enter")
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "echo") || strings.Contains(string(text), "nope") {
		t.Errorf("saved is %s, %v\n%s", text, err, plain(m.View()))
	}
	types(m, ":", "save marked markdown "+path, "enter")
	if got := plain(m.View()); !strings.Contains(got, "✗ save") {
		t.Errorf("a file that is there was written over\n%s", got)
	}
}
