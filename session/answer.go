package session

import (
	"bytes"
	"encoding/json"

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

// serves says whether the capability for a method may be declared.
func (a Answer) serves() bool { return a.how != refuse }

// Client is how our requests of that revision introduce us.
func (s *Session) Client(revision string) mcp.Client { return s.cfg.client(revision) }

// client is what we say of ourselves. Declared is exactly what will be answered.
func (cfg Config) client(revision string) mcp.Client {
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
