package wrap

import (
	"os"
	"sync/atomic"
	"time"

	"stdioscope/framing"
	"stdioscope/session/process"
)

// pieceSize is the most that is forwarded at a time: what a pipe holds.
const pieceSize = 64 << 10

// relay forwards one stream.
type relay struct {
	dir      framing.Dir
	src, dst *os.File
	obs      *observer

	taken   atomic.Int64 // bytes read so far
	writing atomic.Bool
	// broken is closed when dst takes no more; refused says why. What comes then is
	// still read and recorded, so that a server that is about to end meets no broken
	// pipe; but not from the client, who is to see that nobody reads.
	broken  chan struct{}
	refused error
	done    chan struct{} // closed when no more is read
}

func newRelay(dir framing.Dir, src, dst *os.File, obs *observer) *relay {
	return &relay{dir: dir, src: src, dst: dst, obs: obs, broken: make(chan struct{}), done: make(chan struct{})}
}

// run forwards until the source ends or can be read no more. It closes nothing.
func (r *relay) run() {
	defer close(r.done)
	defer r.obs.end(r.dir)
	piece := make([]byte, pieceSize)
	var pace pace
	for {
		n, err := r.src.Read(piece)
		if isAgain(err) {
			awaitMore(r.src)
			continue
		}
		if n > 0 && !r.take(piece[:n]) || err != nil {
			return
		}
		if rest := pace.rest(time.Now(), piece[:n]); rest > 0 {
			time.Sleep(rest)
		}
	}
}

// take takes a piece of the stream. It says whether to go on. The observer gets it
// before it crosses: only so can no answer to it be seen first.
func (r *relay) take(piece []byte) bool {
	r.taken.Add(int64(len(piece)))
	r.obs.offer(r.dir, piece)
	if r.refused != nil {
		return true
	}
	r.writing.Store(true)
	r.refused = writeAll(r.dst, piece)
	r.writing.Store(false)
	if r.refused != nil {
		close(r.broken)
	}
	return r.refused == nil || r.dir != framing.ClientToServer
}

func writeAll(f *os.File, piece []byte) error {
	for len(piece) > 0 {
		n, err := f.Write(piece)
		piece = piece[n:]
		if isAgain(err) {
			awaitRoom(f)
		} else if err != nil {
			return err //nolint:wrapcheck // it is only told apart from none
		}
	}
	return nil
}

// isIdle says whether all that is in the pipe has been forwarded.
func (r *relay) isIdle() bool {
	before := r.taken.Load()
	left, known := process.PipeFill(r.src)
	return known && left == 0 && !r.writing.Load() && r.taken.Load() == before
}

// isOpen says whether the stream is still read.
func (r *relay) isOpen() bool {
	select {
	case <-r.done:
		return false
	default:
		return true
	}
}
