package wrap

import (
	"bytes"
	"time"

	"stdioscope/framing"
)

const (
	// blockSize is how much of the queue is allocated and handed over at a time, in bytes.
	blockSize = 256 << 10
	// mostHeld is how much may wait for the recorder, in bytes; beyond it what crosses is
	// only counted until half of it is free again.
	mostHeld = 64 << 20
	// mostSpare is how many empty blocks are kept.
	mostSpare = 16
)

// queue holds frames until the recorder takes them, in order. It does no locking.
type queue struct {
	most   int      // bytes that it may hold
	filled [][]byte // blocks of whole frames, oldest first
	spare  [][]byte
	held   int // bytes in filled, and in the block that was taken last
	// missing is what was not queued of each stream since its last piece; broken says
	// that something is missing.
	missing [3]gap
	broken  [3]bool
}

// put queues a piece of a stream, or counts it where there is no room.
func (q *queue) put(dir framing.Dir, at time.Time, piece []byte) {
	if q.broken[dir] {
		piece = q.resume(dir, at, piece)
	}
	if len(piece) == 0 {
		return
	}
	if q.held+len(piece) > q.most {
		q.add(frame{what: aBreak, dir: dir, at: at})
		q.broken[dir] = true
		q.miss(dir, piece)
		return
	}
	for len(piece) > 0 {
		n := min(len(piece), blockSize-headSize)
		q.add(frame{what: aPiece, dir: dir, at: at, payload: piece[:n]})
		piece = piece[n:]
	}
}

// resume ends a gap at the first line that begins where there is room again; it gives
// what is to be queued of the piece.
func (q *queue) resume(dir framing.Dir, at time.Time, piece []byte) []byte {
	lineEnd := bytes.IndexByte(piece, '\n')
	if lineEnd < 0 || q.held > q.most/2 {
		q.miss(dir, piece)
		return nil
	}
	q.miss(dir, piece[:lineEnd+1])
	q.tell(dir, at)
	return piece[lineEnd+1:]
}

func (q *queue) miss(dir framing.Dir, piece []byte) {
	q.missing[dir].lines += int64(bytes.Count(piece, []byte{'\n'}))
	q.missing[dir].bytes += int64(len(piece))
}

// tell queues the size of a gap that has ended.
func (q *queue) tell(dir framing.Dir, at time.Time) {
	q.add(frame{what: aGap, dir: dir, at: at, payload: q.missing[dir].payload()})
	q.missing[dir], q.broken[dir] = gap{}, false
}

func (q *queue) end(dir framing.Dir, at time.Time) {
	if q.broken[dir] {
		q.tell(dir, at)
	}
	q.add(frame{what: anEnd, dir: dir, at: at})
}

// add queues a frame whether there is room or not.
func (q *queue) add(f frame) {
	size := headSize + len(f.payload)
	last := len(q.filled) - 1
	if last < 0 || len(q.filled[last])+size > cap(q.filled[last]) {
		q.filled = append(q.filled, q.empty(size))
		last++
	}
	q.filled[last] = f.appendTo(q.filled[last])
	q.held += size
}

// empty gives a block with room for so much.
func (q *queue) empty(size int) []byte {
	n := len(q.spare)
	if n == 0 || size > blockSize {
		return make([]byte, 0, max(size, blockSize))
	}
	block := q.spare[n-1]
	q.spare = q.spare[:n-1]
	return block
}

// take gives the oldest block, which the caller gives back; nil when none is left.
func (q *queue) take() []byte {
	if len(q.filled) == 0 {
		return nil
	}
	block := q.filled[0]
	q.filled[0] = nil
	q.filled = q.filled[1:]
	return block
}

// giveBack takes a block whose frames have been taken.
func (q *queue) giveBack(block []byte) {
	q.held -= len(block)
	if len(q.spare) < mostSpare {
		q.spare = append(q.spare, block[:0])
	}
}
