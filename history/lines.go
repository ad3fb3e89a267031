package history

import (
	"context"
	"fmt"
	"iter"

	"stdioscope/framing"
)

// window is how much of the file Lines reads at a time, in bytes.
const window = 1 << 20

// Lines gives the lines of the events from position from up to position to in
// order, facts left out. It reads the file in large pieces, which is many times
// faster than asking for one line after another. A line holds until the next one;
// it is nil where it could not be read. The iteration ends early when ctx is done.
func (j *Journal) Lines(ctx context.Context, from, to int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		var piece piece
		for i := from; i < min(to, j.Len()) && ctx.Err() == nil; {
			entries := j.entries(i, min(i+chunkSize, to))
			for k := range entries {
				e := &entries[k]
				if e.dir() == framing.Meta {
					continue
				}
				line, err := piece.line(j.bodies, e)
				if err != nil {
					line = nil
				}
				if ctx.Err() != nil || !yield(i+k, line) {
					return
				}
			}
			i += len(entries)
		}
	}
}

// entries copies a run of the index that lies within one chunk.
func (j *Journal) entries(from, to int) []entry {
	j.mu.RLock()
	defer j.mu.RUnlock()
	to = min(to, j.index.count, from/chunkSize*chunkSize+chunkSize)
	return append([]entry(nil), j.index.chunks[from/chunkSize][from%chunkSize:][:to-from]...)
}

// piece is a part of the file that was read.
type piece struct {
	start int64
	bytes []byte
	room  []byte
}

// line gives the bytes of an entry's line out of the piece, which it moves on.
func (p *piece) line(b *bodies, e *entry) ([]byte, error) {
	if e.gone() {
		return nil, ErrCut
	}
	end := e.body + int64(e.stored)
	if e.body < p.start || end > p.start+int64(len(p.bytes)) {
		if err := p.read(b, e.body, int(e.stored)); err != nil {
			return nil, err
		}
	}
	return decodeBody(p.bytes[e.body-p.start:end-p.start], e.enc())
}

// read fills the piece from an offset on with at least so many bytes, and with a
// whole window where there is one.
func (p *piece) read(b *bodies, from int64, least int) error {
	want := max(least, window)
	if cap(p.room) < want {
		p.room = make([]byte, want)
	}
	n, err := b.ReadAt(p.room[:want], from)
	p.start, p.bytes = from, p.room[:n]
	if n < least {
		return fmt.Errorf("read %d of %d bytes: %w", n, least, err)
	}
	return nil
}
