package ui

import (
	"os"
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

func TestWhatIsSavedForPeopleIsMaskedLikeTheScreen(t *testing.T) {
	const secret = "hunter2hunter2"
	for _, format := range []string{"text", "markdown", "html", "raw", "json"} {
		for _, lifted := range []bool{false, true} {
			m := newTest(t, begun().said(9001, "password="+secret).journal(t), live(), 100, 24, termenv.Ascii)
			if lifted {
				press(m, "v")
			}
			path := filepath.Join(t.TempDir(), "saved")
			settle(m, m.saveWords("all "+format+" "+path))
			saved, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			exact := format == "raw" || format == "json"
			if got := strings.Contains(string(saved), secret); got != (lifted || exact) {
				t.Errorf("%s, secrets shown %v: the secret is there: %v", format, lifted, got)
			}
		}
	}
}
