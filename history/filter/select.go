package filter

import (
	"context"
	"iter"

	"stdioscope/history"
)

const (
	// batchEvents is how many events are judged together at most.
	batchEvents = 1 << 13
	// batchBytes is how many bytes of lines are read for a batch, the last line beyond.
	batchBytes = 8 << 20
	// sweepEvents and sweepBytes are what makes it worth while to read a part of the
	// file at once instead of line by line.
	sweepEvents = 64
	sweepBytes  = 1 << 20
	// gapBytes and gapEvents are what is read in vain rather than begin a new part.
	gapBytes  = 1 << 14
	gapEvents = 64
)

// Select gives the positions of the events between from and to that the filter
// matches, in order. It ends early when ctx is done. Each batch of events is judged
// as it was when its turn came: see Volatile.
func (f *Filter) Select(ctx context.Context, j *history.Journal, from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, found := range f.Batches(ctx, j, from, to) {
			for _, i := range found {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// Batches is Select for those who want to know how far it has come: it gives, after
// every few milliseconds of work, the position up to which all is decided and what
// was found since the last time, perhaps nothing. Found holds until the next batch.
// When ctx is done what was not decided is not given.
func (f *Filter) Batches(ctx context.Context, j *history.Journal, from, to int) iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		s := selection{ctx: ctx, filter: f, journal: j}
		for at := from; at < min(to, j.Len()); {
			next := s.batch(at, to)
			if ctx.Err() != nil || !yield(next, s.found) {
				return
			}
			at = next
		}
	}
}

// selection is one pass of a filter over a journal.
type selection struct {
	ctx     context.Context //nolint:containedctx // it lives as long as the one iteration
	filter  *Filter
	journal *history.Journal

	c        candidate
	events   []history.Event
	verdicts []verdict
	open     []int // places in events that wait for their line
	found    []int
}

// batch judges the events from position from on and says where the next begins.
func (s *selection) batch(from, to int) (next int) {
	s.events = s.journal.Events(s.events[:0], from, min(to, from+batchEvents))
	s.c = candidate{journal: s.journal, near: s.events, first: from}
	s.judgeEvents()
	s.judgeLines()
	s.found = s.found[:0]
	for k, v := range s.verdicts {
		if v == yes {
			s.found = append(s.found, from+k)
		}
	}
	return from + len(s.verdicts)
}

// judgeEvents decides by the index, until enough lines wait to be read.
func (s *selection) judgeEvents() {
	s.verdicts, s.open = s.verdicts[:0], s.open[:0]
	bytes := int64(0)
	for k := range s.events {
		v := s.judge(k, nil, false)
		if v == open {
			s.open = append(s.open, k)
			bytes += s.events[k].Size
		}
		if s.verdicts = append(s.verdicts, v); bytes >= batchBytes {
			break
		}
	}
}

func (s *selection) judge(k int, line []byte, read bool) verdict {
	s.c.index, s.c.event, s.c.line, s.c.read = s.c.first+k, &s.events[k], line, read
	return s.filter.root.judge(&s.c)
}

// judgeLines decides the rest.
func (s *selection) judgeLines() {
	for rest := s.open; len(rest) > 0 && s.ctx.Err() == nil; {
		n, bytes := s.part(rest)
		if n >= sweepEvents || bytes >= sweepBytes {
			s.sweep(rest[0], rest[n-1]+1)
		}
		s.one(rest[:n])
		rest = rest[n:]
	}
}

// part counts how many of the waiting events stand close together, and their bytes.
func (s *selection) part(waiting []int) (n int, bytes int64) {
	bytes = s.events[waiting[0]].Size
	for n = 1; n < len(waiting); n++ {
		last, next := waiting[n-1], waiting[n]
		if next-last > gapEvents || s.sizeOf(last+1, next) > gapBytes {
			break
		}
		bytes += s.events[next].Size
	}
	return n, bytes
}

func (s *selection) sizeOf(from, to int) (bytes int64) {
	for k := from; k < to; k++ {
		bytes += s.events[k].Size
	}
	return bytes
}

// sweep reads all lines from one place to another and judges those that wait.
func (s *selection) sweep(from, to int) {
	for i, line := range s.journal.Lines(s.ctx, s.c.first+from, s.c.first+to) {
		if k := i - s.c.first; s.verdicts[k] == open {
			s.verdicts[k] = s.judge(k, line, true)
		}
	}
}

// one reads line by line what still waits: a few lines, or facts, which a sweep
// leaves out.
func (s *selection) one(waiting []int) {
	for _, k := range waiting {
		if s.verdicts[k] != open {
			continue
		}
		if s.ctx.Err() != nil {
			return
		}
		line, err := s.journal.Line(s.c.first + k)
		if err != nil {
			line = nil
		}
		s.verdicts[k] = s.judge(k, line, true)
	}
}
