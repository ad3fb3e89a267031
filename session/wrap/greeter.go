package wrap

import (
	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// greeter watches the opening of the conversation for what the two sides say of
// themselves, which no handshake of ours finds out here.
type greeter struct {
	client   string
	revision string // that a request of the modern era names
	opened   bool
}

// observe sees every message on its way into the journal. Once the conversation is
// open it gives the fact that says so.
func (g *greeter) observe(o history.Observed) *history.Fact {
	switch {
	case g.opened:
	case o.Dir == framing.ClientToServer && o.Message.Kind == framing.Request:
		g.request(o)
	case o.Dir == framing.ServerToClient && o.Message.Kind == framing.Result:
		return g.result(o)
	}
	return nil
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
func (g *greeter) result(o history.Observed) *history.Fact {
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
		return nil
	}
	g.opened = true
	return &ready
}
