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
