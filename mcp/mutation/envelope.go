package mutation

import (
	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

// envelopeMutations are about the other members of a request
// (https://www.jsonrpc.org/specification; specification 2025-11-25, basic).
func envelopeMutations() []Mutation {
	return []Mutation{
		{"jsonrpc-missing", "there is no jsonrpc member", invalidRequest, drop("/jsonrpc")},
		{"jsonrpc-1.0", `jsonrpc is "1.0"`, invalidRequest, put("/jsonrpc", `"1.0"`)},
		{"jsonrpc-number", "jsonrpc is the number 2.0", invalidRequest, put("/jsonrpc", `2.0`)},
		{"method-missing", "there is no method", invalidRequest, drop("/method")},
		{"method-unknown", "the method is one that nobody knows", methodNotFound, put("/method", `"stdioscope/unknown"`)},
		{"method-reserved", "the method begins with rpc., which JSON-RPC keeps to itself", methodNotFound, put("/method", `"rpc.discover"`)},
		{"method-number", "the method is a number", invalidRequest, put("/method", `7`)},
		{"method-case", "the method is in capital letters", methodNotFound, capitals},
		{"params-array", "params is an array", invalidParams + " or -32600", put("/params", `[1,2]`)},
		{"params-string", "params is a string", invalidRequest, put("/params", `"x"`)},
		{"params-null", "params is null", invalidRequest, put("/params", `null`)},
		{"params-missing", "there are no params", invalidParams + " where it needs them", drop("/params")},
		{"member-unknown", "there is a member that JSON-RPC does not know", answersOnce, put("/stdioscope", `{"a":[1,null]}`)},
		{"member-proto", "there is a member called __proto__", answersOnce, put("/__proto__", `{"polluted":true}`)},
		{"request-and-result", "there is a result beside the method", invalidRequest, put("/result", `{}`)},
		{"response-unasked", "it answers a request that nobody made", saysNothing, unasked},
		{"batch", "the request is alone in an array", "answers -32600; under 2025-03-26 an array with the answer", frame("[", "]\n")},
		{"batch-mixed", "an array of the request, a notification and a number", "answers -32600; under 2025-03-26 an array of the answer and an error", frame("[", `,{"jsonrpc":"2.0","method":"notifications/stdioscope"},7]`+"\n")},
		{"batch-empty", "an empty array", invalidRequest, func(request) (Plan, error) { return line([]byte("[]")), nil }},
	}
}

// capitals writes the method as it is never written.
func capitals(r request) (Plan, error) {
	name := []byte(framing.StringOf(r.message.Method.Of(r.line)))
	for i, c := range name {
		if 'a' <= c && c <= 'z' {
			name[i] = c - 'a' + 'A'
		}
	}
	return r.with("/method", schema.Quote(string(name)))
}

func unasked(r request) (Plan, error) {
	if !r.message.ID.Present() {
		return nil, ErrNotApplicable
	}
	return line([]byte(`{"jsonrpc":"2.0","id":"nobody asked","result":{}}`)), nil
}
