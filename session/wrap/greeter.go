package wrap

import (
	"sync"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// greeter watches the opening of the conversation for what the two sides say of
// themselves, which no handshake of ours finds out here.
type greeter struct {
	// of the recorder's goroutine
	client   string
	revision string // that a request of the modern era names
	opened   bool

	mu    sync.Mutex
	ready *history.Fact // that is not recorded yet
}

// observe sees every message on its way into the journal.
func (g *greeter) observe(o history.Observed) {
	if g.opened || o.Dir == framing.Stderr || o.Message == nil {
		return
	}
	switch {
	case o.Dir == framing.ClientToServer && o.Message.Kind == framing.Request:
		g.request(o)
	case o.Dir == framing.ServerToClient && o.Message.Kind == framing.Result:
		g.result(o)
	}
}

// request notes who asks, and under which revision.
func (g *greeter) request(o history.Observed) {
	params := o.Message.Params.Of(o.Line)
	info := framing.ValueAt(params, "clientInfo")
	if meta := framing.ValueAt(params, "_meta"); meta != nil {
		g.revision = framing.StringOf(framing.ValueAt(meta, mcp.MetaProtocolVersion))
		if info == nil {
			info = framing.ValueAt(meta, mcp.MetaClientInfo)
		}
	}
	if name := exchange.Implementation(info); name != "" {
		g.client = name
	}
}

// result notes what the server agreed to: its answer to initialize, or, in the modern
// era, any result.
func (g *greeter) result(o history.Observed) {
	result := o.Message.Result.Of(o.Line)
	ready := history.Fact{Event: history.FactReady, Client: g.client}
	switch {
	case o.Verdict.Method == mcp.MethodInitialize:
		ready.Era, ready.Protocol = mcp.Legacy.String(), framing.StringOf(framing.ValueAt(result, "protocolVersion"))
		ready.Server = exchange.Implementation(framing.ValueAt(result, "serverInfo"))
	case g.revision != "" && o.Verdict.Pair != history.None:
		ready.Era, ready.Protocol = mcp.Modern.String(), g.revision
		ready.Server = exchange.Implementation(framing.ValueAt(result, "_meta", mcp.MetaServerInfo))
	}
	if ready.Protocol == "" {
		return
	}
	g.opened = true
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ready = &ready
}

// take gives the fact that the conversation is open, once.
func (g *greeter) take() (ready history.Fact, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ready == nil {
		return history.Fact{}, false
	}
	ready, g.ready = *g.ready, nil
	return ready, true
}
