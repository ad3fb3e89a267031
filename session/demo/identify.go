package demo

import "stdioscope/mcp"

type handler func(*call) (object, error)

// handler gives what answers a method in an era, nil if nothing does.
func (s *server) handler(method string, era mcp.Era) handler {
	switch method {
	case mcp.MethodToolsList:
		return s.listTools
	case mcp.MethodToolsCall:
		return s.callTool
	case mcp.MethodResourcesList:
		return s.listResources
	case mcp.MethodResourceTemplatesList:
		return s.listTemplates
	case mcp.MethodResourcesRead:
		return s.readResource
	case mcp.MethodPromptsList:
		return s.listPrompts
	case mcp.MethodPromptsGet:
		return s.getPrompt
	case mcp.MethodComplete:
		return s.complete
	}
	if era == mcp.Modern {
		return s.modernHandler(method)
	}
	return s.legacyHandler(method)
}

func (s *server) legacyHandler(method string) handler {
	switch method {
	case mcp.MethodInitialize:
		return s.initialize
	case mcp.MethodPing:
		return s.ping
	case mcp.MethodSetLevel:
		return s.setLevel
	case mcp.MethodResourcesSubscribe:
		return s.subscribe
	case mcp.MethodResourcesUnsubscribe:
		return s.unsubscribe
	default:
		return nil
	}
}

func (s *server) modernHandler(method string) handler {
	switch method {
	case mcp.MethodDiscover:
		return s.discover
	case mcp.MethodListen:
		return s.listen
	default:
		return nil
	}
}

// offers says whether any era has the method.
func (s *server) offers(method string) bool {
	return s.handler(method, mcp.Legacy) != nil || s.handler(method, mcp.Modern) != nil
}

// identify finds out who sends a request: it says so itself, or the handshake did.
// A request that does neither is told what is missing, as a server of the modern
// era must (specification 2026-07-28, basic).
func (s *server) identify(c *call) (client, error) {
	switch {
	case c.meta.has(mcp.MetaProtocolVersion), c.meta.has(mcp.MetaClientCapabilities), c.meta.has(mcp.MetaClientInfo):
		return modernClient(c.meta)
	case s.session != nil:
		return s.session.client, nil
	case c.method == mcp.MethodInitialize, c.method == mcp.MethodPing:
		return client{}, nil
	default:
		return client{}, invalidParams("params._meta lacks %q, and no handshake has taken place", mcp.MetaProtocolVersion)
	}
}

// modernClient reads the members that every modern request has to carry.
func modernClient(meta members) (client, error) {
	revision, ok := meta.text(mcp.MetaProtocolVersion)
	if !ok {
		return client{}, invalidParams("params._meta lacks %q, a string", mcp.MetaProtocolVersion)
	}
	if revision != mcp.LatestModern {
		return client{}, unsupported(revision)
	}
	declared, ok := asObject(meta[mcp.MetaClientCapabilities])
	if !ok {
		return client{}, invalidParams("params._meta lacks %q, an object", mcp.MetaClientCapabilities)
	}
	level := silence
	if meta.has(mcp.MetaLogLevel) {
		name, _ := meta.text(mcp.MetaLogLevel)
		if level = severity(name); level < 0 {
			return client{}, invalidParams("%q is none of %v", mcp.MetaLogLevel, levels())
		}
	}
	return client{revision: revision, capabilities: declared, logLevel: level}, nil
}

func unsupported(revision string) *rpcError {
	e := failure(mcp.CodeUnsupportedProtocolVersion, "Unsupported protocol version")
	e.data = object{{"supported", []string{mcp.LatestModern}}, {"requested", revision}}
	return e
}
