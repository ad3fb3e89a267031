package session

import (
	"fmt"
	"io"
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
	p := &pump{reader: framing.NewReader(s.copied(dir, source), s.cfg.MaxLine), done: make(chan struct{})}
	go func() { // ends at the end of the stream, or when endBy's time has come
		defer close(p.done)
		defer func() { _ = source.Close() }()
		defer history.Rescue(s.cfg.OnPanic)
		p.run(dir, s.rec)
	}()
	return p
}

// copied gives the stream that is read: the server's stdout may have a copy taken.
func (s *Session) copied(dir framing.Dir, source *os.File) io.Reader {
	if dir != framing.ServerToClient || s.cfg.Output == nil {
		return source
	}
	return &tee{source, s.cfg.Output}
}

// tee passes on what is read. It keeps the read deadline of the file.
type tee struct {
	*os.File
	to io.Writer
}

// Read reads, and passes on what it gives.
func (t *tee) Read(p []byte) (int, error) {
	n, err := t.File.Read(p)
	if n > 0 {
		if _, failed := t.to.Write(p[:n]); failed != nil {
			return n, fmt.Errorf("pass on: %w", failed)
		}
	}
	return n, err //nolint:wrapcheck // a reader's errors are compared as they are
}

func (p *pump) run(dir framing.Dir, rec *history.Recorder) {
	for {
		line, err := p.reader.Next()
		if err != nil {
			return // end of stream, or the time to stop: both are facts of the process
		}
		if line.Provisional { // shown, never recorded
			rec.Tail(dir, shownOf(dir, line.Bytes))
			continue
		}
		rec.Line(dir, history.FromClient, line)
	}
}

// mostTail is how much is kept of what stands without a line end, in bytes: it may grow
// to a whole long line, and is copied each time.
const mostTail = 64 << 10

// shownOf gives the part that tells what a tail is: of a message its beginning, of what is
// written over itself its end.
func shownOf(dir framing.Dir, tail []byte) []byte {
	if dir == framing.Stderr {
		return tail[max(0, len(tail)-mostTail):]
	}
	return tail[:min(len(tail), mostTail)]
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
