package wrap

import (
	"bytes"
	"time"
)

// pace keeps a stream of many small writes from being forwarded one by one, which
// takes the processor from those who write and read it: what has gathered in a moment
// then crosses at once. A conversation of question and answer never gets so quick.
type pace struct {
	since  time.Time // when the reads are counted from
	small  int       // reads of little since then
	stream bool      // there are too many
	lonely int       // reads of one line in a row while stream is set
}

const (
	// paceWindow and paceMost are how many small reads are too many: 40,000 a second.
	paceWindow = 4 * time.Millisecond
	paceMost   = 160
	// paceRest is how long is waited for more to gather.
	paceRest = 100 * time.Microsecond
	// smallRead is what is little, in bytes.
	smallRead = 4 << 10
	// calm is how many lines in a row must have come alone for the stream to have ended.
	calm = 4
)

// rest says how long to wait before the next read, when this one gave piece.
func (p *pace) rest(now time.Time, piece []byte) time.Duration {
	if now.Sub(p.since) > paceWindow {
		p.since, p.small = now, 0
	}
	if len(piece) >= smallRead {
		return 0
	}
	p.small++
	switch {
	case !p.stream:
		p.stream, p.lonely = p.small > paceMost, 0
	case bytes.Count(piece, []byte{'\n'}) > 1:
		p.lonely = 0
	default:
		p.lonely++
		p.stream = p.lonely < calm
	}
	if p.stream {
		return paceRest
	}
	return 0
}
