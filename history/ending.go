package history

import (
	"bytes"
	"time"

	"stdioscope/framing"
)

// LastExit is the newest fact about how the server ended; false while it runs.
func (j *Journal) LastExit() (PlacedFact, bool) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	for i := len(j.facts) - 1; i >= 0; i-- {
		switch f := j.facts[i]; f.Event {
		case FactExit:
			f.Fact = j.shownFact(f.Fact)
			return f, true
		case FactStart:
			return PlacedFact{}, false
		}
	}
	return PlacedFact{}, false
}

// Writer says whether a process is writing the file that a journal is read from.
type Writer uint8

// What was seen of the writer when the end of the file was last looked at.
const (
	WriterUnknown Writer = iota // not looked at yet, or there is no telling
	WriterLive
	WriterGone
)

// Writer says what was last seen of the writer of the file.
func (j *Journal) Writer() Writer {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.writer
}

// Over says that nothing comes any more of what a journal is read from: it was read to its
// end, and is not followed, or the writer of the file is gone, or the stream has ended.
// What is pending then stays so. Another writer may still go on with a followed file, which
// rings. A journal that is recorded here is over when its recorder says so.
func (j *Journal) Over() bool {
	return j.loader != nil && j.Loaded() && (!j.loader.follow || j.Writer() == WriterGone)
}

// setWriter notes what was seen of the writer: whether it holds the file's lock, as it
// does for as long as it lives.
func (j *Journal) setWriter(w Writer) {
	j.mu.Lock()
	changed := j.writer != w
	j.writer = w
	j.mu.Unlock()
	if changed {
		j.ring()
	}
}

// lookBack is how many events are searched for the last words of a server.
const lookBack = 1000

// LastStderr gives the positions of the last lines on stderr before the event at
// position before that are not blank, oldest first, at most most of them.
func (j *Journal) LastStderr(before, most int) []int {
	var found []int
	for i := before - 1; i >= max(0, before-lookBack) && len(found) < most; i-- {
		if j.Event(i).Dir != framing.Stderr {
			continue
		}
		const enough = 512
		if head, err := j.Head(i, enough); err == nil && len(bytes.TrimSpace(head)) > 0 {
			found = append([]int{i}, found...)
		}
	}
	return found
}

// Age is how long a process that has ended had lived.
func (f Fact) Age() time.Duration { return time.Duration(f.AfterMS) * time.Millisecond }

// Lived says in words how long a process that has ended had lived.
func (f Fact) Lived() string {
	if f.AfterMS <= 0 {
		return "at once"
	}
	return "after " + f.Age().String()
}
