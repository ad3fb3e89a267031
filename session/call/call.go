package call

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

// Errors of a request that got no answer, beside session.ErrEnded, a
// *session.RefusedError, and the cause of the context.
var (
	ErrTimeout = errors.New("no answer in time")
	ErrGivenUp = errors.New("the server has given the request up")
	// ErrUnreadable is returned for an answer of which no result can be read.
	ErrUnreadable = errors.New("the answer cannot be read")
	// ErrAsks is returned with the answer when the server asks what nobody answers.
	ErrAsks = errors.New("the server asks for input")
	// ErrLoop is returned with what there is when the pages have no end.
	ErrLoop = errors.New("the cursor repeats")
)

// Request is what to ask.
type Request struct {
	Method string
	// Params is raw JSON on one line; empty for none.
	Params []byte
	// AllPages asks for further pages until there are none.
	AllPages bool
	// Timeout is how long the server may be silent, in the handshake and then again after
	// the request, each progress and each page; 0 for ever.
	Timeout time.Duration
	// Respond answers what a result asks for; nil for nothing.
	Respond func(method string) (result []byte, ok bool)
	// Hear is shown all that crosses; nil for nobody.
	Hear func(session.Heard)
}

// Answer is what came back. One of Result and Error is set.
type Answer struct {
	Result, Error []byte
	// IsError says that a tool has failed.
	IsError bool
	// Malformed says that a strict client would not take the answer.
	Malformed bool
}

// Failed says whether the answer tells of an error.
func (a Answer) Failed() bool { return a.Error != nil || a.IsError }

// Do waits for the handshake, sends the request and waits for the answer. The listener
// has heard the session from its beginning, and nobody else listens with it.
func Do(ctx context.Context, s *session.Session, l *session.Listener, r Request) (Answer, error) {
	c := &caller{s: s, l: l, Request: r}
	if c.Hear == nil {
		c.Hear = func(session.Heard) {}
	}
	switch err := s.AwaitReady(ctx, l, r.Timeout, c.Hear); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Answer{}, fmt.Errorf("handshake: %w", ErrTimeout)
	case err != nil:
		return Answer{}, fmt.Errorf("handshake: %w", err)
	}
	if r.AllPages {
		return c.pages(ctx)
	}
	return c.operation(ctx, r.Params)
}

type caller struct {
	s *session.Session
	l *session.Listener
	Request
}

// round sends the request once and waits for its answer.
func (c *caller) round(ctx context.Context, params []byte) (Answer, error) {
	for h, ok := c.l.Next(); ok; h, ok = c.l.Next() {
		c.Hear(h) // what an earlier process did, that a probe ended, is over
	}
	id := c.s.NextID()
	revision := c.s.State().Protocol
	line := compose(c.Method, params, id, revision, c.s.Client(revision))
	if err := c.s.Send(line, history.FromComposer); err != nil {
		return Answer{}, fmt.Errorf("%s: %w", c.Method, err)
	}
	w := &wait{id: fmt.Append(nil, id), position: exchange.None}
	var late <-chan time.Time
	if c.Timeout > 0 {
		w.timer = time.NewTimer(c.Timeout)
		defer w.timer.Stop()
		late = w.timer.C
	}
	err := c.l.Await(ctx, late, nil, func(h session.Heard) bool {
		c.Hear(h)
		if w.timer != nil && w.isProgress(h) {
			w.timer.Reset(c.Timeout)
		}
		return w.hear(h)
	})
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = c.s.Send(mcp.CancelledNotification(w.id, "no answer in time"), history.FromComposer) // a server that is gone needs none
		err = fmt.Errorf("%w, within %s", ErrTimeout, c.Timeout)
	}
	if err == nil {
		err = w.err
	}
	if err != nil {
		return w.answer, fmt.Errorf("%s: %w", c.Method, err)
	}
	return w.answer, nil
}

// wait is for the answer to one request.
type wait struct {
	id       []byte
	position int // of the request in the journal, once it stands there
	timer    *time.Timer
	answer   Answer
	err      error
}

func (w *wait) isProgress(h session.Heard) bool {
	return w.position != exchange.None && h.Verdict.Request == w.position && h.Message.Kind == framing.Notification
}

// hear says whether the wait is over.
func (w *wait) hear(h session.Heard) bool {
	if h.EndsAnswers() {
		w.err = session.ErrEnded
		return true
	}
	if h.Dir == framing.ClientToServer {
		if h.Message.Kind == framing.Request && framing.SameID(h.Message.ID.Of(h.Line), w.id) {
			w.position = h.Index
		}
		return false
	}
	change, settled := h.Settles(w.position)
	switch {
	case w.position == exchange.None || h.Fact != nil || !settled:
		return false
	case change.Status == exchange.Cancelled:
		w.err = givenUp(h)
		return true
	}
	w.read(h, change.Status == exchange.Malformed)
	return true
}

func givenUp(h session.Heard) error {
	reason := framing.StringOf(framing.ValueAt(h.Message.Params.Of(h.Line), "reason"))
	if reason == "" {
		return ErrGivenUp
	}
	return fmt.Errorf("%w: %s", ErrGivenUp, reason)
}

// read takes the answer out of its line.
func (w *wait) read(h session.Heard, malformed bool) {
	m := &h.Message
	for _, element := range framing.BatchElements(h.Line, m) {
		if framing.SameID(element.ID.Of(h.Line), w.id) {
			found := *element
			m = &found
		}
	}
	w.answer = Answer{Malformed: malformed}
	switch m.Kind {
	case framing.Error:
		w.answer.Error = m.Error.Of(h.Line)
	default:
		w.answer.Result = m.Result.Of(h.Line)
		w.answer.IsError = string(m.IsError.Of(h.Line)) == "true"
	}
	if w.answer.Error == nil && w.answer.Result == nil {
		w.err = ErrUnreadable
	}
}
