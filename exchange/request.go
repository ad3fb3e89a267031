package exchange

import (
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// request opens an exchange.
func (t *Tracker) request(o Observation, m *framing.Message, v *Verdict) {
	s, id := t.sides[o.Dir], m.ID.Of(o.Line)
	v.Status = Pending
	v.Method = t.names.of(m.Method.Of(o.Line))
	if namesTool(v.Method) {
		v.Tool = t.names.of(m.Name.Of(o.Line))
	}
	t.key = appendKey(t.key[:0], id)
	r := &request{index: o.Index, key: string(t.key), id: clip(id), method: v.Method, tool: v.Tool, target: v.Tool}
	if r.method == mcp.MethodResourcesRead {
		r.target = keyOf(framing.Member(m.Params.Of(o.Line), "uri").Of(m.Params.Of(o.Line)))
	}
	r.revision, r.modern = t.revision.ofRequest(o.Line, m)
	if v.Method == mcp.MethodInitialize && !r.modern {
		t.revision.offer(m.Params.Of(o.Line))
		r.revision = t.revision.asked
		t.judgeOffer(m, v)
		t.declared.declare(o.Dir, m.Params.Of(o.Line))
		judgeGreeting(m.Params.Of(o.Line), "clientInfo", m.Params.Start, v)
	}
	if token := m.ProgressToken.Of(o.Line); token != nil {
		r.token = keyOf(token)
	}
	if isList(r.method) && o.Dir == framing.ClientToServer {
		t.turn(o.Line, m, v)
	}
	if r.method == mcp.MethodToolsCall && o.Dir == framing.ClientToServer && !o.Cut {
		t.judgeArguments(o.Line, m, r, v)
	}
	t.judgeCapability(o.Dir, r, m, v)
	t.judgeID(s, id, r, m, v)
	t.judgeMethod(o.Dir, r.method, r.revision, m, v)
	if t.deaf && o.Dir == framing.ClientToServer {
		v.Status = Lost
		v.find(found(RequestUnanswered, "the server had closed its stdout before", m.Whole.Start))
		return
	}
	s.add(r)
	v.First = t.rounds.goesOn(o, m, r)
}

func namesTool(method string) bool {
	return method == mcp.MethodToolsCall || method == mcp.MethodPromptsGet
}

// judgeID looks for other uses of a request's id, whose key is in t.key.
func (t *Tracker) judgeID(s *side, id []byte, r *request, m *framing.Message, v *Verdict) {
	if open := s.open[string(t.key)]; len(open) > 0 && !open[0].unsure {
		v.find(found(IDDuplicateInFlight, fmt.Sprintf("id %s is still unanswered", clip(id)), m.ID.Start))
		return
	}
	if _, used := s.answered.get(string(t.key)); used && !r.modern && mcp.EraOf(r.revision) == mcp.Legacy {
		v.find(found(IDReused, fmt.Sprintf("id %s was used and answered before", clip(id)), m.ID.Start))
	}
}

// judgeMethod looks up who may send a method under which revision. While no
// revision is known nothing is held against it.
func (t *Tracker) judgeMethod(dir framing.Dir, method, revision string, m *framing.Message, v *Verdict) {
	if revision == "" || method == "" {
		return
	}
	name := clip([]byte(method))
	switch mcp.Judge(method, revision, senderOf(dir)) {
	case mcp.Allowed:
	case mcp.WrongSide:
		v.find(found(MethodWrongDirection, name+" is for the other side to send", m.Method.Start))
	case mcp.EmbeddedOnly:
		v.find(found(MethodWrongDirection, fmt.Sprintf("%s stands inside inputRequests in revision %s, it is no message", name, revision), m.Method.Start))
	case mcp.NotInRevision:
		if method != mcp.MethodDiscover { // how a client finds out which era a server is of
			v.find(found(MethodNotInVersion, fmt.Sprintf("%s is no method of revision %s", name, clip([]byte(revision))), m.Method.Start))
		}
	case mcp.UnknownMethod:
		v.find(found(MethodUnknown, name+" is a method of no revision", m.Method.Start))
	}
}
