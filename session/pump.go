package session

import (
	"os"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// drainTime is how long the pumps go on after the child has ended: long enough to
// empty the pipes, short enough for a grandchild that holds them open.
const drainTime = 200 * time.Millisecond

// pump moves the lines of one stream into the journal.
type pump struct {
	reader *framing.Reader
	done   chan struct{}
}

func (s *Session) startPump(dir framing.Dir, source *os.File) *pump {
	p := &pump{reader: framing.NewReader(source, s.cfg.MaxLine), done: make(chan struct{})}
	go func() { // ends at the end of the stream, or when endBy's time has come
		defer close(p.done)
		defer func() { _ = source.Close() }()
		defer history.Rescue(s.cfg.OnPanic)
		p.run(dir, s.rec)
	}()
	return p
}

func (p *pump) run(dir framing.Dir, rec *history.Recorder) {
	for {
		line, err := p.reader.Next()
		if err != nil {
			return // end of stream, or the time to stop: both are facts of the process
		}
		if line.Provisional { // shown, never recorded
			rec.Tail(dir, line.Bytes)
			continue
		}
		rec.Line(dir, history.FromClient, line)
	}
}

// endBy stops the pumps at the given time though a stream has no end, and waits.
func endBy(t time.Time, pumps ...*pump) {
	for _, p := range pumps {
		p.reader.EndBy(t)
	}
	for _, p := range pumps {
		<-p.done
	}
}
