package session

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp/mutation"
	"stdioscope/session/process"
)

const (
	// chunk is how much is written at a time, in bytes: each one that is taken shows
	// that the server reads, if slowly.
	chunk = 16 << 10
	// swamped is how much may wait before our own replies are left out, in bytes.
	swamped = 8 << 20
)

// outgoing is a line on its way to the server, or a plan.
type outgoing struct {
	text   []byte // with its line end
	eol    framing.EOL
	plan   mutation.Plan
	lines  []framing.Line // that the plan makes
	origin history.Origin
}

// sender owns the server's stdin. It writes the lines it was given, one after the
// other; whoever gives one never waits for the server.
type sender struct {
	stdin *os.File
	rec   *history.Recorder
	// stdout is the pipe that the server writes to, to see whether it is stuck there.
	stdout *os.File

	mu      sync.Mutex
	changed sync.Cond
	queue   []outgoing
	closing bool
	broken  bool // the server took no more
	// waiting is how many bytes are queued or being written; stall.go sees to it that
	// they do not wait for long unnoticed.
	waiting int
	stall
	hurry chan struct{} // closed with closing: nobody pauses any more
	done  chan struct{}
}

func newSender(stdin, stdout *os.File, rec *history.Recorder, onPanic func(error)) *sender {
	s := &sender{stdin: stdin, stdout: stdout, rec: rec, hurry: make(chan struct{}), done: make(chan struct{})}
	s.changed.L = &s.mu
	s.timer = time.AfterFunc(slowAfter, s.watchStall)
	s.timer.Stop()
	go s.run(onPanic) // ends when close was called and the queue is empty, or a write failed
	return s
}

// send queues a line, whose bytes it copies. False when there is nobody to send to
// any more.
func (s *sender) send(line framing.Line, origin history.Origin) bool {
	end := line.EOL.Bytes()
	text := append(append(make([]byte, 0, len(line.Bytes)+len(end)), line.Bytes...), end...)
	return s.queueUp(outgoing{text: text, eol: line.EOL, origin: origin}, len(text))
}

// queueUp queues what has so many bytes.
func (s *sender) queueUp(out outgoing, size int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || s.broken {
		return false
	}
	if s.waiting == 0 && !s.stalled {
		s.since = time.Now()
	}
	s.waiting += size
	s.queue = append(s.queue, out)
	s.changed.Signal()
	return true
}

// isSwamped says whether so much waits that replies are better left out.
func (s *sender) isSwamped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting > swamped
}

// heard says whether the server has read all that was written, as far as can be
// told. Only before close.
func (s *sender) heard() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	left, known := process.PipeFill(s.stdin)
	return !s.broken && s.waiting == 0 && (!known || left == 0)
}

// close ends the server's input: at once when nothing is queued or the server
// does not read, else behind what is queued.
func (s *sender) close(most time.Duration) {
	s.mu.Lock()
	if !s.closing {
		s.closing = true
		close(s.hurry)
	}
	s.changed.Signal()
	s.mu.Unlock()
	select {
	case <-s.done:
	case <-time.After(most):
		_ = s.stdin.Close() // ends the write that hangs
		<-s.done
	}
}

func (s *sender) run(onPanic func(error)) {
	defer close(s.done)
	defer history.Rescue(onPanic)
	defer func() { _ = s.stdin.Close() }()
	defer s.timer.Stop()
	for {
		out, ok := s.next()
		if !ok {
			return
		}
		if err := s.write(out); err != nil {
			s.fail()
			return
		}
	}
}

func (s *sender) next() (outgoing, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 {
		if s.closing {
			return outgoing{}, false
		}
		s.changed.Wait()
	}
	out := s.queue[0]
	s.queue[0] = outgoing{}
	s.queue = s.queue[1:]
	return out, true
}

// write records the line and then writes it, so that no answer can stand before it.
func (s *sender) write(out outgoing) error {
	if out.plan != nil {
		return s.writePlan(out)
	}
	line := out.text[:len(out.text)-len(out.eol.Bytes())]
	s.rec.Line(framing.ClientToServer, out.origin, framing.Line{Bytes: line, EOL: out.eol})
	return s.writeAll(out.text)
}

// writeAll writes bytes to the server.
func (s *sender) writeAll(text []byte) error {
	for rest := text; len(rest) > 0; {
		s.timer.Reset(slowAfter)
		n, err := s.stdin.Write(rest[:min(len(rest), chunk)])
		rest = rest[n:]
		if err == nil {
			s.took(n)
			continue
		}
		why := process.Cause(err)
		if errors.Is(err, os.ErrClosed) {
			why = "its input was closed"
		}
		s.rec.Note("the server took %d of %d bytes and then no more: %s", len(text)-len(rest), len(text), why)
		return fmt.Errorf("write to server: %w", err)
	}
	return nil
}

// took notes that the server has read, or that its pipe had room.
func (s *sender) took(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting -= n
	s.since = time.Now()
}

// fail drops what is queued: nobody will read it.
func (s *sender) fail() {
	s.mu.Lock()
	n := len(s.queue)
	s.broken, s.waiting, s.queue = true, 0, nil
	s.mu.Unlock()
	if n > 0 {
		s.rec.Note("%d more lines were not sent", n)
	}
}
