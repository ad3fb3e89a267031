package demo

import (
	"strings"
	"testing"

	"stdioscope/mcp"
)

func TestHandshakeNegotiatesTheRevision(t *testing.T) {
	cases := []struct{ offered, agreed string }{
		{"2024-11-05", "2024-11-05"},
		{"2025-03-26", "2025-03-26"},
		{"2025-06-18", "2025-06-18"},
		{"2025-11-25", "2025-11-25"},
		{"2026-07-28", "2025-11-25"},
		{"1999-01-01", "2025-11-25"},
	}
	for _, tc := range cases {
		t.Run(tc.offered, func(t *testing.T) {
			c := start(t, Options{Version: "9"})
			answer := c.ask(string(mcp.InitializeRequest([]byte("0"), tc.offered, mcp.Client{Name: "c", Version: "1"})))
			if got := at(t, answer, "result", "protocolVersion"); got != tc.agreed {
				t.Errorf("agreed on %v, want %s", got, tc.agreed)
			}
			if got := at(t, answer, "result", "serverInfo", "version"); got != "9" {
				t.Errorf("server version %v", got)
			}
			_, completions := at(t, answer, "result", "capabilities").(map[string]any)["completions"]
			if want := tc.agreed != "2024-11-05"; completions != want {
				t.Errorf("completions declared: %v, want %v", completions, want)
			}
			if code := c.end(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

func TestEndOfInputEndsTheServer(t *testing.T) {
	c := start(t, Options{Version: "9"})
	if code := c.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	want := "stdioscope demo server 9: waiting for messages on stdin\nstdin has ended, so do I\n"
	if got := c.stderr.String(); got != want {
		t.Errorf("stderr %q", got)
	}
}

func TestLegacyAnswers(t *testing.T) {
	cases := []struct{ name, say, want string }{
		{
			"ping", `{"jsonrpc":"2.0","id":"p","method":"ping"}`,
			`{"jsonrpc":"2.0","id":"p","result":{}}`,
		},
		{
			"unknown method", `{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method \"tools/destroy\" here"}}`,
		},
		{
			"modern method", `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method \"server/discover\" here"}}`,
		},
		{
			"second handshake", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the session is initialized already"}}`,
		},
		{
			"not JSON", `{bad`,
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"the line is not JSON in UTF-8"}}`,
		},
		{
			"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xe9\"}",
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"the line is not JSON in UTF-8"}}`,
		},
		{
			"no jsonrpc", `{"id":1,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"jsonrpc is not \"2.0\""}}`,
		},
		{
			"null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
			`{"jsonrpc":"2.0","error":{"code":-32600,"message":"id is neither a string nor an integer"}}`,
		},
		{
			"fraction as id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
			`{"jsonrpc":"2.0","error":{"code":-32600,"message":"id is neither a string nor an integer"}}`,
		},
		{
			"a big id keeps its digits", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":9007199254740993,"result":{}}`,
		},
		{
			"no message", `{"jsonrpc":"2.0","id":4}`,
			`{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"the object is no request, no notification and no response"}}`,
		},
		{
			"batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
			`{"jsonrpc":"2.0","error":{"code":-32600,"message":"batches exist in revision 2025-03-26 alone"}}`,
		},
		{
			"params is an array", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params is not an object"}}`,
		},
		{
			"bad log level", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"warn"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"level is none of [debug info notice warning error critical alert emergency]"}}`,
		},
		{
			"missing resource", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://nothing"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"demo://nothing"}}}`,
		},
		{
			"missing city", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://cities/Atlantis"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"demo://cities/Atlantis"}}}`,
		},
		{
			"resource by template", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://cities/Lisbon"}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"demo://cities/Lisbon","mimeType":"application/json","text":"{\"city\":\"Lisbon\",\"celsius\":24,\"conditions\":\"windy\"}"}]}}`,
		},
		{
			"prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":{"name":"Ada","style":"funny"}}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"description":"A greeting for Ada","messages":[{"role":"user","content":{"type":"text","text":"Write a funny greeting for Ada."}}]}}`,
		},
		{
			"prompt without its argument", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"the argument name is required, a string"}}`,
		},
		{
			"unknown prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown prompt: x"}}`,
		},
		{
			"completion of a prompt argument", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"style","value":"F"}}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"completion":{"values":["formal","friendly","funny"],"total":3,"hasMore":false}}}`,
		},
		{
			"completion of a template argument", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"demo://cities/{city}"},"argument":{"name":"city","value":"k"}}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"completion":{"values":["Kraków"],"total":1,"hasMore":false}}}`,
		},
		{
			"completion of nothing", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":""}}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"ref is no prompt and no resource template of this server"}}`,
		},
		{
			"invented cursor", `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"x"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"cursor is none that this server gave out"}}`,
		},
	}
	c := legacy(t, "2025-11-25", "{}", Options{Version: "9"}).quiet()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c.t = t
			c.asks(tc.say, tc.want)
		})
	}
	c.t = t
	c.say("")
	c.say(`{"jsonrpc":"2.0","method":"notifications/unheard_of"}`)
	c.say(`{"jsonrpc":"2.0","id":99,"result":{}}`)
	if code := c.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestParseErrorHasNullIDInOldRevisions(t *testing.T) {
	c := legacy(t, "2025-06-18", "{}", Options{})
	c.asks(`{bad`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON in UTF-8"}}`)
}

func TestBatchOfTheRevisionThatHasThem(t *testing.T) {
	c := legacy(t, "2025-03-26", "{}", Options{}).quiet()
	c.asks(`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},7,`+
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","arguments":{"steps":0}}}]`,
		`[{"jsonrpc":"2.0","id":1,"result":{}},`+
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object"}},`+
			`{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Took 0 steps."}]}}]`)
	c.asks(`[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an empty batch is no request"}}`)
}

func TestToolsAreDescribedAsTheRevisionHasIt(t *testing.T) {
	cases := []struct{ revision, members string }{
		{"2024-11-05", "description inputSchema name"},
		{"2025-03-26", "annotations description inputSchema name"},
		{"2025-06-18", "annotations description inputSchema name outputSchema title"},
	}
	for _, tc := range cases {
		t.Run(tc.revision, func(t *testing.T) {
			c := legacy(t, tc.revision, "{}", Options{})
			answer := c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
			weather, _ := at(t, answer, "result", "tools", 2).(map[string]any)
			if weather["name"] != "weather" {
				t.Fatalf("the third tool is %v", weather["name"])
			}
			for name := range weather {
				if !strings.Contains(tc.members, name) {
					t.Errorf("has %s", name)
				}
			}
			if want := len(strings.Fields(tc.members)); len(weather) != want {
				t.Errorf("%d members, want %d", len(weather), want)
			}
		})
	}
}

func TestResourcesComeInPages(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{})
	var seen []string
	request := `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`
	for range 2 {
		page := c.ask(request)
		for i := range 2 {
			seen = append(seen, at(t, page, "result", "resources", i, "name").(string))
		}
		next, _ := at(t, page, "result", "nextCursor").(string)
		request = `{"jsonrpc":"2.0","id":2,"method":"resources/list","params":{"cursor":"` + next + `"}}`
		if len(seen) == 4 && next != "" {
			t.Error("the last page has a cursor")
		}
	}
	if got := strings.Join(seen, " "); got != "greeting settings logo notes" {
		t.Errorf("saw %s", got)
	}
}

func TestTheLogoIsAPicture(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{})
	answer := c.ask(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://logo"}}`)
	blob, _ := at(t, answer, "result", "contents", 0, "blob").(string)
	if !strings.HasPrefix(blob, "iVBORw0KGgo") {
		t.Errorf("blob %q", blob)
	}
}

func TestSubscriberHearsOfNotes(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{}).quiet()
	const note = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note","arguments":{"text":"a<b"}}}`
	c.asks(note, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Noted; that makes 1."}]}}`)
	c.ask(`{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"demo://notes"}}`)
	c.asks(note, `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"demo://notes"}}`)
	c.expect(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Noted; that makes 2."}]}}`)
	c.asks(`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"demo://notes"}}`,
		`{"jsonrpc":"2.0","id":3,"result":{"contents":[{"uri":"demo://notes","mimeType":"text/plain","text":"a<b\na<b"}]}}`)
	c.ask(`{"jsonrpc":"2.0","id":4,"method":"resources/unsubscribe","params":{"uri":"demo://notes"}}`)
	c.asks(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"forget"}}`,
		`{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"Forgot 2."}]}}`)
}

func TestLogMessagesFollowTheLevel(t *testing.T) {
	c := legacy(t, "2025-11-25", "{}", Options{})
	const fail = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fail"}}`
	const failed = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"It was asked to."}],"isError":true}}`
	c.asks(fail, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"demo","data":"calling fail"}}`)
	c.expect(failed)
	c.ask(`{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"notice"}}`)
	c.asks(fail, failed)
}
