package demo

import (
	"encoding/json"
	"strings"
	"testing"
)

// callLine writes a tool call; the arguments are JSON.
func callLine(id, name, args string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + name + `","arguments":` + args + `}}`
}

// textLine is the result that holds one text.
func textLine(id, text string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":` + text + `}]}}`
}

func failedLine(id, text string) string {
	return strings.TrimSuffix(textLine(id, text), "}}") + `,"isError":true}}`
}

func TestToolAnswers(t *testing.T) {
	cases := []struct{ name, say, want string }{
		{"echo", callLine("1", "echo", `{"message":"<hi> & \u00fc"}`), textLine("1", `"<hi> & ü"`)},
		{"echo with a bad argument", callLine("1", "echo", `{"message":1}`), failedLine("1", `"The argument \"message\" has to be a string."`)},
		{"fail", callLine("1", "fail", `{"reason":"no luck"}`), failedLine("1", `"no luck"`)},
		{"weather", callLine("1", "weather", `{"city":"Berlin"}`), `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"city\":\"Berlin\",\"celsius\":21.5,\"conditions\":\"sunny\"}"}],` +
			`"structuredContent":{"city":"Berlin","celsius":21.5,"conditions":"sunny"}}}`},
		{"weather of nowhere", callLine("1", "weather", `{"city":"X"}`), failedLine("1", `"There is no weather in \"X\", only in [Berlin Kraków Lisbon Reykjavik]."`)},
		{"slow with bad steps", callLine("1", "slow", `{"steps":-1}`), failedLine("1", `"The argument \"steps\" has to be an integer from 0 to 1000."`)},
		{"slow without a token", callLine("1", "slow", `{"steps":2,"delay_ms":0}`), textLine("1", `"Took 2 steps."`)},
		{"ask_model of a client without", callLine("1", "ask_model", `{"prompt":"p"}`), failedLine("1", `"This tool asks the client, which did not declare the capability sampling."`)},
		{"ask_user of a client without", callLine("1", "ask_user", `{}`), failedLine("1", `"This tool asks the client, which did not declare the capability elicitation."`)},
		{"list_roots of a client without", callLine("1", "list_roots", `{}`), failedLine("1", `"This tool asks the client, which did not declare the capability roots."`)},
		{"unknown tool", callLine("1", "exit_3", `{}`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: exit_3"}}`},
		{"no name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"name is not a string"}}`},
		{"arguments are no object", callLine("1", "echo", `[]`), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"arguments is not an object"}}`},
	}
	c := legacy(t, "2025-11-25", "{}", Options{}).quiet()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c.t = t
			c.asks(tc.say, tc.want)
		})
	}
}

func TestSlowReportsProgressToItsToken(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{}).quiet()
	c.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","arguments":{"steps":2,"delay_ms":0},"_meta":{"progressToken":"t-1"}}}`)
	c.expect(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t-1","progress":1,"total":2,"message":"step 1 of 2"}}`)
	c.expect(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t-1","progress":2,"total":2,"message":"step 2 of 2"}}`)
	c.expect(textLine("1", `"Took 2 steps."`))
}

func TestSlowHoldsNobodyUpAndCanBeCancelled(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{}).quiet()
	c.say(callLine("1", "slow", `{"delay_ms":60000}`))
	c.asks(callLine("2", "echo", `{"message":"meanwhile"}`), textLine("2", `"meanwhile"`))
	c.asks(`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the id is that of a request that is still open"}}`)
	c.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1","reason":"another id"}}`)
	c.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	if code := c.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestEndOfInputStopsSlowWorkButNotAnswers(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{}).quiet()
	c.say(callLine("1", "slow", `{"delay_ms":60000}`))
	c.say(callLine("2", "echo", `{"message":"last words"}`))
	_ = c.stdin.Close()
	c.expect(textLine("2", `"last words"`))
	if code := c.exited(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestChatterWritesToStderr(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{}).quiet()
	c.asks(callLine("1", "chatter", `{"lines":3}`), textLine("1", `"Wrote 3 lines to stderr."`))
	want := "chatter: line 1 of 3\n\x1b[33mchatter: line 2 of 3, a warning\x1b[0m\nchatter: line 3 of 3\n"
	if got := c.stderr.String(); !strings.HasSuffix(got, want) {
		t.Errorf("stderr %q", got)
	}
}

func TestToolsAskTheLegacyClient(t *testing.T) {
	const everything = `{"roots":{},"sampling":{},"elicitation":{}}`
	cases := []struct{ name, tool, args, request, answer, want string }{
		{
			"sampling", "ask_model", `{"prompt":"Why?"}`,
			`{"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Why?"}}],"systemPrompt":"Answer in one sentence.","maxTokens":100}}`,
			`"result":{"role":"assistant","content":{"type":"text","text":"Because."},"model":"m"}`,
			textLine("2", `"The model \"m\" says: Because."`),
		},
		{
			"sampling with several blocks", "ask_model", `{"prompt":"Why?"}`, "",
			`"result":{"role":"assistant","content":[{"type":"text","text":"So"},{"type":"image"},{"type":"text","text":"what."}],"model":"m"}`,
			textLine("2", `"The model \"m\" says: So what."`),
		},
		{
			"sampling refused", "ask_model", `{"prompt":"Why?"}`, "",
			`"error":{"code":-1,"message":"User rejected"}`,
			failedLine("2", `"The client refused: User rejected (code -1)"`),
		},
		{
			"elicitation", "ask_user", `{}`,
			`{"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"mode":"form","message":"Who is there?","requestedSchema":` + elicitedSchema + `}}`,
			`"result":{"action":"accept","content":{"name":"Ada"}}`,
			textLine("2", `"The person answered {\"name\":\"Ada\"}"`),
		},
		{
			"elicitation declined", "ask_user", `{}`, "",
			`"result":{"action":"decline"}`,
			textLine("2", `"The person did not answer (decline)."`),
		},
		{
			"roots", "list_roots", `{}`,
			`{"jsonrpc":"2.0","id":2,"method":"roots/list"}`,
			`"result":{"roots":[{"uri":"file:///a","name":"a"},{"uri":"file:///b"}]}`,
			textLine("2", `"The client has 2 roots.\nfile:///a\nfile:///b"`),
		},
		{
			"no roots in the answer", "list_roots", `{}`, "", `"result":{}`,
			failedLine("2", `"The client's answer has no list of roots."`),
		},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c := legacy(t, "2025-11-25", everything, Options{}).quiet()
			request := c.ask(callLine("2", tc.tool, tc.args))
			if tc.request != "" && request != tc.request {
				t.Errorf("asked\n  %s\nwant\n  %s", request, tc.request)
			}
			c.asks(`{"jsonrpc":"2.0","id":2,`+tc.answer+`}`, tc.want)
		})
	}
}

func TestCancelledCallWithdrawsItsQuestion(t *testing.T) {
	c := legacy(t, "2025-06-18", `{"elicitation":{}}`, Options{}).quiet()
	c.ask(callLine("7", "ask_user", `{}`))
	c.asks(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"the call that needed it was cancelled"}}`)
	c.say(`{"jsonrpc":"2.0","id":2,"result":{"action":"accept","content":{}}}`)
	if code := c.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestElicitationNeedsTheFormMode(t *testing.T) {
	cases := []struct {
		revision, declared string
		asks               bool
	}{
		{"2025-03-26", `{"elicitation":{}}`, false},
		{"2025-06-18", `{"elicitation":{}}`, true},
		{"2025-11-25", `{"elicitation":{"url":{}}}`, false},
		{"2025-11-25", `{"elicitation":{"form":{},"url":{}}}`, true},
	}
	for _, tc := range cases {
		t.Run(tc.revision+tc.declared, func(t *testing.T) {
			c := legacy(t, tc.revision, tc.declared, Options{}).quiet()
			answer := c.ask(callLine("1", "ask_user", `{}`))
			if asks := at(t, answer, "method") == "elicitation/create"; asks != tc.asks {
				t.Errorf("heard %s", answer)
			}
		})
	}
}

func TestSchemasAreJSON(t *testing.T) {
	for _, tool := range append(goodTools(), badTools()...) {
		for _, s := range []json.RawMessage{tool.input, tool.output} {
			if s != nil && at(t, string(s), "type") != "object" {
				t.Errorf("%s: schema %s", tool.name, s)
			}
		}
	}
}

func TestMisbehaviour(t *testing.T) {
	bad := Options{Misbehave: true}
	t.Run("break_json", func(t *testing.T) {
		c := legacy(t, "2025-11-25", "{}", bad).quiet()
		c.asks(callLine("1", "break_json", `{}`), `{"jsonrpc":"2.0","id":1,"result":{"content":[{"t`)
		c.asks(`{"jsonrpc":"2.0","id":2,"method":"ping"}`, `{"jsonrpc":"2.0","id":2,"result":{}}`)
	})
	t.Run("break_json and answer", func(t *testing.T) {
		c := legacy(t, "2025-11-25", "{}", bad).quiet()
		c.asks(callLine("1", "break_json", `{"answer":true}`), `{"jsonrpc":"2.0","id":1,"result":{"content":[{"t`)
		c.expect(textLine("1", `"The line before this one is broken."`))
	})
	t.Run("answer_twice", func(t *testing.T) {
		c := legacy(t, "2025-11-25", "{}", bad).quiet()
		c.asks(callLine("1", "answer_twice", `{}`), textLine("1", `"The first answer."`))
		c.expect(textLine("1", `"The second answer."`))
	})
	t.Run("bad_id", func(t *testing.T) {
		c := legacy(t, "2025-11-25", "{}", bad).quiet()
		c.asks(callLine("7", "bad_id", `{}`), textLine(`"7"`, `"The id of this answer is a string."`))
	})
	t.Run("exit_3", func(t *testing.T) {
		c := legacy(t, "2025-11-25", "{}", bad).quiet()
		c.say(callLine("1", "exit_3", `{}`))
		if code := c.exited(); code != 3 {
			t.Errorf("exit code %d", code)
		}
		if got := c.stderr.String(); !strings.HasSuffix(got, "demo: fatal: asked to exit with code 3\n") {
			t.Errorf("stderr %q", got)
		}
	})
}
