package ui

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestSecretsAreMaskedUntilTheyAreAskedFor(t *testing.T) {
	const secret = "hunter2hunter2"
	story := begun().
		sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"login","arguments":{"password":"`+secret+`"}}}`).
		said(9001, "password="+secret)
	m := newTest(t, story.journal(t), live(), 160, 45, termenv.Ascii)
	press(m, "1", "G", "enter")
	for _, tc := range []struct {
		key   string
		shown bool
	}{{"", false}, {"v", true}, {"v", false}} {
		if tc.key != "" {
			press(m, tc.key)
		}
		press(m, "esc", "4", "G")
		stderr := plain(m.View())
		press(m, "1", "G", "enter")
		detail := plain(m.View())
		for what, picture := range map[string]string{"stderr": stderr, "detail": detail} {
			if strings.Contains(picture, secret) != tc.shown {
				t.Errorf("%s after %q:\n%s", what, tc.key, picture)
			}
		}
		if !tc.shown && !strings.Contains(detail, `"password": "**************"`) {
			t.Errorf("the mask is not as long as the secret:\n%s", detail)
		}
	}
	if line, _ := m.journal.Line(m.journal.Len() - 1); !strings.Contains(string(line), secret) {
		t.Error("the file does not keep the truth")
	}
}

func TestAMaskIsNotSentUnawares(t *testing.T) {
	story := begun().sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"login","arguments":{"password":"[redacted:3f2a91c4]"}}}`)
	f := live()
	m := newTest(t, story.journal(t), f, 160, 45, termenv.Ascii)
	press(m, "1", "G", "r")
	if len(f.sent) != 0 || !strings.Contains(plain(m.View()), "a mask stands where a secret was") {
		t.Errorf("%q was sent:\n%s", f.sent, plain(m.View()))
	}
	press(m, "e")
	if picture := plain(m.View()); !strings.Contains(picture, "⚠ holds the mask of a secret") {
		t.Errorf("the composer says nothing:\n%s", picture)
	}
}
