package wrap

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// contents tells what a queue holds, in brackets but for pieces, which are put together.
func contents(t *testing.T, q *queue) string {
	t.Helper()
	var out strings.Builder
	for block := q.take(); block != nil; block = q.take() {
		frames := bufio.NewReader(bytes.NewReader(block))
		for {
			f, _, err := readFrame(frames, nil)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch f.what {
			case aPiece:
				out.Write(f.payload)
			case anEnd:
				out.WriteString("[end]")
			case aBreak:
				out.WriteString("[break]")
			case aGap:
				fmt.Fprintf(&out, "[gap of %d lines, %d bytes]", gapOf(f.payload).lines, gapOf(f.payload).bytes)
			case aSetup, aServer, aFact, aBye:
				t.Fatalf("there is a frame of kind %d", f.what)
			}
		}
		q.giveBack(block)
	}
	return out.String()
}

func TestWhatDoesNotFitIsCountedUpToALineEnd(t *testing.T) {
	q := &queue{most: 40}
	put := func(text string) { q.put(framing.ServerToClient, time.Now(), []byte(text)) }
	put("one\ntwo\nthr")
	put("ee is too long for it\nfour\nfi") // beyond the limit
	put("ve\nsix\n")                       // there is no room yet
	if got := contents(t, q); got != "one\ntwo\nthr[break]" {
		t.Errorf("%q", got)
	}
	put("seven, of which the beginning")
	put(" is lost\neight\n")
	q.end(framing.ServerToClient, time.Now())
	if got := contents(t, q); got != "[gap of 5 lines, 74 bytes]eight\n[end]" {
		t.Errorf("%q", got)
	}
}

func TestAGapAtTheEndIsToldToo(t *testing.T) {
	q := &queue{most: 1}
	q.put(framing.Stderr, time.Now(), []byte("two\nlines"))
	q.end(framing.Stderr, time.Now())
	if got := contents(t, q); got != "[break][gap of 1 lines, 9 bytes][end]" {
		t.Errorf("%q", got)
	}
}

func TestAPieceOfAnySizeIsQueuedWhole(t *testing.T) {
	q := &queue{most: 10 * blockSize}
	big := bytes.Repeat([]byte("0123456789"), blockSize/4)
	q.put(framing.ClientToServer, time.Now(), big)
	q.put(framing.ClientToServer, time.Now(), []byte("!"))
	if got := contents(t, q); got != string(big)+"!" {
		t.Errorf("%d bytes of %d", len(got), len(big)+1)
	}
	if q.held != 0 {
		t.Errorf("%d bytes are still held", q.held)
	}
}

func TestNobodyWaitsForARecordingThatHangs(t *testing.T) {
	o := newObserver() // nobody takes anything out
	piece := bytes.Repeat([]byte("x"), pieceSize)
	for range 2 * mostHeld / pieceSize {
		o.offer(framing.ClientToServer, piece)
	}
	if o.queue.held > mostHeld || o.queue.missing[framing.ClientToServer].bytes < mostHeld/2 {
		t.Errorf("%d bytes are held, %d missing", o.queue.held, o.queue.missing[framing.ClientToServer].bytes)
	}
}

func TestAGapHoldsNothingAgainstAnybody(t *testing.T) {
	file := filepath.Join(t.TempDir(), "h.jsonl")
	o := newObserver()
	o.offer(framing.ClientToServer, []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"))
	o.offer(framing.ServerToClient, []byte(`{"jsonrpc":"2.0",`))
	o.put(func(now time.Time) {
		o.queue.most = 0
		o.queue.put(framing.ServerToClient, now, []byte(`"id":1,"result":{}}`+"\n"))
		o.queue.most = mostHeld
		o.queue.put(framing.ServerToClient, now, []byte("{}\n"+`{"jsonrpc":"2.0","id":2,"result":{}}`+"\n"))
	})
	o.close()
	told := frame{what: aSetup, at: time.Now()}.appendTo(nil)
	var stream bytes.Buffer
	stream.Write(told)
	if _, err := o.writeTo(&stream); err != nil {
		t.Fatal(err)
	}
	out := &said{}
	Record(&stream, out, func([]byte) (Options, error) {
		header := history.NewHeader(history.ModeWrap, "x", nil, "", nil, "", time.Now())
		return Options{Record: &history.Options{File: file, Header: header}}, nil
	})
	j, err := history.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	var shown bytes.Buffer
	if err := history.ShowText(&shown, j, nil); err != nil {
		t.Fatal(err)
	}
	if j.FindingCount() > 0 || !strings.Contains(shown.String(), "not recorded: 2 lines, 40 bytes") || j.Len() != 3 || out.Len() > 0 {
		t.Errorf("%d events, said %q, shown\n%s", j.Len(), out, shown.String())
	}
}

// said is what a recorder has told.
type said struct{ bytes.Buffer }

func (s *said) Close() error { return nil }
