package demo

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"stdioscope/mcp"
)

// What a handler gives instead of a result.
var (
	// errLater: another goroutine finishes the call.
	errLater = errors.New("the answer comes later")
	// errSilent: the call is over and gets no answer.
	errSilent = errors.New("there is no answer")
)

// call is one request of the client. It is written by one goroutine at a time:
// that of Serve until a waiting tool takes it over.
type call struct {
	s      *server
	batch  *batch
	id     json.RawMessage
	method string
	params members
	meta   members
	client client
}

// client is what a request says about who sends it, in its _meta or in the
// handshake before it.
type client struct {
	revision     string
	name         string
	capabilities members
	// logLevel is the severity below which no log messages are wanted.
	logLevel int
}

func (c client) era() mcp.Era { return mcp.EraOf(c.revision) }

// handle finds out who asks for what and does it.
func (c *call) handle(m members) (object, error) {
	var err error
	if c.params, err = m.object("params"); err != nil {
		return nil, err
	}
	if c.meta, err = c.params.object("_meta"); err != nil {
		return nil, err
	}
	if !c.s.offers(c.method) {
		return nil, methodNotFound(c.method)
	}
	if c.client, err = c.s.identify(c); err != nil {
		return nil, err
	}
	handler := c.s.handler(c.method, c.client.era())
	if handler == nil {
		return nil, methodNotFound(c.method)
	}
	return handler(c)
}

// finish answers the call.
func (c *call) finish(result object, err error) {
	var refused *rpcError
	switch {
	case errors.Is(err, errLater):
	case errors.Is(err, errSilent):
		c.batch.add(nil)
	case errors.As(err, &refused):
		c.s.reply(c.batch, c.s.errorLine(c.id, refused))
	case err != nil:
		c.s.reply(c.batch, c.s.errorLine(c.id, failure(mcp.CodeInternalError, "%v", err)))
	default:
		c.s.reply(c.batch, c.resultLine(result))
	}
}

func (c *call) resultLine(result object) []byte {
	if c.client.era() == mcp.Modern {
		result = c.seal(result)
	}
	return encode(object{{"jsonrpc", "2.0"}, {"id", c.id}, {"result", result}})
}

// log sends a log message if the client wants any of that severity.
func (c *call) log(level, text string) {
	if severity(level) >= c.client.logLevel {
		c.s.out.put(notification(mcp.MethodMessage, object{{"level", level}, {"logger", "demo"}, {"data", text}}))
	}
}

// progress tells how far the call has come, if the client gave it a token
// (specification 2025-11-25, basic/utilities/progress).
func (c *call) progress(done, total int, message string) {
	token, ok := c.meta[mcp.MetaProgressToken]
	if !ok {
		return
	}
	params := object{{"progressToken", token}, {"progress", done}, {"total", total}}
	if c.client.revision >= mcp.Revision20250326 {
		params = append(params, member{"message", message})
	}
	c.s.out.put(notification(mcp.MethodProgress, params))
}

// levels are the severities of RFC 5424, from the least to the most severe.
func levels() []string {
	return []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}
}

// severity orders the levels; -1 for what is none.
func severity(level string) int { return slices.Index(levels(), level) }

// silence is above all severities.
const silence = 8

func invalidParams(format string, args ...any) *rpcError {
	return failure(mcp.CodeInvalidParams, format, args...)
}

func methodNotFound(method string) *rpcError {
	return failure(mcp.CodeMethodNotFound, "there is no method %q here", method)
}

// flight knows the tool calls that are running, by the text of their id.
type flight struct {
	parent context.Context

	mu    sync.Mutex
	calls map[string]context.CancelCauseFunc
}

func newFlight(parent context.Context) *flight {
	return &flight{parent: parent, calls: make(map[string]context.CancelCauseFunc)}
}

// start makes the context of a call; end forgets the call.
func (f *flight) start(id json.RawMessage) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(f.parent)
	f.mu.Lock()
	f.calls[string(id)] = cancel
	f.mu.Unlock()
	return ctx, func() {
		cancel(errEnded)
		f.mu.Lock()
		delete(f.calls, string(id))
		f.mu.Unlock()
	}
}

func (f *flight) has(id json.RawMessage) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.calls[string(id)]
	return ok
}

// cancel ends a call for the client; an id that is not running is a race that
// the client lost.
func (f *flight) cancel(id json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if cancel, ok := f.calls[string(id)]; ok {
		cancel(errCancelled)
	}
}
