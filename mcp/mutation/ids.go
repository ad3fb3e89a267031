package mutation

import (
	"bytes"
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

// What a good server does, in sentences that several mutations share.
const (
	invalidRequest = "answers -32600 (invalid request), with the id or null, and goes on"
	parseError     = "answers -32700 (parse error) or says nothing, and goes on"
	methodNotFound = "answers -32601 (method not found)"
	invalidParams  = "answers -32602 (invalid params)"
	answersAsSent  = "answers, with the id exactly as it was sent"
	saysNothing    = "does not answer, and goes on"
	answersOnce    = "answers as if nothing were odd"
)

// idMutations are about the id: a string or an integer, not null, and unique among
// what is pending (specification 2025-11-25, basic).
func idMutations() []Mutation {
	return []Mutation{
		{"id-other-type", "the id has the other type: a number as a string, a string as a number", answersAsSent, otherType},
		{"id-boolean", "the id is true", invalidRequest, withID(`true`)},
		{"id-object", "the id is an object", invalidRequest, withID(`{"n":1}`)},
		{"id-null", "the id is null", "answers -32600, or says nothing", withID(`null`)},
		{"id-float", "the id is 1.5", "answers -32600, or with 1.5; never with 1 or 2", withID(`1.5`)},
		{"id-unsafe-integer", "the id is 9007199254740993, which a double cannot hold", answersAsSent, withID(`9007199254740993`)},
		{"id-empty", "the id is an empty string", answersAsSent, withID(`""`)},
		{"id-escaped", `the id is the string "1" written as "\u0031"`, "answers with the same string, however it is written", withID(`"\u0031"`)},
		{"id-missing", "the request has no id, and so is a notification", saysNothing, drop("/id")},
		{"id-twice", "the id stands twice, the second time as another", "answers once, with either id, or -32600", twoIDs},
		{"id-pending", "the id is that of a request that is not answered yet", "answers -32600, or each request once", pendingID},
	}
}

func otherType(r request) (Plan, error) {
	id := r.message.ID.Of(r.line)
	switch {
	case id == nil:
		return nil, ErrNotApplicable
	case id[0] != '"':
		return r.with("/id", schema.Quote(string(id)))
	}
	inner := id[1 : len(id)-1]
	if len(inner) == 0 || len(bytes.Trim(inner, "0123456789")) > 0 || inner[0] == '0' {
		inner = []byte("1")
	}
	return r.with("/id", inner)
}

func twoIDs(r request) (Plan, error) {
	id := r.message.ID
	if !id.Present() {
		return nil, ErrNotApplicable
	}
	another := `,"id":"another"`
	return line(r.line[:id.End], []byte(another), r.line[id.End:]), nil
}

func pendingID(r request) (Plan, error) {
	own := r.message.ID.Of(r.line)
	for _, id := range r.Pending {
		if own != nil && !framing.SameID(id, own) {
			return r.with("/id", id)
		}
	}
	return nil, fmt.Errorf("%w: nothing else is pending", ErrNotApplicable)
}
