// Package send hands raw lines to a server and waits for what they are answered with.
//
// The contract: every byte of the input reaches the server as it is and in order: lines
// that are no JSON, their line ends, and a last line without one. Nothing else is sent,
// unless the session does a handshake or was given answers. What comes back is not this
// package's concern: see session.Config.Output. Do runs on the caller's goroutine; beside
// it one reads the input.
package send

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

// ErrUnanswered is returned when requests were still open at the end.
var ErrUnanswered = errors.New("no answer in time")

// longest is the longest line that is sent, in bytes: the most that a history keeps.
const longest = 512 << 20

// Options say how to send.
type Options struct {
	// Wait is how long the last answers are waited for between the end of the input and
	// that of the server's.
	Wait time.Duration
	// Handshake is how long the handshake may take; 0 for ever. It does not matter where
	// the session does none.
	Handshake time.Duration
}

// Do waits for the handshake, if there is one, sends the input, waits until every request
// is answered, and begins the shutdown, which ends the server's input. The listener has heard the session from its beginning. The error
// is ErrUnanswered, session.ErrEnded where the server ended before, a
// *session.RefusedError, what reading the input failed with, or the cause of ctx.
func Do(ctx context.Context, s *session.Session, l *session.Listener, in io.Reader, opt Options) error {
	if err := s.AwaitReady(ctx, l, opt.Handshake, func(session.Heard) {}); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = ErrUnanswered
		}
		return fmt.Errorf("handshake: %w", err)
	}
	input := &input{over: make(chan struct{})}
	go input.send(s, in) // ends at the end of the input, and with the server; else with the program
	a := &ledger{open: map[int]bool{}}
	if err := a.follow(ctx, l, input); err != nil {
		return err
	}
	if !input.unterminated { // else no server answers before the end of its input
		if err := a.settle(ctx, l, input.lines, opt.Wait); err != nil {
			return err
		}
	}
	return a.finish(ctx, s, l)
}

// input is what was sent of the input, once over is closed.
type input struct {
	over  chan struct{}
	lines int
	err   error
	// unterminated says that the last line has no line end.
	unterminated bool
}

func (i *input) send(s *session.Session, in io.Reader) {
	defer close(i.over)
	i.err = i.copy(s, in)
}

// copy sends the input line by line.
func (i *input) copy(s *session.Session, in io.Reader) error {
	reader := framing.NewReader(in, longest)
	for {
		line, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read the input: %w", err)
		case line.Provisional:
			continue
		case line.Cut:
			return fmt.Errorf("read the input: line %d has more than %d bytes", i.lines+1, longest)
		}
		if err := s.SendLine(line, history.FromComposer); err != nil {
			return fmt.Errorf("line %d: %w", i.lines+1, err)
		}
		i.lines++
		i.unterminated = line.EOL == framing.None
	}
}

// ledger knows which requests are open.
type ledger struct {
	open  map[int]bool
	lines int // that were sent by us, as far as was heard
	// ended says that no answer can come any more, exited that the server is gone.
	ended, exited bool
}

// hear takes one event.
func (a *ledger) hear(h session.Heard) {
	if h.EndsAnswers() {
		a.ended = true
		a.exited = a.exited || h.Fact.Event == history.FactExit
	}
	if h.Dir == framing.ClientToServer && h.Origin == history.FromComposer {
		a.lines++
		if h.Verdict.Status == exchange.Pending { // a request, or a batch that has some
			a.open[h.Index] = true
		}
	}
	for _, change := range h.Verdict.Changes {
		if !change.Status.Open() {
			delete(a.open, change.Index)
		}
	}
}

// follow hears the session until the input has ended.
func (a *ledger) follow(ctx context.Context, l *session.Listener, in *input) error {
	err := l.Await(ctx, nil, in.over, func(h session.Heard) bool {
		a.hear(h)
		return a.ended
	})
	switch {
	case err == nil:
		return session.ErrEnded
	case errors.Is(err, session.ErrEnded):
		return in.err
	}
	return fmt.Errorf("send: %w", err)
}

// settle waits for the last answers.
func (a *ledger) settle(ctx context.Context, l *session.Listener, sent int, most time.Duration) error {
	timer := time.NewTimer(most)
	defer timer.Stop()
	done := func() bool { return a.ended || a.lines >= sent && len(a.open) == 0 }
	if done() {
		return nil
	}
	err := l.Await(ctx, timer.C, nil, func(h session.Heard) bool {
		a.hear(h)
		return done()
	})
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("send: %w", err)
	}
	return nil
}

// finish ends the server's input and hears what it still has to say.
func (a *ledger) finish(ctx context.Context, s *session.Session, l *session.Listener) error {
	if a.ended && len(a.open) > 0 {
		return session.ErrEnded // by itself; that is fine once all is answered
	}
	s.Stop()
	for !a.exited {
		err := l.Await(ctx, nil, nil, func(h session.Heard) bool {
			a.hear(h)
			return a.exited
		})
		if err != nil {
			return fmt.Errorf("send: %w", err)
		}
	}
	if len(a.open) > 0 {
		return fmt.Errorf("%w: %d requests were left open", ErrUnanswered, len(a.open))
	}
	return nil
}
