package session

import (
	"fmt"
	"time"

	"stdioscope/session/process"
)

const (
	// slowAfter is how long the server may take nothing before it counts as not reading.
	slowAfter = 2 * time.Second
	// lookAgain is how often a server that does not read is looked at.
	lookAgain = 250 * time.Millisecond
)

// stall is what a sender knows of a server that does not read.
type stall struct {
	timer   *time.Timer
	since   time.Time // when the server was last seen to take something
	inPipe  int       // how much was in its pipe then, where the system tells
	stalled bool      // that it does not read was told
}

// unread is how many bytes have waited too long, those in the server's pipe
// included where the system tells; 0 while the server reads.
func (s *sender) unread() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.since) < slowAfter {
		return 0
	}
	waiting, _ := s.left()
	return waiting
}

// left is how many bytes the server has not read yet, and how many of them are in
// its pipe. The caller holds mu.
func (s *sender) left() (waiting, inPipe int) {
	if s.broken || s.closing {
		return 0, 0
	}
	inPipe, _ = process.PipeFill(s.stdin)
	return s.waiting + inPipe, inPipe
}

// watchStall runs on the timer's goroutine, from a while after the last write until
// the server has read all of it.
func (s *sender) watchStall() {
	if text := s.lookAtStall(); text != "" {
		s.rec.Note("%s", text)
	}
}

// lookAtStall gives what there is to say, if anything.
func (s *sender) lookAtStall() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	waiting, inPipe := s.left()
	if inPipe < s.inPipe {
		s.since = time.Now()
	}
	s.inPipe = inPipe
	quiet := time.Since(s.since)
	if waiting > 0 {
		s.timer.Reset(lookAgain)
	}
	switch {
	case s.stalled && (waiting == 0 || quiet < slowAfter):
		s.stalled = false
		return "the server reads again"
	case !s.stalled && waiting > 0 && quiet >= slowAfter:
		s.stalled = true
		return s.describe(waiting, inPipe)
	}
	return ""
}

// describe says that the server does not read, and why as far as can be told: one
// that waits for us to take its own output cannot.
func (s *sender) describe(waiting, inPipe int) string {
	text := fmt.Sprintf("the server is not reading: %d bytes wait", waiting)
	if inPipe > 0 {
		text += fmt.Sprintf(", %d of them in its pipe", inPipe)
	}
	if out, ok := process.PipeFill(s.stdout); ok && out > 0 {
		text += fmt.Sprintf("; it is stuck writing, %d bytes of its output wait to be taken", out)
	}
	return text
}
