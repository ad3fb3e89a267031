package ui

import (
	"os"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestAnEventIsShownInTheEditorAndTheFileGoes(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	command := press(m, "1", "g", "j", "j", "E")
	written, ok := command().(writtenMsg)
	if !ok || written.err != nil {
		t.Fatalf("nothing is written: %+v", written)
	}
	text, err := os.ReadFile(written.path)
	if err != nil || !strings.Contains(string(text), "\n  \"method\": \"tools/call\"") {
		t.Errorf("the editor shows %s, %v", text, err)
	}
	m.mouse = true
	_, command = m.Update(editedMsg{path: written.path})
	settle(m, command)
	if _, err := os.Stat(written.path); err == nil {
		t.Error("the copy is still there")
	}
}

func TestTheComposersTextGoesToTheEditorAndComesBack(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 100, 24, termenv.Ascii)
	press(m, "i", "ctrl+u", "{}")
	written, ok := press(m, "ctrl+e")().(writtenMsg)
	if !ok || written.err != nil {
		t.Fatalf("%v", written.err)
	}
	if text, err := os.ReadFile(written.path); err != nil || string(text) != "{}" {
		t.Errorf("the editor gets %q, %v", text, err)
	}
	if err := os.WriteFile(written.path, []byte("{\"a\":\n1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, command := m.Update(editedMsg(written))
	settle(m, command)
	if got := string(m.composer.text); got != "{\"a\":\n1}" || m.mode != composerMode {
		t.Errorf("back comes %q", got)
	}
	if _, err := os.Stat(written.path); err == nil {
		t.Error("the copy is left behind")
	}
}

func TestARawTextComesBackFromTheEditorAsItIsSent(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 100, 24, termenv.Ascii)
	m.warned = true
	press(m, "i", "ctrl+u", "ctrl+b", "x")
	written, ok := press(m, "ctrl+e")().(writtenMsg)
	if !ok || written.err != nil {
		t.Fatalf("%v", written.err)
	}
	if err := os.WriteFile(written.path, []byte("{\r\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, command := m.Update(editedMsg(written))
	settle(m, command)
	press(m, "enter")
	if len(f.plans) != 1 || f.plans[0].Size() != len("{\r\n}\n") || len(f.sent) != 0 {
		t.Errorf("sent are %q and %v", f.sent, f.plans)
	}
}
