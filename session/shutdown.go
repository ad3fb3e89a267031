package session

import (
	"time"

	"stdioscope/framing/printable"
	"stdioscope/history"
)

// rung is one step of the shutdown (specification, basic/lifecycle, "Shutdown":
// close the input, wait, SIGTERM, wait, SIGKILL).
type rung struct {
	name string
	do   func(*child, time.Duration)
}

var ladder = [...]rung{
	{"closing its stdin", func(c *child, grace time.Duration) { c.sender.close(min(grace, drainTime)) }},
	{"SIGTERM to its group", func(c *child, _ time.Duration) { c.process.Terminate() }},
	{"SIGKILL to its group", func(c *child, _ time.Duration) { c.process.Kill() }},
}

// Stop begins the shutdown and returns at once; Done tells when it is over. Each
// further call skips the wait that is going on.
func (s *Session) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopping = true
	s.stop(s.child)
}

// Kill ends the server's group at once and waits for nothing: for a session that
// cannot be trusted to end in order.
func (s *Session) Kill() { s.current().process.Kill() }

// stop begins or hurries the shutdown of one run. The caller holds mu.
func (s *Session) stop(c *child) {
	select {
	case <-c.done:
		return
	default:
	}
	if c.stopping {
		select {
		case c.skip <- struct{}{}:
		default: // there are as many wishes as rungs
		}
		return
	}
	c.stopping = true
	if s.phase != Ended {
		s.phase = Stopping
	}
	go s.descend(c) // ends when the process has ended, or after the last rung
}

func (s *Session) descend(c *child) {
	defer history.Rescue(s.cfg.OnPanic)
	for i, rung := range ladder {
		select {
		case <-c.process.Reaped:
			return // what its group still does is await's concern
		default:
		}
		s.say(i, rung.name)
		rung.do(c, s.cfg.Grace)
		select {
		case <-c.process.Reaped:
			return
		case <-c.skip:
		case <-time.After(s.cfg.Grace):
		}
	}
}

const stillRuns = "it still runs: "

// StillRuns is how the notes begin of a shutdown that needs force.
const StillRuns = "shutdown: " + stillRuns

// say tells what is done next, in the state and in the history.
func (s *Session) say(i int, name string) {
	if i > 0 {
		name = stillRuns + name
	}
	s.mu.Lock()
	s.step = name
	s.mu.Unlock()
	s.rec.Note("shutdown: %s", name)
}

// endGroup ends what the server left behind in its group, and names what has left
// it: that is none of ours to end.
func (s *Session) endGroup(c *child) {
	if c.process.GroupAlive() {
		s.rec.Note("processes that the server left in its group are ended by %s", s.endLeft(c))
	}
	c.process.Release()
	s.guard.Forget(c.process.PID)
	for _, stray := range c.process.Strays() {
		s.rec.Note("process %d has left the group of the server and lives on: %s", stray.PID, printable.Text([]byte(stray.Command)))
	}
}

func (s *Session) endLeft(c *child) string {
	s.mu.Lock()
	s.step = "waiting for what it left in its group"
	s.mu.Unlock()
	c.process.Terminate()
	if c.process.WaitGroup(s.cfg.Grace, c.skip) {
		return "SIGTERM"
	}
	c.process.Kill()
	c.process.WaitGroup(s.cfg.Grace, nil)
	return "SIGKILL"
}
