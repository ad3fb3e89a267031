package replay

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// gather reads the journal once and takes what the client sent.
func (p *Plan) gather(ctx context.Context) error {
	g := &gatherer{Plan: p, ids: map[string]int{}}
	for i, line := range p.Source.Lines(ctx, 0, p.Source.Len()) {
		e := p.Source.Event(i)
		switch {
		case line == nil:
		case e.Dir == framing.ClientToServer:
			g.fromClient(i, e, line)
		case e.Dir == framing.ServerToClient:
			g.fromServer(i, e, line)
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("read the history: %w", context.Cause(ctx))
	}
	return nil
}

type gatherer struct {
	*Plan
	m     framing.Message
	ids   map[string]int // step by key of its recorded id
	fresh []int          // steps answered since the last one was made
	// nameless are the steps that only an answer without an id can be the answer to, oldest
	// first; -1 for a line that is no step.
	nameless []int
}

func (g *gatherer) fromClient(i int, e history.Event, line []byte) {
	framing.Scan(line, &g.m)
	switch {
	case e.Kind.IsResponse():
		g.addReply(e, line, &g.m)
		return
	case g.opens(e, line):
		return
	case g.choice.Keep != nil && !g.choice.Keep(i):
		g.Whole = false
		if isNameless(e, line, &g.m) {
			g.nameless = append(g.nameless, noStep)
		}
		return
	}
	s := &Step{
		Number: len(g.Steps), Index: i, Seq: e.Seq, Kind: e.Kind, Method: e.Method, Tool: e.Tool,
		Answer: e.Pair, Status: e.Status, Line: bytes.Clone(line), at: e.Time, waits: g.fresh, notes: map[string]int{},
	}
	if e.Kind != framing.Request && e.Kind != framing.Batch {
		s.Answer = history.None
	}
	s.Latency, s.Timed = g.Source.Latency(i)
	g.fresh = nil
	if s.Answer != history.None {
		g.byAnswer[s.Answer] = append(g.byAnswer[s.Answer], s.Number)
	}
	if isNameless(e, line, &g.m) {
		g.nameless = append(g.nameless, s.Number)
	}
	g.mark(s)
	g.Steps = append(g.Steps, s)
}

// opens takes the handshake, which each run does for itself.
func (g *gatherer) opens(e history.Event, line []byte) bool {
	if e.Method == mcp.MethodInitialize && g.Client == nil {
		g.Revision = framing.StringOf(framing.ValueAt(line, "params", "protocolVersion"))
		g.Client = clientOf(framing.ValueAt(line, "params", "clientInfo"), framing.ValueAt(line, "params", "capabilities"))
		if e.Pair != history.None {
			answer, _ := g.Source.Line(e.Pair) // without it what was asked for counts
			if agreed := framing.StringOf(framing.ValueAt(sound(answer), "result", "protocolVersion")); mcp.Known(agreed) {
				g.Revision = agreed
			}
		}
	}
	if revision := framing.StringOf(g.m.ProtocolVersion.Of(line)); revision != "" && g.Client == nil {
		meta := framing.ValueAt(line, "params", "_meta")
		g.Revision, g.Client = revision, clientOf(framing.ValueAt(meta, mcp.MetaClientInfo), framing.ValueAt(meta, mcp.MetaClientCapabilities))
	}
	if g.choice.Handshake {
		return false
	}
	return e.Origin == history.FromHandshake || e.Method == mcp.MethodInitialize || e.Method == mcp.MethodInitialized ||
		e.Method == mcp.MethodDiscover && len(g.Steps) == 0
}

// sound gives a line if members can be looked up in it.
func sound(line []byte) []byte {
	var m framing.Message
	if framing.Scan(line, &m); !m.Valid {
		return nil
	}
	return line
}

func clientOf(info, capabilities []byte) *mcp.Client {
	return &mcp.Client{
		Name: framing.StringOf(framing.ValueAt(info, "name")), Version: framing.StringOf(framing.ValueAt(info, "version")),
		Capabilities: bytes.Clone(capabilities),
	}
}

func (g *gatherer) fromServer(i int, e history.Event, line []byte) {
	if e.Kind.IsResponse() && e.Pair == history.None {
		g.answerNameless(i, e, line)
	}
	g.fresh = append(g.fresh, g.byAnswer[i]...)
	switch {
	case e.Kind == framing.Notification:
		g.notes[e.Method]++
		if n, ok := g.stepAt(e.Request); ok && e.Method == mcp.MethodProgress {
			g.Steps[n].notes[e.Method]++
		}
	case e.Kind == framing.Result && e.Method == mcp.MethodToolsList:
		g.hints.learn(sound(line))
	}
}

// stepAt finds the step of a position.
func (p *Plan) stepAt(position int) (int, bool) {
	return slices.BinarySearchFunc(p.Steps, position, func(s *Step, at int) int { return s.Index - at })
}

// mark finds the ids and tokens in a step's line.
func (g *gatherer) mark(s *Step) {
	take := func(m *framing.Message) {
		id := m.ID.Of(s.Line)
		switch {
		case m.Kind == framing.Request && isFresh(id):
			s.marks = append(s.marks, mark{m.ID, idMark, s.Number})
			g.ids[idKey(id)] = s.Number
			if isFresh(m.ProgressToken.Of(s.Line)) {
				s.marks = append(s.marks, mark{m.ProgressToken, tokenMark, s.Number})
			}
		case m.Kind == framing.Notification && s.Method == mcp.MethodCancelled && m.RequestID.Present():
			if of, ok := g.ids[idKey(m.RequestID.Of(s.Line))]; ok {
				s.marks = append(s.marks, mark{m.RequestID, idMark, of})
				s.progress = g.Steps[of].notes[mcp.MethodProgress]
			}
		}
	}
	if s.Kind != framing.Batch {
		take(&g.m)
		return
	}
	for _, m := range framing.BatchElements(s.Line, &g.m) {
		take(m)
	}
}

// isFresh says whether an id or a token is one that can be made anew: of those that
// should not be, such as null, the bytes are what the sender wanted to send.
func isFresh(raw []byte) bool {
	if len(raw) > 0 && raw[0] == '"' {
		return true
	}
	return len(raw) > 0 && !bytes.ContainsAny(raw, ".eEnft[{")
}

func idKey(raw []byte) string { return string(framing.AppendIDKey(nil, raw)) }
