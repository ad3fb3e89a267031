package mock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/mcp"
)

// Options say how a script is played.
type Options struct {
	// Speed divides the times that answers took then; 0 answers at once.
	Speed float64
}

// Serve plays a script to the client that writes to in, until that ends, and gives the
// exit code: that of the server where the script gets to its end, else 0. What could not be
// answered is told on errOut. The read that ctx interrupts goes on until in is closed.
func Serve(ctx context.Context, script *Script, in io.Reader, out, errOut io.Writer, opt Options) (code int, err error) {
	ctx, stop := context.WithCancel(ctx)
	p := &player{
		Script: script, Options: opt, out: out, errOut: errOut, stop: stop,
		played: map[string]int{}, replies: map[string]chan struct{}{}, noMore: make(chan struct{}),
	}
	defer p.scenes.Wait()
	defer stop()
	lines := make(chan framing.Line)
	read := make(chan error, 1)
	go func() { read <- readLines(ctx, in, lines) }() // ends at the end of the input, or with ctx
	p.play(ctx, script.first, nil, nil)
	for {
		select {
		case l := <-lines:
			p.line(ctx, l.Bytes)
		case err := <-read:
			close(p.noMore)
			p.scenes.Wait() // what was asked for before the end is answered
			return p.end(), err
		case <-ctx.Done():
			return p.end(), nil
		}
	}
}

func readLines(ctx context.Context, in io.Reader, lines chan<- framing.Line) error {
	reader := framing.NewReader(in, 0)
	for {
		l, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read the client: %w", err)
		case l.Provisional:
			continue
		}
		l.Bytes = append([]byte(nil), l.Bytes...)
		select {
		case lines <- l:
		case <-ctx.Done():
			return nil
		}
	}
}

// player plays a script.
type player struct {
	*Script
	Options
	stop   context.CancelFunc
	scenes sync.WaitGroup
	noMore chan struct{} // closed when the client has ended its input

	mu          sync.Mutex // guards what follows
	out, errOut io.Writer
	code        int
	replies     map[string]chan struct{} // by key of the id of what we asked

	// The reader's own:
	played map[string]int // how often a scene was, by key
	acts   []*act         // those that may still be under way
}

func (p *player) end() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code
}

func (p *player) line(ctx context.Context, text []byte) {
	var m framing.Message
	framing.Scan(text, &m)
	if m.Kind == framing.Batch {
		for _, member := range framing.BatchElements(text, &m) {
			p.message(ctx, text, member)
		}
		return
	}
	p.message(ctx, text, &m)
}

func (p *player) message(ctx context.Context, text []byte, m *framing.Message) {
	method := framing.Unquote(m.Method.Of(text))
	switch m.Kind {
	case framing.Request:
		key := keyOf(text, m)
		if s := p.next(p.Script.scenes[key], key); s != nil {
			p.play(ctx, s, m.ID.Of(text), m.ProgressToken.Of(text))
			return
		}
		p.unknown(text, m, method)
	case framing.Notification:
		if s := p.next(p.notified[method], "notification "+method); s != nil {
			p.play(ctx, s, nil, nil)
		}
	case framing.Result, framing.Error:
		p.reply(m.ID.Of(text))
	case framing.Blank:
	default:
		if s := p.next(p.Script.scenes[lineKey(text)], lineKey(text)); s != nil {
			p.play(ctx, s, nil, nil)
			return
		}
		p.tell("a line that is no message: %s", printable.Text(text[:min(len(text), 200)]))
	}
}

// next is the scene whose turn it is; the last once all were played, nil without any.
func (p *player) next(scenes []*scene, key string) *scene {
	if len(scenes) == 0 {
		return nil
	}
	n := p.played[key]
	p.played[key]++
	return scenes[min(n, len(scenes)-1)]
}

// unknown answers what was not asked then.
func (p *player) unknown(text []byte, m *framing.Message, method string) {
	if method == mcp.MethodPing {
		p.write(framing.ServerToClient, mcp.EmptyResult(m.ID.Of(text)), framing.LF)
		return
	}
	if result, ok := p.greeting(method, text); ok && m.Valid {
		p.tell("%s is not in the recording: the answer is made up", method)
		p.write(framing.ServerToClient, mcp.Result(m.ID.Of(text), []byte(result)), framing.LF)
		return
	}
	why := "the recording holds no such request"
	if p.has(method) {
		why = "the recording holds no such request with these params"
	}
	params := m.Params.Of(text)
	p.tell("cannot answer %s: %s: %s", printable.Text([]byte(method)), why, printable.Text(params[:min(len(params), 500)]))
	p.write(framing.ServerToClient, mcp.ErrorResponse(m.ID.Of(text), mcp.CodeInternalError, "mock: "+why), framing.LF)
}

func (p *player) tell(format string, args ...any) {
	p.write(framing.Stderr, fmt.Appendf(nil, "stdioscope: mock: "+format, args...), framing.LF)
}

func (p *player) write(dir framing.Dir, text []byte, eol framing.EOL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	to := p.out
	if dir == framing.Stderr {
		to = p.errOut
	}
	whole := append(append(make([]byte, 0, len(text)+2), text...), eol.Bytes()...)
	if _, err := to.Write(whole); err != nil && dir != framing.Stderr {
		p.stop() // the client is gone
	}
}

// pause waits until so long after the beginning of a scene, and says whether it goes on.
func (p *player) pause(ctx context.Context, begun time.Time, after time.Duration) bool {
	if p.Speed <= 0 || after <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(time.Until(begun.Add(time.Duration(float64(after) / p.Speed))))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
