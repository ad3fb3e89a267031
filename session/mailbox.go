package session

import "sync"

// incoming is a message of the server that the session itself has to deal with.
type incoming struct {
	line   []byte // a copy
	id     []byte // raw JSON, within line
	method string // of a request; for a response that of what it answers
	isCall bool   // a request, else a response
}

// mailbox hands messages from the recorder, which must not wait, to the
// conversation, which may.
type mailbox struct {
	mu      sync.Mutex
	arrived sync.Cond
	queue   []incoming
	closed  bool
	done    chan struct{} // closed by the reader when it has seen the end
}

func newMailbox() *mailbox {
	b := &mailbox{done: make(chan struct{})}
	b.arrived.L = &b.mu
	return b
}

func (b *mailbox) put(m incoming) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = append(b.queue, m)
	b.arrived.Signal()
}

// get waits for a message; false when the mailbox is closed and empty.
func (b *mailbox) get() (incoming, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queue) == 0 {
		if b.closed {
			return incoming{}, false
		}
		b.arrived.Wait()
	}
	m := b.queue[0]
	b.queue[0] = incoming{}
	b.queue = b.queue[1:]
	return m, true
}

// close makes get end, and waits until its caller has seen that.
func (b *mailbox) close() {
	b.mu.Lock()
	b.closed = true
	b.arrived.Signal()
	b.mu.Unlock()
	<-b.done
}
