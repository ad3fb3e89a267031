package framing

import (
	"io"
	"sync"
	"time"
)

const (
	// tailRest is how long a line must be unfinished until it is shown.
	tailRest = 200 * time.Millisecond
	// sweepGrace is how long it may take to fetch what is left in a pipe at the end.
	sweepGrace = 10 * time.Millisecond
)

type deadliner interface{ SetReadDeadline(t time.Time) error }

// clock keeps the one read deadline of a source for its two users: the line that is
// unfinished and the end of the stream. A read waits for the earlier of both.
type clock struct {
	src deadliner // nil when the source has no deadlines

	mu    sync.Mutex // guards what follows: EndBy comes from another goroutine
	tail  time.Time  // when the unfinished line is to be shown; zero for none
	end   time.Time  // when to stop; zero for never
	grace bool       // the end has come: it is moved no more
}

// newClock asks the source by clearing its deadline: files that are no pipes have
// the method and no deadlines.
func newClock(r io.Reader) clock {
	if d, ok := r.(deadliner); ok && d.SetReadDeadline(time.Time{}) == nil {
		return clock{src: d}
	}
	return clock{}
}

// await sets the deadline of the read that follows. tail says whether an unfinished
// line waits to be shown, fresh whether it is another than at the last call: what comes
// of the same line does not put it off.
func (c *clock) await(tail, fresh bool) {
	if c.src == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case tail && (fresh || c.tail.IsZero()):
		c.tail = time.Now().Add(tailRest)
	case !tail && !c.tail.IsZero():
		c.tail = time.Time{}
	default:
		return // as it was
	}
	c.apply()
}

// apply hands the earlier of the two times to the source. An error means that the
// source is closed, which the next read will say.
func (c *clock) apply() {
	deadline := c.end
	if !c.tail.IsZero() && (deadline.IsZero() || c.tail.Before(deadline)) {
		deadline = c.tail
	}
	_ = c.src.SetReadDeadline(deadline)
}

func (c *clock) endBy(t time.Time) {
	if c.src == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.grace {
		c.end = t
		c.apply()
	}
}

// over says whether the end has come.
func (c *clock) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.end.IsZero() && !time.Now().Before(c.end)
}

// rested says whether the unfinished line has waited long enough. A read may be woken before
// that by a deadline which another goroutine has moved since.
func (c *clock) rested() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.tail.IsZero() && !time.Now().Before(c.tail)
}

// graceBegins sets the one deadline for what is still read at the end. Nothing is
// provisional any more.
func (c *clock) graceBegins() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.grace, c.tail, c.end = true, time.Time{}, time.Now().Add(sweepGrace)
	c.apply()
}
