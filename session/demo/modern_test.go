package demo

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// request writes a modern request with params (JSON members) before its _meta.
func request(id, method, params, capabilities string) string {
	if params != "" {
		params += ","
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + meta(capabilities, "") + `}}`
}

func modern(t *testing.T) *conversation {
	t.Helper()
	return start(t, Options{Version: "9"})
}

func TestModernAnswers(t *testing.T) {
	const lacks = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params._meta lacks `
	cases := []struct{ name, say, want string }{
		{
			"discover", request("1", "server/discover", "", "{}"),
			`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],` +
				`"capabilities":{"tools":{},"resources":{"subscribe":true},"prompts":{},"logging":{},"completions":{}},` +
				`"instructions":"` + instructions + `","ttlMs":300000,"cacheScope":"public",` + serverInfo + `}}`,
		},
		{
			"a tool", request("1", "tools/call", `"name":"echo","arguments":{"message":"hi"}`, "{}"),
			`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"hi"}],` + serverInfo + `}}`,
		},
		{
			"a resource", request("1", "resources/read", `"uri":"demo://notes"`, "{}"),
			`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","contents":[{"uri":"demo://notes","mimeType":"text/plain","text":""}],` +
				`"ttlMs":0,"cacheScope":"public",` + serverInfo + `}}`,
		},
		{
			"a missing resource", request("1", "resources/read", `"uri":"demo://no"`, "{}"),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"demo://no"}}}`,
		},
		{
			"ping is gone", request("1", "ping", "", "{}"),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method \"ping\" here"}}`,
		},
		{
			"initialize is gone", request("1", "initialize", "", "{}"),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method \"initialize\" here"}}`,
		},
		{
			"no _meta", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
			lacks + `\"io.modelcontextprotocol/protocolVersion\", and no handshake has taken place"}}`,
		},
		{
			"no revision", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}}`,
			lacks + `\"io.modelcontextprotocol/protocolVersion\", a string"}}`,
		},
		{
			"no capabilities", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
			lacks + `\"io.modelcontextprotocol/clientCapabilities\", an object"}}`,
		},
		{
			"another revision", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}`,
		},
		{
			"an undeclared capability", request("1", "tools/call", `"name":"ask_model","arguments":{"prompt":"p"}`, `{"elicitation":{}}`),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"This tool asks the client, which did not declare the capability sampling.","data":{"requiredCapabilities":{"sampling":{}}}}}`,
		},
		{
			"an invented requestState", request("1", "tools/call", `"name":"echo","arguments":{"message":"p"},"requestState":"x"`, "{}"),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"requestState is not the one that was given out for echo"}}`,
		},
	}
	c := modern(t)
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c.t = t
			c.asks(tc.say, tc.want)
		})
	}
	c.t = t
	if code := c.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestCacheHintsStandOnEveryList(t *testing.T) {
	c := modern(t)
	for _, method := range []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list"} {
		answer := c.ask(request("1", method, "", "{}"))
		if at(t, answer, "result", "ttlMs") == nil || at(t, answer, "result", "cacheScope") != "public" {
			t.Errorf("%s: %s", method, answer)
		}
	}
}

func TestInputRequiredTakesTwoRounds(t *testing.T) {
	const caps = `{"roots":{},"sampling":{},"elicitation":{}}`
	cases := []struct{ tool, args, request, response, want string }{
		{
			"ask_user", `{}`,
			`"elicitation":{"method":"elicitation/create","params":{"mode":"form","message":"Who is there?","requestedSchema":` + elicitedSchema + `}}`,
			`"elicitation":{"action":"accept","content":{"name":"Ada"}}`,
			`The person answered {\"name\":\"Ada\"}`,
		},
		{
			"ask_model", `{"prompt":"Why?"}`,
			`"sampling":{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Why?"}}],"systemPrompt":"Answer in one sentence.","maxTokens":100}}`,
			`"sampling":{"role":"assistant","content":{"type":"text","text":"So."},"model":"m"}`,
			`The model \"m\" says: So.`,
		},
		{
			"list_roots", `{}`, `"roots":{"method":"roots/list","params":{}}`,
			`"roots":{"roots":[]}`, `The client has 0 roots.`,
		},
	}
	for _, tc := range cases {
		t.Run(tc.tool, func(t *testing.T) {
			c := modern(t)
			params := `"name":"` + tc.tool + `","arguments":` + tc.args
			state := `"requestState":"` + requestState(tc.tool) + `"`
			asked := func(id string) string {
				return `{"jsonrpc":"2.0","id":` + id + `,"result":{"resultType":"input_required","inputRequests":{` +
					tc.request + `},` + state + `,` + serverInfo + `}}`
			}
			c.asks(request("1", "tools/call", params, caps), asked("1"))
			c.asks(request("2", "tools/call", params+`,`+state+`,"inputResponses":{"other":{}}`, caps), asked("2"))
			c.asks(request("3", "tools/call", params+`,`+state+`,"inputResponses":{`+tc.response+`}`, caps),
				`{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"`+tc.want+`"}],`+serverInfo+`}}`)
			c.asks(request("4", "tools/call", params+`,"inputResponses":{`+tc.response+`}`, caps),
				`{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"requestState is not the one that was given out for `+tc.tool+`"}}`)
		})
	}
}

func TestLogLevelIsThatOfTheRequest(t *testing.T) {
	c := modern(t)
	params := func(level string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fail",` +
			meta("{}", `,"io.modelcontextprotocol/logLevel":"`+level+`"`) + `}}`
	}
	c.asks(params("info"), `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"demo","data":"calling fail"}}`)
	const failed = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"It was asked to."}],"isError":true,` + serverInfo + `}}`
	c.expect(failed)
	c.asks(params("notice"), failed)
	c.asks(params("loud"), `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"\"io.modelcontextprotocol/logLevel\" is none of [debug info notice warning error critical alert emergency]"}}`)
}

func TestListenTellsOfChangesUntilTheEnd(t *testing.T) {
	c := modern(t)
	const filter = `"notifications":{"toolsListChanged":true,"resourceSubscriptions":["demo://notes","demo://nothing"]}`
	ack := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourceSubscriptions":["demo://notes"]},` +
			`"_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`
	}
	updated := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"demo://notes","_meta":{"io.modelcontextprotocol/subscriptionId":` + id + `}}}`
	}
	note := request("1", "tools/call", `"name":"note","arguments":{"text":"x"}`, "{}")
	c.asks(request("7", "subscriptions/listen", filter, "{}"), ack("7"))
	c.asks(request(`"7"`, "subscriptions/listen", filter, "{}"), ack(`"7"`))
	c.asks(note, updated("7"))
	c.expect(updated(`"7"`))
	c.hear()
	c.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	c.asks(note, updated(`"7"`))
	c.hear()
	_ = c.stdin.Close()
	c.expect(`{"jsonrpc":"2.0","id":"7","result":{"resultType":"complete",` +
		strings.TrimSuffix(serverInfo, "}") + `,"io.modelcontextprotocol/subscriptionId":"7"}}}`)
	if code := c.exited(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestCancelledModernCallSaysNothingMore(t *testing.T) {
	c := modern(t)
	c.say(request("1", "tools/call", `"name":"slow","arguments":{"delay_ms":60000}`, "{}"))
	c.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	c.ask(request("2", "server/discover", "", "{}"))
	if code := c.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestBothErasOnOneStream(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{Version: "9"}).quiet()
	answer := c.ask(request("5", "server/discover", "", "{}"))
	if at(t, answer, "result", "resultType") != "complete" {
		t.Errorf("modern: %s", answer)
	}
	c.asks(callLine("6", "echo", `{"message":"old"}`), textLine("6", `"old"`))
}

// A client that writes everything before it reads anything must not lock up.
func TestAFullStdoutDoesNotStopTheReading(t *testing.T) {
	in := strings.Repeat(request("1", "tools/list", "", "{}")+"\n", 1000)
	outR, outW := io.Pipe()
	consumed := make(chan struct{})
	code := make(chan int, 1)
	go func() { // ends with the server, whose output is read below
		code <- Serve(context.Background(), io.MultiReader(strings.NewReader(in), onEOF(func() { close(consumed) })),
			outW, io.Discard, Options{})
		_ = outW.Close()
	}()
	<-consumed
	all, err := io.ReadAll(outR)
	if n := strings.Count(string(all), "\n"); n != 1000 || err != nil || <-code != 0 {
		t.Errorf("%d lines, %v", n, err)
	}
}

// A client that has gone without closing its end must not keep the server.
func TestOutputThatNobodyReadsDoesNotHoldTheEndUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outR, outW := io.Pipe()
		begun := time.Now()
		code := Serve(t.Context(), strings.NewReader(""), outW, io.Discard, Options{Misbehave: true})
		if took := time.Since(begun); code != 0 || took != drainLimit {
			t.Errorf("exit code %d after %v", code, took)
		}
		_ = outR.Close()
	})
}

// onEOF is an empty reader that tells when it is reached.
type onEOF func()

func (f onEOF) Read([]byte) (int, error) {
	f()
	return 0, io.EOF
}

func TestFailingStreamsEndTheServer(t *testing.T) {
	broken := errors.New("broken")
	t.Run("stdin", func(t *testing.T) {
		stderr := &noise{}
		code := Serve(context.Background(), iotest.ErrReader(broken), io.Discard, stderr, Options{})
		if code != 1 || !strings.HasSuffix(stderr.String(), "stdin cannot be read: broken\n") {
			t.Errorf("exit code %d, stderr %q", code, stderr)
		}
	})
	t.Run("stdout", func(t *testing.T) {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		_ = outR.CloseWithError(broken)
		code := Serve(context.Background(), inR, outW, io.Discard, Options{Misbehave: true})
		_ = inW.Close()
		if code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		inR, inW := io.Pipe()
		code := Serve(ctx, inR, io.Discard, io.Discard, Options{})
		_ = inW.Close()
		if code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
}
