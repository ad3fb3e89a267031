package stats

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

const (
	// pieceSize is how many events are taken between two looks at the clock: about 0.1 ms.
	pieceSize = 512
	// looseMemory is how many events are looked at again that are settled for now.
	looseMemory = 1 << 12
	// mostRows bounds the rows of either kind, so that a peer which invents names cannot
	// fill the memory. What comes when there are as many is counted in one row more.
	mostRows = 1 << 12
)

// Rest is the method of the row that holds all for which there was no row left.
const Rest = "…"

// Table holds the statistics of one journal. The zero value is not usable: see New.
type Table struct {
	next     int // position of the next event to take
	requests map[key]*row
	notices  map[key]*notices
	sums     [2]row     // of all requests, by Dir
	noticed  [2]notices // of all notifications, by Dir
	totals   Totals
	axis     axis
	// uses says for each method who uses it, and for what.
	uses map[string]use

	open  []request // wait for their answer
	loose []request // a ring once it is full
	worn  int       // position in loose of the oldest
	again int       // position in open, and then in loose, of the next to look at again

	piece []history.Event
	by    Column
	down  bool
}

// key tells rows apart.
type key struct {
	dir          framing.Dir
	method, tool string
}

// request is one that may change, as it was counted last; or a line that may yet turn
// out to be one, which has no status and no row.
type request struct {
	at     int
	row    *row
	status exchange.Status
	pair   int
	bytes  int64 // of its answer
	timed  bool  // its latency was counted
}

// New gives a table without rows.
func New() *Table {
	t := &Table{requests: map[key]*row{}, notices: map[key]*notices{}, uses: map[string]use{}, by: ByCount, down: true}
	for dir := range t.sums {
		t.sums[dir].key.dir = framing.Dir(dir)
	}
	return t
}

// Taken is how many events have been taken in.
func (t *Table) Taken() int { return t.next }

// Update takes in events of the journal, those below position upTo, and then looks again
// at all requests that are not settled. It returns when a piece of work (0.1 ms) ends
// after until, and with true when there is nothing more to do; it always does one piece.
// It is to be called again when the journal has grown or changed, always with the same
// journal.
func (t *Table) Update(j *history.Journal, upTo int, until time.Time) (done bool) {
	upTo = min(upTo, j.Len())
	for t.next < upTo {
		t.take(j, min(upTo, t.next+pieceSize))
		if time.Now().After(until) {
			return false
		}
	}
	for t.again < len(t.open)+len(t.loose) {
		for range pieceSize {
			t.lookAgain(j)
		}
		if time.Now().After(until) {
			return false
		}
	}
	t.again = 0
	return true
}

// take counts the events up to position to.
func (t *Table) take(j *history.Journal, to int) {
	t.piece = j.Events(t.piece[:0], t.next, to)
	for i := range t.piece {
		t.takeEvent(j, t.next+i, &t.piece[i])
	}
	t.next += len(t.piece)
	t.piece = t.piece[:0]
}

func (t *Table) takeEvent(j *history.Journal, at int, e *history.Event) {
	if j.Timed(at) {
		t.totals.see(e.Time)
		for t.axis.extend(e.Time) {
			t.fold()
		}
	}
	t.totals.Events++
	t.totals.Bytes += e.Size
	r := request{at: at, pair: history.None}
	switch {
	case e.Status != exchange.NoStatus:
		t.count(j, &r, e)
		t.keep(r)
	case e.Dir > framing.ServerToClient:
	case e.Kind == framing.Notification:
		t.notify(e)
	case !e.Kind.IsResponse():
		t.keepLoose(r)
	case e.Pair == history.None:
		t.totals.Unasked++
	}
}

// keep remembers a request as long as it may change.
func (t *Table) keep(r request) {
	switch r.status {
	case exchange.Pending:
		t.open = append(t.open, r)
	case exchange.Cancelled, exchange.Malformed:
		t.keepLoose(r)
	default:
	}
}

func (t *Table) keepLoose(r request) {
	if len(t.loose) < looseMemory {
		t.loose = append(t.loose, r)
		return
	}
	t.loose[t.worn] = r
	t.worn = (t.worn + 1) % looseMemory
}

// lookAgain looks at the next request that may have changed, if there is one.
func (t *Table) lookAgain(j *history.Journal) {
	switch k := t.again - len(t.open); {
	case k >= len(t.loose):
	case k >= 0:
		t.lookAtLoose(j, &t.loose[k])
		t.again++
	default:
		t.lookAtOpen(j)
	}
}

// lookAtOpen drops a request that is open no more: the last one takes its place.
func (t *Table) lookAtOpen(j *history.Journal) {
	r := &t.open[t.again]
	if t.look(j, r); r.status == exchange.Pending {
		t.again++
		return
	}
	settled, last := *r, len(t.open)-1
	*r = t.open[last]
	t.open = t.open[:last]
	t.keep(settled)
}

// lookAtLoose moves what has turned out to be an open request.
func (t *Table) lookAtLoose(j *history.Journal, r *request) {
	if r.at == history.None {
		return
	}
	if t.look(j, r); r.status == exchange.Pending {
		t.open = append(t.open, *r)
		r.at = history.None
	}
}

// look counts what has become of a request.
func (t *Table) look(j *history.Journal, r *request) {
	e := j.Event(r.at)
	if e.Status != r.status || e.Pair != r.pair {
		t.count(j, r, &e)
	}
}

// count counts a request, or what has changed of it.
func (t *Table) count(j *history.Journal, r *request, e *history.Event) {
	if e.Status == exchange.NoStatus {
		return
	}
	if r.row == nil {
		_, _, carriesOn := j.Operation(r.at)
		r.row = t.rowOf(key{e.Dir, e.Method, e.Tool})
		r.row.ask(e.Size, carriesOn)
		t.sums[e.Dir].ask(e.Size, carriesOn)
	}
	answer := t.answerOf(j, e)
	latency, timed := latencyOf(j, r.at, e, &answer)
	for _, row := range [...]*row{r.row, &t.sums[e.Dir]} {
		row.move(r.status, e.Status)
		row.responseBytes += answer.Size - r.bytes
		if timed && !r.timed {
			row.latencies.add(latency)
			row.series.add(t.axis.slot(e.Time), latency)
		}
	}
	r.status, r.pair, r.bytes, r.timed = e.Status, e.Pair, answer.Size, timed || r.timed
}

// latencyOf is history.Journal.Latency of a request whose answer is at hand.
func latencyOf(j *history.Journal, at int, e, answer *history.Event) (time.Duration, bool) {
	if e.Pair == history.None || e.Kind != framing.Request || !j.Timed(at) {
		return 0, false
	}
	return max(0, answer.Time.Sub(e.Time)), true
}

// answerOf gives the answer to a request, which is nearly always in the piece that is
// being taken; the zero event without one.
func (t *Table) answerOf(j *history.Journal, e *history.Event) history.Event {
	if e.Pair == history.None {
		return history.Event{}
	}
	if k := e.Pair - t.next; k >= 0 && k < len(t.piece) {
		return t.piece[k]
	}
	return j.Event(e.Pair)
}
