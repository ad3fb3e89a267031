package mock

import (
	"context"
	"slices"
	"time"

	"stdioscope/framing"
)

// act is a scene that is played.
type act struct {
	*scene
	id, token []byte // the client's own
	// answered is closed when the answer is written, over when all is.
	answered, over chan struct{}
	waits          []<-chan struct{}
}

// play plays a scene, with the client's own id and token.
func (p *player) play(ctx context.Context, s *scene, id, token []byte) {
	a := &act{
		scene: s, id: slices.Clone(id), token: slices.Clone(token), answered: make(chan struct{}), over: make(chan struct{}),
	}
	p.acts = slices.DeleteFunc(p.acts, func(earlier *act) bool { return isClosed(earlier.over) })
	for _, earlier := range p.acts {
		if c := p.before(earlier, s); c != nil {
			a.waits = append(a.waits, c)
		}
	}
	p.acts = append(p.acts, a)
	p.scenes.Go(func() { // ends with the scene, with ctx, or with the client's input
		defer close(a.over)
		p.act(ctx, a)
	})
}

// before gives what a scene waits for of one that the client began earlier: nil for nothing.
// Those that were beside each other then are so again, and one that waits for the client
// must not keep it waiting. Without a clock the order of the requests is that of the answers.
func (p *player) before(a *act, b *scene) <-chan struct{} {
	together := a.scene != b && a.begin < b.end && b.begin < a.end
	switch {
	case p.Speed <= 0 || p.untimed:
		if together && slices.ContainsFunc(a.lines, func(l line) bool { return l.asks != nil }) {
			return nil
		}
		return a.over
	case together || a.end == 0:
		return nil
	}
	return a.answered
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (p *player) act(ctx context.Context, a *act) {
	for _, c := range a.waits {
		select {
		case <-c:
		case <-ctx.Done():
			return
		}
	}
	answered := false
	done := func() {
		if !answered {
			answered = true
			close(a.answered)
		}
	}
	defer done()
	begun := time.Now()
	for _, l := range a.lines {
		if !p.pause(ctx, begun, l.after) {
			return
		}
		replied := p.replied(l.asks) // before it is asked: the client may be quick
		if text := l.adapted(a.scene, a.id, a.token); text != nil {
			p.write(l.dir, text, l.eol)
		}
		if l.answer {
			done()
		}
		if l.asks != nil && !p.await(ctx, replied) {
			return
		}
	}
	if a.exit != nil {
		p.mu.Lock()
		p.code = *a.exit
		p.mu.Unlock()
		p.stop()
	}
}

// await waits until the client has answered what was asked, and says whether it has.
func (p *player) await(ctx context.Context, replied <-chan struct{}) bool {
	select {
	case <-replied:
		return true
	case <-p.noMore: // what it has not answered by now it never will
		return isClosed(replied)
	case <-ctx.Done():
		return false
	}
}

// replied is closed when the client answers the request of that id.
func (p *player) replied(id []byte) <-chan struct{} {
	if id == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c := make(chan struct{})
	p.replies[string(framing.AppendIDKey(nil, id))] = c
	return c
}

func (p *player) reply(id []byte) {
	key := string(framing.AppendIDKey(nil, id))
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.replies[key]; c != nil {
		close(c)
		delete(p.replies, key)
	}
}
