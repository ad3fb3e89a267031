package mock

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// ErrNothing is returned for a history in which no server answers.
var ErrNothing = errors.New("nothing to play")

// Script is what the server of a history said, and when.
type Script struct {
	// first is what it said before anybody had asked.
	first *scene
	// scenes are by key of the request, in the order in which they were.
	scenes map[string][]*scene
	// notified are by method of the notification that the client sent.
	notified map[string][]*scene
	// untimed says that nobody knows when the lines came.
	untimed bool
	// revision is the one that the first request of the modern era named; empty for none.
	revision string
}

// scene is what a message of the client brought about.
type scene struct {
	lines []line
	id    []byte // of the request then
	token []byte
	// begin and end are the positions of the request and its answer; end is 0 without one.
	begin, end int
	// exit is the code with which the server ended in it; nil where it lived on.
	exit *int
}

// line is one line of the server.
type line struct {
	dir    framing.Dir
	kind   framing.Kind
	bytes  []byte
	eol    framing.EOL
	after  time.Duration // since the message of the client
	answer bool          // it is the answer to the request
	// asks is the raw id of a request of the server that the client answered then: what
	// comes behind it waits for that.
	asks []byte
}

// NewScript makes a script of a journal that has been read to its end.
func NewScript(ctx context.Context, j *history.Journal) (*Script, error) {
	w := &writer{
		j: j, at: map[int]*scene{}, begun: map[*scene]time.Time{},
		Script: &Script{first: &scene{}, scenes: map[string][]*scene{}, notified: map[string][]*scene{}, untimed: j.Header().Untimed},
	}
	w.last = w.first
	for i, text := range j.Lines(ctx, 0, j.Len()) {
		w.take(i, j.Event(i), text)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("read the history: %w", context.Cause(ctx))
	}
	if len(w.scenes) == 0 {
		return nil, fmt.Errorf("%w: the history holds no request of a client", ErrNothing)
	}
	if exit, ok := j.LastExit(); ok {
		w.last.exit = played(exit.Fact)
	}
	return w.Script, nil
}

// played is the code to end with where the server ended by itself: it failed, or it left
// requests unanswered that a client would else wait for for ever. A signal cannot be played.
func played(exit history.Fact) *int {
	switch {
	case exit.Stopped:
		return nil
	case exit.Code == nil && exit.Unanswered > 0:
		code := 1
		return &code
	case exit.Code != nil && (*exit.Code != 0 || exit.Unanswered > 0):
		return exit.Code
	default:
		return nil
	}
}

// writer makes a script.
type writer struct {
	*Script
	j     *history.Journal
	last  *scene
	at    map[int]*scene // by position of the client's message
	begun map[*scene]time.Time
	m     framing.Message
}

func (w *writer) take(i int, e history.Event, text []byte) {
	switch {
	case text == nil:
	case e.Dir == framing.ClientToServer:
		w.fromClient(i, e, text)
	default:
		w.fromServer(e, i, text)
	}
}

func (w *writer) fromClient(i int, e history.Event, text []byte) {
	framing.Scan(text, &w.m)
	s := &scene{begin: i, id: bytes.Clone(w.m.ID.Of(text)), token: bytes.Clone(w.m.ProgressToken.Of(text))}
	switch e.Kind {
	case framing.Request:
		if revision := framing.StringOf(w.m.ProtocolVersion.Of(text)); w.revision == "" && mcp.Known(revision) {
			w.revision = revision
		}
		key := keyOf(text, &w.m)
		w.scenes[key] = append(w.scenes[key], s)
	case framing.Notification:
		w.notified[e.Method] = append(w.notified[e.Method], s)
	case framing.Invalid, framing.Foreign:
		w.scenes[lineKey(text)] = append(w.scenes[lineKey(text)], s)
	default:
		return // what it brings about belongs to what was before
	}
	w.last, w.at[i], w.begun[s] = s, s, e.Time
}

// fromServer adds a line to the scene that it belongs to: that of the request which it
// answers or is about, else the last one that has begun.
func (w *writer) fromServer(e history.Event, i int, text []byte) {
	s := w.last
	l := line{dir: e.Dir, kind: e.Kind, bytes: bytes.Clone(text), eol: e.EOL}
	for _, at := range []int{e.Pair, e.Request} {
		if about := w.at[at]; at != history.None && about != nil {
			s, l.answer = about, at == e.Pair
		}
	}
	if e.Kind == framing.Request && e.Pair != history.None {
		l.asks, l.answer = bytes.Clone(w.j.ID(i)), false
	}
	if begun, ok := w.begun[s]; ok && !w.untimed {
		l.after = e.Time.Sub(begun)
	}
	if l.answer {
		s.end = i
	}
	s.lines = append(s.lines, l)
}

// lineKey names a line that is no message.
func lineKey(text []byte) string { return "line " + string(text) }

// keyOf names a request by what it asks: the method and the params, whatever their white
// space, without _meta. Who opens the conversation may be anybody.
func keyOf(text []byte, m *framing.Message) string {
	method := framing.Unquote(m.Method.Of(text))
	if method == mcp.MethodInitialize || method == mcp.MethodDiscover {
		return method
	}
	return method + " " + canonical(m.Params.Of(text))
}
