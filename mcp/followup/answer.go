package followup

import (
	"bytes"
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

// Answer is one way to answer a request of a server.
type Answer struct {
	// Name is a word or two, the same for all requests of a method.
	Name string
	// About is one line for people.
	About string
	// Text is the response; the bare result where the request was embedded.
	Text []byte
}

// Request is what a server asks: a request of its own, or in the modern era a member
// of inputRequests, which has no ID (specification 2026-07-28, basic/patterns/mrtr).
type Request struct {
	Method string
	// Params and ID are raw JSON.
	Params, ID []byte
	// Key is the member of inputRequests.
	Key string
}

// Answers gives the ways to answer a request under a revision, the friendliest first.
// A method that no client has to know can only be refused.
func Answers(r Request, revision string) []Answer {
	var all []Answer
	switch r.Method {
	case mcp.MethodElicit:
		all = r.elicitation()
	case mcp.MethodCreateMessage:
		all = r.sampling(revision)
	default:
		if text, ok := mcp.ResultTemplate(r.Method, revision, nil); ok {
			all = append(all, r.result("answer", "what the specification asks for", r.withTask(text)))
		}
	}
	if framing.Member(r.Params, "task").Present() && revision == mcp.Revision20251125 { // tasks are of that one alone
		all = append(all, r.result("as a task", "begin a task, and give its result later",
			`{"task":{"taskId":"","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":null}}`))
	}
	if r.ID == nil {
		return all // a result is all that may stand there
	}
	if r.Method == mcp.MethodCreateMessage {
		all = append(all, r.refusal("reject", "the person declines (-1)", mcp.CodeUserRejected, "User rejected sampling request"))
	}
	return append(all,
		r.refusal("not supported", "as a client that does not know the method (-32601)", mcp.CodeMethodNotFound, "Method not found"),
		r.refusal("error", "an internal error (-32603)", mcp.CodeInternalError, "Internal error"))
}

func (r Request) result(name, about, result string) Answer {
	if r.ID == nil {
		return Answer{name, about, []byte(result)}
	}
	return Answer{name, about, mcp.Result(r.ID, []byte(result))}
}

func (r Request) refusal(name, about string, code int64, message string) Answer {
	return Answer{name, about, mcp.ErrorResponse(r.ID, code, message)}
}

// elicitation answers a form with its skeleton, and a URL with consent alone
// (specification 2025-11-25, client/elicitation).
func (r Request) elicitation() []Answer {
	accept := r.result("accept", "fill in the form", fmt.Sprintf(`{"action":"accept","content":%s}`, r.form()))
	if framing.StringOf(framing.Member(r.Params, "mode").Of(r.Params)) == "url" {
		accept = r.result("accept", "agree to open the address", `{"action":"accept"}`)
	}
	return []Answer{
		accept,
		r.result("decline", "the person says no", `{"action":"decline"}`),
		r.result("cancel", "the person closes it without an answer", `{"action":"cancel"}`),
	}
}

func (r Request) form() []byte {
	requested := framing.Member(r.Params, "requestedSchema").Of(r.Params)
	if requested == nil {
		return []byte("{}")
	}
	return schema.Read(requested).Skeleton(schema.Options{Optional: true})
}

// sampling answers with a text and, where the request offers tools, with the use of the
// first (specification 2025-11-25, client/sampling).
func (r Request) sampling(revision string) []Answer {
	text, _ := mcp.ResultTemplate(r.Method, revision, nil)
	all := []Answer{r.result("answer", "as the model", text)}
	if revision < mcp.Revision20251125 {
		return all
	}
	tools := framing.Member(r.Params, "tools").Of(r.Params)
	for tool := range framing.Elements(tools) {
		raw := tool.Of(tools)
		input := schema.Read(framing.Member(raw, "inputSchema").Of(raw)).Skeleton(schema.Options{})
		if !bytes.HasPrefix(input, []byte("{")) {
			input = []byte("{}")
		}
		name := framing.Member(raw, "name").Of(raw)
		if name == nil {
			name = []byte(`""`)
		}
		return append(all, r.result("use a tool", "as a model that wants a tool called", fmt.Sprintf(
			`{"role":"assistant","content":{"type":"tool_use","id":"1","name":%s,"input":%s},"model":"","stopReason":"toolUse"}`, name, input)))
	}
	return all
}

// withTask names the task that was asked about.
func (r Request) withTask(result string) string {
	id := framing.Member(r.Params, "taskId").Of(r.Params)
	pointer := "/taskId"
	if r.Method == mcp.MethodTasksResult {
		pointer = schema.Join(schema.Join("/_meta", mcp.MetaRelatedTask), "taskId")
	}
	if id == nil || schema.At([]byte(result), pointer) == nil {
		return result
	}
	named, err := schema.Set([]byte(result), pointer, id)
	if err != nil {
		return result
	}
	return string(named)
}
