package ui

import (
	"fmt"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/session"
)

func TestNoKeyHasTwoMeaningsInOneMode(t *testing.T) {
	for m := listMode; m <= confirmMode; m <<= 1 {
		taken := map[string]string{}
		for _, b := range bindings() {
			if b.modes&m == 0 {
				continue
			}
			for _, key := range b.keys.Keys() {
				if other, ok := taken[key]; ok {
					t.Errorf("%q is %s and %s in mode %d", key, other, b.name, m)
				}
				taken[key] = b.name
			}
		}
	}
}

func TestEveryCommandHasANameOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range bindings() {
		if b.name == "" || seen[b.name] || len(b.keys.Keys()) == 0 || b.do == nil || b.modes == 0 {
			t.Errorf("%+v", b)
		}
		seen[b.name] = true
	}
	if len(Keys()) < 20 {
		t.Errorf("only %d keys are documented", len(Keys()))
	}
}

func TestKeysTypedFastAreTakenApart(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
	press(m, "g")
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jjj")})
	if m.active().cursor != 3 {
		t.Errorf("the cursor is on row %d", m.active().cursor)
	}
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("5{[q")})
	if got := string(m.composer.text); got != `{"jsonrpc":"2.0","id":8,"method":"tools/list"}{[q` {
		t.Errorf("the composer holds %s", got)
	}
}

func TestAPasteIsNoCommand(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
	_, command := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q"), Paste: true})
	if command != nil || m.mode != listMode {
		t.Error("a pasted q did something")
	}
}

func TestEscNeverQuits(t *testing.T) {
	m := newTest(t, begun().journal(t), nil, 80, 24, termenv.Ascii)
	for _, keys := range [][]string{{"esc"}, {"enter", "esc", "esc"}, {"?", "esc", "esc"}, {"t", "esc", "esc"}, {"z", "esc", "esc"}} {
		for _, k := range keys {
			if command := press(m, k); command != nil {
				if _, quits := command().(tea.QuitMsg); quits {
					t.Errorf("%v quit", keys)
				}
			}
		}
	}
}

func TestQuitAsksWhileRequestsAreInFlight(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
	press(m, "q")
	if m.mode != confirmMode || m.quitting {
		t.Fatal("nobody asked")
	}
	press(m, "n")
	if m.mode != listMode || m.quitting {
		t.Fatal("no is yes")
	}
	press(m, "q")
	settle(m, press(m, "y"))
	if !m.quitting || f.stops != 1 {
		t.Fatalf("quitting %v after %d stops", m.quitting, f.stops)
	}
	settle(m, press(m, "q"))
	if f.stops != 2 {
		t.Fatal("a second q does not skip ahead")
	}
	f.state.Phase = session.Ended
	_, command := m.Update(endedMsg{})
	if _, quits := command().(tea.QuitMsg); !quits {
		t.Fatal("the end of the server does not end the program")
	}
}

func TestASavedHistoryIsLeftAtOnce(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 80, 24, termenv.Ascii)
	if _, quits := press(m, "q")().(tea.QuitMsg); !quits {
		t.Error("q does not quit")
	}
}

// TestTheDocumentationListsTheKeys keeps the table in it equal to the code.
func TestTheDocumentationListsTheKeys(t *testing.T) {
	const path, begin, end = "../docs/keys.md", "<!-- keys -->\n", "<!-- /keys -->"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	table, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the keys", path)
	}
	if want := keyTable(); table != want {
		if !*update {
			t.Fatalf("the table of keys is stale: run this test with -update")
		}
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// keyTable is the table of keys in Markdown, a row a command.
func keyTable() string {
	var out strings.Builder
	group := ""
	for _, k := range Keys() {
		if k.Group != group {
			group = k.Group
			fmt.Fprintf(&out, "\n| %s | |\n| --- | --- |\n", group)
		}
		names := make([]string, len(k.Keys))
		for i, key := range k.Keys {
			names[i] = "`" + strings.ReplaceAll(keyName(key), "|", `\|`) + "`"
		}
		fmt.Fprintf(&out, "| %s | %s |\n", strings.Join(names, " "), k.Help)
	}
	return out.String() + "\n"
}
