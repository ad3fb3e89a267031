package mock

import (
	"bytes"

	"stdioscope/framing"
	"stdioscope/framing/splice"
	"stdioscope/mcp"
)

// adapted gives a line with the client's own id and token; nil where it has none for it.
// For the id of then it has the id of then, even one that the server had got wrong.
func (l line) adapted(s *scene, id, token []byte) []byte {
	if bytes.Equal(id, s.id) {
		id = nil
	}
	var m framing.Message
	framing.Scan(l.bytes, &m)
	var edits []splice.Edit
	if l.answer && l.kind.IsResponse() && m.ID.Present() && id != nil {
		edits = append(edits, splice.Edit{Span: m.ID, Text: id})
	}
	if m.Kind == framing.Notification && m.ProgressToken.Present() && s.token != nil {
		if len(token) == 0 {
			return nil // progress was not asked for
		}
		edits = append(edits, splice.Edit{Span: m.ProgressToken, Text: token})
	}
	if at := subscription(l.bytes, &m); at.Present() && id != nil && framing.SameID(at.Of(l.bytes), s.id) {
		edits = append(edits, splice.Edit{Span: at, Text: id})
	}
	return splice.Apply(l.bytes, edits)
}

// subscription finds the subscription id in the _meta of a notification or a result.
func subscription(text []byte, m *framing.Message) framing.Span {
	for _, around := range []framing.Span{m.Params, m.Result} {
		object := around.Of(text)
		meta := framing.Member(object, "_meta")
		at := framing.Member(meta.Of(object), mcp.MetaSubscriptionID)
		if at.Present() {
			start := around.Start + meta.Start
			return framing.Span{Start: start + at.Start, End: start + at.End}
		}
	}
	return framing.Span{}
}
