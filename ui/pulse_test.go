package ui

import (
	"bytes"
	"context"
	"io"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// screen keeps what is written to it.
type screen struct {
	mu  sync.Mutex
	out bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

// shows waits until a text was written, and says whether it was.
func (s *screen) shows(text string) bool {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		s.mu.Lock()
		found := bytes.Contains(s.out.Bytes(), []byte(text))
		s.mu.Unlock()
		if found {
			return true
		}
	}
	return false
}

// TestTheRendererRestsAndWakes runs a program and looks at the clock of its renderer.
// It fails when another version of Bubble Tea keeps it elsewhere, or draws without it.
func TestTheRendererRestsAndWakes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := newTest(t, begun().journal(t), live(), 80, 24, termenv.Ascii)
	m.ctx, m.feed = ctx, newFeed(ctx, m.journal)
	in, keys := io.Pipe()
	defer func() { _ = keys.Close() }()
	out := &screen{}
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler())
	resting := make(chan *time.Ticker, 1)
	m.pulse = &pulse{ticker: func() *time.Ticker {
		ticker := rendererTicker(program)
		select {
		case resting <- ticker:
		default:
		}
		return ticker
	}}
	done := make(chan error, 1)
	go func() {
		_, err := program.Run()
		done <- err
	}()
	ticker := <-resting
	if ticker == nil {
		t.Fatal("the renderer has no clock that can be found: an idle screen is not idle")
	}
	time.Sleep(2 * frameTime) // the last tick may be on its way
	select {
	case <-ticker.C:
		t.Error("the clock runs though nothing changes")
	case <-time.After(20 * frameTime):
	}
	program.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("?")})
	if !out.shows("Help") {
		t.Error("nothing is drawn any more once the clock has stopped")
	}
	program.Quit()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
