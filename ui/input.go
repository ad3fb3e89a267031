package ui

import (
	"io"
	"os"
	"regexp"
	"runtime"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
)

// input is a terminal whose long pastes are taken out, and whose reads never end inside a
// character: Bubble Tea reads 256 bytes at a time and drops a character that is cut there.
type input struct {
	*os.File
	pastes *pastes
	held   []byte // the beginning of a character whose end has not come yet
}

// terminalInput is the input of the program; nil for Bubble Tea's own choice.
func terminalInput() *input {
	if runtime.GOOS == "windows" || !term.IsTerminal(os.Stdin.Fd()) {
		return nil
	}
	return &input{File: os.Stdin, pastes: newPastes(os.Stdin)}
}

// Read gives what there is, up to the last whole character.
func (i *input) Read(p []byte) (int, error) {
	return readWhole(i.pastes, p, &i.held)
}

// filter takes messages of Bubble Tea before the model does.
func (i *input) filter() func(tea.Model, tea.Msg) tea.Msg {
	mouse := newMouseFilter()
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if i != nil {
			msg = i.pastes.redeem(msg)
		}
		return mouse(m, msg)
	}
}

func readWhole(r io.Reader, p []byte, held *[]byte) (int, error) {
	n := copy(p, *held)
	*held = (*held)[:0]
	m, err := r.Read(p[n:])
	n += m
	if err != nil {
		return n, err //nolint:wrapcheck // a reader gives its errors as they are
	}
	if tail := partialRune(p[:n]); tail > 0 && tail < n {
		*held = append(*held, p[n-tail:n]...)
		n -= tail
	}
	return n, nil
}

// partialRune is how many bytes at the end of p begin a character that is not complete.
func partialRune(p []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(p); back++ {
		c := p[len(p)-back]
		if !utf8.RuneStart(c) {
			continue
		}
		if c >= utf8.RuneSelf && !utf8.FullRune(p[len(p)-back:]) {
			return back
		}
		return 0
	}
	return 0
}

var (
	mouseReport     = regexp.MustCompile(`^\[?<[\d;]*[Mm]?$`)
	mouseReportTail = regexp.MustCompile(`^[\d;]*[Mm]$`)
)

// newMouseFilter drops pieces of mouse reports. A report that comes in two reads is
// taken by Bubble Tea for the key escape, or alt and a bracket, and for text.
func newMouseFilter() func(tea.Model, tea.Msg) tea.Msg {
	escaped, torn := false, false
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		key, ok := msg.(tea.KeyMsg)
		if !ok {
			return msg
		}
		text := ""
		if key.Type == tea.KeyRunes && !key.Paste {
			text = string(key.Runes)
		}
		bracket := key.Alt && text == "["
		switch {
		case escaped && mouseReport.MatchString(text):
			escaped, torn = false, text[len(text)-1]|0x20 != 'm'
			return nil
		case torn && mouseReportTail.MatchString(text):
			torn = false
			return nil
		}
		escaped, torn = key.Type == tea.KeyEscape || bracket, false
		return msg
	}
}
