//go:build unix

package ui

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"stdioscope/history"
	"stdioscope/session"
)

// TestWhatIsShownIsWhatTheServerGets writes random texts into the composer, by keys and
// by pasting, sends them, and compares what a real child got with what was shown.
func TestWhatIsShownIsWhatTheServerGets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "got")
	s, err := session.Start(session.Config{
		Command: []string{"sh", "-c", `cat > "$0"`, file}, Protocol: session.ProtocolLegacy, Grace: 20 * time.Second,
	}, "", history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Journal().Close() }()
	m := newTest(t, s.Journal(), s, 100, 30, termenv.Ascii)
	m.warned = true
	random := rand.New(rand.NewPCG(5, 6))
	pieces := []string{
		`{"a":1}`, `[1,`, `"`, `\`, "日本", "é", "e\u0301", "👨‍👩‍👧", " ", "\t", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "\u202e", "}", "x", "ÿ", "\n",
	}
	var want bytes.Buffer
	press(m, "i")
	for range 300 {
		raw := random.IntN(2) == 0
		m.composer.setRaw(raw)
		press(m, "ctrl+u")
		for range random.IntN(8) {
			piece := pieces[random.IntN(len(pieces))]
			if random.IntN(2) == 0 || piece == "\t" || piece == "\n" {
				m.pasted(piece)
			} else {
				press(m, piece)
			}
		}
		shown := bytes.Clone(m.composer.text)
		if len(shown) == 0 {
			continue
		}
		press(m, "enter")
		if !raw {
			shown = folded(shown)
		}
		want.Write(shown)
		if !bytes.HasSuffix(shown, []byte("\n")) { // one that stands there is the line end
			want.WriteByte('\n')
		}
	}
	s.Stop()
	<-s.Done()
	s.Close()
	got, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("the server got %d bytes, shown were %d, %v", len(got), want.Len(), err)
		for i := range min(len(got), want.Len()) {
			if got[i] != want.Bytes()[i] {
				t.Fatalf("they differ at byte %d: %q, not %q", i, got[max(0, i-40):min(len(got), i+20)], want.Bytes()[max(0, i-40):min(want.Len(), i+20)])
			}
		}
	}
}

func TestAMegabyteIsPastedAndSent(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 100, 30, termenv.Ascii)
	text := `{"jsonrpc":"2.0","id":8,"method":"x","params":{"text":"` + string(bytes.Repeat([]byte("abcdefgh "), 1<<17)) + `"}}`
	press(m, "i", "ctrl+u")
	m.pasted(text)
	press(m, "enter")
	if len(f.sent) != 1 || f.sent[0] != text {
		t.Errorf("%d bytes were sent of %d", len(f.sent[0]), len(text))
	}
}

// BenchmarkPaste is the time from a paste of 1 MB to the picture of it. Budget: 1 s.
func BenchmarkPaste(b *testing.B) {
	m := newTest(b, busy().journal(b), live(), 160, 45, termenv.Ascii)
	text := `{"jsonrpc":"2.0","id":8,"method":"x","params":{"text":"` + string(bytes.Repeat([]byte("abcdefgh "), 1<<17)) + `"}}`
	press(m, "i")
	for b.Loop() {
		press(m, "ctrl+u")
		m.pasted(text)
		m.Update(drawMsg{})
		m.View()
	}
}
