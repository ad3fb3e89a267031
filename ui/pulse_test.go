package ui

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// TestTheRendererRestsAndWakes runs a program and looks at the clock of its renderer.
func TestTheRendererRestsAndWakes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := newTest(t, begun().journal(t), live(), 80, 24, termenv.Ascii)
	m.ctx, m.feed.ctx = ctx, ctx
	in, keys := io.Pipe()
	defer func() { _ = keys.Close() }()
	var out bytes.Buffer
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(&out), tea.WithoutSignalHandler())
	found := make(chan bool, 1)
	m.pulse = &pulse{ticker: func() *time.Ticker {
		ticker := rendererTicker(program)
		select {
		case found <- ticker != nil:
		default:
		}
		return ticker
	}}
	done := make(chan error, 1)
	go func() {
		_, err := program.Run()
		done <- err
	}()
	if !<-found {
		t.Error("the renderer has no clock that can be found: an idle screen is not idle")
	}
	time.Sleep(5 * time.Millisecond)
	program.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("?")})
	time.Sleep(5 * frameTime)
	program.Quit()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if !bytes.Contains(out.Bytes(), []byte("Help")) {
		t.Error("nothing is drawn any more once the clock has stopped")
	}
}
