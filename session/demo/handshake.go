package demo

import (
	"slices"

	"stdioscope/mcp"
)

// session is what a handshake agreed on.
type session struct {
	client      client
	initialized bool
	// watched are the resources that the client subscribed to.
	watched []string
}

// initialize answers the first request of a legacy client: with the revision that
// it offers, or with the latest (specification 2025-11-25, basic/lifecycle).
func (s *server) initialize(c *call) (object, error) {
	if s.session != nil {
		return nil, failure(mcp.CodeInvalidRequest, "the session is initialized already")
	}
	offered, ok := c.params.text("protocolVersion")
	if !ok {
		return nil, invalidParams("protocolVersion is not a string")
	}
	info, known := asObject(c.params["clientInfo"])
	declared, declares := asObject(c.params["capabilities"])
	if !known || !declares {
		return nil, invalidParams("clientInfo and capabilities have to be objects")
	}
	name, _ := info.text("name")
	revision := mcp.LatestLegacy
	if slices.Contains(mcp.LegacyRevisions(), offered) {
		revision = offered
	}
	s.session = &session{client: client{
		revision:     revision,
		name:         name,
		capabilities: declared,
		logLevel:     severity("info"),
	}}
	return object{
		{"protocolVersion", revision},
		{"capabilities", capabilities(revision)},
		{"serverInfo", s.info(revision)},
		{"instructions", instructions},
	}, nil
}

// initialized makes the server lively: it checks once that the client answers,
// and logs who came.
func (s *server) initialized() {
	if s.session == nil || s.session.initialized {
		return
	}
	s.session.initialized = true
	s.peer.ask(mcp.MethodPing, nil)
	hello := &call{s: s, client: s.session.client}
	hello.log("info", "client "+hello.client.name+" is ready, revision "+hello.client.revision)
}

func (*server) ping(*call) (object, error) { return object{}, nil }

// setLevel chooses how severe log messages have to be for the rest of the session.
func (s *server) setLevel(c *call) (object, error) {
	level, _ := c.params.text("level")
	n := severity(level)
	if n < 0 {
		return nil, invalidParams("level is none of %v", levels())
	}
	s.session.client.logLevel = n
	return object{}, nil
}
