package ui

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

// headed gives a story whose header has more members.
func headed(s *story, members string) *story {
	text := strings.Replace(s.b.String(), `"version":"1"}`, members+`,"version":"1"}`, 1)
	s.b.Reset()
	s.b.WriteString(text)
	return s
}

func TestTheTitleSaysThatAHistoryIsRedacted(t *testing.T) {
	m := newTest(t, headed(begun(), `"redacted":true`).journal(t), nil, 80, 24, termenv.Ascii)
	if title, _, _ := strings.Cut(plain(m.View()), "\n"); !strings.Contains(title, "■ saved  redacted") {
		t.Errorf("the title is %q", title)
	}
}

func TestTheTitleTellsNoSecret(t *testing.T) {
	m := newTest(t, newStory("node", "--token", "hunter2hunter2", "--url", "x?password=hunter3hunter3").journal(t), nil, 120, 24, termenv.Ascii)
	title, _, _ := strings.Cut(plain(m.View()), "\n")
	if strings.Contains(title, "hunter") || !strings.Contains(title, "--token •••") {
		t.Errorf("the title is %q", title)
	}
}

func TestAnImportWithoutTimesTellsOfNone(t *testing.T) {
	m := newTest(t, headed(begun(), `"untimed":true`).journal(t), nil, 80, 24, termenv.Ascii)
	press(m, "2", "enter")
	if picture := plain(m.View()); !strings.Contains(picture, "pair #3") || strings.Contains(picture, "pair #3 ·") {
		t.Errorf("on the screen is\n%s", picture)
	}
}

func TestAFactThatIsNotKnownIsARow(t *testing.T) {
	m := newTest(t, begun().fact(9000, `"event":"weather","sky":"blue"`).journal(t), nil, 160, 24, termenv.Ascii)
	press(m, "t")
	if picture := plain(m.View()); !strings.Contains(picture, `"event":"weather","sky":"blue"`) {
		t.Errorf("on the screen is\n%s", picture)
	}
}
