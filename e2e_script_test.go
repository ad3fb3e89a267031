//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scripted runs the program without a terminal.
type scripted struct {
	t     testing.TB
	state string
}

type printed struct {
	code     int
	out, err string
}

func (s scripted) run(stdin string, args ...string) printed {
	s.t.Helper()
	cmd := exec.Command(program(s.t), args...)
	cmd.Env = append(quietEnv(), "XDG_STATE_HOME="+s.state, "XDG_CACHE_HOME="+s.state)
	cmd.Stdin = strings.NewReader(stdin)
	var out, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errOut
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return printed{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

func (s scripted) file(name, text string) string {
	s.t.Helper()
	path := filepath.Join(s.state, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

func TestCallPrintsTheResultAloneAndExitsAsItSays(t *testing.T) {
	s := scripted{t, t.TempDir()}
	demo := []string{"--", program(t), "demo-server", "--misbehave"}
	params := s.file("params.json", "{\"name\":\"echo\",\n \"arguments\":{\"message\":\"from a file\"}}\n")
	name := s.file("name.json", `{"action":"accept","content":{"name":"Ada"}}`)
	text := func(words string) string { return `"content":[{"type":"text","text":"` + words + `"}]` }
	for what, tc := range map[string]struct {
		stdin string
		args  []string
		code  int
		out   string
		err   string // what stderr holds; empty for nothing at all
	}{
		"members":        {"", []string{"tools/call", "echo", "message=a=b"}, 0, text("a=b"), ""},
		"JSON members":   {"", []string{"tools/call", "slow", "steps:=1", "delay_ms:=1"}, 0, text("Took 1 steps."), "progress 1/1: step 1 of 1\n"},
		"JSON":           {"", []string{"tools/call", `{"name":"echo","arguments":{"message":"x"}}`}, 0, text("x"), ""},
		"a file":         {"", []string{"tools/call", "@" + params}, 0, text("from a file"), ""},
		"stdin":          {`{"name":"echo","arguments":{"message":"in"}}`, []string{"tools/call", "-"}, 0, text("in"), ""},
		"a prompt":       {"", []string{"prompts/get", "greet", "name=Ada"}, 0, `"messages":[`, ""},
		"an answer":      {"", []string{"--answer", "elicitation/create=" + name, "tools/call", "ask_user"}, 0, "Ada", ""},
		"a tool's error": {"", []string{"tools/call", "fail"}, 1, `"isError":true`, ""},
		"an error":       {"", []string{"no/such"}, 1, "", `{"code":-32601,`},
		"no answer":      {"", []string{"--timeout", "100ms", "--protocol", "2026-07-28", "tools/call", "slow", "steps:=1", "delay_ms:=60000"}, 5, "", "stdioscope: tools/call: no answer in time, within 100ms\n"},
		"an early end":   {"", []string{"tools/call", "exit_3"}, 4, "", "exited 3"},
		"no method":      {"", nil, 2, "", "stdioscope: no method given"},
		"no JSON":        {"", []string{"tools/call", "{broken"}, 2, "", "stdioscope: params: not JSON: "},
		"no member":      {"", []string{"tools/call", "echo", "message"}, 2, "", `"message" is neither key=text nor key:=json`},
		"no such file":   {"", []string{"tools/call", "@" + params + "x"}, 2, "", "no such file"},
		"no pages":       {"", []string{"--all-pages", "ping"}, 2, "", "has no pages"},
	} {
		got := s.run(tc.stdin, append(append([]string{"call"}, tc.args...), demo...)...)
		isLine := strings.HasPrefix(got.out, "{") && strings.HasSuffix(got.out, "}\n") && strings.Count(got.out, "\n") == 1
		if got.code != tc.code || !strings.Contains(got.out, tc.out) || isLine != (tc.out != "") ||
			!strings.Contains(got.err, tc.err) || (got.err == "") != (tc.err == "") {
			t.Errorf("%s: exit code %d, %q, stderr %q", what, got.code, got.out, got.err)
		}
	}
	if got := s.run("", "call", "ping", "--", "no-such-command-xyz"); got.code != 3 || strings.Count(got.err, "\n") != 1 {
		t.Errorf("no such command: exit code %d, stderr %q", got.code, got.err)
	}
	if got := s.run("", "call", "ping"); got.code != 2 || !strings.Contains(got.err, "no command given behind --") {
		t.Errorf("no command: exit code %d, stderr %q", got.code, got.err)
	}
	if got := s.run("", "list"); strings.Count(got.out, "\n") < 10 {
		t.Errorf("calls are recorded, but there are only\n%s", got.out)
	}
}

func TestACallThatASignalEndsSaysWhichOne(t *testing.T) {
	s := scripted{t, t.TempDir()}
	for sig, code := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		for _, args := range [][]string{{"call", "--timeout", "0"}, {"send"}} {
			begun := filepath.Join(t.TempDir(), "begun")
			words := slices.Concat(args, []string{"--no-handshake"})
			if args[0] == "call" {
				words = append(words, "ping", "--")
			}
			cmd := exec.Command(program(t), append(words, "sh", "-c", "read -r line; : >"+begun+"; cat >/dev/null")...)
			cmd.Env = append(quietEnv(), "XDG_STATE_HOME="+s.state, "XDG_CACHE_HOME="+s.state)
			cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			awaitFile(t, begun)
			_ = cmd.Process.Signal(sig)
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != code {
				t.Errorf("%s after %s: exit code %d", args[0], sig, got)
			}
		}
	}
}

// awaitFile waits until a server has said by a file that it has come so far.
func awaitFile(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", path)
		}
	}
}

func TestSendPassesRawLines(t *testing.T) {
	s := scripted{t, t.TempDir()}
	const raw = "{broken\r\n\n{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\nno end"
	if got := s.run(raw, "send", "--", "cat"); got.code != 0 || got.out != raw || got.err != "" {
		t.Errorf("exit code %d, %q, stderr %q", got.code, got.out, got.err)
	}
	const ping = `{"jsonrpc":"2.0","id":99,"method":"ping"}` + "\n"
	got := s.run(ping, "send", "--handshake", "--protocol", "legacy", program(t), "demo-server")
	if got.code != 0 || !strings.HasSuffix(got.out, `{"jsonrpc":"2.0","id":99,"result":{}}`+"\n") || !strings.Contains(got.out, "protocolVersion") {
		t.Errorf("exit code %d, %q, stderr %q", got.code, got.out, got.err)
	}
	if got := s.run(ping, "send", "--wait", "1ms", "sh", "-c", "cat >/dev/null"); got.code != 5 || !strings.Contains(got.err, "1 requests were left open") {
		t.Errorf("no answer: exit code %d, stderr %q", got.code, got.err)
	}
	if got := s.run(ping, "send", "sh", "-c", "read -r line; echo so sorry >&2; exit 7"); got.code != 4 || !strings.Contains(got.err, "exited 7") || !strings.Contains(got.err, "so sorry") {
		t.Errorf("an early end: exit code %d, stderr %q", got.code, got.err)
	}
}

func TestASessionIsReplayedAndMocked(t *testing.T) {
	s := scripted{t, t.TempDir()}
	saved := filepath.Join(s.state, "saved.jsonl")
	const session = `{"jsonrpc":"2.0","id":11,"method":"tools/list"}
{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Berlin"}}}
{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"forget","arguments":{}}}
`
	if got := s.run(session, "send", "--handshake", "--protocol", "legacy", "--record", saved, program(t), "demo-server"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	for what, tc := range map[string]struct {
		args []string
		code int
		want []string
	}{
		"itself":         {[]string{saved, "--", program(t), "demo-server"}, 0, []string{"3 requests, 2 equal, 1 not-sent", "marked as destructive"}},
		"with yes":       {[]string{"--yes", saved, "--", program(t), "demo-server"}, 0, []string{"3 requests, 3 equal"}},
		"a mock":         {[]string{"--yes", saved, "--", program(t), "mock", saved}, 0, []string{"3 requests, 3 equal"}},
		"another server": {[]string{"--format", "json", saved, "--", program(t), "demo-server", "--misbehave"}, 1, []string{`"outcome":"different"`, `"path":"$.result.tools[10]"`}},
		"only what is the same": {
			[]string{"--ignore", "$.result.tools", "--ignore", "findings", saved, "--", program(t), "demo-server", "--misbehave"}, 0, []string{"2 equal"},
		},
		"a part":    {[]string{"--filter", "tool:weather", "--format", "junit", saved, "--", program(t), "demo-server"}, 0, []string{`tests="2" failures="0"`}},
		"twice":     {[]string{"--repeat", "2", saved, "--", program(t), "demo-server"}, 0, []string{"round 1\n", "round 2\n"}},
		"a failure": {[]string{"--until-failure", saved, "--", program(t), "demo-server", "--misbehave"}, 1, []string{"round 1\n", "1 different"}},
	} {
		got := s.run("", append([]string{"replay"}, tc.args...)...)
		for _, want := range tc.want {
			if got.code != tc.code || !strings.Contains(got.out, want) || got.err != "" {
				t.Errorf("%s: exit code %d, %q, stderr %q", what, got.code, got.out, got.err)
			}
		}
	}
	learned := filepath.Join(s.state, "varies")
	if got := s.run("", "replay", "--learn", learned, saved, "--", program(t), "demo-server"); got.code != 0 {
		t.Errorf("learning: %+v", got)
	}
	if got := s.run("", "replay", "--ignore", "@"+learned, saved, "--", program(t), "demo-server"); got.code != 0 {
		t.Errorf("with what was learned: %+v", got)
	}
}

func TestNothingDestructiveIsSentUnasked(t *testing.T) {
	s := scripted{t, t.TempDir()}
	saved := filepath.Join(s.state, "saved.jsonl")
	demo := []string{"--", program(t), "demo-server"}
	if got := s.run("", append([]string{"call", "--protocol", "legacy", "--record", saved, "tools/call", "forget"}, demo...)...); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	got := s.run("", append([]string{"replay", saved}, demo...)...)
	if got.code != 1 || !strings.Contains(got.out, "1 requests, 1 not-sent; nothing was compared\n") || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "nothing was compared") {
		t.Errorf("%+v", got)
	}
	if got := s.run("", append([]string{"replay", "--yes", saved}, demo...)...); got.code != 0 || !strings.Contains(got.out, "1 requests, 1 equal\n") {
		t.Errorf("with --yes: %+v", got)
	}
	plain := filepath.Join(s.state, "plain.jsonl")
	if got := s.run("", append([]string{"call", "--protocol", "legacy", "--record", plain, "tools/call", "weather", "city=Berlin"}, demo...)...); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if got := s.run("", "replay", plain, "--", program(t), "mock", plain); got.code != 0 || !strings.Contains(got.err, "did not list its tools") {
		t.Errorf("a server that knows no list of tools: %+v", got)
	}
	got = s.run("", append([]string{"replay", "--yes", "--repeat", "3", "--format", "junit", saved}, demo...)...)
	if got.code != 0 || strings.Count(got.out, "<?xml") != 1 || strings.Count(got.out, "<testsuite ") != 3 {
		t.Errorf("three times: %+v", got)
	}
}

func TestWhatIsLearnedIsWrittenOverNothingElse(t *testing.T) {
	s := scripted{t, t.TempDir()}
	const letter = "Dear $USER\n"
	ping := s.file("ping", savedHeader+`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}`+"\n"+
		`{"seq":2,"time":"2026-11-30T10:11:12Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{}}}`+"\n")
	for path, code := range map[string]int{
		s.file("letter", letter): 2, filepath.Join(s.state, "no", "such"): 2, s.file("list", "# varies\nping $.result.x\n"): 0, filepath.Join(s.state, "new"): 0,
	} {
		got := s.run("", "replay", "--learn", path, ping, "--", program(t), "demo-server")
		if got.code != code || code == 2 && (got.out != "" || !strings.Contains(got.err, "--learn")) || code == 0 && strings.Count(got.out, "1 requests, 1 equal") != 2 {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(s.state, "letter")); string(text) != letter {
		t.Errorf("the letter is %q", text)
	}
}

func TestAServerThatFallsSilentIsSaidToLive(t *testing.T) {
	s := scripted{t, t.TempDir()}
	ping := s.file("ping", savedHeader+`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}`+"\n"+
		`{"seq":2,"time":"2026-11-30T10:11:12Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{}}}`+"\n")
	got := s.run("", "replay", "--no-handshake", ping, "--", "sh", "-c", "read -r line; exec >&-; cat >/dev/null")
	if got.code != 4 || !strings.Contains(got.err, "closed its stdout and lives on") || !strings.Contains(got.out, "stdout was closed early") {
		t.Errorf("%+v", got)
	}
}

func TestAQuestionEndsWithASignal(t *testing.T) {
	s := scripted{t, t.TempDir()}
	saved := filepath.Join(s.state, "saved.jsonl")
	if got := s.run("", "call", "--protocol", "legacy", "--record", saved, "tools/call", "forget", "--", program(t), "demo-server"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	x := run(t, 100, 30, []string{"XDG_STATE_HOME=" + s.state}, "replay", saved, "--", program(t), "demo-server")
	x.sees("Send it?")
	x.keys("maybe\n")
	x.until("a second question", func() bool { return strings.Count(x.text(), "Send it?") == 2 })
	if err := x.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := x.ends(); code != 143 {
		t.Errorf("exit code %d", code)
	}
}

func TestADestructiveCallIsAskedAboutOnATerminal(t *testing.T) {
	s := scripted{t, t.TempDir()}
	saved := filepath.Join(s.state, "saved.jsonl")
	const session = `{"jsonrpc":"2.0","id":11,"method":"tools/list"}
{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"forget","arguments":{}}}
{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"forget","arguments":{}}}
`
	if got := s.run(session, "send", "--handshake", "--protocol", "legacy", "--record", saved, program(t), "demo-server"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	x := run(t, 100, 30, []string{"XDG_STATE_HOME=" + s.state}, "replay", saved, "--", program(t), "demo-server")
	x.sees(`forget is marked as destructive`)
	x.keys("n\n")
	x.until("a second question", func() bool { return strings.Count(x.text(), "Send it?") == 2 })
	x.keys("y\n")
	x.sees(`3 requests, 2 equal, 1 not-sent`)
	if code := x.ends(); code != 1 && code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestWhatCannotBeReplayedIsToldInOneLine(t *testing.T) {
	s := scripted{t, t.TempDir()}
	empty, letter := s.file("empty", ""), s.file("letter", "Dear Sir")
	bare := s.file("bare", savedHeader)
	masked := s.file("masked", savedHeader+`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"x","params":{"key":"[redacted:3f2a91c4]"}}}`+"\n")
	ping := s.file("ping", savedHeader+`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}`+"\n"+
		`{"seq":2,"time":"2026-11-30T10:11:12Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{}}}`+"\n")
	for what, tc := range map[string]struct {
		args []string
		code int
		want string
	}{
		"an empty file":        {[]string{"replay", empty, "--", "cat"}, 6, "not a history"},
		"a letter":             {[]string{"replay", letter, "--", "cat"}, 6, "not a history"},
		"no such file":         {[]string{"replay", "nope", "--", "cat"}, 6, "no such history"},
		"no messages":          {[]string{"replay", bare, "--", "cat"}, 2, "nothing to replay"},
		"a mask":               {[]string{"replay", masked, "--", "cat"}, 2, "event 1 at $.params.key"},
		"nothing chosen":       {[]string{"replay", "--filter", "method:nope", ping, "--", "cat"}, 2, "nothing to replay"},
		"a bad filter":         {[]string{"replay", "--filter", "(", ping, "--", "cat"}, 2, "--filter: "},
		"a bad path":           {[]string{"replay", "--ignore", "x", ping, "--", "cat"}, 2, "--ignore x: "},
		"a bad match":          {[]string{"replay", "--match", "x", ping, "--", "cat"}, 2, "exact, shape or status"},
		"a bad format":         {[]string{"replay", "--format", "x", ping, "--", "cat"}, 2, "text, json or junit"},
		"a bad factor":         {[]string{"replay", "--slower-than", "x", ping, "--", "cat"}, 2, "--slower-than: "},
		"no command":           {[]string{"replay", ping}, 2, "no command given behind --"},
		"a command not found":  {[]string{"replay", ping, "--", "no-such-command-xyz"}, 3, "no-such-command-xyz"},
		"an early end":         {[]string{"replay", "--protocol", "legacy", ping, "--", "sh", "-c", "exit 7"}, 4, "exited 7"},
		"a silent server":      {[]string{"replay", "--no-handshake", "--timeout", "10ms", ping, "--", "sh", "-c", "cat >/dev/null"}, 5, ""},
		"nothing to play":      {[]string{"mock", bare}, 2, "nothing to play"},
		"a client and a story": {[]string{"mock", "-"}, 2, "there the client speaks"},
	} {
		got := s.run("", tc.args...)
		if got.code != tc.code || !strings.Contains(got.err, tc.want) || tc.want != "" && strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, stderr %q", what, got.code, got.out, got.err)
		}
	}
}

// BenchmarkCall is a call from start to exit, the demo's start and end included: so our own
// time is less. Budget: 30 ms of our own from start to result.
func BenchmarkCall(b *testing.B) {
	s := scripted{b, b.TempDir()}
	demo := program(b)
	begun := time.Now()
	for b.Loop() {
		if got := s.run("", "call", "--protocol", "legacy", "ping", "--", demo, "demo-server"); got.code != 0 {
			b.Fatalf("%+v", got)
		}
	}
	b.ReportMetric(float64(time.Since(begun).Milliseconds())/float64(b.N), "ms/call")
}
