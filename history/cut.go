package history

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"stdioscope/exchange"
)

// ErrCut is returned for an event of a followed history whose bytes are gone: the file
// was cut, and may hold something else there by now.
var ErrCut = errors.New("the file was cut: this line is gone")

// read reads bytes of an event. In a file that others can cut they are the event's own
// only if its record still stands there afterwards.
func (j *Journal) read(e *entry, p []byte, at int64) error {
	if e.gone() {
		return fmt.Errorf("event %d: %w", e.seq, ErrCut)
	}
	_, err := j.bodies.ReadAt(p, at)
	switch {
	case errors.Is(err, io.EOF), j.shared() && (bytes.IndexByte(p, '\n') >= 0 || !j.stands(e)): // a record is one line
		return fmt.Errorf("event %d: %w", e.seq, ErrCut)
	case err != nil:
		return fmt.Errorf("event %d: %w", e.seq, err)
	}
	return nil
}

// shared says whether others can cut the file behind the journal while it is read.
func (j *Journal) shared() bool { return j.loader != nil && j.loader.source.shared != nil }

// longestLead is how far before a line its record is taken to begin at most, in bytes.
const longestLead = 1 << 10

// stands says whether the record of an event still stands in the file: one with its
// number, its time and its direction is there.
func (j *Journal) stands(e *entry) bool {
	if e.enc() == asFact {
		return e.isRecord(j.bytesAt(e.body, int64(e.stored)))
	}
	from := max(0, e.body-longestLead)
	lead := j.bytesAt(from, e.body-from)
	lead = lead[bytes.LastIndexByte(lead, '\n')+1:]
	if glued := bytes.LastIndex(lead, recordHeads[0]); glued > 0 {
		lead = lead[glued:]
	}
	if e.isRecord(slices.Concat(lead, []byte("0}"))) { // whatever its line is
		return true
	}
	behind := bytes.TrimRight(j.behind(e), "\n")
	return e.isRecord(slices.Concat(lead, j.bytesAt(e.body, int64(e.stored)), behind))
}

// isWhole says whether the record of an event still stands in the file to its end: what
// a writer puts behind a torn one begins on a line of its own.
func (j *Journal) isWhole(e *entry) bool {
	n := int64(e.stored)
	if e.enc() != asFact {
		n++ // the brace
	}
	body := j.bytesAt(e.body, n)
	return int64(len(body)) == n && bytes.IndexByte(body, '\n') < 0 && j.stands(e)
}

// behind gives what stands behind an event's bytes, up to and with the end of the line.
func (j *Journal) behind(e *entry) []byte {
	const most = 1 << 10
	text := j.bytesAt(e.body+int64(e.stored), most)
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end+1]
	}
	return text
}

// bytesAt gives bytes of the file, as far as it has any.
func (j *Journal) bytesAt(at, n int64) []byte {
	text := make([]byte, n)
	read, _ := j.bodies.ReadAt(text, at) // what cannot be read is not there
	return text[:read]
}

func (e *entry) isRecord(raw []byte) bool {
	r, err := parseRecord(raw)
	return err == nil && r.seq == e.seq && r.at == e.at && r.dir == e.dir()
}

// cut takes note that a followed file does not hold any more what was read of it up to
// a place, and says where what is left of it ends.
func (x *indexer) cut(end int64) (from int64) {
	x.publish()
	j := x.journal
	left := sort.Search(j.Len(), func(i int) bool {
		e := j.entry(i)
		return e.gone() || !j.isWhole(&e)
	})
	if left > 0 {
		e := j.entry(left - 1)
		from = e.body + int64(e.stored) + int64(len(j.behind(&e)))
	}
	x.relearn(left)
	j.mu.Lock()
	defer j.ring()
	defer j.mu.Unlock()
	for i := left; i < j.index.count; i++ {
		e := j.index.at(i)
		e.bits |= goneBit
		if e.status.Open() {
			e.status = exchange.Lost // nothing can be paired with it any more
		}
	}
	j.damage = append(j.damage, Damage{
		Offset: from, Bytes: max(0, end-from), Reason: fmt.Sprintf("the file was cut: %d events are gone", j.index.count-left),
	})
	return from
}
