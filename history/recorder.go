package history

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// Observed is one line as it enters the journal, or a message that was recognised
// though no line is it.
type Observed struct {
	// Index is the position that the event is about to have.
	Index  int
	Dir    framing.Dir
	Origin Origin
	// Line and Message hold only during the call.
	Line    []byte
	Message *framing.Message
	Verdict exchange.Verdict
}

// A queue that holds this much makes its producers wait.
const (
	queueBytes  = 4 << 20
	queueEvents = 1 << 15
)

// Recorder appends to a journal. Producers hand lines over under one lock,
// which gives them their order; one goroutine scans, pairs, writes and
// publishes all that has gathered, so that a flood is written in large groups
// and a single line at once. With Options.WriteOnly there is neither queue nor
// goroutine: the one producer does the work, and says by Flush when to write.
type Recorder struct {
	journal *Journal
	indexer *indexer
	writer  recordWriter
	tap     func(Observed) *Fact
	tapFact func(index int, fact Fact)
	onPanic func(error)
	redact  func(dst, line []byte) (out []byte, masked int)

	onTrouble func(text string)

	seq    uint32
	out    []byte
	lost   Fact // a gap that is not written yet: what the file did not take
	group  Fact // how much is in out, as a gap would say it
	direct bool // records where it is called, and writes at Flush: see Options.WriteOnly

	mu      sync.Mutex
	changed sync.Cond
	filling *queue
	spare   *queue
	closed  bool
	quiet   bool // nothing has come for a while, and a line waits for more
	timer   *time.Timer
	done    chan struct{}
}

// queue is what producers have handed over: their lines end to end, and what is
// to be known of each.
type queue struct {
	bytes []byte
	items []item
}

type item struct {
	record
	line       framing.Line // Bytes is empty: see start and end
	start, end int
	fact       *Fact
}

func (q *queue) full() bool { return len(q.bytes) >= queueBytes || len(q.items) >= queueEvents }

func (q *queue) reset() {
	if cap(q.bytes) > 2*queueBytes {
		q.bytes = nil // one huge line shall not be paid for ever after
	}
	q.bytes, q.items = q.bytes[:0], q.items[:0]
}

// newRecorder starts recording into the journal.
func newRecorder(j *Journal, x *indexer, seq uint32, opt Options) *Recorder {
	r := &Recorder{journal: j, indexer: x, seq: seq, tap: opt.Tap, tapFact: opt.TapFact, onPanic: opt.OnPanic, redact: opt.Redact, onTrouble: opt.OnTrouble, filling: &queue{}, spare: &queue{}, done: make(chan struct{})}
	r.changed.L = &r.mu
	if r.direct = opt.WriteOnly; r.direct {
		close(r.done)
		return r
	}
	r.timer = time.AfterFunc(time.Hour, r.isQuiet)
	r.timer.Stop()
	go r.run() // ends when Close has been called and the queue is empty
	return r
}

// Journal is what is being recorded.
func (r *Recorder) Journal() *Journal { return r.journal }

// Line records a line. It copies the bytes, and waits while the queue is full.
// The size of a line that was not cut need not be given.
func (r *Recorder) Line(dir framing.Dir, origin Origin, line framing.Line) {
	r.LineAt(time.Time{}, dir, origin, line)
}

// LineAt records a line that crossed at a time before now; the zero time is now.
func (r *Recorder) LineAt(at time.Time, dir framing.Dir, origin Origin, line framing.Line) {
	if !line.Cut {
		line.Size = int64(len(line.Bytes))
	}
	it := item{record: record{dir: dir, origin: origin}, line: line}
	if !at.IsZero() {
		it.at = at.UnixNano()
	}
	r.put(it, line.Bytes)
}

// Tail shows bytes that have stood on a stream for a while without a line end. They
// are no event, and go when the stream's next line comes.
func (r *Recorder) Tail(dir framing.Dir, tail []byte) {
	r.journal.setTail(dir, bytes.Clone(tail))
}

// Fact records a fact.
func (r *Recorder) Fact(fact Fact) {
	r.put(item{record: record{dir: framing.Meta}, fact: &fact}, nil)
}

// FactAt records a fact of a time before now.
func (r *Recorder) FactAt(at time.Time, fact Fact) {
	r.put(item{record: record{at: at.UnixNano(), dir: framing.Meta}, fact: &fact}, nil)
}

// Note records what happened in words.
func (r *Recorder) Note(format string, args ...any) {
	r.Fact(Fact{Event: FactNote, Text: fmt.Sprintf(format, args...)})
}

// Close writes what is queued and ends the recording. The journal stays readable.
func (r *Recorder) Close() {
	r.Flush()
	r.mu.Lock()
	r.closed = true
	r.changed.Broadcast()
	r.mu.Unlock()
	<-r.done
}

func (r *Recorder) put(it item, line []byte) {
	if r.direct {
		r.putDirectly(it, line)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.filling.full() && !r.closed {
		r.changed.Wait()
	}
	if r.closed {
		return
	}
	q := r.filling
	if it.at == 0 {
		it.at = time.Now().UnixNano()
	}
	it.start = len(q.bytes)
	q.bytes = append(q.bytes, line...)
	it.end = len(q.bytes)
	it.line.Bytes = nil
	q.items = append(q.items, it)
	r.changed.Broadcast()
}

// flushSize is how much gathers before it is written without being asked, in bytes.
const flushSize = 256 << 10

// putDirectly records on the goroutine that calls.
func (r *Recorder) putDirectly(it item, line []byte) {
	if it.at == 0 {
		it.at = time.Now().UnixNano()
	}
	if len(r.out) == 0 {
		r.recordLost()
	}
	r.recordItem(&it, line)
	if len(r.out) >= flushSize {
		r.Flush()
	}
}

// Flush writes what has gathered where lines are recorded on the goroutine that calls
// (Options.WriteOnly); elsewhere that happens by itself.
func (r *Recorder) Flush() {
	if !r.direct || len(r.out) == 0 {
		return
	}
	r.write()
	r.indexer.publish()
	r.out = r.out[:0]
}

func (r *Recorder) recordItem(it *item, line []byte) {
	r.seq++
	it.seq = r.seq
	if it.fact != nil {
		r.recordFact(it)
		return
	}
	r.recordLine(it, line)
	r.group.Lines++
	r.group.Bytes += it.line.Size
}

func (r *Recorder) run() {
	defer close(r.done)
	defer r.giveUp()
	defer r.timer.Stop()
	defer Rescue(r.onPanic)
	for {
		q := r.next()
		if q == nil {
			return
		}
		r.record(q)
		if r.indexer.holds() {
			r.timer.Reset(holdTime)
		}
	}
}

// isQuiet runs on the timer's goroutine.
func (r *Recorder) isQuiet() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.quiet = true
	r.changed.Broadcast()
}

// giveUp keeps producers from waiting for a recorder that has ended.
func (r *Recorder) giveUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.changed.Broadcast()
}

// next waits for a filled queue and puts the spare one in its place; nil when
// there is none and will be none. When it has been quiet for a while it is an empty one.
func (r *Recorder) next() *queue {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.filling.items) == 0 && !r.quiet {
		if r.closed {
			return nil
		}
		r.changed.Wait()
	}
	r.quiet = false
	q := r.filling
	r.spare.reset()
	r.filling, r.spare = r.spare, q
	r.changed.Broadcast()
	return q
}

// record writes a queue to the file and then lets readers see it.
func (r *Recorder) record(q *queue) {
	r.out = r.out[:0]
	if len(q.items) == 0 {
		r.indexer.settleHeld(time.Now().UnixNano())
		r.indexer.publish()
		return
	}
	r.recordLost()
	for i := range q.items {
		it := &q.items[i]
		r.recordItem(it, q.bytes[it.start:it.end])
	}
	r.write()
	r.indexer.publish()
	if cap(r.out) > 4*queueBytes { // a huge line is not paid for ever after
		r.out = nil
		q.reset()
		debug.FreeOSMemory()
	}
}

func (r *Recorder) recordLine(it *item, line []byte) {
	crossed := line
	line, masked := r.masked(line)
	it.line.Bytes = line
	if !it.line.Cut {
		it.line.Size = int64(len(line))
	}
	it.enc = r.indexer.scan(it.at, it.dir, it.line)
	out, body := r.writer.appendLine(r.out, it.seq, it.at, it.dir, it.origin, it.line, it.enc)
	r.out = out
	index := r.indexer.next
	v := r.indexer.addLine(it.record, it.line, r.journal.bodies.end+int64(body.Start), body.End-body.Start)
	if r.tap == nil {
		return
	}
	o := Observed{Index: index, Dir: it.dir, Origin: it.origin, Line: line, Message: &r.indexer.seen.Message, Verdict: v}
	if masked { // who acts on a message needs it as it crossed
		o.Line, o.Message = crossed, &framing.Message{}
		framing.Scan(crossed, o.Message)
	}
	r.told(it, r.tap(o))
	for _, inner := range r.indexer.inner {
		r.told(it, r.tap(inner))
	}
}

// told records what the tap had to say to a line, if anything.
func (r *Recorder) told(it *item, fact *Fact) {
	if fact != nil {
		r.seq++
		r.recordFact(&item{record: record{seq: r.seq, at: it.at, dir: framing.Meta}, fact: fact})
	}
}

// masked gives a line as it is to be recorded.
func (r *Recorder) masked(line []byte) (out []byte, changed bool) {
	if r.redact == nil {
		return line, false
	}
	out, masks := r.redact(nil, line)
	return out, masks > 0
}

func (r *Recorder) recordFact(it *item) {
	if r.redact != nil {
		*it.fact = it.fact.rewritten(func(text string) string {
			masked, _ := r.redact(nil, []byte(text))
			return string(masked)
		})
	}
	if it.fact.Event == FactExit {
		it.fact.Unanswered = r.indexer.tracker.Unanswered()
		r.indexer.endSession() // and only then is known all that was found
		it.fact.Findings = r.journal.FindingCount() + len(r.indexer.findings)
	}
	start := len(r.out)
	out, err := r.writer.appendFact(r.out, it.seq, it.at, *it.fact)
	if err != nil {
		return // a Fact holds nothing that JSON cannot hold
	}
	r.out = out
	if r.tapFact != nil {
		r.tapFact(r.indexer.next, *it.fact)
	}
	r.indexer.addFact(it.record, *it.fact, r.journal.bodies.end+int64(start), len(out)-1-start)
}

// write appends the group to the file. Where the file takes no more, what
// follows is kept in a temporary one and the user is told; a journal that nobody
// looks at here leaves a gap instead.
func (r *Recorder) write() {
	defer func() { r.group = Fact{} }()
	err := r.journal.bodies.append(r.out)
	if err == nil {
		r.lost = Fact{}
		return
	}
	r.setTrouble(trouble("the history is no longer written to "+r.journal.path, err))
	if r.journal.writeOnly {
		r.lose()
		return
	}
	if err := r.journal.bodies.divert(); err == nil {
		err = r.journal.bodies.append(r.out)
		if err == nil {
			return
		}
	}
	r.setTrouble(trouble(fmt.Sprintf("the history is lost from event %d on", r.seq), err))
	r.journal.bodies.advance(len(r.out)) // keep the places of what comes after right
}

func (r *Recorder) setTrouble(text string) {
	if r.journal.setTrouble(text) && r.onTrouble != nil {
		r.onTrouble(text)
	}
}

// lose counts a group that was not written.
func (r *Recorder) lose() {
	r.lost.Event = FactGap
	r.lost.Lines += r.group.Lines
	r.lost.Bytes += r.group.Bytes
}

// recordLost writes the gap before what comes behind it.
func (r *Recorder) recordLost() {
	if r.lost.Event == "" {
		return
	}
	r.seq++
	r.recordFact(&item{record: record{seq: r.seq, at: time.Now().UnixNano(), dir: framing.Meta}, fact: &r.lost})
}
