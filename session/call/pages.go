package call

import (
	"bytes"
	"context"
	"fmt"

	"stdioscope/framing"
	"stdioscope/framing/splice"
	"stdioscope/mcp"
)

// mostRounds ends a conversation with a server that asks back without end.
const mostRounds = 32

// operation sends the request, and again with the answers to what the server asks back
// (specification 2026-07-28, basic/patterns/mrtr), until it is done.
func (c *caller) operation(ctx context.Context, params []byte) (Answer, error) {
	next := params
	for range mostRounds {
		answer, err := c.round(ctx, next)
		if err != nil || framing.StringOf(framing.ValueAt(answer.Result, "resultType")) != "input_required" {
			return answer, err
		}
		if next, err = c.respond(params, answer.Result); err != nil {
			return answer, err
		}
	}
	return Answer{}, fmt.Errorf("%s: %w: still after %d rounds", c.Method, ErrAsks, mostRounds)
}

// respond gives the params of the round that answers.
func (c *caller) respond(params, asked []byte) ([]byte, error) {
	requests := framing.ValueAt(asked, "inputRequests")
	responses := []byte("{}")
	for name, value := range framing.Members(requests) {
		method := framing.StringOf(framing.ValueAt(value.Of(requests), "method"))
		if c.Respond == nil {
			return nil, fmt.Errorf("%s: %w: %s", c.Method, ErrAsks, method)
		}
		result, ok := c.Respond(method)
		if !ok {
			return nil, fmt.Errorf("%s: %w: %s", c.Method, ErrAsks, method)
		}
		quoted := name.Of(requests)
		responses = splice.With(responses, string(quoted[1:len(quoted)-1]), result)
	}
	if len(params) == 0 {
		params = []byte("{}")
	}
	if requests != nil {
		params = splice.With(params, "inputResponses", responses)
	}
	if state := framing.ValueAt(asked, "requestState"); state != nil {
		params = splice.With(params, "requestState", state)
	}
	return params, nil
}

// listed is the member of a list's result that grows from page to page.
var listed = map[string]string{
	mcp.MethodToolsList: "tools", mcp.MethodResourcesList: "resources", mcp.MethodResourceTemplatesList: "resourceTemplates",
	mcp.MethodPromptsList: "prompts", mcp.MethodTasksList: "tasks",
}

// HasPages says whether the answer to a method comes in pages.
func HasPages(method string) bool { return listed[method] != "" }

// pages asks for all pages. The result is that of the last one, with the elements of all.
func (c *caller) pages(ctx context.Context) (Answer, error) {
	params, seen := c.Params, map[string]bool{}
	var elements [][]byte
	var last []byte
	for {
		answer, err := c.operation(ctx, params)
		if err != nil || answer.Failed() {
			return answer, err
		}
		page := framing.ValueAt(answer.Result, listed[c.Method])
		cursor := framing.ValueAt(answer.Result, "nextCursor")
		again := seen[string(cursor)]
		if !again || !bytes.Equal(page, last) { // else it is the same page, not one more
			elements = append(elements, elementsOf(page)...)
		}
		last = page
		if cursor == nil || string(cursor) == "null" || again {
			all := append(append([]byte{'['}, bytes.Join(elements, []byte{','})...), ']')
			answer.Result = splice.With(answer.Result, listed[c.Method], all)
			if again {
				err = fmt.Errorf("%s: %w: %s", c.Method, ErrLoop, cursor)
			}
			return answer, err
		}
		seen[string(cursor)] = true
		if len(params) == 0 {
			params = []byte("{}")
		}
		params = splice.With(params, "cursor", cursor)
	}
}

func elementsOf(page []byte) (elements [][]byte) {
	for element := range framing.Elements(page) {
		elements = append(elements, element.Of(page))
	}
	return elements
}
