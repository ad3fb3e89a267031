package ui

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/session"
)

// TestWhatIsTypedIsSent types as a terminal does: in bursts, cut at blanks.
func TestWhatIsTypedIsSent(t *testing.T) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":9001,"method":"tools/call","params":{"name":"echo","arguments":{"message":"a  b"}}}`,
		"{\"a\":\"\\t\", \"wide\":\"日本語 👨‍👩‍👧 é e\u0301\"}  ",
		`[1e400,-0.0,9007199254740993]`,
		`not json at all [ ] ? q`,
		" ",
	} {
		f := live()
		m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
		press(m, "esc", "i", "ctrl+u")
		typeBursts(m, text)
		press(m, "enter", "esc")
		if len(f.sent) != 1 || f.sent[0] != text {
			t.Errorf("%q was sent for %q", f.sent, text)
		}
		if m.mode != listMode {
			t.Errorf("mode %d after esc", m.mode)
		}
	}
}

func typeBursts(m *Model, text string) {
	for text != "" {
		n := strings.IndexAny(text, " \t")
		switch {
		case n == 0 && text[0] == '\t':
			m.Update(tea.KeyMsg{Type: tea.KeyTab})
			n = 1
		case n == 0:
			m.Update(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
			n = 1
		case n < 0:
			n = len(text)
			fallthrough
		default:
			m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text[:n])})
		}
		text = text[n:]
	}
}

func TestAnEmptiedComposerStaysEmptyWhateverTheServerSays(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
	press(m, "i", "ctrl+u")
	f.next++
	m.Update(feedMsg{})
	if text := m.composer.text; len(text) != 0 {
		t.Errorf("it holds %q", text)
	}
}

func TestAPasteNeverSendsAndIsFolded(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
	value := map[string]any{"jsonrpc": "2.0", "id": 9, "method": "x", "params": map[string]any{"s": "a\nb", "pad": strings.Repeat("y", 1<<20)}}
	text, _ := json.MarshalIndent(value, "", " ")
	press(m, "i", "ctrl+u")
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(strings.ReplaceAll(string(text), "\n", "\r"))})
	m.View()
	if len(f.sent) != 0 {
		t.Fatal("the paste was sent")
	}
	press(m, "enter")
	if len(f.sent) != 1 || strings.Contains(f.sent[0], "\n") || f.sent[0] != strings.ReplaceAll(string(text), "\n", "") {
		t.Error("what was sent is not what was pasted")
	}
}

func TestWhatIsSaidOfWhatWasSent(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                          "✓ sent, though it is no JSON",
		"  ":                             "✓ sent a blank line",
		`{"a":1}`:                        "✓ sent, though it is no message",
		`{"jsonrpc":"2.0","method":"x"}`: "✓ sent notification · x",
		`{"jsonrpc":"2.0","id":9,"method":"ping"}`: "✓ sent request · id 9 · ping",
	} {
		m := newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
		press(m, "i", "ctrl+u", text, "enter")
		if !strings.Contains(m.View(), want+" ") {
			t.Errorf("%q: %s", text, m.notice.text)
		}
	}
}

func TestADeadServerNamesTheKeysThatWorkHere(t *testing.T) {
	for _, tc := range []struct{ keys, says string }{
		{"", " · R starts it again"},
		{"enter", " · R starts it again"},
		{"i", " · esc, R starts it again"},
		{"i enter", "no server to send to: esc, R starts it again"},
		{"enter /", " · esc, R starts it again"},
	} {
		f := live()
		f.state.Phase = session.Ended
		m := newTest(t, dead().journal(t), f, 120, 40, termenv.Ascii)
		press(m, strings.Fields(tc.keys)...)
		if !strings.Contains(m.View(), tc.says) {
			t.Errorf("%q does not say %q:\n%s", tc.keys, tc.says, m.View())
		}
	}
}

func TestAServerThatIsStoppedNamesTheKeyThatWorksHere(t *testing.T) {
	for keys, want := range map[string]string{"q": "q skips", "q i": "ctrl-c skips", "q enter": "ctrl-c skips"} {
		f := live()
		m := newTest(t, begun().journal(t), f, 120, 40, termenv.Ascii)
		f.Stop()
		press(m, strings.Fields(keys)...)
		if !strings.Contains(m.View(), want) {
			t.Errorf("%q does not say %q:\n%s", keys, want, m.View())
		}
	}
}

func TestLineBreaksInsideStringsStay(t *testing.T) {
	text := "{\n\"a\\\"\": \"x\ny\"\n}"
	if got := string(folded([]byte(text))); got != "{\"a\\\"\": \"x\ny\"}" {
		t.Errorf("%q", got)
	}
}

func TestAfterSendingTheNextIDStandsReady(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 80, 24, termenv.Ascii)
	press(m, "i", "enter", "enter")
	want := []string{`{"jsonrpc":"2.0","id":8,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":9,"method":"tools/list"}`}
	if !slices.Equal(f.sent, want) {
		t.Errorf("%q", f.sent)
	}
}

func TestEditLoadsTheExactTextWithAFreshID(t *testing.T) {
	f := live()
	m := newTest(t, busy().sent(30000, `{ "id" : 77,"x":1e400, "jsonrpc":"2.0", "method":"m" }`).journal(t), f, 80, 24, termenv.Ascii)
	press(m, "e")
	if got := string(m.composer.text); got != `{ "id" : 8,"x":1e400, "jsonrpc":"2.0", "method":"m" }` {
		t.Errorf("%s", got)
	}
	press(m, "esc", "r")
	types(m, ":", "resend-exactly", "enter")
	want := []string{`{ "id" : 8,"x":1e400, "jsonrpc":"2.0", "method":"m" }`, `{ "id" : 77,"x":1e400, "jsonrpc":"2.0", "method":"m" }`}
	if !slices.Equal(f.sent, want) {
		t.Errorf("sent again were %q", f.sent)
	}
}

// TestTheEditorAgreesWithASimpleOne makes random edits in the editor and in a slice.
func TestTheEditorAgreesWithASimpleOne(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "{", "\n", "\t", "日", "é", "👨‍👩‍👧", "long text here", "\x1b"}
	var e editor
	e.set(nil)
	e.resize(7)
	var model []byte
	for i := range 20000 {
		switch random.IntN(8) {
		case 0, 1, 2:
			p := pieces[random.IntN(len(pieces))]
			model = slices.Insert(model, e.cursor, []byte(p)...)
			e.insert([]byte(p))
		case 3:
			before := e.cursor
			e.backspace()
			model = slices.Delete(model, e.cursor, before)
		case 4:
			e.left()
		case 5:
			e.right()
		case 6:
			e.down(random.IntN(5) - 2)
		case 7:
			if len(model) > 300 {
				e.set(nil)
				model = nil
			}
		}
		if string(e.text) != string(model) {
			t.Fatalf("step %d: %q, not %q", i, e.text, model)
		}
		checkEditor(t, &e, i)
	}
}

func checkEditor(t *testing.T, e *editor, step int) {
	t.Helper()
	if e.cursor < 0 || e.cursor > len(e.text) {
		t.Fatalf("step %d: the cursor is at %d of %d", step, e.cursor, len(e.text))
	}
	fresh := newWrapped(e.text, e.width)
	fresh.extend(1000)
	e.extend(1000)
	if !slices.Equal(fresh.rows, e.rows) {
		t.Fatalf("step %d: rows %v, not %v of %q", step, e.rows, fresh.rows, e.text)
	}
	for _, l := range e.render(8, 3, newTheme(termenv.Ascii, DarkBackground), true) {
		if l.col > 8 {
			t.Fatalf("step %d: a row of %d cells", step, l.col)
		}
	}
}
