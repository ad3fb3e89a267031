package exchange

import (
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
	// Cut says that we kept only the head of the line: what is broken about it is not
	// its sender's doing.
	Cut bool
}

// Verdict is what one event means for the exchanges of the journal.
type Verdict struct {
	// Pair is the other half of a request or response, or None.
	Pair int
	// Request is the request that a notification is about: whose progress it tells,
	// which it cancels, or into whose subscription it falls. None where that is not
	// known.
	Request int
	// First is the first request of the operation that a request carries on (the
	// rounds of a multi round trip, the polling of a task), or None.
	First int
	// Status is the event's own status: Pending for a request, else NoStatus.
	Status Status
	// Method and Tool are those of the message, for an answer those of its request.
	Method, Tool string
	// Changes are the earlier events whose pair or status this event has settled.
	Changes  []Change
	Findings []framing.Finding
}

func (v *Verdict) find(f framing.Finding) { v.Findings = append(v.Findings, f) }

// Change is what became of an earlier event.
type Change struct {
	Index  int
	Pair   int
	Status Status
	// Findings are those that only time could tell.
	Findings []framing.Finding
}

// Tracker pairs the messages of one session. The zero value is not usable: see NewTracker.
type Tracker struct {
	// sides holds what each side has asked: the client's requests under
	// framing.ClientToServer, the server's under framing.ServerToClient.
	sides    [2]*side
	revision revision
	rounds   rounds
	batches  batches
	tools    tools
	declared declared
	walks    walks
	names    *names
	key      []byte
	// deaf is set when the server can answer nothing any more.
	deaf bool
	// missed is set when lines crossed unseen: what seems to be without a request may
	// have one.
	missed bool
}

// NewTracker gives a tracker for a session that has not begun.
func NewTracker() *Tracker {
	t := &Tracker{names: newNames()}
	t.reset()
	return t
}

func (t *Tracker) reset() {
	for i := range t.sides {
		t.sides[i] = newSide()
	}
	t.revision, t.rounds, t.deaf, t.missed = revision{}, newRounds(), false, false
	t.batches, t.tools, t.declared, t.walks = batches{}, newTools(), declared{}, walks{}
}

// Observe takes the next event of the journal.
func (t *Tracker) Observe(o Observation) Verdict {
	v := Verdict{Pair: None, Request: None, First: None}
	if o.Dir > framing.ServerToClient || o.Message == nil {
		return v
	}
	t.observe(o, o.Message, &v)
	if o.Message.Kind != framing.Batch {
		t.batches.merge(v.Changes)
	}
	return v
}

func (t *Tracker) observe(o Observation, m *framing.Message, v *Verdict) {
	side := t.sides[o.Dir]
	switch m.Kind {
	case framing.Request:
		t.request(o, m, v)
	case framing.Notification:
		t.notification(o, m, v)
	case framing.Result, framing.Error:
		t.response(o, m, v)
	case framing.Foreign:
		if m.ID.Present() { // neither result nor error, yet it names a request
			t.response(o, m, v)
		}
	case framing.Batch:
		t.batch(o, m, v)
	case framing.Invalid:
		side.unreadable = true
	case framing.Unscanned, framing.Blank, framing.Echo:
		return
	}
	side.notified = m.Kind == framing.Notification && o.Message == m
}

// EndAnswers settles every open request of the client as lost, since the server's
// stream has ended, and from now on each that is sent all the same. What the
// server has asked can still be answered.
func (t *Tracker) EndAnswers() []Change {
	t.deaf = true
	client := t.sides[framing.ClientToServer]
	t.sides[framing.ClientToServer] = newSide()
	changes := client.lost(nil)
	t.batches.merge(changes)
	return changes
}

// Missed says that lines crossed which nobody saw. What is open may have been
// answered, and what comes may be about a request that is not known: from now on
// neither is held against anybody.
func (t *Tracker) Missed() {
	t.missed = true
	for _, s := range t.sides {
		for r := range s.all() {
			r.unsure = true
		}
	}
}

// EndSession settles every open request as lost: the process has ended, and what
// comes next is a session of its own.
func (t *Tracker) EndSession() []Change {
	var changes []Change
	for _, s := range t.sides {
		changes = s.lost(changes)
	}
	t.batches.merge(changes)
	t.reset()
	return changes
}

// Unanswered counts the requests of the client that are open and were not cancelled.
func (t *Tracker) Unanswered() int {
	n := 0
	for range t.sides[framing.ClientToServer].all() {
		n++
	}
	return n
}

// batch observes each element as a message of its own that stands at the batch's place.
func (t *Tracker) batch(o Observation, m *framing.Message, v *Verdict) {
	t.judgeBatch(o, m, v)
	for _, element := range framing.BatchElements(o.Line, m) {
		part := Verdict{Pair: None, Request: None, First: None}
		t.observe(o, element, &part)
		if part.Method == mcp.MethodInitialize && part.Status == Pending {
			part.find(found(BatchInitialize, "initialize stands in a batch", element.Method.Start))
		}
		v.Findings = append(v.Findings, part.Findings...)
		v.Pair, v.Request, v.First = max(v.Pair, part.Pair), max(v.Request, part.Request), max(v.First, part.First)
		t.batches.opened(o.Index, part.Status, v)
		v.Changes = append(v.Changes, part.Changes...)
	}
	t.batches.merge(v.Changes)
}

func (t *Tracker) judgeBatch(o Observation, m *framing.Message, v *Verdict) {
	if !t.revision.hasBatches() {
		v.find(found(BatchNotAllowed, "a batch, in a session of revision "+clip([]byte(t.revision.session())), m.Whole.Start))
	}
	for range framing.BatchElements(o.Line, m) {
		return
	}
	v.find(found(BatchEmpty, "a batch without messages", m.Whole.Start))
}

func other(d framing.Dir) framing.Dir {
	return framing.ClientToServer + framing.ServerToClient - d
}

func senderOf(d framing.Dir) mcp.Side {
	if d == framing.ClientToServer {
		return mcp.ClientSide
	}
	return mcp.ServerSide
}
