package demo

import (
	"bufio"
	"context"
	"io"
	"sync"
)

// input is what comes in on stdin. The error, io.EOF at a proper end, may be read
// once lines is closed.
type input struct {
	lines chan []byte
	err   error
}

// readLines hands out lines of any length, the last one even without a line feed.
func readLines(ctx context.Context, in io.Reader) *input {
	i := &input{lines: make(chan []byte)}
	// Ends when in does, or with the first line that comes after ctx is done.
	go i.pump(ctx, bufio.NewReader(in))
	return i
}

func (i *input) pump(ctx context.Context, in *bufio.Reader) {
	defer close(i.lines)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			select {
			case i.lines <- line:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			i.err = err
			return
		}
	}
}

// outbox is the queue of lines to stdout. It has no limit: a limit would make the
// server stop reading when its client does, and both would wait for ever.
type outbox struct {
	w      io.Writer
	wake   chan struct{}
	failed chan struct{}
	ended  chan struct{}

	mu     sync.Mutex
	queue  [][]byte
	closed bool
}

func newOutbox(w io.Writer) *outbox {
	o := &outbox{
		w:      w,
		wake:   make(chan struct{}, 1),
		failed: make(chan struct{}),
		ended:  make(chan struct{}),
	}
	// Ends when the outbox is closed and empty, or when a write fails.
	go o.pump()
	return o
}

// put queues a line, given without its line feed. It never waits.
func (o *outbox) put(line []byte) {
	o.mu.Lock()
	o.queue = append(o.queue, line)
	o.mu.Unlock()
	o.ring()
}

// close waits until everything is written or a write has failed.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.ring()
	<-o.ended
}

func (o *outbox) ring() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *outbox) take() (lines [][]byte, closed bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines, o.queue = o.queue, nil
	return lines, o.closed
}

func (o *outbox) pump() {
	defer close(o.ended)
	for range o.wake {
		lines, closed := o.take()
		for _, line := range lines {
			if _, err := o.w.Write(append(line, '\n')); err != nil {
				close(o.failed)
				return
			}
		}
		if closed {
			return
		}
	}
}
