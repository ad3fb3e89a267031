package session

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// Heard is one event as it entered the journal. A message that was recognised in lines of
// others has the origin of none of them. What it holds is the listener's own.
type Heard struct {
	// Index is the event's position in the journal.
	Index  int
	Dir    framing.Dir
	Origin history.Origin
	// Line and Message are of a line, or of a message that was recognised though no line
	// is it. Fact is set for what is no line.
	Line    []byte
	Message framing.Message
	Verdict exchange.Verdict
	Fact    *history.Fact
}

// Settles says what became of the request at a position, if the event decided it.
func (h Heard) Settles(position int) (exchange.Change, bool) {
	for _, c := range h.Verdict.Changes {
		if c.Index == position {
			return c, true
		}
	}
	return exchange.Change{}, false
}

// Listener hears every event of a session from when it begins to listen, in the order
// of the journal: for those that act on what comes, where a journal's bell is somebody
// else's. It keeps what was not taken yet.
type Listener struct {
	bell  chan struct{}
	mu    sync.Mutex
	heard []Heard
}

// NewListener makes a listener, which begins to listen with Config.Listener or Listen.
func NewListener() *Listener { return &Listener{bell: make(chan struct{}, 1)} }

// Next gives the oldest event that was not taken yet; false where there is none.
func (l *Listener) Next() (Heard, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.heard) == 0 {
		return Heard{}, false
	}
	h := l.heard[0]
	l.heard[0] = Heard{}
	l.heard = l.heard[1:]
	return h, true
}

// Await hands on what is heard until hear says that it has what it waits for. It ends
// earlier with os.ErrDeadlineExceeded when late comes, with ErrEnded when over is
// closed, with the cause of ctx when that is done. Late and over may be nil.
func (l *Listener) Await(ctx context.Context, late <-chan time.Time, over <-chan struct{}, hear func(Heard) bool) error {
	for {
		for h, ok := l.Next(); ok; h, ok = l.Next() {
			if hear(h) {
				return nil
			}
		}
		select {
		case <-l.bell:
		case <-late:
			return os.ErrDeadlineExceeded
		case <-over:
			return ErrEnded
		case <-ctx.Done():
			return fmt.Errorf("wait: %w", context.Cause(ctx))
		}
	}
}

// AwaitReady waits until the handshake is over, if there is one, at most so long (0 for ever) and what a
// probe may take. The error is os.ErrDeadlineExceeded, ErrEnded, a *RefusedError, or the
// cause of ctx.
func (s *Session) AwaitReady(ctx context.Context, l *Listener, most time.Duration, hear func(Heard)) error {
	if !s.cfg.Handshake {
		return nil // and no fact would tell
	}
	var late <-chan time.Time
	if most > 0 {
		if s.cfg.Protocol != ProtocolLegacy {
			most += probeTime
		}
		timer := time.NewTimer(most)
		defer timer.Stop()
		late = timer.C
	}
	for {
		switch state := s.State(); state.Phase {
		case Ready:
			return nil
		case Refused:
			return &RefusedError{state.Refusal}
		case Ended:
			return ErrEnded
		case Starting, Stopping:
		}
		err := l.Await(ctx, late, s.Done(), func(h Heard) bool {
			hear(h)
			return h.Fact != nil
		})
		if err != nil {
			return err
		}
	}
}

// RefusedError is returned when the server refused the handshake.
type RefusedError struct{ Reason string }

// Error gives the reason.
func (e *RefusedError) Error() string { return e.Reason }

// EndsAnswers says whether no answer can come any more.
func (h Heard) EndsAnswers() bool {
	return h.Fact != nil && (h.Fact.Event == history.FactExit || h.Fact.Event == history.FactNote && h.Fact.Stream == framing.ServerToClient.String())
}

// hear never waits: it runs on the recorder's goroutine.
func (l *Listener) hear(h Heard) {
	l.mu.Lock()
	l.heard = append(l.heard, h)
	l.mu.Unlock()
	select {
	case l.bell <- struct{}{}:
	default: // it has not been answered yet
	}
}

// Listen has a listener hear what comes from now on, until stop is called.
func (s *Session) Listen(l *Listener) (stop func()) {
	s.listening.Lock()
	defer s.listening.Unlock()
	s.listeners = append(slices.Clone(s.listeners), l)
	return func() {
		s.listening.Lock()
		defer s.listening.Unlock()
		s.listeners = slices.DeleteFunc(slices.Clone(s.listeners), func(other *Listener) bool { return other == l })
	}
}

func (s *Session) tellLine(o history.Observed) {
	for _, l := range s.hearers() {
		l.hear(Heard{
			Index: o.Index, Dir: o.Dir, Origin: o.Origin, Line: slices.Clone(o.Line), Message: *o.Message,
			Verdict: withOwnChanges(o.Verdict),
		})
	}
}

func withOwnChanges(v exchange.Verdict) exchange.Verdict {
	v.Changes = slices.Clone(v.Changes)
	return v
}

func (s *Session) tellFact(index int, fact history.Fact) {
	for _, l := range s.hearers() {
		l.hear(Heard{Index: index, Dir: framing.Meta, Fact: &fact})
	}
}

func (s *Session) hearers() []*Listener {
	s.listening.Lock()
	defer s.listening.Unlock()
	return s.listeners
}
