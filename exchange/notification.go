package exchange

import (
	"bytes"
	"fmt"
	"strconv"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// notification finds the request that a notification is about.
func (t *Tracker) notification(o Observation, m *framing.Message, v *Verdict) {
	v.Method = t.names.of(m.Method.Of(o.Line))
	revision := t.revision.session()
	switch v.Method {
	case mcp.MethodCancelled:
		t.cancel(o, m, v)
	case mcp.MethodProgress:
		t.progress(o, m, v)
	default:
		if id := subscriptionOf(m.Params.Of(o.Line)); id != nil {
			t.subscribed(o, id, v)
			revision = mcp.LatestModern
		} else if v.Method == mcp.MethodMessage {
			t.logged(o, v)
		}
	}
	t.judgeMethod(o.Dir, v.Method, revision, m, v)
}

// cancel takes a cancellation. Either side withdraws its own requests; in the
// modern era a server ends a subscription of the client like that, and some
// servers tell in this way that they have given a request up.
func (t *Tracker) cancel(o Observation, m *framing.Message, v *Verdict) {
	id := m.RequestID.Of(o.Line)
	if id == nil {
		return
	}
	t.key = appendKey(t.key[:0], id)
	for _, dir := range []framing.Dir{o.Dir, other(o.Dir)} {
		if open := t.sides[dir].open[string(t.key)]; len(open) > 0 {
			r := open[0]
			t.sides[dir].withdraw(r)
			t.rounds.withdrawn(r)
			v.Request, v.Tool = r.index, r.tool
			v.Changes = append(v.Changes, Change{Index: r.index, Pair: None, Status: Cancelled})
			return
		}
	}
}

// progress ties a progress notification to the request whose token it bears. Tokens
// are given by the side that asks, so they are looked up on the other one.
func (t *Tracker) progress(o Observation, m *framing.Message, v *Verdict) {
	raw := m.ProgressToken.Of(o.Line)
	if raw == nil {
		v.find(found(ProgressTokenUnknown, "there is no progressToken", m.Whole.Start))
		return
	}
	s := t.sides[other(o.Dir)]
	t.key = appendKey(t.key[:0], raw)
	if token, ok := s.tokens.get(string(t.key)); ok {
		v.Request, v.Tool = token.request.index, token.request.tool
		t.judgeProgress(o, m, token, v)
		return
	}
	if index, ok := s.spent.get(string(t.key)); ok {
		v.Request = index
		v.find(found(ProgressAfterAnswer, fmt.Sprintf("the request with token %s was answered before", clip(raw)), m.ProgressToken.Start))
		return
	}
	if t.missed {
		return
	}
	v.find(found(ProgressTokenUnknown, fmt.Sprintf("no open request has the token %s", clip(raw)), m.ProgressToken.Start))
}

func (t *Tracker) judgeProgress(o Observation, m *framing.Message, token *token, v *Verdict) {
	params := m.Params.Of(o.Line)
	span := framing.Member(params, "progress")
	progress, err := strconv.ParseFloat(string(span.Of(params)), 64)
	if err != nil {
		return
	}
	if token.told && progress <= token.progress {
		seen := fmt.Sprintf("progress is %s after %s", clip(span.Of(params)), strconv.FormatFloat(token.progress, 'g', -1, 64))
		v.find(found(ProgressNotRising, seen, m.Params.Start+span.Start))
		return
	}
	token.progress, token.told = progress, true
}

// logged ties a log message to the only request that the other side has open:
// nothing on the wire says which one a log message belongs to.
func (t *Tracker) logged(o Observation, v *Verdict) {
	if r := t.sides[other(o.Dir)].only(); r != nil {
		v.Request, v.Tool = r.index, r.tool
	}
}

// subscribed ties a notification to the subscriptions/listen that it falls under.
func (t *Tracker) subscribed(o Observation, id []byte, v *Verdict) {
	t.key = appendKey(t.key[:0], id)
	for _, r := range t.sides[other(o.Dir)].open[string(t.key)] {
		if r.isListen() {
			v.Request = r.index
			return
		}
	}
}

// subscriptionOf gives the id of the subscription that a notification falls under.
// Few do, and most are told apart without walking their params.
func subscriptionOf(params []byte) []byte {
	if !bytes.Contains(params, []byte(mcp.MetaSubscriptionID)) {
		return nil
	}
	return memberPath(params, "_meta", mcp.MetaSubscriptionID)
}

// memberPath gives the value at the end of a path of member names; nil where it ends early.
func memberPath(object []byte, path ...string) []byte {
	for _, name := range path {
		object = framing.Member(object, name).Of(object)
	}
	return object
}
