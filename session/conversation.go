package session

import (
	"fmt"
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
func (s *Session) tap(o history.Observed) {
	switch kind := o.Message.Kind; {
	case o.Dir == framing.ClientToServer && kind == framing.Request && o.Origin == history.FromHandshake:
		s.asked = o.Index
	case o.Dir == framing.ServerToClient && kind == framing.Request:
		id, method := slices.Clone(o.Message.ID.Of(o.Line)), o.Verdict.Method
		s.box.put(func() { s.reply(id, method) })
	case o.Dir == framing.ServerToClient && s.asked != history.None:
		if answer := answerTo(s.asked, o); answer != nil {
			s.asked = history.None
			c, message := s.current(), slices.Clone(answer)
			s.box.put(func() { s.opened(c, message) })
		}
	}
}

// answerTo gives the message that answers the request at a position; nil where the
// line holds none. It may stand in a batch, or beside foreign text.
func answerTo(position int, o history.Observed) []byte {
	switch {
	case o.Message.Kind.IsResponse() && o.Verdict.Pair == position:
		return o.Message.Whole.Of(o.Line)
	case o.Message.Kind != framing.Batch || !settles(o.Verdict, position):
		return nil
	}
	for span, element := range framing.BatchElements(o.Line, o.Message) {
		if element.Kind.IsResponse() {
			return span.Of(o.Line)
		}
	}
	return nil
}

func settles(v exchange.Verdict, position int) bool {
	return slices.ContainsFunc(v.Changes, func(c exchange.Change) bool { return c.Index == position && c.Pair != history.None })
}

// reply answers what the server asks and we can answer by ourselves. What is for
// the user to answer stays open until they do.
func (s *Session) reply(id []byte, method string) {
	if answer := s.answer(id, method); answer != nil {
		_ = s.Send(answer, history.FromAutoReply) // a server that is gone needs no answer
	}
}

func (s *Session) answer(id []byte, method string) []byte {
	if canned, ok := s.cfg.Answers[method]; ok {
		return canned.response(id, method)
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
	_ = s.Send([]byte(text), history.FromHandshake) // a server that is gone already says so by itself
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
