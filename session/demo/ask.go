package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"stdioscope/mcp"
)

// askingTools are those that need an answer of the client.
func askingTools() []tool {
	return []tool{{
		name: "ask_model", title: "Ask the model",
		description: "Asks the client's model for a completion (sampling).",
		input:       schema(`{"prompt":{"type":"string","description":"What to ask the model"}}`, "prompt"),
		hints:       hints{readOnly: true, openWorld: true},
		waits:       true,
		run:         askModel,
	}, {
		name: "ask_user", title: "Ask the person",
		description: "Asks the person at the client for a name and a colour (elicitation).",
		input:       json.RawMessage(noArguments),
		hints:       hints{readOnly: true, openWorld: true},
		waits:       true,
		run:         askUser,
	}, {
		name: "list_roots", title: "List the roots",
		description: "Asks the client for the directories that the server may work in (roots).",
		input:       json.RawMessage(noArguments),
		hints:       hints{readOnly: true},
		waits:       true,
		run:         listRoots,
	}}
}

// ask asks the client for something under a capability: with a request of our own
// before 2026-07-28, after it by ending the call with the question, unless this is
// the retry that brings the answer. The result is an object; what it holds is the
// client's word.
func (c *call) ask(ctx context.Context, capability, method string, params object) (members, error) {
	if !c.client.can(capability) {
		return nil, &lacksCapability{capability}
	}
	if c.client.era() == mcp.Legacy {
		return c.s.peer.await(ctx, method, params)
	}
	responses, err := c.params.object("inputResponses")
	if err != nil {
		return nil, err
	}
	if answer, ok := asObject(responses[capability]); ok {
		return answer, nil
	}
	return nil, &inputRequired{key: capability, method: method, params: params}
}

// can says whether the client declared a capability. Elicitation without members
// means by form, which is the one that is used here.
func (c client) can(capability string) bool {
	declared, ok := asObject(c.capabilities[capability])
	if !ok || capability != "elicitation" {
		return ok
	}
	return c.revision >= mcp.Revision20250618 && (len(declared) == 0 || declared.has("form"))
}

func askModel(ctx context.Context, c *call, args arguments) (toolResult, error) {
	prompt, err := args.text("prompt")
	if err != nil {
		return toolResult{}, err
	}
	answer, err := c.ask(ctx, "sampling", mcp.MethodCreateMessage, object{
		{"messages", []object{{{"role", "user"}, {"content", textContent(prompt)}}}},
		{"systemPrompt", "Answer in one sentence."},
		{"maxTokens", 100},
	})
	if err != nil {
		return toolResult{}, err
	}
	model, _ := answer.text("model")
	return toolResult{text: fmt.Sprintf("The model %q says: %s", model, spoken(answer["content"]))}, nil
}

// spoken gives the text of a message, whose content may be one block or, since
// 2025-11-25, several.
func spoken(content json.RawMessage) string {
	var blocks []json.RawMessage
	if err := json.Unmarshal(content, &blocks); err != nil {
		blocks = []json.RawMessage{content}
	}
	var texts []string
	for _, raw := range blocks {
		block, _ := asObject(raw)
		if text, ok := block.text("text"); ok {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

const elicitedSchema = `{"type":"object","properties":{` +
	`"name":{"type":"string","title":"Name","description":"How you want to be called"},` +
	`"colour":{"type":"string","title":"Favourite colour","enum":["red","green","blue"]}},"required":["name"]}`

func askUser(ctx context.Context, c *call, _ arguments) (toolResult, error) {
	params := object{{"message", "Who is there?"}, {"requestedSchema", json.RawMessage(elicitedSchema)}}
	if c.client.revision >= mcp.Revision20251125 {
		params = append(object{{"mode", "form"}}, params...)
	}
	answer, err := c.ask(ctx, "elicitation", mcp.MethodElicit, params)
	if err != nil {
		return toolResult{}, err
	}
	action, _ := answer.text("action")
	if action != "accept" {
		return toolResult{text: fmt.Sprintf("The person did not answer (%s).", action)}, nil
	}
	return toolResult{text: "The person answered " + string(answer["content"])}, nil
}

func listRoots(ctx context.Context, c *call, _ arguments) (toolResult, error) {
	answer, err := c.ask(ctx, "roots", mcp.MethodRootsList, nil)
	if err != nil {
		return toolResult{}, err
	}
	var roots []members
	if err := json.Unmarshal(answer["roots"], &roots); err != nil {
		return toolResult{}, &toolError{"The client's answer has no list of roots."}
	}
	lines := []string{fmt.Sprintf("The client has %d roots.", len(roots))}
	for _, root := range roots {
		uri, _ := root.text("uri")
		lines = append(lines, uri)
	}
	return toolResult{text: strings.Join(lines, "\n")}, nil
}
