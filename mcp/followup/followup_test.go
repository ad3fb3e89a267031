package followup

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"stdioscope/mcp"
)

const form = `{"message":"m","requestedSchema":{"type":"object","properties":{"b":{"type":"boolean"},"a":{"type":"string"}},"required":["a"]}}`

func TestAnswers(t *testing.T) {
	id := `900719925474099300.10`
	cases := []struct{ name, method, params, revision, first, names string }{
		{
			"a form", mcp.MethodElicit, form, mcp.Revision20251125,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"action":"accept","content":{"a":"","b":false}}}`, "accept, decline, cancel, not supported, error",
		},
		{
			"an address", mcp.MethodElicit, `{"mode":"url","url":"https://x","message":"m","elicitationId":"e"}`, mcp.Revision20251125,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"action":"accept"}}`, "accept, decline, cancel, not supported, error",
		},
		{
			"a form without a schema", mcp.MethodElicit, `{}`, mcp.Revision20250618,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"action":"accept","content":{}}}`, "accept, decline, cancel, not supported, error",
		},
		{
			"a model", mcp.MethodCreateMessage, `{"messages":[],"maxTokens":1}`, mcp.Revision20241105,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"role":"assistant","content":{"type":"text","text":""},"model":"","stopReason":"endTurn"}}`, "answer, reject, not supported, error",
		},
		{
			"a model with tools", mcp.MethodCreateMessage, `{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}}]}`, mcp.Revision20251125,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"role":"assistant","content":{"type":"text","text":""},"model":"","stopReason":"endTurn"}}`, "answer, use a tool, reject, not supported, error",
		},
		{
			"a model that is too old for tools", mcp.MethodCreateMessage, `{"tools":[{"name":"t"}],"task":{}}`, mcp.Revision20250618,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"role":"assistant","content":{"type":"text","text":""},"model":"","stopReason":"endTurn"}}`, "answer, reject, not supported, error",
		},
		{"roots", mcp.MethodRootsList, ``, mcp.Revision20250326, `{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"roots":[]}}`, "answer, not supported, error"},
		{"a ping", mcp.MethodPing, ``, mcp.Revision20251125, `{"jsonrpc":"2.0","id":900719925474099300.10,"result":{}}`, "answer, not supported, error"},
		{
			"a task", mcp.MethodTasksGet, `{"taskId":"t\u0031"}`, mcp.Revision20251125,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"taskId":"t\u0031","status":"working","createdAt":"","lastUpdatedAt":"","ttl":null}}`, "answer, not supported, error",
		},
		{
			"a result of a task", mcp.MethodTasksResult, `{"taskId":"t"}`, mcp.Revision20251125,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}}`, "answer, not supported, error",
		},
		{
			"a form as a task", mcp.MethodElicit, `{"task":{},` + form[1:], mcp.Revision20251125,
			`{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"action":"accept","content":{"a":"","b":false}}}`, "accept, decline, cancel, as a task, not supported, error",
		},
		{"what nobody knows", "vendor/x", `{}`, mcp.Revision20251125, `{"jsonrpc":"2.0","id":900719925474099300.10,"error":{"code":-32601,"message":"Method not found"}}`, "not supported, error"},
	}
	for _, tc := range cases {
		answers := Answers(Request{Method: tc.method, Params: []byte(tc.params), ID: []byte(id)}, tc.revision)
		var names []string
		for _, a := range answers {
			names = append(names, a.Name)
			if !json.Valid(a.Text) || a.About == "" || strings.Contains(string(a.Text), "\n") {
				t.Errorf("%s, %s: %s", tc.name, a.Name, a.Text)
			}
		}
		if string(answers[0].Text) != tc.first || strings.Join(names, ", ") != tc.names {
			t.Errorf("%s: %v\n  %s\nwant\n  %s", tc.name, names, answers[0].Text, tc.first)
		}
	}
}

// Every request that a server may send, or embed, can be answered.
func TestEveryRequestOfAServerHasAnAnswer(t *testing.T) {
	for _, revision := range mcp.Revisions() {
		for _, m := range mcp.Methods(revision) {
			if m.Kind != mcp.Request || m.Senders == mcp.ClientSide {
				continue
			}
			r := Request{Method: m.Name, ID: []byte("1")}
			if m.Senders == 0 {
				r.ID = nil
			}
			if answers := Answers(r, revision); len(answers) == 0 || strings.Contains(string(answers[0].Text), `"error"`) {
				t.Errorf("%s under %s: %v", m.Name, revision, answers)
			}
		}
	}
}

func TestRetry(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm","arguments":{"p":1.50},"_meta":{"progressToken":1}}}`
	result := `{"resultType":"input_required","requestState":"k\u0031","inputRequests":{"ok":{"method":"elicitation/create","params":` + form + `},"r":{"method":"roots/list"},"odd":7}}`
	retry, err := Retry([]byte(request), []byte(result), []byte("2"), mcp.Revision20260728)
	want := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rm","arguments":{"p":1.50},"_meta":{"progressToken":2},` +
		`"inputResponses":{"ok":{"action":"accept","content":{"a":"","b":false}},"r":{"roots":[]},"odd":{}},"requestState":"k\u0031"}}`
	if err != nil || string(retry) != want {
		t.Errorf("%v\n  %s\nwant\n  %s", err, retry, want)
	}
	again, err := Retry(retry, []byte(`{"resultType":"input_required","requestState":"k2"}`), []byte(`"3"`), mcp.Revision20260728)
	want = `{"jsonrpc":"2.0","id":"3","method":"tools/call","params":{"name":"rm","arguments":{"p":1.50},"_meta":{"progressToken":"3"},"requestState":"k2"}}`
	if err != nil || string(again) != want {
		t.Errorf("%v\n  %s\nwant\n  %s", err, again, want)
	}
	if _, err := Retry([]byte(request), []byte(`{"content":[]}`), []byte("2"), mcp.Revision20260728); !errors.Is(err, ErrNoRetry) {
		t.Error(err)
	}
}

func TestNextPage(t *testing.T) {
	next, err := NextPage([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), []byte(`{"tools":[],"nextCursor":"p\/2"}`), []byte("2"))
	if want := `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"p\/2"}}`; err != nil || string(next) != want {
		t.Errorf("%v %s", err, next)
	}
	if _, err := NextPage([]byte(`{"id":1}`), []byte(`{"tools":[]}`), []byte("2")); !errors.Is(err, ErrNoNextPage) {
		t.Error(err)
	}
}

func TestAgain(t *testing.T) {
	got, err := Again([]byte(`{"id":"a", "method":"x","params":{"_meta":{"progressToken":"b"},"z":1e0}}`), []byte(`7`))
	if want := `{"id":7, "method":"x","params":{"_meta":{"progressToken":"b"},"z":1e0}}`; err != nil || string(got) != want {
		t.Errorf("%v %s", err, got)
	}
}

func FuzzFollowup(f *testing.F) {
	f.Add([]byte(`{"id":1,"method":"tools/call","params":{"_meta":{"progressToken":1}}}`), []byte(`{"requestState":"s","nextCursor":1,"inputRequests":{"a":{"method":"elicitation/create","params":`+form+`}}}`))
	f.Add([]byte(`{"id":1,"params":[]}`), []byte(`{"inputRequests":{"a":{"method":"sampling/createMessage","params":{"tools":[{"inputSchema":{"$ref":"#"}}]}}}}`))
	f.Fuzz(func(t *testing.T, request, result []byte) {
		sound := json.Valid(request) && json.Valid(result)
		for _, revision := range []string{mcp.Revision20251125, mcp.Revision20260728} {
			if retry, err := Retry(request, result, []byte("2"), revision); err == nil && sound && !json.Valid(retry) {
				t.Fatalf("%s", retry)
			}
			if next, err := NextPage(request, result, []byte("2")); err == nil && sound && !json.Valid(next) {
				t.Fatalf("%s", next)
			}
			for _, r := range InputRequests(result) {
				r.ID = []byte(`"x"`)
				for _, a := range Answers(r, revision) {
					if sound && !json.Valid(a.Text) {
						t.Fatalf("%s", a.Text)
					}
				}
			}
		}
	})
}
