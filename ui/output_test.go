package ui

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"
)

// slowTerminal takes a write in two pieces.
type slowTerminal struct {
	busy    atomic.Bool
	crossed atomic.Bool
}

func (s *slowTerminal) Write(p []byte) (int, error) {
	if !s.busy.CompareAndSwap(false, true) {
		s.crossed.Store(true)
	}
	time.Sleep(time.Millisecond)
	s.busy.Store(false)
	return len(p), nil
}
func (*slowTerminal) Read([]byte) (int, error) { return 0, io.EOF }
func (*slowTerminal) Close() error             { return nil }
func (*slowTerminal) Fd() uintptr              { return 0 }

func TestNothingLandsInsideAPicture(t *testing.T) {
	terminal := &slowTerminal{}
	out := &output{File: terminal}
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for range 5 {
				_, _ = io.WriteString(out, "x") // as Bubble Tea writes
			}
		})
	}
	writers.Wait()
	if terminal.crossed.Load() {
		t.Error("two writes crossed")
	}
	if _, ok := any(out).(term.File); !ok {
		t.Error("Bubble Tea does not see that it is a terminal")
	}
}

func TestACopyGoesWherePicturesGo(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
	var out bytes.Buffer
	m.out = &out
	settle(m, press(m, "g", "y"))
	line, err := m.journal.Line(2)
	if err != nil || !strings.Contains(out.String(), ansi.SetSystemClipboard(string(line))) {
		t.Errorf("%q, %v", out.String(), err)
	}
}
