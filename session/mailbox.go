package session

import (
	"sync"

	"stdioscope/history"
)

// mailbox hands work from those who must not wait (the recorder, timers) to the
// conversation, which may.
type mailbox struct {
	mu      sync.Mutex
	arrived sync.Cond
	queue   []func()
	closed  bool
	done    chan struct{} // closed when run has returned
}

func newMailbox() *mailbox {
	b := &mailbox{done: make(chan struct{})}
	b.arrived.L = &b.mu
	return b
}

// put queues work. It never waits.
func (b *mailbox) put(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = append(b.queue, work)
	b.arrived.Signal()
}

// crowded is how much may be queued before offers are turned down.
const crowded = 1 << 14

// offer is put, but false when the mailbox is crowded: for work that a hostile
// server can make without end.
func (b *mailbox) offer(work func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) >= crowded {
		return false
	}
	b.queue = append(b.queue, work)
	b.arrived.Signal()
	return true
}

// run does what is put, in order, until the mailbox is closed and empty.
func (b *mailbox) run(onPanic func(error)) {
	defer close(b.done)
	defer history.Rescue(onPanic)
	for {
		work, ok := b.get()
		if !ok {
			return
		}
		work()
	}
}

func (b *mailbox) get() (func(), bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queue) == 0 {
		if b.closed {
			return nil, false
		}
		b.arrived.Wait()
	}
	work := b.queue[0]
	b.queue[0] = nil
	b.queue = b.queue[1:]
	return work, true
}

// close makes run end, and waits until it has.
func (b *mailbox) close() {
	b.mu.Lock()
	b.closed = true
	b.arrived.Signal()
	b.mu.Unlock()
	<-b.done
}
