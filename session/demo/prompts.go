package demo

import (
	"slices"
	"strings"

	"stdioscope/mcp"
)

// listPrompts lists the one prompt (specification 2025-11-25, server/prompts).
func (s *server) listPrompts(c *call) (object, error) {
	if c.params.has("cursor") {
		return nil, invalidParams("cursor is none that this server gave out")
	}
	prompt := object{{"name", "greet"}}
	if c.client.revision >= mcp.Revision20250618 {
		prompt = append(prompt, member{"title", "Greet somebody"})
	}
	prompt = append(prompt,
		member{"description", "Asks the model for a greeting"},
		member{"arguments", []object{
			{{"name", "name"}, {"description", "Whom to greet"}, {"required", true}},
			{{"name", "style"}, {"description", "In which style"}, {"required", false}},
		}})
	return object{{"prompts", []object{prompt}}}, nil
}

func (s *server) getPrompt(c *call) (object, error) {
	if name, _ := c.params.text("name"); name != "greet" {
		return nil, invalidParams("Unknown prompt: %s", name)
	}
	args, err := c.params.object("arguments")
	if err != nil {
		return nil, err
	}
	name, ok := args.text("name")
	if !ok {
		return nil, invalidParams("the argument name is required, a string")
	}
	style := "friendly"
	if args.has("style") {
		if style, ok = args.text("style"); !ok {
			return nil, invalidParams("the argument style has to be a string")
		}
	}
	return object{
		{"description", "A greeting for " + name},
		{"messages", []object{{
			{"role", "user"},
			{"content", textContent("Write a " + style + " greeting for " + name + ".")},
		}}},
	}, nil
}

// complete proposes values that begin like what is there (specification
// 2025-11-25, server/utilities/completion).
func (s *server) complete(c *call) (object, error) {
	ref, isRef := asObject(c.params["ref"])
	argument, isArgument := asObject(c.params["argument"])
	if !isRef || !isArgument {
		return nil, invalidParams("ref and argument have to be objects")
	}
	name, hasName := argument.text("name")
	begun, hasValue := argument.text("value")
	if !hasName || !hasValue {
		return nil, invalidParams("argument lacks name or value, strings")
	}
	choices, err := choicesFor(ref, name)
	if err != nil {
		return nil, err
	}
	values := slices.DeleteFunc(choices, func(v string) bool {
		return !strings.HasPrefix(strings.ToLower(v), strings.ToLower(begun))
	})
	return object{{"completion", object{{"values", values}, {"total", len(values)}, {"hasMore", false}}}}, nil
}

func choicesFor(ref members, argument string) ([]string, error) {
	kind, _ := ref.text("type")
	prompt, _ := ref.text("name")
	uri, _ := ref.text("uri")
	switch {
	case kind == "ref/prompt" && prompt == "greet":
		return greetChoices(argument), nil
	case kind == "ref/resource" && uri == cityPrefix+"{city}":
		return cities(), nil
	default:
		return nil, invalidParams("ref is no prompt and no resource template of this server")
	}
}

// greetChoices are empty, not absent, for an argument that can be anything.
func greetChoices(argument string) []string {
	switch argument {
	case "name":
		return []string{"Ada", "Alan", "Grace"}
	case "style":
		return []string{"formal", "friendly", "funny", "pirate"}
	default:
		return []string{}
	}
}
