//go:build unix

package session_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

func TestAListenerHearsAllInTheOrderOfTheJournal(t *testing.T) {
	cfg := configFor("good")
	cfg.Listener = session.NewListener()
	r := start(t, cfg)
	if err := r.AwaitReady(t.Context(), cfg.Listener, 20*time.Second, func(session.Heard) {}); err != nil {
		t.Fatal(err)
	}
	late := session.NewListener()
	stop := r.Listen(late)
	r.send(`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`)
	var heard []session.Heard
	settled := false
	err := late.Await(t.Context(), time.After(20*time.Second), nil, func(h session.Heard) bool {
		heard = append(heard, h)
		for _, before := range heard {
			if change, ok := h.Settles(before.Index); ok && change.Status != exchange.Cancelled {
				settled = true
			}
		}
		return settled
	})
	if err != nil || !slices.IsSortedFunc(heard, func(a, b session.Heard) int { return a.Index - b.Index }) {
		t.Errorf("%v, %+v", err, heard)
	}
	stop()
	r.Stop()
	r.end()
	ended := false
	for h, ok := cfg.Listener.Next(); ok; h, ok = cfg.Listener.Next() {
		ended = ended || h.EndsAnswers()
	}
	if _, more := late.Next(); !ended || more {
		t.Errorf("the end was heard: %v, after listening had ended more was heard: %v", ended, more)
	}
}

func TestAWaitEndsForEveryReason(t *testing.T) {
	l := session.NewListener()
	never := func(session.Heard) bool { return false }
	over := make(chan struct{})
	close(over)
	if err := l.Await(t.Context(), nil, over, never); !errors.Is(err, session.ErrEnded) {
		t.Errorf("over: %v", err)
	}
	if err := l.Await(t.Context(), time.After(0), nil, never); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("late: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if err := l.Await(ctx, nil, nil, never); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	}
}

// copied is where a copy of stdout goes.
type copied struct {
	mu   sync.Mutex
	text strings.Builder
}

func (c *copied) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(p)
}

func TestLinesKeepTheirEndsBothWays(t *testing.T) {
	var out copied
	cfg := configFor("good")
	cfg.Command, cfg.Handshake, cfg.Output, cfg.LeaveOpen = []string{"cat"}, false, &out, true
	r := start(t, cfg)
	const text = "a\r\nb\n\xff"
	for _, line := range []framing.Line{{Bytes: []byte("a"), EOL: framing.CRLF}, {Bytes: []byte("b")}, {Bytes: []byte("\xff"), EOL: framing.None}} {
		if err := r.SendLine(line, history.FromComposer); err != nil {
			t.Fatal(err)
		}
	}
	r.Stop()
	r.end()
	out.mu.Lock()
	defer out.mu.Unlock()
	if out.text.String() != text {
		t.Errorf("%q came back", out.text.String())
	}
}
