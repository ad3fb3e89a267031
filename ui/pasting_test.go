package ui

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	tea "github.com/charmbracelet/bubbletea"
)

// pasted gives what was typed around pastes, with the pastes in the place of tickets.
func pastedFrom(t *testing.T, src io.Reader, size int) string {
	t.Helper()
	r := newPastes(src)
	var out bytes.Buffer
	p := make([]byte, size)
	for {
		n, err := r.Read(p)
		out.Write(p[:n])
		if err != nil {
			break
		}
	}
	text := out.String()
	for ticket, msg := range r.kept {
		text = strings.Replace(text, ticket+string(pasteEnd), string(msg.text)+string(pasteEnd), 1)
	}
	return text
}

func TestPastesAreKeptWholeWhereverReadsEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		var typed strings.Builder
		for range random.IntN(6) {
			typed.WriteString([]string{"a", "\x1b", "\x1b[A", "\x1b[2~", "日本", "keys"}[random.IntN(6)])
			if random.IntN(2) == 0 {
				typed.Write(pasteBegin)
				typed.WriteString(strings.Repeat("x\xff\x1b[", random.IntN(200)))
				typed.Write(pasteEnd)
			}
		}
		want := typed.String()
		for _, src := range []io.Reader{strings.NewReader(want), iotest.HalfReader(strings.NewReader(want)), iotest.OneByteReader(strings.NewReader(want))} {
			if got := pastedFrom(t, src, 64+random.IntN(300)); got != want {
				t.Fatalf("typed were %d bytes, read are %d, that end in %.40q", len(want), len(got), got[max(0, len(got)-20):])
			}
		}
	}
}

func TestALongPasteIsOneMessageByteForByte(t *testing.T) {
	text := strings.Repeat("a\xffb", 1000)
	r := newPastes(strings.NewReader("i" + string(pasteBegin) + text + string(pasteEnd) + "\r"))
	p := make([]byte, 256)
	n, err := r.Read(p)
	got := string(p[:n])
	ticket := strings.TrimSuffix(strings.TrimPrefix(got, "i"+string(pasteBegin)), string(pasteEnd)+"\r")
	msg, ok := r.redeem(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(ticket), Paste: true}).(pasteMsg)
	if err != nil || !ok || string(msg.text) != text {
		t.Errorf("read is %q, %v; the paste has %d bytes of %d", got, err, len(msg.text), len(text))
	}
	if again := r.redeem(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(ticket), Paste: true}); again.(tea.KeyMsg).Runes == nil {
		t.Error("a ticket is good twice")
	}
}

func TestAPasteThatIsTooLongIsRefusedWhole(t *testing.T) {
	src := io.MultiReader(bytes.NewReader(pasteBegin), io.LimitReader(endless{}, maxText+1000), bytes.NewReader(pasteEnd), strings.NewReader("q"))
	r := newPastes(src)
	p := make([]byte, 256)
	n, err := r.Read(p)
	if err != nil || len(r.kept) != 1 {
		t.Fatalf("%q, %v", p[:n], err)
	}
	for _, msg := range r.kept {
		if !msg.long || len(msg.text) > pasteChunk {
			t.Errorf("kept are %d bytes", len(msg.text))
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
