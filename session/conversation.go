package session

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

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
	case o.Dir == framing.ServerToClient && kind.IsResponse() && o.Verdict.Pair == s.asked && s.asked != history.None:
		s.asked = history.None
		c, line := s.current(), slices.Clone(o.Line)
		s.box.put(func() { s.opened(c, line) })
	}
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
