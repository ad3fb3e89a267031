package ui

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	tea "github.com/charmbracelet/bubbletea"
)

func TestReadsNeverEndInsideACharacter(t *testing.T) {
	text := strings.Repeat("{\"日本\":\"👨‍👩‍👧\"}", 50)
	source := iotest.OneByteReader(strings.NewReader(text))
	for _, from := range []io.Reader{strings.NewReader(text), source} {
		var held []byte
		var got strings.Builder
		p := make([]byte, 7)
		for {
			n, err := readWhole(from, p, &held)
			if n > 1 && partialRune(p[:n]) > 0 {
				t.Fatalf("%q ends inside a character", p[:n])
			}
			got.Write(p[:n])
			if err != nil {
				break
			}
		}
		if got.String() != text {
			t.Fatalf("%q", got.String())
		}
	}
}

func TestPiecesOfMouseReportsAreNoText(t *testing.T) {
	filter := newMouseFilter()
	keys := func(text string) tea.Msg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)} }
	esc := tea.KeyMsg{Type: tea.KeyEscape}
	for _, step := range []struct {
		msg     tea.Msg
		dropped bool
	}{
		{keys("[<65;20;5M"), false},
		{esc, false},
		{keys("[<65;20;5M"), true},
		{esc, false},
		{keys("[<65;2"), true},
		{keys("0;5M"), true},
		{keys("0;5M"), false},
		{esc, false},
		{keys("["), false},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("["), Alt: true}, false},
		{keys("<65;2"), true},
		{keys("0;5M"), true},
		{keys("jj"), false},
	} {
		if got := filter(nil, step.msg); (got == nil) != step.dropped {
			t.Errorf("%v: dropped is %v", step.msg, got == nil)
		}
	}
}
