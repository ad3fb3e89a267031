package wrap

import (
	"sync"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// lag is how long what crosses may lie in memory before it is looked at: many messages
// then cost one waking, and who waits for an answer is not kept from the processor.
const lag = 2 * time.Millisecond

// observer takes down what the relays forward. Whoever hands something over never
// waits for the disk.
type observer struct {
	mu     sync.Mutex
	queue  queue
	off    bool // nothing is recorded
	called bool // the recording was woken, or will be
	closed bool
	timer  *time.Timer

	wake chan struct{} // has one slot
	done chan struct{} // closed when the recording has ended
}

func newObserver() *observer {
	o := &observer{queue: queue{most: mostHeld}, wake: make(chan struct{}, 1), done: make(chan struct{})}
	o.timer = time.AfterFunc(time.Hour, o.ring)
	o.timer.Stop()
	return o
}

// ring wakes the recording.
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
	o.put(func(now time.Time) { o.queue.add(entry{what: aFact, at: now, fact: f}) })
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

// next waits for something to record. The caller gives back the block that it was
// given before; nil when there will be nothing any more.
func (o *observer) next(before *block) *block {
	for {
		b, closed := o.take(before)
		if b != nil || closed {
			return b
		}
		before = nil
		<-o.wake
	}
}

func (o *observer) take(before *block) (b *block, closed bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if before != nil {
		o.queue.giveBack(before)
	}
	if b = o.queue.take(); b == nil {
		o.called = false
	}
	return b, o.closed
}

// turnOff forgets what is queued and takes no more.
func (o *observer) turnOff() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.off, o.queue = true, queue{}
}

// close has the rest recorded, and waits for that at most so long.
func (o *observer) close(most time.Duration) {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.ring()
	select {
	case <-o.done:
	case <-time.After(most):
	}
}
