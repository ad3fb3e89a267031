package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"stdioscope/mcp"
)

// peer sends the requests of the server itself, which legacy revisions allow. Its
// ids count from 1, so they are often those of the client's requests as well:
// the two directions have nothing to do with each other.
type peer struct {
	out *outbox

	mu      sync.Mutex
	last    int64
	waiting map[string]chan members
}

func newPeer(out *outbox) *peer {
	return &peer{out: out, waiting: make(map[string]chan members)}
}

// ask sends a request. The channel gets the response and has room for it.
func (p *peer) ask(method string, params object) (id json.RawMessage, answer <-chan members) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	id = strconv.AppendInt(nil, p.last, 10)
	slot := make(chan members, 1)
	p.waiting[string(id)] = slot
	line := object{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}}
	if params != nil {
		line = append(line, member{"params", params})
	}
	p.out.put(encode(line))
	return id, slot
}

// deliver hands a response over; one that nobody waits for is dropped.
func (p *peer) deliver(m members) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slot, ok := p.waiting[string(m["id"])]; ok {
		delete(p.waiting, string(m["id"]))
		slot <- m
	}
}

// withdraw tells the client that its answer is no longer wanted.
func (p *peer) withdraw(id json.RawMessage) {
	p.mu.Lock()
	delete(p.waiting, string(id))
	p.mu.Unlock()
	p.out.put(mcp.CancelledNotification(id, "the call that needed it was cancelled"))
}

// await asks the client for something and waits for its result.
func (p *peer) await(ctx context.Context, method string, params object) (members, error) {
	id, answer := p.ask(method, params)
	select {
	case m := <-answer:
		return resultOf(m)
	case <-ctx.Done():
		if errors.Is(context.Cause(ctx), errCancelled) {
			p.withdraw(id)
		}
		return nil, errSilent
	}
}

func resultOf(m members) (members, error) {
	if result, ok := asObject(m["result"]); ok {
		return result, nil
	}
	refusal, _ := asObject(m["error"])
	message, _ := refusal.text("message")
	return nil, &toolError{fmt.Sprintf("The client refused: %s (code %s)", message, refusal["code"])}
}
