package replay

import (
	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

const noStep = -1

// isNameless says whether a line of the client has no id that an answer could bear: it is
// broken, or its id is null.
func isNameless(e history.Event, line []byte, m *framing.Message) bool {
	if e.Kind == framing.Request {
		return string(m.ID.Of(line)) == "null"
	}
	return e.Kind == framing.Invalid || e.Kind == framing.Foreign
}

// answerNameless takes an answer that names no request as that to the oldest line that
// could not be named.
func (g *gatherer) answerNameless(i int, e history.Event, line []byte) {
	framing.Scan(line, &g.m)
	if len(g.nameless) == 0 || !hasNoID(line, &g.m) {
		return
	}
	n := g.nameless[0]
	g.nameless = g.nameless[1:]
	if n == noStep {
		return
	}
	s := g.Steps[n]
	s.Answer, s.Status, s.nameless = i, namelessStatus(e.Kind), true
	if !g.Source.Header().Untimed {
		s.Latency, s.Timed = e.Time.Sub(s.at), true
	}
	g.byAnswer[i] = append(g.byAnswer[i], n)
}

func hasNoID(line []byte, m *framing.Message) bool {
	id := m.ID.Of(line)
	return len(id) == 0 || string(id) == "null"
}

func namelessStatus(k framing.Kind) exchange.Status {
	if k == framing.Error {
		return exchange.Failed
	}
	return exchange.OK
}

// hearNameless settles the oldest step that waits for such an answer.
func (r *runner) hearNameless(h session.Heard) {
	if !h.Message.Kind.IsResponse() || h.Verdict.Pair != exchange.None || !hasNoID(h.Line, &h.Message) {
		return
	}
	for _, n := range r.open {
		if r.plan.Steps[n].nameless {
			r.settle(n, namelessStatus(h.Message.Kind), h.Line)
			return
		}
	}
}
