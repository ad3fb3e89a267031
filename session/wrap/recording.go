package wrap

import (
	"stdioscope/framing"
	"stdioscope/history"
)

// recording writes down what the observer has taken. It belongs to one goroutine, but
// for the greeter, which is the recorder's.
type recording struct {
	obs       *observer
	rec       *history.Recorder
	splitters [3]*framing.Splitter // by Dir
	unended   [3]int64             // bytes of lines that a gap has cut, by Dir
	greeter   greeter
	told      map[string]bool // siblings, by id
}

func newRecording(obs *observer, maxLine int) *recording {
	r := &recording{obs: obs, told: map[string]bool{}}
	for i := range r.splitters {
		r.splitters[i] = framing.NewSplitter(maxLine)
	}
	return r
}

// run opens the recording and takes down all that crosses, until the observer is
// closed. It tells what goes wrong in one line.
func (r *recording) run(open func() (*history.Recorder, error), say func(string)) {
	defer close(r.obs.done)
	defer history.Rescue(func(err error) { r.giveUp(err, say) })
	lowerPriority()
	rec, err := open()
	if err != nil {
		r.obs.turnOff()
		say("no history is saved of this session: " + err.Error())
		return
	}
	r.rec = rec
	r.tellSiblings()
	for b := r.obs.next(nil); b != nil; b = r.obs.next(b) {
		for i := range b.entries {
			r.take(b, &b.entries[i])
		}
	}
	rec.Close()
	_ = rec.Journal().Close() // all that could be written has been
}

// giveUp ends the recording, whose fault must not end what is recorded.
func (r *recording) giveUp(err error, say func(string)) {
	r.obs.turnOff()
	say("the recording has ended by a fault of ours: " + err.Error())
}

func (r *recording) take(b *block, e *entry) {
	switch e.what {
	case aPiece:
		for line := range r.splitters[e.dir].Split(b.bytes[e.start:e.end]) {
			r.rec.LineAt(e.at, e.dir, history.FromClient, line)
		}
	case anEnd:
		if line, ok := r.splitters[e.dir].End(); ok {
			r.rec.LineAt(e.at, e.dir, history.FromClient, line)
		}
	case aBreak:
		r.unended[e.dir] = r.splitters[e.dir].Forget()
	case aGap:
		r.rec.Fact(history.Fact{
			Event: history.FactGap, Stream: e.dir.String(), Lines: e.gap.lines, Bytes: e.gap.bytes + r.unended[e.dir],
			Text: "it crossed faster than it could be recorded",
		})
	case aFact:
		if e.fact.Event == history.FactExit {
			r.tellSiblings()
		}
		r.rec.Fact(e.fact)
	}
}
