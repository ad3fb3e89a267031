package demo

import (
	"encoding/base64"
	"encoding/json"
	"slices"

	"stdioscope/mcp"
)

// discover tells what a client may put into its requests (specification
// 2026-07-28, server/discover).
func (s *server) discover(c *call) (object, error) {
	return object{
		{"supportedVersions", []string{mcp.LatestModern}},
		{"capabilities", capabilities(c.client.revision)},
		{"instructions", instructions},
	}, nil
}

// seal adds what every result of the modern era carries, and to those that may be
// cached for how long.
func (c *call) seal(result object) object {
	sealed := object{}
	if len(result) == 0 || result[0].name != "resultType" {
		sealed = object{{"resultType", "complete"}}
	}
	sealed = append(sealed, result...)
	if ttl, ok := cacheTTL(c.method); ok {
		sealed = append(sealed, member{"ttlMs", ttl}, member{"cacheScope", "public"})
	}
	meta := object{{mcp.MetaServerInfo, c.s.info(c.client.revision)}}
	if c.method == mcp.MethodListen {
		meta = append(meta, member{mcp.MetaSubscriptionID, c.id})
	}
	return append(sealed, member{"_meta", meta})
}

// cacheTTL is for how many milliseconds a result stays true: lists never change,
// the notes may (specification 2026-07-28, server/utilities/caching).
func cacheTTL(method string) (ttl int, ok bool) {
	switch method {
	case mcp.MethodDiscover, mcp.MethodToolsList, mcp.MethodPromptsList,
		mcp.MethodResourcesList, mcp.MethodResourceTemplatesList:
		return 300_000, true
	case mcp.MethodResourcesRead:
		return 0, true
	default:
		return 0, false
	}
}

// inputRequired is what a tool ends with that needs an answer of the client. In
// the modern era the client calls again and brings it.
type inputRequired struct {
	key, method string
	params      object
}

func (*inputRequired) Error() string { return "the client has to answer first" }

// result is what the client gets instead of the tool's result (specification
// 2026-07-28, basic/patterns/mrtr).
func (r *inputRequired) result(tool string) object {
	return object{
		{"resultType", "input_required"},
		{"inputRequests", object{{r.key, object{{"method", r.method}, {"params", r.params}}}}},
		{"requestState", requestState(tool)},
	}
}

// requestState names the tool that a round belongs to: all that there is to
// remember between two rounds.
func requestState(tool string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("waiting:" + tool))
}

// checkRetry refuses answers to what was not asked.
func (c *call) checkRetry(tool string) error {
	if c.client.era() == mcp.Legacy || (!c.params.has("requestState") && !c.params.has("inputResponses")) {
		return nil
	}
	if state, _ := c.params.text("requestState"); state != requestState(tool) {
		return invalidParams("requestState is not the one that was given out for %s", tool)
	}
	return nil
}

// stream is an open subscriptions/listen request.
type stream struct {
	call *call
	uris []string
}

// listen opens a stream of changes. Of what can be asked for, only resources ever
// change here (specification 2026-07-28, basic/patterns/subscriptions).
func (s *server) listen(c *call) (object, error) {
	filter, ok := asObject(c.params["notifications"])
	if !ok {
		return nil, invalidParams("notifications is not an object")
	}
	var asked []string
	if raw, ok := filter["resourceSubscriptions"]; ok {
		if err := json.Unmarshal(raw, &asked); err != nil {
			return nil, invalidParams("resourceSubscriptions is not an array of strings")
		}
	}
	honoured := object{}
	uris := slices.DeleteFunc(asked, func(uri string) bool { return !s.exists(uri) })
	if len(uris) > 0 {
		honoured = object{{"resourceSubscriptions", uris}}
	}
	st := stream{call: c, uris: uris}
	s.streams = append(s.streams, st)
	s.out.put(st.notification(mcp.MethodListenAcknowledged, object{{"notifications", honoured}}))
	return nil, errLater
}

func (st stream) notification(method string, params object) []byte {
	meta := object{{mcp.MetaSubscriptionID, st.call.id}}
	return notification(method, append(params, member{"_meta", meta}))
}

// closeStream forgets a stream that its client has cancelled.
func (s *server) closeStream(id json.RawMessage) {
	if i := s.streamIndex(id); i >= 0 {
		s.streams[i].call.batch.add(nil)
		s.streams = slices.Delete(s.streams, i, i+1)
	}
}

// endStreams answers the requests that opened the streams: their graceful end.
func (s *server) endStreams() {
	for _, st := range s.streams {
		st.call.finish(object{}, nil)
	}
}

func (s *server) streamIndex(id json.RawMessage) int {
	return slices.IndexFunc(s.streams, func(st stream) bool { return string(st.call.id) == string(id) })
}
