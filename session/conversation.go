package session

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strconv"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// tap sees every message as it enters the journal and picks what the session has
// to deal with. It runs on the recorder's goroutine and only puts into the mailbox.
func (s *Session) tap(o history.Observed) *history.Fact {
	s.tellLine(o)
	if o.Dir == framing.ClientToServer {
		if o.Message.Kind == framing.Request && o.Origin == history.FromHandshake {
			s.noteAsked(o)
		}
		return nil
	}
	if o.Dir != framing.ServerToClient {
		return nil
	}
	for message := range messagesOf(o) {
		switch {
		case message.Kind == framing.Request:
			s.postCall(slices.Clone(message.ID.Of(o.Line)), framing.Unquote(message.Method.Of(o.Line)))
		case message.Kind.IsResponse():
			s.postAnswer(o, message)
		}
	}
	return nil
}

// messagesOf gives the message of a line, or those of a batch.
func messagesOf(o history.Observed) iter.Seq[*framing.Message] {
	return func(yield func(*framing.Message) bool) {
		if o.Message.Kind != framing.Batch {
			yield(o.Message)
			return
		}
		for _, element := range framing.BatchElements(o.Line, o.Message) {
			if !yield(element) {
				return
			}
		}
	}
}

// asked is a request of ours that opens the conversation.
type asked struct {
	index int
	id    []byte
}

func (s *Session) noteAsked(o history.Observed) {
	if o.Verdict.Method == mcp.MethodDiscover {
		s.probe = asked{o.Index, slices.Clone(o.Message.ID.Of(o.Line))}
	}
	s.asked = asked{o.Index, slices.Clone(o.Message.ID.Of(o.Line))}
}

func (s *Session) postCall(id []byte, method string) {
	if !s.box.offer(func() { s.reply(id, method) }) {
		s.leaveUnserved()
	}
}

// leaveUnserved counts a request that is not answered. That this begins is told at once,
// how many they were in the end when the server has ended.
func (s *Session) leaveUnserved() {
	if s.unserved.Add(1) == 1 {
		s.rec.Note("the server asks faster than it reads: not all of its requests are answered from here on")
	}
}

// postAnswer hands over an answer to the request that is open, or to a probe that
// was given up.
func (s *Session) postAnswer(o history.Observed, m *framing.Message) {
	switch {
	case s.asked.isAnsweredBy(o, m):
		s.asked = noneAsked
		c, message := s.current(), slices.Clone(m.Whole.Of(o.Line))
		s.box.put(func() { s.opened(c, message) })
	case s.probe.isAnsweredBy(o, m):
		s.probe = noneAsked
		c, message := s.current(), slices.Clone(m.Whole.Of(o.Line))
		s.box.put(func() { s.discoveredLate(c, message) })
	}
}

var noneAsked = asked{index: history.None}

// isAnsweredBy says whether a message on a line answers the request: the tracker
// has paired the line with it, and in a batch the ids say which member it is.
func (a asked) isAnsweredBy(o history.Observed, m *framing.Message) bool {
	if a.index == history.None {
		return false
	}
	if o.Message.Kind != framing.Batch {
		return o.Verdict.Pair == a.index
	}
	id := m.ID.Of(o.Line)
	_, near := framing.NearID(id, a.id)
	return settles(o.Verdict, a.index) && (near || framing.SameID(id, a.id))
}

func settles(v exchange.Verdict, position int) bool {
	return slices.ContainsFunc(v.Changes, func(c exchange.Change) bool { return c.Index == position && c.Pair != history.None })
}

// reply answers what the server asks and we can answer by ourselves. What is for
// the user to answer stays open until they do.
func (s *Session) reply(id []byte, method string) {
	if s.current().sender.isSwamped() {
		s.leaveUnserved()
		return
	}
	if answer := s.answer(id, method); answer != nil {
		_ = s.Send(answer, history.FromAutoReply) // a server that is gone needs no answer
	}
}

func (s *Session) answer(id []byte, method string) []byte {
	if canned, ok := s.cfg.Answers[method]; ok {
		return canned.response(id, method)
	}
	if s.cfg.LeaveOpen {
		return nil
	}
	switch method {
	case mcp.MethodPing:
		return mcp.EmptyResult(id)
	case mcp.MethodRootsList:
		return mcp.RootsResult(id, roots(s.cfg.Roots))
	}
	return Refuse.response(id, method)
}

func roots(dirs []string) []mcp.Root {
	out := make([]mcp.Root, 0, len(dirs))
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			abs = dir
		}
		out = append(out, mcp.RootOf(abs))
	}
	return out
}

// request writes a request that opens the conversation and sends it.
func (s *Session) request(method, revision string) {
	s.opening.id = s.NextID()
	text, _ := mcp.Template(method, revision, s.opening.id, s.cfg.client(revision))
	if s.Send([]byte(text), history.FromHandshake) != nil {
		s.opening.method = "" // the server is gone, and says so by itself
	}
}

// integerID reads an id that is an integer.
func integerID(raw []byte) (int64, bool) {
	id, err := strconv.ParseInt(string(raw), 10, 64)
	return id, err == nil
}

// methodNotFound is what a client says to a request that it does not serve.
func methodNotFound(id []byte, method string) []byte {
	return mcp.ErrorResponse(id, mcp.CodeMethodNotFound, fmt.Sprintf("this client does not answer %s", method))
}
