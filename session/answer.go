package session

import (
	"bytes"
	"encoding/json"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// Answer is how a kind of request of the server is answered.
type Answer struct {
	how    answerKind
	result json.RawMessage
}

type answerKind uint8

const (
	refuse answerKind = iota
	ask
	decline
	canned
)

var (
	// Refuse answers at once that there is no such method; the capability is not declared.
	Refuse = Answer{how: refuse}
	// Ask leaves the request open for a person to answer.
	Ask = Answer{how: ask}
	// Decline answers as a person would who does not want to.
	Decline = Answer{how: decline}
)

// Canned answers with a result that is JSON, folded to one line.
func Canned(result json.RawMessage) Answer {
	var line bytes.Buffer
	if json.Compact(&line, result) != nil {
		return Refuse
	}
	return Answer{how: canned, result: line.Bytes()}
}

// response is the line that answers; nil when a person has to.
func (a Answer) response(id []byte, method string) []byte {
	switch a.how {
	case ask:
		return nil
	case canned:
		return mcp.Result(id, a.result)
	case decline:
		if method == mcp.MethodElicit {
			return mcp.Result(id, []byte(`{"action":"decline"}`))
		}
		return mcp.ErrorResponse(id, mcp.CodeUserRejected, "the user declined")
	case refuse:
	}
	return methodNotFound(id, method)
}

// Result is the bare result that answers; false where a person has to answer, or the
// answer is an error.
func (a Answer) Result(method string) (json.RawMessage, bool) {
	switch {
	case a.how == canned:
		return a.result, true
	case a.how == decline && method == mcp.MethodElicit:
		return json.RawMessage(`{"action":"decline"}`), true
	}
	return nil, false
}

// Respond is the bare result with which a request of the server is answered that stands
// inside a result (specification 2026-07-28, basic/patterns/mrtr); false for none.
func (cfg Config) Respond(method string) (json.RawMessage, bool) {
	if answer, chosen := cfg.Answers[method]; chosen {
		return answer.Result(method)
	}
	if method == mcp.MethodRootsList && len(cfg.Roots) > 0 {
		return framing.ValueAt(mcp.RootsResult([]byte("0"), roots(cfg.Roots)), "result"), true
	}
	return nil, false
}

// LeavesOpen says whether requests of the server of a method wait for whoever talks to it.
func (s *Session) LeavesOpen(method string) bool {
	if answer, chosen := s.cfg.Answers[method]; chosen {
		return answer.how == ask
	}
	return s.cfg.LeaveOpen
}

// Respond is the bare result with which the session would answer a request of the server
// that stands inside a result; false where a person has to.
func (s *Session) Respond(method string) (json.RawMessage, bool) { return s.cfg.Respond(method) }

// serves says whether the capability for a method may be declared.
func (a Answer) serves() bool { return a.how != refuse }

// Client is how our requests of that revision introduce us.
func (s *Session) Client(revision string) mcp.Client { return s.cfg.client(revision) }

// client is what we say of ourselves. Declared is exactly what will be answered.
func (cfg Config) client(revision string) mcp.Client {
	if cfg.Client != nil {
		return *cfg.Client
	}
	declared := map[string]any{}
	if roots, chosen := cfg.Answers[mcp.MethodRootsList]; roots.serves() || !chosen && len(cfg.Roots) > 0 {
		declared["roots"] = struct{}{}
	}
	if cfg.Answers[mcp.MethodCreateMessage].serves() {
		declared["sampling"] = struct{}{}
	}
	if _, known := mcp.Lookup(mcp.MethodElicit, revision); known && cfg.Answers[mcp.MethodElicit].serves() {
		declared["elicitation"] = struct{}{}
	}
	capabilities, _ := json.Marshal(declared) // a map of empty objects always marshals
	return mcp.Client{Name: cfg.ClientName, Version: cfg.ClientVersion, Capabilities: capabilities}
}
