package history

import "stdioscope/framing"

// relearn forgets all that events told from position left on, because they are gone: it
// goes through those before them again, as far back as the session reaches, so that what
// comes is paired with nothing that is not there.
func (x *indexer) relearn(left int) {
	again := newIndexer(x.journal)
	var positions []int
	var piece piece
	for i := x.journal.sessionStart(left); i < left; i++ {
		if again.takeAgain(&piece, i) {
			positions = append(positions, i)
		}
	}
	x.tracker, x.lens, x.trail, x.heldAt = again.tracker, again.lens, again.trail, again.heldAt
	j := x.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	for k, i := range positions {
		e := j.index.at(i)
		e.status, e.pair = again.entries[k].status, again.entries[k].pair
	}
	j.index.settle(again.changes)
}

// takeAgain takes the event at a position of the journal; false where it is gone.
func (x *indexer) takeAgain(piece *piece, i int) bool {
	j := x.journal
	e := j.entry(i)
	x.next = i
	r := record{seq: e.seq, at: e.at, dir: e.dir(), origin: e.origin, enc: e.enc(), untimed: e.untimed()}
	if r.dir == framing.Meta {
		fact, ok := j.Fact(i)
		if ok && !e.gone() {
			x.addFact(r, fact, e.body, int(e.stored))
		}
		return ok && !e.gone()
	}
	text, err := piece.line(j.bodies, &e)
	if err != nil {
		return false
	}
	line := framing.Line{Bytes: text, EOL: e.eol(), Size: int64(e.size), Cut: e.cut()}
	x.scan(r.at, r.dir, line)
	x.addLine(r, line, e.body, int(e.stored))
	return true
}

// sessionStart gives the position at which the session began that the event before left
// is of.
func (j *Journal) sessionStart(left int) int {
	j.mu.RLock()
	defer j.mu.RUnlock()
	start := 0
	for _, h := range j.headers {
		if h.index < left {
			start = max(start, h.index)
		}
	}
	for _, f := range j.facts {
		if f.Index < left && f.endsProcess() {
			start = max(start, f.Index+1)
		}
	}
	return start
}
