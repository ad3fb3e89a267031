package wrap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// lag is how long what crosses may lie in memory before the recorder gets it: many
// messages then cost one waking, and who waits for an answer is not kept from the
// processor.
const lag = 2 * time.Millisecond

// observer takes down what the relays forward and hands it to the recorder. Whoever
// tells it something never waits for either.
type observer struct {
	mu     sync.Mutex
	queue  queue
	off    bool // nothing is taken down
	called bool // the writer was woken, or will be
	closed bool
	timer  *time.Timer
	// leftover is the payload of the last frame: not empty where something is left.
	leftover []byte

	wake chan struct{} // has one slot
}

func newObserver() *observer {
	o := &observer{queue: queue{most: mostHeld}, wake: make(chan struct{}, 1)}
	o.timer = time.AfterFunc(time.Hour, o.ring)
	o.timer.Stop()
	return o
}

// ring wakes the writer.
func (o *observer) ring() {
	select {
	case o.wake <- struct{}{}:
	default: // it is awake
	}
}

// offer takes a piece of a stream, which it copies.
func (o *observer) offer(dir framing.Dir, piece []byte) {
	o.put(func(now time.Time) { o.queue.put(dir, now, piece) })
}

// end takes the end of a stream.
func (o *observer) end(dir framing.Dir) {
	o.put(func(now time.Time) { o.queue.end(dir, now) })
}

// fact takes what happened to the process.
func (o *observer) fact(f history.Fact) {
	o.put(func(now time.Time) { o.queue.add(factFrame(f, now)) })
}

func (o *observer) note(text string) {
	o.fact(history.Fact{Event: history.FactNote, Text: text})
}

func (o *observer) put(add func(now time.Time)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.off || o.closed {
		return
	}
	add(time.Now())
	if !o.called {
		o.called = true
		o.timer.Reset(lag)
	}
}

// writeTo hands all over until the observer is closed, or nobody takes it any more. It
// gives what was not written of the last block.
func (o *observer) writeTo(w io.Writer) (broken []byte, err error) {
	var block []byte
	for {
		var closed bool
		if block, closed = o.take(block); block == nil && closed {
			return nil, nil
		}
		if block == nil {
			<-o.wake
			continue
		}
		n, err := w.Write(block)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return block[n:], err //nolint:wrapcheck // the recorder knows what it is about
		}
		if err != nil {
			o.turnOff()
			return nil, err //nolint:wrapcheck // likewise
		}
	}
}

// spill writes what is left behind a block that was begun. Only once writeTo has ended.
func (o *observer) spill(w io.Writer, broken []byte) error {
	if len(broken) > 0 {
		if _, err := w.Write(broken); err != nil {
			return fmt.Errorf("spill: %w", err)
		}
	}
	for block, _ := o.take(nil); block != nil; block, _ = o.take(nil) {
		if _, err := w.Write(block); err != nil {
			return fmt.Errorf("spill: %w", err)
		}
	}
	return nil
}

// take gives back the block that was taken before and gives the next; nil when there
// is none now, and, once closed, when there will be none.
func (o *observer) take(before []byte) (block []byte, closed bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if before != nil {
		o.queue.giveBack(before)
	}
	if block = o.queue.take(); block == nil {
		o.called = false
	}
	return block, o.closed
}

// turnOff forgets what is queued and takes no more.
func (o *observer) turnOff() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.off, o.queue = true, queue{}
}

// leaves says that something is left of the server's group, for the recorder to end.
func (o *observer) leaves() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.leftover = []byte{1}
}

// close says that nothing more is to come.
func (o *observer) close() {
	o.mu.Lock()
	if !o.off && !o.closed {
		o.queue.add(frame{what: aBye, at: time.Now(), payload: o.leftover})
	}
	o.closed = true
	o.mu.Unlock()
	o.ring()
}
