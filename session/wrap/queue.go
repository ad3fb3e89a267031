package wrap

import (
	"bytes"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

const (
	// blockSize is how much of the queue is allocated at a time, in bytes.
	blockSize = 256 << 10
	// mostHeld is how much may wait to be recorded, in bytes; beyond it what crosses is
	// only counted until half of it is free again.
	mostHeld = 64 << 20
	// mostSpare is how many empty blocks are kept, so that a flood makes no garbage.
	mostSpare = mostHeld / blockSize
)

// what is an entry of the queue.
type what uint8

const (
	aPiece what = iota // bytes of a stream
	anEnd              // of a stream
	aBreak             // in a stream: what was begun is not continued
	aGap               // behind a break: how much did not come
	aFact              // about the process
)

// entry is one thing that happened.
type entry struct {
	what       what
	dir        framing.Dir
	start, end int // of the piece, in the block's bytes
	at         time.Time
	gap        gap
	fact       history.Fact
}

// gap is what was not queued.
type gap struct{ lines, bytes int64 }

func (g *gap) add(piece []byte) {
	g.lines += int64(bytes.Count(piece, []byte{'\n'}))
	g.bytes += int64(len(piece))
}

// block is a part of the queue.
type block struct {
	bytes   []byte // of capacity blockSize
	entries []entry
}

func newBlock() *block { return &block{bytes: make([]byte, 0, blockSize)} }

// queue holds what happened until it is recorded, in order. It does no locking.
type queue struct {
	most   int      // bytes that it may hold
	filled []*block // oldest first
	spare  []*block
	held   int // bytes in filled
	// missing is what was not queued of each stream since its last piece; broken says
	// that something is missing.
	missing [3]gap
	broken  [3]bool
}

// put queues a piece of a stream, or counts it where there is no room.
func (q *queue) put(dir framing.Dir, at time.Time, piece []byte) {
	if q.broken[dir] {
		if piece = q.resume(dir, at, piece); len(piece) == 0 {
			return
		}
	}
	if q.held+len(piece) > q.most {
		q.add(entry{what: aBreak, dir: dir, at: at})
		q.broken[dir] = true
		q.missing[dir].add(piece)
		return
	}
	for len(piece) > 0 {
		b := q.last()
		n := copy(b.bytes[len(b.bytes):cap(b.bytes)], piece)
		start := len(b.bytes)
		b.bytes = b.bytes[:start+n]
		b.entries = append(b.entries, entry{what: aPiece, dir: dir, at: at, start: start, end: start + n})
		q.held += n
		piece = piece[n:]
	}
}

// resume ends a gap at the first line that begins where there is room again; it gives
// what is to be queued of the piece.
func (q *queue) resume(dir framing.Dir, at time.Time, piece []byte) []byte {
	lineEnd := bytes.IndexByte(piece, '\n')
	if lineEnd < 0 || q.held > q.most/2 {
		q.missing[dir].add(piece)
		return nil
	}
	q.missing[dir].add(piece[:lineEnd+1])
	q.tell(dir, at)
	return piece[lineEnd+1:]
}

// tell queues the size of a gap that has ended.
func (q *queue) tell(dir framing.Dir, at time.Time) {
	q.add(entry{what: aGap, dir: dir, at: at, gap: q.missing[dir]})
	q.missing[dir], q.broken[dir] = gap{}, false
}

func (q *queue) end(dir framing.Dir, at time.Time) {
	if q.broken[dir] {
		q.tell(dir, at)
	}
	q.add(entry{what: anEnd, dir: dir, at: at})
}

func (q *queue) add(e entry) {
	b := q.last()
	b.entries = append(b.entries, e)
}

// last is the block with room that is being filled.
func (q *queue) last() *block {
	if n := len(q.filled); n > 0 && len(q.filled[n-1].bytes) < blockSize {
		return q.filled[n-1]
	}
	b := q.empty()
	q.filled = append(q.filled, b)
	return b
}

func (q *queue) empty() *block {
	n := len(q.spare)
	if n == 0 {
		return newBlock()
	}
	b := q.spare[n-1]
	q.spare = q.spare[:n-1]
	return b
}

// take gives the oldest block, which the caller gives back; nil when all is recorded.
func (q *queue) take() *block {
	if len(q.filled) == 0 {
		return nil
	}
	b := q.filled[0]
	q.filled[0] = nil
	q.filled = q.filled[1:]
	return b
}

// giveBack takes a block whose entries are recorded.
func (q *queue) giveBack(b *block) {
	q.held -= len(b.bytes)
	if len(q.spare) < mostSpare {
		clear(b.entries)
		b.bytes, b.entries = b.bytes[:0], b.entries[:0]
		q.spare = append(q.spare, b)
	}
}
