package history

import (
	"math"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// indexer turns recorded lines into index entries. It works on a batch of its
// own and touches the journal only in publish, so readers never wait for it.
type indexer struct {
	journal *Journal
	tracker *exchange.Tracker
	lens    *framing.Lens
	quick   quickParser
	seen    *framing.Observation // of the line last scanned
	isJSON  bool                 // of the line last scanned
	inner   []Observed           // messages recognised in it, or ended by it
	// published is called after each publish; nil for nothing.
	published func()
	trail     [2]trail // by Dir
	heldAt    [2]int64 // by Dir: when the last line crossed, if the lens holds it; else 0
	next      int      // position of the next event

	batch
}

// batch is what publish hands over to the journal.
type batch struct {
	entries  []entry
	names    [][2]string // method and tool of each entry
	changes  []exchange.Change
	findings []placedFinding
	rounds   []round
	facts    []PlacedFact
	headers  []placedHeader
	damage   []Damage
	counted  int // events that are not kept
}

// round is a request that carries on an operation which began with another.
type round struct{ index, first int }

type placedFinding struct {
	index int
	framing.Finding
}

func newIndexer(j *Journal) *indexer {
	return &indexer{journal: j, tracker: exchange.NewTracker(), lens: framing.NewLens(), next: j.Len()}
}

// holdTime is for how long a line that may go on in the next one is given the benefit of
// the doubt. It counts from line to line, so that a file says the same as being there.
const holdTime = time.Second

// scan looks at the next line, which crossed at some time, and says how it is to be
// recorded.
func (x *indexer) scan(at int64, dir framing.Dir, line framing.Line) encoding {
	x.settleHeld(at)
	x.seen = x.lens.Observe(dir, line)
	x.isJSON = x.seen.Message.Valid
	if dir == framing.Stderr { // free text: whether it is JSON matters only here
		var m framing.Message
		framing.Scan(line.Bytes, &m)
		x.isJSON = m.Valid && !line.Cut
	}
	return encodingOf(line.Bytes, x.isJSON)
}

// settleHeld has lines judged that were held for too long.
func (x *indexer) settleHeld(now int64) {
	for dir, at := range x.heldAt {
		if at != 0 && now-at >= int64(holdTime) {
			x.heldAt[dir] = 0
			x.amend(framing.Dir(dir), x.lens.Settle(framing.Dir(dir)).Amended)
		}
	}
}

// holds says whether a line is held that was not judged yet.
func (x *indexer) holds() bool { return x.heldAt != [2]int64{} }

// unscan says that the line last scanned was none: it stood in a damaged record.
// What the lens comes back to later must still be counted right.
func (x *indexer) unscan(dir framing.Dir) {
	if dir <= framing.ServerToClient {
		x.trail[dir].add(None)
	}
}

// addLine takes the line last scanned. body and stored say where its bytes
// stand in the file.
func (x *indexer) addLine(r record, line framing.Line, body int64, stored int) exchange.Verdict {
	index, m := x.next, &x.seen.Message
	x.inner = x.inner[:0]
	e := entry{
		at: r.at, seq: r.seq, body: body, stored: saturate32(int64(stored)), size: saturate32(line.Size),
		kind: m.Kind, origin: r.origin, bits: packBits(r.dir, r.enc, line.EOL, line.Cut),
	}
	if r.untimed {
		e.bits |= untimedBit
	}
	if id := m.ID; id.Present() && id.End-id.Start <= math.MaxUint16 {
		e.idAt, e.idLen = uint32(id.Start), uint16(id.End-id.Start)
	}
	if r.dir <= framing.ServerToClient {
		x.trail[r.dir].add(index)
		x.heldAt[r.dir] = 0
		if x.seen.Held && !r.untimed {
			x.heldAt[r.dir] = r.at
		}
	}
	v := x.tracker.Observe(exchange.Observation{
		Index: index, Dir: r.dir, Line: line.Bytes, Message: m, Misframed: x.seen.Misframed,
	})
	e.status = v.Status
	e.setPair(max(v.Pair, v.Request))
	if v.First != None {
		x.rounds = append(x.rounds, round{index, v.First})
	}
	x.add(e, v.Method, v.Tool)
	x.settle(v.Changes)
	x.find(index, v.Findings)
	x.judge(index, r.dir, line.Cut, x.seen.Verdict)
	x.amend(r.dir, x.seen.Amended)
	return v
}

// judge notes what the lens said of the line at index, and has the tracker see
// the messages that were recognised in it.
func (x *indexer) judge(index int, dir framing.Dir, cut bool, v framing.Verdict) {
	x.find(index, v.Findings)
	for i := range v.Inner {
		inner := &v.Inner[i]
		if inner.How == framing.InText && !inner.Message.Kind.IsResponse() {
			continue // talk about a request is no request
		}
		at := index
		if inner.Back > 0 {
			at = x.trail[dir].back(inner.Back)
		}
		if at == None {
			continue
		}
		found := x.tracker.Observe(exchange.Observation{
			Index: at, Dir: dir, Line: inner.Text, Message: &inner.Message, Misframed: true, Guessed: inner.How == framing.Guessed, Cut: cut,
		})
		x.settle(found.Changes)
		if found.Pair != None || found.Status != exchange.NoStatus {
			x.changes = append(x.changes, exchange.Change{Index: at, Pair: found.Pair, Status: found.Status})
		}
		x.find(at, found.Findings)
		if inner.How != framing.Guessed {
			x.inner = append(x.inner, Observed{Index: at, Dir: dir, Line: inner.Text, Message: &inner.Message, Verdict: found})
		}
	}
}

// amend takes verdicts on earlier lines of the stream.
func (x *indexer) amend(dir framing.Dir, amended []framing.Amendment) {
	for _, a := range amended {
		if at := x.trail[dir].back(a.Back); at != None {
			x.judge(at, dir, false, a.Verdict)
		}
	}
}

// settle notes what became of earlier events.
func (x *indexer) settle(changes []exchange.Change) {
	x.changes = append(x.changes, changes...)
	for _, c := range changes {
		x.find(c.Index, c.Findings)
	}
}

func (x *indexer) find(index int, findings []framing.Finding) {
	for _, f := range findings {
		x.findings = append(x.findings, placedFinding{index, f})
	}
}

// addFact takes a fact. One that ends a stream or a process settles what was open.
func (x *indexer) addFact(r record, fact Fact, body int64, stored int) {
	e := entry{at: r.at, seq: r.seq, body: body, stored: uint32(stored), size: uint32(stored), bits: packBits(framing.Meta, asFact, framing.LF, false)}
	x.facts = append(x.facts, PlacedFact{Index: x.next, Fact: fact})
	x.add(e, "", "")
	switch {
	case fact.endsProcess():
		x.endSession()
	case fact.hidesMessages():
		x.endStreams() // what was begun does not go on behind the gap
		x.lens = framing.NewLens()
		x.tracker.Missed()
	case fact.endsAnswers():
		x.endStreams()
		x.settle(x.tracker.EndAnswers())
	}
}

func (x *indexer) addHeader(h Header) {
	x.headers = append(x.headers, placedHeader{x.next, h})
	x.endSession()
}

// endSession settles what is open: no line can come any more that would.
func (x *indexer) endSession() {
	x.endStreams()
	x.lens = framing.NewLens()
	x.settle(x.tracker.EndSession())
}

// endStreams asks for the verdict on lines that waited for more.
func (x *indexer) endStreams() {
	x.heldAt = [2]int64{}
	for _, dir := range []framing.Dir{framing.ClientToServer, framing.ServerToClient} {
		x.amend(dir, x.lens.End(dir).Amended)
	}
}

func (x *indexer) add(e entry, method, tool string) {
	if x.journal.writeOnly {
		x.next++
		x.counted++
		return
	}
	x.entries = append(x.entries, e)
	x.names = append(x.names, [2]string{method, tool})
	x.next++
}

// publish hands the batch over to the journal and rings its bell.
func (x *indexer) publish() {
	if x.isEmpty() {
		return
	}
	x.journal.take(&x.batch)
	if x.published != nil && len(x.entries)+len(x.headers) > 0 {
		x.published()
	}
	b := &x.batch
	b.entries, b.names, b.changes, b.findings = b.entries[:0], b.names[:0], b.changes[:0], b.findings[:0]
	b.rounds, b.counted = b.rounds[:0], 0
	b.facts, b.headers, b.damage = b.facts[:0], b.headers[:0], b.damage[:0]
}

func (b *batch) isEmpty() bool {
	return len(b.entries)+len(b.changes)+len(b.findings)+len(b.headers)+len(b.damage)+b.counted == 0
}

func (j *Journal) take(b *batch) {
	j.mu.Lock()
	defer j.ring()
	defer j.mu.Unlock()
	j.found += len(b.findings)
	if j.writeOnly {
		j.index.count += b.counted
		j.headers = append(j.headers, b.headers...)
		return
	}
	for i, e := range b.entries {
		if dir := e.dir(); dir != framing.Meta {
			j.tails[dir] = nil
		}
		e.method, e.tool = j.index.names.number(b.names[i][0]), j.index.names.number(b.names[i][1])
		j.index.add(e)
	}
	j.index.settle(b.changes)
	for _, f := range b.findings {
		j.findings.add(f.index, f.Finding)
		j.index.at(f.index).seen(f.Finding)
	}
	for _, r := range b.rounds {
		j.firsts[r.index] = r.first
	}
	j.facts = append(j.facts, b.facts...)
	j.headers = append(j.headers, b.headers...)
	j.damage = append(j.damage, b.damage...)
}

// trail remembers the positions of the last lines of a stream, as many as a lens
// may come back to.
type trail struct {
	positions []int
	next      int
}

// trailLength is above the number of lines that a lens holds back.
const trailLength = 1 << 14

func (t *trail) add(index int) {
	if len(t.positions) < trailLength {
		t.positions = append(t.positions, index)
		return
	}
	t.positions[t.next] = index
	t.next = (t.next + 1) % trailLength
}

// back gives the position of the n-th last line, 0 for the last.
func (t *trail) back(n int) int {
	return t.positions[(t.next-1-n+2*len(t.positions))%len(t.positions)]
}
