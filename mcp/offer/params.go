package offer

import (
	"bytes"
	"fmt"
	"slices"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

// Value is what an argument of a prompt, or a variable of a template, is to be.
type Value struct{ Name, Text string }

// Params writes the params of the request that uses the item, to start from: a tool
// with a skeleton of its arguments, a prompt with the arguments that it requires, a
// resource template as it stands. The server's own spelling of names is kept.
func (i Item) Params(o schema.Options) []byte {
	switch i.Kind {
	case Tool:
		return fmt.Appendf(nil, `{"name":%s,"arguments":%s}`, i.spelt("name"), i.toolArguments(o))
	case Resource:
		return fmt.Appendf(nil, `{"uri":%s}`, i.spelt("uri"))
	case Template:
		return fmt.Appendf(nil, `{"uri":%s}`, i.spelt("uriTemplate"))
	case Prompt:
	}
	var values []Value
	for _, a := range i.Arguments {
		if a.Required || o.Optional {
			values = append(values, Value{Name: a.Name})
		}
	}
	return i.PromptParams(values)
}

// toolArguments is the skeleton of a tool's arguments, which are an object whatever the
// schema says.
func (i Item) toolArguments(o schema.Options) []byte {
	if i.InputSchema == nil {
		return []byte("{}")
	}
	if skeleton := schema.Read(i.InputSchema).Skeleton(o); bytes.HasPrefix(skeleton, []byte("{")) {
		return skeleton
	}
	return []byte("{}")
}

// spelt is a member as the server wrote it; an empty string where it has none.
func (i Item) spelt(name string) []byte {
	if value := framing.Member(i.Raw, name).Of(i.Raw); value != nil {
		return value
	}
	return []byte(`""`)
}

// PromptParams writes the params of prompts/get with these arguments, in their order.
func (i Item) PromptParams(values []Value) []byte {
	return fmt.Appendf(nil, `{"name":%s,"arguments":%s}`, i.spelt("name"), object(values))
}

func object(values []Value) []byte {
	b := []byte{'{'}
	for n, v := range values {
		if n > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%s:%s", schema.Quote(v.Name), schema.Quote(v.Text))
	}
	return append(b, '}')
}

// Variables names the variables of a resource template, each once, in their order;
// none where the template is malformed.
func (i Item) Variables() []string {
	t, err := parseTemplate(i.URI)
	if i.Kind != Template || err != nil {
		return nil
	}
	return t.names()
}

// TemplateParams writes the params of resources/read for the URI that the template
// gives with these values (RFC 6570). A variable without a value is left out of the
// URI, which one with an empty value need not be. The error is ErrTemplate.
func (i Item) TemplateParams(values []Value) ([]byte, error) {
	t, err := parseTemplate(i.URI)
	if err != nil {
		return nil, fmt.Errorf("expand %q: %w", clip(i.URI), err)
	}
	given := map[string]string{}
	for _, v := range values {
		given[v.Name] = v.Text
	}
	return fmt.Appendf(nil, `{"uri":%s}`, schema.Quote(t.expand(given))), nil
}

// CompleteParams writes the params of completion/complete for an argument of a prompt
// or a variable of a resource template, of which text is written so far. The values of
// the others go with it under revisions that know of them (specification 2025-06-18,
// server/utilities/completion).
func (i Item) CompleteParams(argument, text string, others []Value, revision string) []byte {
	ref := fmt.Appendf(nil, `{"type":"ref/prompt","name":%s}`, i.spelt("name"))
	if i.Kind == Template {
		ref = fmt.Appendf(nil, `{"type":"ref/resource","uri":%s}`, i.spelt("uriTemplate"))
	}
	params := fmt.Appendf(nil, `{"ref":%s,"argument":{"name":%s,"value":%s}`, ref, schema.Quote(argument), schema.Quote(text))
	others = slices.DeleteFunc(slices.Clone(others), func(v Value) bool { return v.Name == argument })
	if len(others) > 0 && revision >= mcp.Revision20250618 {
		params = fmt.Appendf(params, `,"context":{"arguments":%s}`, object(others))
	}
	return append(params, '}')
}

// Completions reads the result of completion/complete: the values, and whether the
// server has more of them. Values that are no strings are left out.
func Completions(result []byte) (values []string, more bool) {
	completion := framing.Member(result, "completion").Of(result)
	list := framing.Member(completion, "values").Of(completion)
	for span := range framing.Elements(list) {
		if raw := span.Of(list); raw[0] == '"' {
			values = append(values, framing.Unquote(raw))
		}
	}
	return values, string(framing.Member(completion, "hasMore").Of(completion)) == "true"
}
