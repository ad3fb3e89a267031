package exchange

import (
	"fmt"
	"strconv"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// response settles the request that it answers, if there is one.
func (t *Tracker) response(o Observation, m *framing.Message, v *Verdict) {
	s, id := t.sides[other(o.Dir)], m.ID.Of(o.Line)
	if len(id) == 0 || string(id) == "null" {
		if !o.Guessed {
			t.withoutID(s, m, v)
		}
		return
	}
	t.key = appendKey(t.key[:0], id)
	if r, cancelled := s.next(string(t.key), o); r != nil {
		t.settle(o, m, v, r, cancelled, o.Misframed || badShape(o.Line, m))
		return
	}
	if r, why := s.nearest(id); r != nil {
		t.nearly(o, m, v, r, why)
		return
	}
	if !o.Guessed {
		t.orphan(s, id, m, v)
	}
}

// settle pairs an answer with its request.
func (t *Tracker) settle(o Observation, m *framing.Message, v *Verdict, r *request, cancelled, malformed bool) {
	s := t.sides[other(o.Dir)]
	becameTask := t.rounds.answered(o, m, r)
	s.settle(r, becameTask)
	r.guessed = o.Guessed
	if o.Misframed {
		s.loose.add(r.key, r)
	}
	v.Pair, v.Method, v.Tool = r.index, r.method, r.tool
	status := statusOf(o.Line, m)
	switch {
	case cancelled:
		status = Cancelled
	case malformed && !o.Cut:
		status = Malformed
	}
	v.Changes = append(v.Changes, Change{Index: r.index, Pair: o.Index, Status: status})
	if m.Kind == framing.Result && o.Dir == framing.ServerToClient && !o.Cut {
		t.judgeResult(o.Line, m, r, status == OK && !becameTask, v)
	}
	if r.modern && m.Kind == framing.Error {
		judgeCode(o.Line, m, v)
	}
}

// judgeResult looks at what the result of a method says. usable says that it is what
// was asked for.
func (t *Tracker) judgeResult(line []byte, m *framing.Message, r *request, usable bool, v *Verdict) {
	switch {
	case r.method == mcp.MethodInitialize:
		t.revision.agree(m.Result.Of(line))
		t.judgeCounterOffer(m, v)
		t.declared.declare(framing.ServerToClient, m.Result.Of(line))
		judgeGreeting(m.Result.Of(line), "serverInfo", m.Result.Start, v)
	case r.method == mcp.MethodToolsCall && usable:
		t.judgeOutput(line, m, r, v)
	case isList(r.method):
		t.page(line, m, r, v)
		if r.method == mcp.MethodToolsList {
			t.tools.listed(m.Result.Of(line))
		}
	}
}

// nearly pairs an answer whose id is the request's after a conversion. One that is
// only spelt in another way is equal as a number, and clients that know no other
// numbers than doubles take it.
func (t *Tracker) nearly(o Observation, m *framing.Message, v *Verdict, r *request, why framing.NearReason) {
	id := m.ID.Of(o.Line)
	asFloat := why == framing.NearSpelling && !isInteger(id) && isInteger([]byte(r.id))
	if !asFloat {
		v.find(found(IDTypeChanged, fmt.Sprintf("id %s answers the request with id %s (%s)", clip(id), clip([]byte(r.id)), why), m.ID.Start))
	}
	t.settle(o, m, v, r, false, !asFloat || o.Misframed)
}

func isInteger(raw []byte) bool {
	for i, c := range raw {
		if (c < '0' || c > '9') && (i > 0 || c != '-') {
			return false
		}
	}
	return len(raw) > 0
}

// withoutID is a response that says of no request that it is its answer. That its
// id is missing or null is seen on the line itself, except for an error, which may
// leave out an id that it could not read.
func (t *Tracker) withoutID(s *side, m *framing.Message, v *Verdict) {
	switch {
	case s.notified && len(s.open) == 0:
		v.find(found(NotificationAnswered, "it follows a notification, and no request is open", m.Whole.Start))
	case m.Kind == framing.Error && !m.ID.Present() && !s.unreadable:
		v.find(found(framing.ResponseIDMissing, "the error has no id, though every line before it could be read", m.Error.Start))
	}
	s.unreadable = false
}

// orphan is a response that settles nothing. The key of its id is in t.key.
func (t *Tracker) orphan(s *side, id []byte, m *framing.Message, v *Verdict) {
	if m.Kind == framing.Foreign {
		return // no response but an object with some id
	}
	if index, ok := s.answered.get(string(t.key)); ok {
		v.Pair = index
		v.find(found(ResponseDuplicate, fmt.Sprintf("id %s was answered before", clip(id)), m.ID.Start))
		return
	}
	if t.missed {
		return
	}
	v.find(found(ResponseUnknownID, fmt.Sprintf("no such request: id %s is not open and never was", clip(id)), m.ID.Start))
}

// badShape says whether a strict client would refuse what answers its request.
func badShape(line []byte, m *framing.Message) bool {
	if m.Kind == framing.Foreign {
		return true
	}
	return isSet(m.Result.Of(line)) && isSet(m.Error.Of(line))
}

func isSet(raw []byte) bool { return len(raw) > 0 && string(raw) != "null" }

func statusOf(line []byte, m *framing.Message) Status {
	switch {
	case m.Kind == framing.Error:
		return Failed
	case string(m.IsError.Of(line)) == "true":
		return ToolError
	case string(m.ResultType.Of(line)) == `"input_required"`:
		return InputRequired
	default:
		return OK
	}
}

// judgeCode looks at the code of an error that answers a request of the modern era
// (specification 2026-07-28, basic, "Error codes").
func judgeCode(line []byte, m *framing.Message, v *Verdict) {
	code, err := strconv.ParseInt(string(m.ErrorCode.Of(line)), 10, 64)
	if err != nil {
		return // what is no integer is seen on the line itself
	}
	seen := fmt.Sprintf("the code is %d", code)
	switch {
	case code == mcp.CodeResourceNotFound || code == mcp.CodeURLElicitationRequired:
		v.find(found(ErrorCodeRetired, seen, m.ErrorCode.Start))
	case mcp.ModernError(code):
	case code <= -32020 && code >= -32099:
		v.find(found(ErrorCodeUnallocated, seen, m.ErrorCode.Start))
	case code <= -32000 && code >= -32019:
		v.find(found(ErrorCodeLegacyRange, seen, m.ErrorCode.Start))
	}
}
