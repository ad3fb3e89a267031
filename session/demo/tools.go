package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"stdioscope/mcp"
)

// tool is one tool of the server (specification 2025-11-25, server/tools).
type tool struct {
	name, title, description string
	// input and output are JSON Schemas; there need not be an output.
	input, output json.RawMessage
	hints         hints
	// waits is set where the tool may wait for time, for the client or for stderr.
	// It then runs beside the others.
	waits bool
	run   func(ctx context.Context, c *call, args arguments) (toolResult, error)
}

// hints are the annotations of a tool. What is not set is false, not unknown.
type hints struct{ readOnly, destructive, idempotent, openWorld bool }

// toolResult is what a tool has to say. The structured form, where there is one,
// is said as text too.
type toolResult struct {
	text       string
	structured object
	failed     bool
}

// toolError is a failure that is the tool's answer: the model that called it is
// to see it.
type toolError struct{ message string }

func (e *toolError) Error() string { return e.message }

// lacksCapability is why a tool cannot ask the client.
type lacksCapability struct{ name string }

func (e *lacksCapability) Error() string {
	return "This tool asks the client, which did not declare the capability " + e.name + "."
}

func (s *server) listTools(c *call) (object, error) {
	if c.params.has("cursor") {
		return nil, invalidParams("cursor is none that this server gave out")
	}
	items := make([]object, len(s.tools))
	for i, t := range s.tools {
		items[i] = t.describe(c.client.revision)
	}
	return object{{"tools", items}}, nil
}

// describe says of the tool what the revision has a member for.
func (t tool) describe(revision string) object {
	o := object{{"name", t.name}}
	if revision >= mcp.Revision20250618 {
		o = append(o, member{"title", t.title})
	}
	o = append(o, member{"description", t.description}, member{"inputSchema", t.input})
	if revision >= mcp.Revision20250618 && t.output != nil {
		o = append(o, member{"outputSchema", t.output})
	}
	if revision >= mcp.Revision20250326 {
		o = append(o, member{"annotations", t.hints.object()})
	}
	return o
}

// object leaves out what the specification gives no meaning beside readOnlyHint.
func (h hints) object() object {
	o := object{{"readOnlyHint", h.readOnly}}
	if !h.readOnly {
		o = append(o, member{"destructiveHint", h.destructive}, member{"idempotentHint", h.idempotent})
	}
	return append(o, member{"openWorldHint", h.openWorld})
}

func (s *server) callTool(c *call) (object, error) {
	name, ok := c.params.text("name")
	if !ok {
		return nil, invalidParams("name is not a string")
	}
	i := slices.IndexFunc(s.tools, func(t tool) bool { return t.name == name })
	if i < 0 {
		return nil, invalidParams("Unknown tool: %s", name)
	}
	args, err := c.params.object("arguments")
	if err != nil {
		return nil, err
	}
	if err := c.checkRetry(name); err != nil {
		return nil, err
	}
	ctx, end := s.flight.start(c.id)
	if !s.tools[i].waits {
		defer end()
		return s.tools[i].call(ctx, c, arguments(args))
	}
	// Ends with the tool; tools that wait heed the context.
	s.calls.Go(func() {
		result, err := s.tools[i].call(ctx, c, arguments(args))
		if errors.Is(context.Cause(ctx), errCancelled) {
			err = errSilent
		}
		end()
		c.finish(result, err)
	})
	return nil, errLater
}

// call runs the tool and makes a result of how it ended.
func (t tool) call(ctx context.Context, c *call, args arguments) (object, error) {
	c.log("info", "calling "+t.name)
	result, err := t.run(ctx, c, args)
	var (
		failed *toolError
		lacks  *lacksCapability
		input  *inputRequired
	)
	switch {
	case err == nil:
		return result.object(c.client.revision), nil
	case errors.As(err, &failed):
		return toolResult{text: failed.message, failed: true}.object(c.client.revision), nil
	case errors.As(err, &lacks):
		return c.lacking(lacks)
	case errors.As(err, &input):
		return input.result(t.name), nil
	default:
		return nil, err
	}
}

// lacking is an error of its own in the modern era, a failed tool before.
func (c *call) lacking(l *lacksCapability) (object, error) {
	if c.client.era() == mcp.Legacy {
		return toolResult{text: l.Error(), failed: true}.object(c.client.revision), nil
	}
	e := failure(mcp.CodeMissingClientCapability, "%s", l.Error())
	e.data = object{{"requiredCapabilities", object{{l.name, object{}}}}}
	return nil, e
}

func (r toolResult) object(revision string) object {
	text := r.text
	if r.structured != nil {
		text = string(encode(r.structured))
	}
	o := object{{"content", []object{textContent(text)}}}
	if r.structured != nil && revision >= mcp.Revision20250618 {
		o = append(o, member{"structuredContent", r.structured})
	}
	if r.failed {
		o = append(o, member{"isError", true})
	}
	return o
}

func textContent(text string) object { return object{{"type", "text"}, {"text", text}} }

// arguments are those of a tool call. That they do not fit the schema is for the
// model to see, so it is a toolError.
type arguments members

func (a arguments) text(name string) (string, error) {
	s, ok := asText(a[name])
	if !ok {
		return "", &toolError{fmt.Sprintf("The argument %q has to be a string.", name)}
	}
	return s, nil
}

// integer gives an argument between 0 and limit, or the fallback if it is absent.
func (a arguments) integer(name string, fallback, limit int) (int, error) {
	raw, ok := a[name]
	if !ok {
		return fallback, nil
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil || n < 0 || n > limit {
		return 0, &toolError{fmt.Sprintf("The argument %q has to be an integer from 0 to %d.", name, limit)}
	}
	return n, nil
}

// flag gives a boolean argument, false if it is absent.
func (a arguments) flag(name string) (bool, error) {
	switch string(a[name]) {
	case "true":
		return true, nil
	case "", "false":
		return false, nil
	default:
		return false, &toolError{fmt.Sprintf("The argument %q has to be true or false.", name)}
	}
}
