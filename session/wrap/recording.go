package wrap

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session/process"
)

// Record is what the recorder process does: it writes a history of what wrap tells it
// on in, and tells on out, in a line each, what the user has to know; it closes out when
// the history is complete. options reads what Config.Setup says. What is then left of
// the server's group is ended, as all of it is when wrap ends without a word.
func Record(in io.Reader, out io.WriteCloser, options func(setup []byte) (Options, error)) {
	defer surviveSignals()()
	defer history.Rescue(func(err error) {
		_, _ = fmt.Fprintln(out, "nothing is recorded any more, by a fault of ours: "+firstLine(err))
	})
	frames := bufio.NewReaderSize(in, 1<<20)
	say := func(text string) { _, _ = fmt.Fprintln(out, text) } // nobody may listen any more
	r := recording{told: map[string]bool{}, say: say}
	first, _, err := readFrame(frames, nil)
	if err != nil {
		return // wrap has ended before it began
	}
	if err := r.open(first, options); err != nil {
		say("no history is saved of this session: " + err.Error())
	}
	inOrder := r.take(frames)
	if !inOrder && r.server > 0 {
		process.EndGroup(r.server) // before its number can be another's
		r.note("stdioscope wrap was killed: the server's group was ended")
	}
	r.close()
	_ = out.Close() // who waits for that may be gone
	if inOrder && r.leftover {
		process.EndGroup(r.server)
	}
}

// Options say how the recorder is to record.
type Options struct {
	// Record says where to; nil keeps no history. Tap, WriteOnly and OnTrouble are filled
	// in here.
	Record *history.Options
	// MaxLine is the longest line that is kept whole, in bytes.
	MaxLine int
}

// recording is a history that is being written; without a recorder it is not.
type recording struct {
	rec       *history.Recorder
	splitters [3]*framing.Splitter // by Dir
	unended   [3]int64             // bytes of lines that a gap has cut, by Dir
	greeter   greeter
	leftover  bool            // something is left of its group
	told      map[string]bool // siblings, by id
	server    int             // its pid; 0 where there is none
	say       func(text string)
}

func (r *recording) open(setup frame, options func([]byte) (Options, error)) error {
	opt, err := options(setup.payload)
	if err != nil || opt.Record == nil {
		return err
	}
	for i := range r.splitters {
		r.splitters[i] = framing.NewSplitter(opt.MaxLine)
	}
	opt.Record.WriteOnly, opt.Record.Tap = true, r.greeter.observe
	opt.Record.OnTrouble = r.say
	r.rec, err = history.Record(*opt.Record)
	if errors.Is(err, history.ErrInUse) && opt.Record.File != "" { // by another session of the same client
		r.say(err.Error() + ": this session gets a file of its own")
		opt.Record.File = ""
		r.rec, err = history.Record(*opt.Record)
	}
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	r.tellSiblings()
	return nil
}

// firstLine leaves out where in the program it happened.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// take takes down frames to the last. False when wrap has ended without a word.
func (r *recording) take(frames *bufio.Reader) (inOrder bool) {
	var buf []byte
	for {
		var f frame
		var err error
		if frames.Buffered() == 0 && r.rec != nil {
			r.rec.Flush() // the next may be long in coming
		}
		if f, buf, err = readFrame(frames, buf); err != nil {
			return false
		}
		switch {
		case f.what == aBye:
			r.leftover = len(f.payload) > 0
			return true
		case f.what == aServer:
			r.server = int(binary.LittleEndian.Uint64(f.payload))
		case f.what == aFact && r.rec != nil:
			r.fact(f)
		case r.rec != nil:
			r.stream(f)
		}
	}
}

// stream takes down what happened to a stream.
func (r *recording) stream(f frame) {
	splitter := r.splitters[f.dir]
	switch f.what {
	case aPiece:
		for line := range splitter.Split(f.payload) {
			r.rec.LineAt(f.at, f.dir, history.FromClient, line)
		}
	case anEnd:
		if line, ok := splitter.End(); ok {
			r.rec.LineAt(f.at, f.dir, history.FromClient, line)
		}
	case aBreak:
		r.unended[f.dir] = splitter.Forget()
	case aGap:
		g := gapOf(f.payload)
		r.rec.FactAt(f.at, history.Fact{
			Event: history.FactGap, Stream: f.dir.String(), Lines: g.lines, Bytes: g.bytes + r.unended[f.dir],
			Text: "it crossed faster than it could be recorded",
		})
	case aSetup, aServer, aFact, aBye:
	}
}

// fact takes down what happened to the process.
func (r *recording) fact(f frame) {
	var fact history.Fact
	if json.Unmarshal(f.payload, &fact) != nil {
		return // wrap writes none such
	}
	if fact.Event == history.FactExit {
		r.tellSiblings()
	}
	r.rec.FactAt(f.at, fact)
}

func (r *recording) note(text string) {
	if r.rec != nil {
		r.rec.Fact(history.Fact{Event: history.FactNote, Text: text})
	}
}

func (r *recording) close() {
	if r.rec != nil {
		r.rec.Close()
		_ = r.rec.Journal().Close() // all that could be written has been
	}
}
