package replay

import (
	"bytes"

	"stdioscope/framing"
	"stdioscope/framing/splice"
	"stdioscope/history"
	"stdioscope/mcp"
)

// reply is what the client answered to a request of the server.
type reply struct {
	line   []byte
	id     framing.Span
	params []byte // of the request
}

// addReply notes an answer of the client.
func (p *Plan) addReply(e history.Event, line []byte, m *framing.Message) {
	if e.Pair == history.None || !m.ID.Present() || !m.Valid {
		return
	}
	if e.Method == mcp.MethodPing && m.Kind == framing.Result {
		return // the session answers these at once, also while a step is held back
	}
	asked, err := p.Source.Line(e.Pair)
	if err != nil || e.Method == "" {
		return // nobody knows what it answers
	}
	r := reply{line: bytes.Clone(line), id: m.ID, params: framing.ValueAt(sound(asked), "params")}
	p.replies[e.Method] = append(p.replies[e.Method], r)
}

// replier answers the server in one run.
type replier struct {
	left map[string][]reply
	last map[string]reply
}

func newReplier(p *Plan) *replier {
	r := &replier{left: map[string][]reply{}, last: map[string]reply{}}
	for method, all := range p.replies {
		r.left[method] = append([]reply(nil), all...)
	}
	return r
}

// answer gives the line that answers a request: what was answered then to one with the
// same params, else to the next one of the method; once all were given, the last again.
func (r *replier) answer(method string, id, params []byte) (line []byte, ok bool) {
	left := r.left[method]
	chosen, ok := r.last[method]
	if len(left) > 0 {
		at := 0
		for i, candidate := range left {
			if bytes.Equal(candidate.params, params) {
				at = i
				break
			}
		}
		chosen, ok = left[at], true
		r.left[method] = append(left[:at:at], left[at+1:]...)
		r.last[method] = chosen
	}
	if !ok {
		return nil, false
	}
	return splice.Apply(chosen.line, []splice.Edit{{Span: chosen.id, Text: id}}), true
}
