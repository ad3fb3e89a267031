package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// required is the specification's catalogue of methods in short: the members that
// params must have, and that a client's answer must have, by the first revision from
// which that holds. It is written down apart from the catalogue of the package, so
// that a slip in one shows.
var required = []struct {
	method, from, to string
	params, result   string
}{
	{"initialize", "2024-11-05", "2025-11-25", "protocolVersion capabilities clientInfo", ""},
	{"notifications/initialized", "2024-11-05", "2025-11-25", "", ""},
	{"ping", "2024-11-05", "2025-11-25", "", "-"},
	{"server/discover", "2026-07-28", "2026-07-28", "_meta", ""},
	{"tools/list", "2024-11-05", "2026-07-28", "", ""},
	{"tools/call", "2024-11-05", "2026-07-28", "name", ""},
	{"notifications/tools/list_changed", "2024-11-05", "2026-07-28", "", ""},
	{"resources/list", "2024-11-05", "2026-07-28", "", ""},
	{"resources/templates/list", "2024-11-05", "2026-07-28", "", ""},
	{"resources/read", "2024-11-05", "2026-07-28", "uri", ""},
	{"resources/subscribe", "2024-11-05", "2025-11-25", "uri", ""},
	{"resources/unsubscribe", "2024-11-05", "2025-11-25", "uri", ""},
	{"notifications/resources/list_changed", "2024-11-05", "2026-07-28", "", ""},
	{"notifications/resources/updated", "2024-11-05", "2026-07-28", "uri", ""},
	{"prompts/list", "2024-11-05", "2026-07-28", "", ""},
	{"prompts/get", "2024-11-05", "2026-07-28", "name", ""},
	{"notifications/prompts/list_changed", "2024-11-05", "2026-07-28", "", ""},
	{"completion/complete", "2024-11-05", "2026-07-28", "ref argument", ""},
	{"logging/setLevel", "2024-11-05", "2025-11-25", "level", ""},
	{"notifications/message", "2024-11-05", "2026-07-28", "level data", ""},
	{"notifications/progress", "2024-11-05", "2026-07-28", "progressToken progress", ""},
	{"notifications/cancelled", "2024-11-05", "2026-07-28", "requestId", ""},
	{"roots/list", "2024-11-05", "2026-07-28", "", "roots"},
	{"notifications/roots/list_changed", "2024-11-05", "2025-11-25", "", ""},
	{"sampling/createMessage", "2024-11-05", "2026-07-28", "messages maxTokens", "role content model"},
	{"elicitation/create", "2025-06-18", "2026-07-28", "message requestedSchema", "action"},
	{"notifications/elicitation/complete", "2025-11-25", "2025-11-25", "elicitationId", ""},
	{"tasks/get", "2025-11-25", "2025-11-25", "taskId", "taskId status createdAt lastUpdatedAt ttl"},
	{"tasks/result", "2025-11-25", "2025-11-25", "taskId", "_meta"},
	{"tasks/list", "2025-11-25", "2025-11-25", "", "tasks"},
	{"tasks/cancel", "2025-11-25", "2025-11-25", "taskId", "taskId status createdAt lastUpdatedAt ttl"},
	{"notifications/tasks/status", "2025-11-25", "2025-11-25", "taskId status createdAt lastUpdatedAt ttl", ""},
	{"tasks/get", "2026-07-28", "2026-07-28", "taskId", ""},
	{"tasks/update", "2026-07-28", "2026-07-28", "taskId inputResponses", ""},
	{"tasks/cancel", "2026-07-28", "2026-07-28", "taskId", ""},
	{"notifications/tasks", "2026-07-28", "2026-07-28", "taskId status createdAt lastUpdatedAt ttlMs", ""},
	{"subscriptions/listen", "2026-07-28", "2026-07-28", "notifications", ""},
	{"notifications/subscriptions/acknowledged", "2026-07-28", "2026-07-28", "notifications", ""},
}

func TestEveryMethodHasATemplate(t *testing.T) {
	for _, revision := range Revisions() {
		var known []string
		for _, rule := range required {
			if revision < rule.from || revision > rule.to {
				continue
			}
			known = append(known, rule.method)
			text, ok := Template(rule.method, revision, 1, tester)
			if !ok {
				t.Errorf("%s has no template for %s", revision, rule.method)
			}
			want := strings.Fields(rule.params)
			if revision == Revision20260728 && !strings.HasPrefix(rule.method, "notifications/") {
				want = append(want, "_meta")
			}
			lacks(t, revision+" "+rule.method, text, "params", want)
			if rule.result != "" {
				text, _ := ResultTemplate(rule.method, revision, []byte("1"))
				lacks(t, revision+" answer to "+rule.method, text, "result", strings.Fields(strings.Trim(rule.result, "-")))
			}
		}
		for _, m := range Methods(revision) {
			if !slices.Contains(known, m.Name) {
				t.Errorf("%s: %s is no method of the specification", revision, m.Name)
			}
		}
	}
}

// lacks says which members an object inside a message lacks.
func lacks(t *testing.T, about, text, member string, names []string) {
	t.Helper()
	var message map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &message); err != nil || string(message["jsonrpc"]) != `"2.0"` {
		t.Errorf("%s: %v: %s", about, err, text)
		return
	}
	var object map[string]json.RawMessage
	if raw, ok := message[member]; ok {
		if err := json.Unmarshal(raw, &object); err != nil {
			t.Errorf("%s: %v: %s", about, err, raw)
		}
	}
	for _, name := range names {
		if _, ok := object[name]; !ok {
			t.Errorf("%s lacks %s: %s", about, name, text)
		}
	}
}

func TestRequestWith(t *testing.T) {
	cases := []struct{ revision, params, want string }{
		{Revision20251125, `{"name":"t","arguments":{"a":1.50}}`, `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"t","arguments":{"a":1.50}}}`},
		{Revision20251125, ``, `{"jsonrpc":"2.0","id":"a","method":"tools/call"}`},
		{Revision20260728, ``, fmt.Sprintf(`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{%s}}`, testerMeta)},
		{Revision20260728, `{ }`, fmt.Sprintf(`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{%s}}`, testerMeta)},
		{Revision20260728, `{"a":1}`, fmt.Sprintf(`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"a":1,%s}}`, testerMeta)},
	}
	for _, tc := range cases {
		if got := string(RequestWith("tools/call", tc.revision, []byte(`"a"`), []byte(tc.params), tester)); got != tc.want {
			t.Errorf("%s\nwant\n  %s", got, tc.want)
		}
	}
}
