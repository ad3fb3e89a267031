package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"stdioscope/history"
)

func TestAHistoryIsSavedToAnotherFile(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 100, 24, termenv.Ascii)
	path := filepath.Join(t.TempDir(), "other.jsonl")
	for _, want := range []string{"✓ saved as", "file exists"} {
		press(m, "s", "ctrl+u")
		typeBursts(m, path)
		settle(m, press(m, "enter"))
		if picture := plain(m.View()); !strings.Contains(picture, want) {
			t.Errorf("the screen lacks %q:\n%s", want, picture)
		}
	}
	if got := string(m.prompt.text); m.mode != promptMode || got != path {
		t.Errorf("after a failure the prompt holds %q", got)
	}
	press(m, "esc")
	saved, err := history.Open(path)
	if err != nil || saved.Len() != m.journal.Len() {
		t.Fatalf("%v", err)
	}
	_ = saved.Close()
}
