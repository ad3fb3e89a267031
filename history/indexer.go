package history

import (
	"math"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// indexer turns recorded lines into index entries. It works on a batch of its
// own and touches the journal only in publish, so readers never wait for it.
type indexer struct {
	journal *Journal
	tracker *exchange.Tracker
	message framing.Message
	next    int // position of the next event

	batch
}

// batch is what publish hands over to the journal.
type batch struct {
	entries  []entry
	names    [][2]string // method and tool of each entry
	changes  []exchange.Change
	findings []placedFinding
	facts    []PlacedFact
	headers  []Header
	damage   []Damage
}

type placedFinding struct {
	index int
	framing.Finding
}

func newIndexer(j *Journal) *indexer {
	return &indexer{journal: j, tracker: exchange.NewTracker(), next: j.Len()}
}

// scan says what a line is. The result holds until the next call.
func (x *indexer) scan(dir framing.Dir, line framing.Line) *framing.Message {
	framing.Scan(line.Bytes, &x.message)
	if dir == framing.Stderr { // free text: JSON or not is all that matters
		x.message = framing.Message{Valid: x.message.Valid}
	}
	return &x.message
}

// addLine takes the line last scanned. body and stored say where its bytes
// stand in the file.
func (x *indexer) addLine(r record, line framing.Line, body int64, stored int) exchange.Verdict {
	m := &x.message
	v := x.tracker.Observe(exchange.Observation{Index: x.next, Dir: r.dir, Line: line.Bytes, Message: m})
	e := entry{
		at: r.at, seq: r.seq, body: body, stored: saturate32(int64(stored)), size: saturate32(line.Size),
		kind: m.Kind, status: v.Status, origin: r.origin, bits: packBits(r.dir, r.enc, line.EOL, line.Cut),
	}
	e.setPair(v.Pair)
	if id := m.ID; id.Present() && id.End-id.Start <= math.MaxUint16 {
		e.idAt, e.idLen = uint32(id.Start), uint16(id.End-id.Start)
	}
	x.add(e, v.Method, v.Tool)
	x.changes = append(x.changes, v.Changes...)
	for _, f := range v.Findings {
		x.findings = append(x.findings, placedFinding{x.next - 1, f})
	}
	return v
}

// addFact takes a fact. One that ends a stream or a process settles what was open.
func (x *indexer) addFact(r record, fact Fact, body int64, stored int) {
	e := entry{at: r.at, seq: r.seq, body: body, stored: uint32(stored), size: uint32(stored), bits: packBits(framing.Meta, asFact, framing.LF, false)}
	x.facts = append(x.facts, PlacedFact{Index: x.next, Fact: fact})
	x.add(e, "", "")
	if fact.endsStream() {
		x.endSession()
	}
}

func (x *indexer) addHeader(h Header) {
	x.headers = append(x.headers, h)
	x.endSession()
}

// endSession settles what is open: no answer can come any more.
func (x *indexer) endSession() {
	x.changes = append(x.changes, x.tracker.EndSession()...)
}

func (x *indexer) add(e entry, method, tool string) {
	x.entries = append(x.entries, e)
	x.names = append(x.names, [2]string{method, tool})
	x.next++
}

// publish hands the batch over to the journal and rings its bell.
func (x *indexer) publish() {
	x.journal.take(&x.batch)
	b := &x.batch
	b.entries, b.names, b.changes, b.findings = b.entries[:0], b.names[:0], b.changes[:0], b.findings[:0]
	b.facts, b.headers, b.damage = b.facts[:0], b.headers[:0], b.damage[:0]
}

func (j *Journal) take(b *batch) {
	j.mu.Lock()
	for i, e := range b.entries {
		e.method, e.tool = j.index.names.number(b.names[i][0]), j.index.names.number(b.names[i][1])
		j.index.add(e)
	}
	for _, c := range b.changes {
		e := j.index.at(c.Index)
		e.status = c.Status
		if c.Pair != None {
			e.setPair(c.Pair)
		}
	}
	for _, f := range b.findings {
		j.findings[f.index] = append(j.findings[f.index], f.Finding)
		j.index.at(f.index).seen(f.Finding)
	}
	j.found += len(b.findings)
	j.facts = append(j.facts, b.facts...)
	j.headers = append(j.headers, b.headers...)
	j.damage = append(j.damage, b.damage...)
	j.mu.Unlock()
	j.ring()
}
