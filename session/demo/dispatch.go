package demo

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"stdioscope/mcp"
)

// line takes what came in as one line. Blank lines are nothing, as they are to
// most servers.
func (s *server) line(line []byte) {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
	case !utf8.Valid(line) || !json.Valid(line):
		s.out.put(s.errorLine(nil, failure(mcp.CodeParseError, "the line is not JSON in UTF-8")))
	case line[0] == '[':
		s.batch(line)
	default:
		s.message(line, nil)
	}
}

// message takes one message, which may be a member of a batch.
func (s *server) message(raw json.RawMessage, b *batch) {
	m, ok := asObject(raw)
	switch {
	case !ok:
		s.refuse(nil, b, "a message is an object")
	case m.has("method"):
		s.call(m, b)
	case m.has("result") || m.has("error"):
		s.peer.deliver(m)
		b.add(nil)
	default:
		s.refuse(readableID(m), b, "the object is no request, no notification and no response")
	}
}

func (s *server) refuse(id json.RawMessage, b *batch, reason string) {
	s.reply(b, s.errorLine(id, failure(mcp.CodeInvalidRequest, "%s", reason)))
}

// reply sends an answer on its own or with the rest of its batch.
func (s *server) reply(b *batch, line []byte) {
	if b == nil {
		s.out.put(line)
		return
	}
	b.add(line)
}

// call takes a request or a notification.
func (s *server) call(m members, b *batch) {
	method, ok := m.text("method")
	switch {
	case !ok:
		s.refuse(readableID(m), b, "method is not a string")
	case string(m["jsonrpc"]) != `"2.0"`:
		s.refuse(readableID(m), b, `jsonrpc is not "2.0"`)
	case !m.has("id"):
		s.notified(method, m)
		b.add(nil)
	case readableID(m) == nil:
		s.refuse(nil, b, "id is neither a string nor an integer")
	case s.inUse(m["id"]):
		s.refuse(m["id"], b, "the id is that of a request that is still open")
	default:
		s.request(method, m, b)
	}
}

func (s *server) request(method string, m members, b *batch) {
	c := &call{s: s, batch: b, id: m["id"], method: method}
	result, err := c.handle(m)
	c.finish(result, err)
}

// notified takes a notification. One that makes no sense is ignored: nothing may
// answer it.
func (s *server) notified(method string, m members) {
	params, err := m.object("params")
	if err != nil {
		return
	}
	switch method {
	case mcp.MethodInitialized:
		s.initialized()
	case mcp.MethodCancelled:
		s.cancelled(params)
	}
}

// cancelled stops a tool or closes a stream. Nothing more is said about either.
func (s *server) cancelled(params members) {
	id := params["requestId"]
	s.flight.cancel(id)
	s.closeStream(id)
}

// inUse says whether a request of that id is still to be answered.
func (s *server) inUse(id json.RawMessage) bool {
	return s.flight.has(id) || s.streamIndex(id) >= 0
}

// readableID gives the id of a message if it is one that MCP allows.
func readableID(m members) json.RawMessage {
	raw := m["id"]
	if _, ok := asText(raw); ok || isInteger(raw) {
		return raw
	}
	return nil
}

func isInteger(raw json.RawMessage) bool {
	digits := bytes.TrimPrefix(raw, []byte("-"))
	return len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}

// errorLine writes an error response. Where the id could not be read, JSON-RPC
// wants null; MCP says to leave it out since 2025-11-25.
func (s *server) errorLine(id json.RawMessage, e *rpcError) []byte {
	line := object{{"jsonrpc", "2.0"}}
	switch {
	case id != nil:
		line = append(line, member{"id", id})
	case s.session != nil && s.session.client.revision < mcp.Revision20251125:
		line = append(line, member{"id", nil})
	}
	return encode(append(line, member{"error", e.object()}))
}
