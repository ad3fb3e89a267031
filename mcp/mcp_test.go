package mcp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestEraOf(t *testing.T) {
	cases := []struct {
		revision string
		era      Era
		known    bool
	}{
		{"", Legacy, false},
		{"2024-10-07", Legacy, false},
		{"2024-11-05", Legacy, true},
		{"2025-11-25", Legacy, true},
		{"2026-01-01", Legacy, false},
		{"2026-07-28", Modern, true},
		{"2027-01-01", Modern, false},
		{"draft", Modern, false},
	}
	for _, tc := range cases {
		if got := EraOf(tc.revision); got != tc.era {
			t.Errorf("EraOf(%q) = %v", tc.revision, got)
		}
		if got := Known(tc.revision); got != tc.known {
			t.Errorf("Known(%q) = %v", tc.revision, got)
		}
	}
}

func TestRevisionsAreInOrder(t *testing.T) {
	all := Revisions()
	if !slices.IsSorted(all) || all[0] != firstRevision || all[len(all)-1] != LatestModern {
		t.Errorf("revisions %v", all)
	}
	if legacy := LegacyRevisions(); legacy[len(legacy)-1] != LatestLegacy || EraOf(LatestLegacy) != Legacy {
		t.Errorf("legacy revisions %v", legacy)
	}
}

// The methods of each revision, counted in its schema; 2026-07-28 has the tasks
// extension on top, which is in no schema.
func TestMethodsOfARevision(t *testing.T) {
	counts := map[string]int{
		Revision20241105: 24,
		Revision20250326: 24,
		Revision20250618: 25,
		Revision20251125: 31,
		Revision20260728: 21 + 4,
	}
	for revision, want := range counts {
		methods := Methods(revision)
		if len(methods) != want {
			t.Errorf("%s has %d methods, want %d", revision, len(methods), want)
		}
		names := map[string]bool{}
		for _, m := range methods {
			if names[m.Name] {
				t.Errorf("%s has %s twice", revision, m.Name)
			}
			names[m.Name] = true
			if (m.Kind == Notification) != strings.HasPrefix(m.Name, "notifications/") {
				t.Errorf("%s: kind %v", m.Name, m.Kind)
			}
			if m.Doc == "" {
				t.Errorf("%s has no description", m.Name)
			}
		}
	}
}

func TestJudge(t *testing.T) {
	cases := []struct {
		method, revision string
		sender           Side
		want             Verdict
	}{
		{"tools/call", Revision20241105, ClientSide, Allowed},
		{"tools/call", Revision20260728, ServerSide, WrongSide},
		{"ping", Revision20251125, ServerSide, Allowed},
		{"ping", Revision20260728, ClientSide, NotInRevision},
		{"initialize", "draft", ClientSide, NotInRevision},
		{"elicitation/create", Revision20250326, ServerSide, NotInRevision},
		{"elicitation/create", Revision20250618, ServerSide, Allowed},
		{"elicitation/create", Revision20260728, ServerSide, EmbeddedOnly},
		{"roots/list", Revision20251125, ClientSide, WrongSide},
		{"tasks/get", Revision20250618, ClientSide, NotInRevision},
		{"tasks/get", Revision20251125, ServerSide, Allowed},
		{"tasks/get", Revision20260728, ServerSide, WrongSide},
		{"tasks/list", Revision20260728, ClientSide, NotInRevision},
		{"tasks/update", Revision20251125, ClientSide, NotInRevision},
		{"notifications/progress", Revision20251125, ClientSide, Allowed},
		{"notifications/progress", Revision20260728, ClientSide, WrongSide},
		{"vendor/thing", Revision20251125, ClientSide, UnknownMethod},
	}
	for _, tc := range cases {
		if got := Judge(tc.method, tc.revision, tc.sender); got != tc.want {
			t.Errorf("Judge(%s, %s, %d) = %d, want %d", tc.method, tc.revision, tc.sender, got, tc.want)
		}
	}
}

func TestCompletionHadNoCapabilityAtFirst(t *testing.T) {
	first, _ := Lookup(MethodComplete, Revision20241105)
	second, _ := Lookup(MethodComplete, Revision20250326)
	if first.Gate != (Gate{}) || second.Gate != (Gate{ServerSide, "completions"}) {
		t.Errorf("gates %v, %v", first.Gate, second.Gate)
	}
}

var tester = Client{Name: "t", Version: "1", Capabilities: json.RawMessage(`{"roots":{}}`)}

const testerMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},` +
	`"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`

func TestTemplate(t *testing.T) {
	cases := []struct {
		method, revision, want string
		known                  bool
	}{
		{"ping", Revision20251125, `{"jsonrpc":"2.0","id":7,"method":"ping"}`, true},
		{"tools/list", Revision20260728, `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + testerMeta + `}}`, true},
		{"tools/call", Revision20251125, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"","arguments":{}}}`, true},
		{"tools/call", Revision20260728, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"","arguments":{},` + testerMeta + `}}`, true},
		{"initialize", Revision20250326, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"roots":{}},"clientInfo":{"name":"t","version":"1"}}}`, true},
		{"notifications/tools/list_changed", Revision20251125, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`, true},
		{"notifications/tools/list_changed", Revision20260728, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":0}}}`, true},
		{"notifications/cancelled", Revision20260728, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}`, true},
		{"vendor/\"thing\"", Revision20251125, `{"jsonrpc":"2.0","id":7,"method":"vendor/\"thing\"","params":{}}`, false},
		{"notifications/vendor", Revision20260728, `{"jsonrpc":"2.0","method":"notifications/vendor","params":{}}`, false},
		{"ping", Revision20260728, `{"jsonrpc":"2.0","id":7,"method":"ping","params":{` + testerMeta + `}}`, false},
	}
	for _, tc := range cases {
		got, known := Template(tc.method, tc.revision, 7, tester)
		if got != tc.want || known != tc.known {
			t.Errorf("Template(%s, %s) = %v\n  %s\nwant\n  %s", tc.method, tc.revision, known, got, tc.want)
		}
	}
}

// Every template is one line of JSON that has the params its method requires.
func TestTemplatesHaveWhatIsRequired(t *testing.T) {
	for _, revision := range Revisions() {
		for _, m := range Methods(revision) {
			text, known := Template(m.Name, revision, 1, tester)
			var message struct {
				ID     *int64
				Params map[string]json.RawMessage
			}
			if err := json.Unmarshal([]byte(text), &message); err != nil || !known || strings.Contains(text, "\n") {
				t.Fatalf("%s: %v: %s", m.Name, err, text)
			}
			if (message.ID != nil) != (m.Kind == Request) {
				t.Errorf("%s: id %v", m.Name, message.ID)
			}
			for _, name := range m.Required {
				if _, ok := message.Params[name]; !ok {
					t.Errorf("%s under %s lacks %s: %s", m.Name, revision, name, text)
				}
			}
			if _, ok := message.Params["_meta"]; !ok && m.Kind == Request && EraOf(revision) == Modern {
				t.Errorf("%s lacks _meta: %s", m.Name, text)
			}
		}
	}
}

// Every request that a server may send, or embed, has an answer to start from.
func TestResultTemplates(t *testing.T) {
	for _, revision := range Revisions() {
		for _, m := range Methods(revision) {
			want := m.Kind == Request && m.Senders != ClientSide
			got, ok := ResultTemplate(m.Name, revision, []byte(`"a"`))
			if ok != want || (ok && !json.Valid([]byte(got))) {
				t.Errorf("%s under %s: %v %s", m.Name, revision, ok, got)
			}
		}
	}
	if got, _ := ResultTemplate(MethodPing, LatestLegacy, []byte(`1.50`)); got != `{"jsonrpc":"2.0","id":1.50,"result":{}}` {
		t.Error(got)
	}
	if got, _ := ResultTemplate(MethodRootsList, LatestModern, nil); got != `{"roots":[]}` {
		t.Error(got)
	}
}

func TestBuilders(t *testing.T) {
	id := []byte(`900719925474099300.10`)
	cases := []struct {
		name string
		got  []byte
		want string
	}{
		{
			"InitializeRequest", InitializeRequest([]byte("0"), LatestLegacy, Client{Name: "<c>", Version: "1"}),
			`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"<c>","version":"1"}}}`,
		},
		{"InitializedNotification", InitializedNotification(), `{"jsonrpc":"2.0","method":"notifications/initialized"}`},
		{"EmptyResult", EmptyResult(id), `{"jsonrpc":"2.0","id":900719925474099300.10,"result":{}}`},
		{"Result", Result([]byte(`"\u0061"`), []byte(`{"b":1,"a":2}`)), `{"jsonrpc":"2.0","id":"\u0061","result":{"b":1,"a":2}}`},
		{"RootsResult, none", RootsResult(id, nil), `{"jsonrpc":"2.0","id":900719925474099300.10,"result":{"roots":[]}}`},
		{
			"RootsResult", RootsResult([]byte("1"), []Root{RootOf("/a"), RootOf("/b c")}),
			`{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///a","name":"a"},{"uri":"file:///b%20c","name":"b c"}]}}`,
		},
		{
			"ErrorResponse", ErrorResponse([]byte("1"), CodeMethodNotFound, "no \"such\"\nthing"),
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no \"such\"\nthing"}}`,
		},
		{"CancelledNotification", CancelledNotification([]byte(`"x"`), ""), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}`},
		{
			"CancelledNotification with a reason", CancelledNotification([]byte("1"), "took > 1 s"),
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"took > 1 s"}}`,
		},
	}
	for _, tc := range cases {
		if string(tc.got) != tc.want {
			t.Errorf("%s\n  %s\nwant\n  %s", tc.name, tc.got, tc.want)
		}
	}
}

func TestRootOf(t *testing.T) {
	cases := []struct{ dir, uri, name string }{
		{"/", "file:///", "/"},
		{"/home/ada/my project/", "file:///home/ada/my%20project/", "my project"},
		{"/tmp/zażółć#1?%", "file:///tmp/za%C5%BC%C3%B3%C5%82%C4%87%231%3F%25", "zażółć#1?%"},
		{`/odd\name`, "file:///odd%5Cname", `odd\name`},
		{`C:\Users\Ada Lovelace`, "file:///C:/Users/Ada%20Lovelace", "Ada Lovelace"},
		{"d:/x", "file:///d:/x", "x"},
		{`\\host\share\dir`, "file://host/share/dir", "dir"},
	}
	for _, tc := range cases {
		if got := RootOf(tc.dir); got != (Root{tc.uri, tc.name}) {
			t.Errorf("RootOf(%s) = %+v", tc.dir, got)
		}
	}
}

func TestErrorName(t *testing.T) {
	cases := []struct {
		code   int64
		name   string
		modern bool
	}{
		{-32700, "parse error", false},
		{-32601, "method not found", false},
		{-32002, "resource not found", false},
		{-32000, "implementation-defined", false},
		{-32019, "implementation-defined", false},
		{-32020, "header mismatch", true},
		{-32022, "unsupported protocol version", true},
		{-32023, "reserved", false},
		{-32042, "URL elicitation required", false},
		{-1, "rejected by the user", false},
		{0, "", false},
		{1050, "", false},
	}
	for _, tc := range cases {
		if got := ErrorName(tc.code); got != tc.name {
			t.Errorf("ErrorName(%d) = %q", tc.code, got)
		}
		if got := ModernError(tc.code); got != tc.modern {
			t.Errorf("ModernError(%d) = %v", tc.code, got)
		}
	}
}
