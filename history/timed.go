package history

import (
	"time"

	"stdioscope/framing"
)

// Timed says whether it is known when the event at position i was, and its other half
// if it has one: only then is there a time between the two. Of an import neither may be
// known.
func (j *Journal) Timed(i int) bool {
	j.mu.RLock()
	defer j.mu.RUnlock()
	e := j.index.at(i)
	if e.untimed() || e.pairIndex() != None && j.index.at(e.pairIndex()).untimed() {
		return false
	}
	timed := true
	for _, h := range j.headers {
		if h.index > i {
			break
		}
		timed = !h.Untimed
	}
	return timed
}

// Latency is the time from a request to its answer, for either of them; false where
// their times are not known.
func (j *Journal) Latency(i int) (time.Duration, bool) {
	e := j.Event(i)
	if e.Pair == None || e.Kind != framing.Request && !e.Kind.IsResponse() || !j.Timed(i) {
		return 0, false
	}
	other := j.Event(e.Pair)
	if e.Kind == framing.Request {
		return other.Time.Sub(e.Time), true
	}
	return e.Time.Sub(other.Time), true
}
