package demo

import (
	"context"
	"encoding/json"
)

// banner is what people print on stdout without a thought.
const banner = "*** Welcome to the demo server! ***"

// badTools each break the protocol in one way.
func badTools() []tool {
	return []tool{{
		name: "break_json", title: "Break JSON",
		description: "Answers with a line of JSON that ends in the middle.",
		input:       schema(`{"answer":{"type":"boolean","default":false,"description":"Whether to send the whole answer after it"}}`),
		hints:       hints{readOnly: true},
		run:         breakJSON,
	}, {
		name: "answer_twice", title: "Answer twice",
		description: "Answers, and then once more under the same id.",
		input:       json.RawMessage(noArguments),
		hints:       hints{readOnly: true},
		run:         answerTwice,
	}, {
		name: "bad_id", title: "Bad id",
		description: "Answers under the id as a string: 7 becomes \"7\".",
		input:       json.RawMessage(noArguments),
		hints:       hints{readOnly: true},
		run:         badID,
	}, {
		name: "exit_3", title: "Exit 3",
		description: "Gives the reason on stderr and exits with code 3, without an answer.",
		input:       json.RawMessage(noArguments),
		hints:       hints{destructive: true},
		run:         exit3,
	}}
}

// answer is a line that a tool sends past the usual way.
func (c *call) answer(text string) []byte {
	return c.resultLine(toolResult{text: text}.object(c.client.revision))
}

func breakJSON(_ context.Context, c *call, args arguments) (toolResult, error) {
	whole, err := args.flag("answer")
	if err != nil {
		return toolResult{}, err
	}
	line := c.answer("This line is cut short.")
	c.s.out.put(line[:len(line)/2])
	if !whole {
		return toolResult{}, errSilent
	}
	return toolResult{text: "The line before this one is broken."}, nil
}

func answerTwice(_ context.Context, c *call, _ arguments) (toolResult, error) {
	c.s.out.put(c.answer("The first answer."))
	return toolResult{text: "The second answer."}, nil
}

func badID(_ context.Context, c *call, _ arguments) (toolResult, error) {
	wrong := *c
	wrong.id = encode(string(c.id))
	c.s.out.put(wrong.answer("The id of this answer is a string."))
	return toolResult{}, errSilent
}

func exit3(_ context.Context, c *call, _ arguments) (toolResult, error) {
	c.s.stderr.say("demo: fatal: asked to exit with code 3")
	code := 3
	c.s.exit = &code
	return toolResult{}, errSilent
}
