package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// noArguments is the schema of tools that take none.
const noArguments = `{"type":"object","additionalProperties":false}`

// goodTools are the tools that do as they should, in the order of the list.
func goodTools() []tool {
	return slices.Concat(quickTools(), waitingTools(), askingTools())
}

func quickTools() []tool {
	return []tool{{
		name: "echo", title: "Echo",
		description: "Gives the message back at once.",
		input:       schema(`{"message":{"type":"string","description":"What to say"}}`, "message"),
		hints:       hints{readOnly: true},
		run:         echo,
	}, {
		name: "fail", title: "Fail",
		description: "Always fails, as a tool does: with a result whose isError is true.",
		input:       schema(`{"reason":{"type":"string","description":"What to give as the reason","default":"It was asked to."}}`),
		hints:       hints{readOnly: true},
		run:         fail,
	}, {
		name: "weather", title: "Weather report",
		description: "Reports the weather of a city, as structured content. The weather is made up and never changes.",
		input:       schema(`{"city":{"type":"string","enum":`+string(encode(cities()))+`,"description":"The city"}}`, "city"),
		output: schema(`{"city":{"type":"string"},"celsius":{"type":"number"},"conditions":{"type":"string"}}`,
			"city", "celsius", "conditions"),
		hints: hints{readOnly: true},
		run:   weather,
	}, {
		name: "note", title: "Take a note",
		description: "Adds a line to the resource " + notesURI + " and tells who has subscribed to it.",
		input:       schema(`{"text":{"type":"string","description":"The line to add"}}`, "text"),
		run:         note,
	}, {
		name: "forget", title: "Forget all notes",
		description: "Deletes every line of the resource " + notesURI + ".",
		input:       json.RawMessage(noArguments),
		hints:       hints{destructive: true, idempotent: true},
		run:         forget,
	}}
}

func waitingTools() []tool {
	return []tool{{
		name: "slow", title: "Slow work",
		description: "Works in steps and reports its progress. It can be cancelled.",
		input: schema(`{"steps":{"type":"integer","minimum":0,"maximum":1000,"default":5,"description":"How many steps to take"},` +
			`"delay_ms":{"type":"integer","minimum":0,"maximum":60000,"default":400,"description":"How long a step takes, in milliseconds"}}`),
		hints: hints{readOnly: true},
		waits: true,
		run:   slow,
	}, {
		name: "chatter", title: "Chatter",
		description: "Writes lines to stderr, one of them in colour.",
		input: schema(`{"lines":{"type":"integer","minimum":0,"maximum":10000,"default":3,` +
			`"description":"How many lines to write"}}`),
		hints: hints{readOnly: true},
		waits: true,
		run:   chatter,
	}}
}

// schema writes the JSON Schema of an object.
func schema(properties string, required ...string) json.RawMessage {
	s := `{"type":"object","properties":` + properties
	if len(required) > 0 {
		s += `,"required":` + string(encode(required))
	}
	return json.RawMessage(s + "}")
}

func echo(_ context.Context, _ *call, args arguments) (toolResult, error) {
	message, err := args.text("message")
	return toolResult{text: message}, err
}

func fail(_ context.Context, _ *call, args arguments) (toolResult, error) {
	if _, ok := args["reason"]; !ok {
		return toolResult{}, &toolError{"It was asked to."}
	}
	reason, err := args.text("reason")
	return toolResult{text: reason, failed: true}, err
}

func weather(_ context.Context, _ *call, args arguments) (toolResult, error) {
	city, err := args.text("city")
	if err != nil {
		return toolResult{}, err
	}
	report, ok := reportOf(city)
	if !ok {
		return toolResult{}, &toolError{fmt.Sprintf("There is no weather in %q, only in %v.", city, cities())}
	}
	return toolResult{structured: report}, nil
}

func note(_ context.Context, c *call, args arguments) (toolResult, error) {
	text, err := args.text("text")
	if err != nil {
		return toolResult{}, err
	}
	c.s.notes = append(c.s.notes, text)
	c.s.updated(notesURI)
	return toolResult{text: fmt.Sprintf("Noted; that makes %d.", len(c.s.notes))}, nil
}

func forget(_ context.Context, c *call, _ arguments) (toolResult, error) {
	n := len(c.s.notes)
	c.s.notes = nil
	c.s.updated(notesURI)
	return toolResult{text: fmt.Sprintf("Forgot %d.", n)}, nil
}

func slow(ctx context.Context, c *call, args arguments) (toolResult, error) {
	steps, badSteps := args.integer("steps", 5, 1000)
	delay, badDelay := args.integer("delay_ms", 400, 60_000)
	if err := errors.Join(badSteps, badDelay); err != nil {
		return toolResult{}, err
	}
	for step := 1; step <= steps; step++ {
		if !pause(ctx, time.Duration(delay)*time.Millisecond) {
			return toolResult{}, errSilent
		}
		c.progress(step, steps, fmt.Sprintf("step %d of %d", step, steps))
	}
	return toolResult{text: fmt.Sprintf("Took %d steps.", steps)}, nil
}

// pause waits, and says whether the call is still wanted afterwards.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
	return ctx.Err() == nil
}

func chatter(ctx context.Context, c *call, args arguments) (toolResult, error) {
	lines, err := args.integer("lines", 3, 10_000)
	if err != nil {
		return toolResult{}, err
	}
	for n := 1; n <= lines; n++ {
		if ctx.Err() != nil {
			return toolResult{}, errSilent
		}
		format := "chatter: line %d of %d"
		if n == 2 {
			format = "\x1b[33mchatter: line %d of %d, a warning\x1b[0m"
		}
		c.s.stderr.say(format, n, lines)
	}
	return toolResult{text: fmt.Sprintf("Wrote %d lines to stderr.", lines)}, nil
}
