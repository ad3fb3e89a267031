package exchange

import (
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// None is the position of no event.
const None = -1

// Observation is one event of the journal as the tracker needs it.
type Observation struct {
	// Index is the event's position in the journal, counted from 0.
	Index int
	Dir   framing.Dir
	// Line and Message are the scanned line. The tracker keeps neither.
	Line    []byte
	Message *framing.Message
	// Misframed says that a strict peer would not take the message as it crossed,
	// Guessed that its line is broken and Message only what it seems to be.
	Misframed, Guessed bool
}

// Verdict is what one event means for the exchanges of the journal.
type Verdict struct {
	// Pair is the position of the other half, or None.
	Pair int
	// Status is the event's own status: Pending for a request, else NoStatus.
	Status Status
	// Method and Tool are those of the message, for an answer those of its request.
	Method, Tool string
	// Changes are the earlier events whose pair or status this event has settled.
	Changes  []Change
	Findings []framing.Finding
}

// Change is what became of an earlier event.
type Change struct {
	Index  int
	Pair   int
	Status Status
}

// request is one that is open.
type request struct {
	index     int
	method    string
	tool      string
	cancelled bool
}

// answeredMemory is how many answered ids per direction are remembered, to tell
// a second answer from one that nobody asked for.
const answeredMemory = 1 << 16

// Tracker pairs the messages of one session. The zero value is not usable: see NewTracker.
type Tracker struct {
	// sides holds what each side has asked: the client's requests under
	// framing.ClientToServer, the server's under framing.ServerToClient.
	sides [2]*side
	names *names
	key   []byte
}

// side is what one side has asked. Ids of the two sides are independent
// (JSON-RPC 2.0, and "Messages" in the specification's basic page).
type side struct {
	open     map[string][]request
	answered *recent
}

// NewTracker gives a tracker for a session that has not begun.
func NewTracker() *Tracker {
	t := &Tracker{names: newNames()}
	t.reset()
	return t
}

func (t *Tracker) reset() {
	for i := range t.sides {
		t.sides[i] = &side{open: map[string][]request{}, answered: newRecent(answeredMemory)}
	}
}

// Observe takes the next event of the journal.
func (t *Tracker) Observe(o Observation) Verdict {
	v := Verdict{Pair: None}
	if o.Dir > framing.ServerToClient || o.Message == nil {
		return v
	}
	t.observe(o, o.Message, &v)
	return v
}

// EndSession settles every open request as lost: its stream has ended, or the
// server was started anew.
func (t *Tracker) EndSession() []Change {
	var changes []Change
	for _, s := range t.sides {
		for _, open := range s.open {
			for _, r := range open {
				if !r.cancelled {
					changes = append(changes, Change{Index: r.index, Pair: None, Status: Lost})
				}
			}
		}
	}
	t.reset()
	return changes
}

// Unanswered counts the requests of the client that are open and were not cancelled.
func (t *Tracker) Unanswered() int {
	n := 0
	for _, open := range t.sides[framing.ClientToServer].open {
		for _, r := range open {
			if !r.cancelled {
				n++
			}
		}
	}
	return n
}

func (t *Tracker) observe(o Observation, m *framing.Message, v *Verdict) {
	switch m.Kind {
	case framing.Request:
		t.request(o, m, v)
	case framing.Notification:
		v.Method = t.names.of(m.Method.Of(o.Line))
		if v.Method == mcp.MethodCancelled {
			t.cancel(o, m, v)
		}
	case framing.Result, framing.Error:
		t.response(o, m, v)
	case framing.Batch:
		t.batch(o, m, v)
	case framing.Unscanned, framing.Blank, framing.Invalid, framing.Foreign, framing.Echo:
	}
}

func (t *Tracker) request(o Observation, m *framing.Message, v *Verdict) {
	v.Status = Pending
	v.Method = t.names.of(m.Method.Of(o.Line))
	if v.Method == mcp.MethodToolsCall || v.Method == mcp.MethodPromptsGet {
		v.Tool = t.names.of(m.Name.Of(o.Line))
	}
	s, id := t.sides[o.Dir], m.ID.Of(o.Line)
	t.key = framing.AppendIDKey(t.key[:0], id)
	open := s.open[string(t.key)]
	if len(open) > 0 {
		v.Findings = append(v.Findings, finding("id-duplicate-in-flight", framing.Fault, m.ID.Start,
			"id %s is still unanswered: the sender cannot tell which of the two requests an answer is for", id))
	}
	s.open[string(t.key)] = append(open, request{index: o.Index, method: v.Method, tool: v.Tool})
}

func (t *Tracker) response(o Observation, m *framing.Message, v *Verdict) {
	s, id := t.sides[other(o.Dir)], m.ID.Of(o.Line)
	t.key = framing.AppendIDKey(t.key[:0], id)
	open := s.open[string(t.key)]
	if id == nil || len(open) == 0 {
		if !o.Guessed {
			t.orphan(s, id, m, v)
		}
		return
	}
	r := open[0]
	s.close(string(t.key), open)
	s.answered.add(string(t.key), r.index)
	v.Pair, v.Method, v.Tool = r.index, r.method, r.tool
	status := statusOf(o.Line, m)
	switch {
	case r.cancelled:
		status = Cancelled
	case o.Misframed:
		status = Malformed
	}
	v.Changes = append(v.Changes, Change{Index: r.index, Pair: o.Index, Status: status})
}

// close takes the oldest open request with the id away.
func (s *side) close(key string, open []request) {
	if len(open) == 1 {
		delete(s.open, key)
		return
	}
	s.open[key] = open[1:]
}

// orphan is a response that settles nothing.
func (t *Tracker) orphan(s *side, id []byte, m *framing.Message, v *Verdict) {
	if len(id) == 0 || string(id) == "null" {
		return // what is wrong with it is seen on the line itself
	}
	if index, ok := s.answered.get(string(t.key)); ok {
		v.Pair = index
		v.Findings = append(v.Findings, finding("response-duplicate", framing.Fault, m.ID.Start,
			"id %s was already answered: clients drop this answer, or give it to another call", id))
		return
	}
	v.Findings = append(v.Findings, finding("response-unknown-id", framing.Fault, m.ID.Start,
		"no such request: id %s was never sent, so no client will take this answer", id))
}

func (t *Tracker) cancel(o Observation, m *framing.Message, v *Verdict) {
	id := m.RequestID.Of(o.Line)
	if id == nil {
		return
	}
	t.key = framing.AppendIDKey(t.key[:0], id)
	open := t.sides[o.Dir].open[string(t.key)]
	for i := range open {
		if !open[i].cancelled {
			open[i].cancelled = true
			v.Pair = open[i].index
			v.Changes = append(v.Changes, Change{Index: open[i].index, Pair: None, Status: Cancelled})
			return
		}
	}
}

// batch observes each element as a message of its own that stands at the batch's place.
func (t *Tracker) batch(o Observation, m *framing.Message, v *Verdict) {
	for _, element := range framing.BatchElements(o.Line, m) {
		part := Verdict{Pair: None}
		t.observe(o, element, &part)
		v.Changes = append(v.Changes, part.Changes...)
		v.Findings = append(v.Findings, part.Findings...)
	}
}

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

func other(d framing.Dir) framing.Dir {
	return framing.ClientToServer + framing.ServerToClient - d
}

func finding(id string, severity framing.Severity, offset int, format string, rawID []byte) framing.Finding {
	return framing.Finding{ID: id, Severity: severity, Offset: offset, Message: fmt.Sprintf(format, clip(rawID))}
}

// clip keeps a hostile id from filling a message.
func clip(raw []byte) string {
	const most = 64
	if len(raw) > most {
		return string(raw[:most]) + "…"
	}
	return string(raw)
}
