//go:build unix

package call_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
	"stdioscope/session/call"
	"stdioscope/session/demo"
)

const beServer = "be-server"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == beServer {
		os.Exit(demo.Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr, demo.Options{Misbehave: true}))
	}
	goleak.VerifyTestMain(m)
}

// asked asks a server, the demo's if no command is given, and gives also what was sent.
func asked(t *testing.T, protocol string, r call.Request, command ...string) (answer call.Answer, sent []string, err error) {
	t.Helper()
	if command == nil {
		command = []string{os.Args[0], beServer}
	}
	cfg := session.Config{
		Command: command, Env: []string{"GORACE=atexit_sleep_ms=0"}, Handshake: true, Protocol: protocol, Grace: 10 * time.Second,
		ClientName: "test", ClientVersion: "1", Listener: session.NewListener(),
		Answers: map[string]session.Answer{"elicitation/create": session.Canned([]byte(`{"action":"accept","content":{"name":"Ada"}}`))},
	}
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Respond == nil {
		r.Respond = func(method string) ([]byte, bool) { return cfg.Respond(method) }
	}
	answer, err = call.Do(t.Context(), s, cfg.Listener, r)
	s.Stop()
	s.Close()
	defer func() { _ = s.Journal().Close() }()
	for i := range s.Journal().Len() {
		if e := s.Journal().Event(i); e.Dir == framing.ClientToServer && e.Origin == history.FromComposer {
			line, _ := s.Journal().Line(i)
			sent = append(sent, string(line))
		}
	}
	return answer, sent, err
}

func TestTheResultIsTheMembersOwnBytes(t *testing.T) {
	const odd = `{ "a":1.50,"a":1e0, "s":"\u00e9\/" }`
	answer, _, err := asked(t, "legacy", call.Request{Method: "x", Params: []byte(`{"n":1.0}`), Timeout: time.Minute},
		"sh", "-c", `read -r l; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}'; read -r l; read -r l; printf '%s\n' '{"jsonrpc":"2.0","id":1,"result":`+odd+`}'; cat`)
	if err != nil || string(answer.Result) != odd {
		t.Errorf("%s, %v", answer.Result, err)
	}
}

func TestParamsAreSentAsGiven(t *testing.T) {
	const given = `{"name":"echo", "arguments":{"message":"a","n":1.0}}`
	for protocol, meta := range map[string]string{
		"legacy":     `"_meta":{"progressToken":`,
		"2026-07-28": `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`,
	} {
		answer, sent, err := asked(t, protocol, call.Request{Method: "tools/call", Params: []byte(given), Timeout: time.Minute})
		if err != nil || !strings.Contains(string(answer.Result), `"text":"a"`) {
			t.Errorf("%s: %s, %v", protocol, answer.Result, err)
		}
		if len(sent) != 1 || !strings.Contains(sent[0], strings.TrimSuffix(given, "}")+","+meta) {
			t.Errorf("%s: sent %q", protocol, sent)
		}
	}
}

func TestAllPagesBecomeOne(t *testing.T) {
	for _, protocol := range []string{"legacy", "2026-07-28"} {
		one, _, err := asked(t, protocol, call.Request{Method: "resources/list", Timeout: time.Minute})
		if err != nil || framing.ValueAt(one.Result, "nextCursor") == nil {
			t.Fatalf("%s: no pages in %s, %v", protocol, one.Result, err)
		}
		all, sent, err := asked(t, protocol, call.Request{Method: "resources/list", AllPages: true, Timeout: time.Minute})
		if err != nil || len(sent) < 2 || framing.ValueAt(all.Result, "nextCursor") != nil {
			t.Errorf("%s: asked %d times for %s, %v", protocol, len(sent), all.Result, err)
		}
		first := framing.ValueAt(one.Result, "resources")
		if !strings.HasPrefix(string(framing.ValueAt(all.Result, "resources")), strings.TrimSuffix(string(first), "]")+",") {
			t.Errorf("%s: the first page is not the beginning of %s", protocol, all.Result)
		}
	}
}

func TestACursorThatRepeatsEndsThePages(t *testing.T) {
	const loops = `read -r l; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}'; read -r l
i=1; while read -r l; do echo '{"jsonrpc":"2.0","id":'$i',"result":{"tools":[{"name":"one"}],"nextCursor":"again"}}'; i=$((i+1)); done`
	answer, sent, err := asked(t, "legacy", call.Request{Method: "tools/list", AllPages: true, Timeout: time.Minute}, "sh", "-c", loops)
	if !errors.Is(err, call.ErrLoop) || len(sent) != 2 || string(answer.Result) != `{"tools":[{"name":"one"}],"nextCursor":"again"}` {
		t.Errorf("asked %d times, %s, %v", len(sent), answer.Result, err)
	}
}

func TestWhatTheServerAsksBackIsAnswered(t *testing.T) {
	for _, protocol := range []string{"legacy", "2026-07-28"} {
		r := call.Request{Method: "tools/call", Params: []byte(`{"name":"ask_user","arguments":{}}`), Timeout: time.Minute}
		answer, sent, err := asked(t, protocol, r)
		if err != nil || !strings.Contains(string(answer.Result), "Ada") {
			t.Errorf("%s: %s, %v, sent %q", protocol, answer.Result, err, sent)
		}
	}
	r := call.Request{
		Method: "tools/call", Params: []byte(`{"name":"ask_user","arguments":{}}`), Timeout: time.Minute,
		Respond: func(string) ([]byte, bool) { return nil, false },
	}
	if answer, _, err := asked(t, "2026-07-28", r); !errors.Is(err, call.ErrAsks) || answer.Result == nil {
		t.Errorf("nobody answers: %s, %v", answer.Result, err)
	}
}

func TestWhatGoesWrongIsToldApart(t *testing.T) {
	tool := func(name string) call.Request {
		return call.Request{Method: "tools/call", Params: []byte(`{"name":"` + name + `","arguments":{}}`), Timeout: time.Minute}
	}
	if answer, _, err := asked(t, "legacy", tool("fail")); err != nil || !answer.IsError || !answer.Failed() {
		t.Errorf("a tool that fails: %+v, %v", answer, err)
	}
	if answer, _, err := asked(t, "legacy", call.Request{Method: "no/such", Timeout: time.Minute}); err != nil || answer.Error == nil {
		t.Errorf("an error: %+v, %v", answer, err)
	}
	if answer, _, err := asked(t, "legacy", tool("bad_id")); err != nil || !answer.Malformed {
		t.Errorf("an id of another type: %+v, %v", answer, err)
	}
	if _, _, err := asked(t, "legacy", tool("exit_3")); !errors.Is(err, session.ErrEnded) {
		t.Errorf("a server that ends: %v", err)
	}
	silent := call.Request{Method: "tools/call", Params: []byte(`{"name":"slow","arguments":{"steps":1,"delay_ms":60000}}`), Timeout: time.Second} // in which it has to start, too
	if _, sent, err := asked(t, "legacy", silent); !errors.Is(err, call.ErrTimeout) || !strings.Contains(strings.Join(sent, ""), "notifications/cancelled") {
		t.Errorf("no answer: %v, sent %q", err, sent)
	}
	steady := call.Request{Method: "tools/call", Params: []byte(`{"name":"slow","arguments":{"steps":12,"delay_ms":100}}`), Timeout: time.Second}
	if answer, _, err := asked(t, "legacy", steady); err != nil || answer.Failed() {
		t.Errorf("progress puts the end off: %+v, %v", answer, err)
	}
	var refused *session.RefusedError
	refuses := `while read -r l; do echo '{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"no","data":{"supported":["1999-01-01"]}}}'; done`
	if _, _, err := asked(t, "legacy", call.Request{Method: "ping", Timeout: time.Minute}, "sh", "-c", refuses); !errors.As(err, &refused) || !strings.Contains(refused.Reason, "1999-01-01") {
		t.Errorf("a handshake that is refused: %v", err)
	}
}
