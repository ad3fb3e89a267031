//go:build unix

package replay_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/session"
	"stdioscope/session/replay"
)

const patience = 30 * time.Second

func configFor(server string, env ...string) session.Config {
	return session.Config{
		Command: []string{os.Args[0], "be", server}, Env: append(env, "GORACE=atexit_sleep_ms=0"), Handshake: true,
		Protocol: session.ProtocolLegacy, Grace: 10 * time.Second, ClientName: "test", ClientVersion: "1", Listener: session.NewListener(),
	}
}

// recorded has a client talk to a server, and gives the history. Each group of lines is
// sent at once, and the next when all of it is answered that is going to be.
func recorded(t testing.TB, cfg session.Config, groups ...string) *history.Journal {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history")
	s, err := session.Start(cfg, "", history.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AwaitReady(t.Context(), cfg.Listener, patience, func(session.Heard) {}); err != nil {
		t.Fatal(err)
	}
	for _, group := range groups {
		say(t, s, cfg.Listener, group)
	}
	return reopened(t, s, path)
}

// reopened ends a session and opens what it has recorded.
func reopened(t testing.TB, s *session.Session, path string) *history.Journal {
	t.Helper()
	s.Stop()
	s.Close()
	_ = s.Journal().Close()
	j, err := history.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func say(t testing.TB, s *session.Session, l *session.Listener, group string) {
	t.Helper()
	if err := s.Send([]byte(group), history.FromComposer); err != nil {
		t.Fatal(err)
	}
	open := strings.Count(group, `"id":`) + strings.Count(group, "{broken") - strings.Count(group, `"name":"die"`) - strings.Count(group, "notifications/cancelled")
	for open > 0 {
		err := l.Await(t.Context(), time.After(patience), nil, func(h session.Heard) bool {
			return h.EndsAnswers() || h.Dir == framing.ServerToClient && (h.Message.Kind.IsResponse() || h.Message.Kind == framing.Batch)
		})
		if err != nil {
			t.Fatalf("no answer to %s: %v", group, err)
		}
		open--
	}
}

// played is a replay and what was sent in it.
type played struct {
	*replay.Report
	sent []string
	err  error
	j    *history.Journal
}

func play(t testing.TB, j *history.Journal, cfg session.Config, choice replay.Choice, opt replay.Options) played {
	t.Helper()
	plan, err := replay.NewPlan(t.Context(), j, choice)
	if err != nil {
		t.Fatal(err)
	}
	plan.Prepare(&cfg)
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AwaitReady(t.Context(), cfg.Listener, patience, func(session.Heard) {}); err != nil {
		t.Fatal(err)
	}
	if opt.Timeout == 0 {
		opt.Timeout = patience
	}
	if opt.Match == diff.Exact && opt.Ignore.Empty() {
		opt.Options = diff.Defaults()
	}
	p := played{j: s.Journal()}
	p.Report, p.err = replay.Run(t.Context(), s, cfg.Listener, plan, opt)
	s.Stop()
	s.Close()
	p.Conclude(context.Background(), s.Journal())
	for i := range p.j.Len() {
		if e := p.j.Event(i); e.Dir == framing.ClientToServer && e.Origin == history.FromReplay {
			line, _ := p.j.Line(i)
			p.sent = append(p.sent, string(line))
		}
	}
	t.Cleanup(func() { _ = p.j.Close() })
	return p
}

// outcomes says in words what became of the requests.
func (p played) outcomes() string {
	var words []string
	for i := range p.Results {
		words = append(words, p.Results[i].Outcome.String())
	}
	return strings.Join(words, " ")
}

func toolCall(id, name string, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":{%s}}}`, id, name, arguments)
}

const list = `{"jsonrpc":"2.0","id":50,"method":"tools/list"}`

func TestADemoSessionIsEqualToItself(t *testing.T) {
	for _, protocol := range []string{session.ProtocolLegacy, "2026-07-28"} {
		meta := ""
		if protocol != session.ProtocolLegacy {
			meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
		}
		cfg := configFor("demo")
		cfg.Protocol = protocol
		j := recorded(t, cfg,
			`{"jsonrpc":"2.0","id":50,"method":"tools/list","params":{`+strings.TrimPrefix(meta, ",")+`}}`,
			`{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"weather","arguments":{"city":"Berlin"}`+meta+`}}`+"\n{broken",
			`{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"chatter","arguments":{}`+meta+`}}`)
		cfg = configFor("demo")
		cfg.Protocol = session.ProtocolAuto
		p := play(t, j, cfg, replay.Choice{}, replay.Options{Settle: patience})
		if p.err != nil || p.Differs() || p.outcomes() != "equal equal equal equal" {
			t.Errorf("%s: %v, %s, %+v", protocol, p.err, p.outcomes(), p.Session)
		}
		if h := p.j.Header(); h.Mode != history.ModeReplay || h.Source != j.Header().ID {
			t.Errorf("the header is %+v", h)
		}
		if len(p.sent) != 4 || p.sent[2] != "{broken" || !strings.Contains(p.sent[1], `"id":"`) {
			t.Errorf("%s: sent %q", protocol, p.sent)
		}
	}
}

func TestAnotherServerDiffersInNamedPlaces(t *testing.T) {
	j := recorded(t, configFor("demo"), list, toolCall("51", "weather", `"city":"Berlin"`))
	p := play(t, j, configFor("misbehave"), replay.Choice{}, replay.Options{})
	if !p.Differs() || p.outcomes() != "different equal" {
		t.Fatalf("%s", p.outcomes())
	}
	if path := p.Results[0].Changes[0].Path().String(); !strings.HasPrefix(path, "$.result.tools[") {
		t.Errorf("what differs is %s", path)
	}
	if !slices.Contains(p.Findings, framing.StdoutNotJSON) {
		t.Errorf("new findings: %q", p.Findings)
	}
	for name, match := range map[string]diff.Match{"shape": diff.Shape, "status": diff.Status} {
		if p := play(t, j, configFor("misbehave"), replay.Choice{}, replay.Options{Compare: replay.Compare{Options: diff.Options{Match: match}}}); p.Count(replay.Different) > 0 && name == "status" {
			t.Errorf("%s: %s", name, p.outcomes())
		}
	}
}

func TestValuesOfARunAreFollowed(t *testing.T) {
	first := configFor("handles")
	path := filepath.Join(t.TempDir(), "history")
	s, err := session.Start(first, "", history.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AwaitReady(t.Context(), first.Listener, patience, func(session.Heard) {}); err != nil {
		t.Fatal(err)
	}
	say(t, s, first.Listener, list)
	say(t, s, first.Listener, toolCall("51", "open", ""))
	nonce := nonceIn(t, s.Journal())
	say(t, s, first.Listener, `{"jsonrpc":"2.0","id":52,"method":"tools/list","params":{"cursor":"p-`+nonce+`"}}`)
	say(t, s, first.Listener, `{"jsonrpc":"2.0","id":53,"method":"tasks/get","params":{"taskId":"task-`+nonce+`"}}`)
	say(t, s, first.Listener, toolCall("55", "ask", ""))
	say(t, s, first.Listener, `{"jsonrpc":"2.0","id":56,"method":"tools/call","params":{"name":"ask","arguments":{},"inputResponses":{"q":{"action":"decline"}},"requestState":"`+nonce[:3]+`"}}`)
	say(t, s, first.Listener, toolCall("54", "read", `"handle":"h-`+nonce+`","text":"in-text-`+nonce+`","uri":"log://`+nonce+`/9","mine":"my-own-77"`))
	j := reopened(t, s, path)
	p := play(t, j, configFor("handles"), replay.Choice{}, replay.Options{})
	if p.outcomes() != "equal equal equal equal equal equal equal" {
		t.Errorf("%s\n%q\n%+v", p.outcomes(), p.sent, p.Results)
	}
	if values := p.Results[6].Values; len(values) != 3 || values[0].Path != "$.params.arguments.handle" || !strings.HasPrefix(values[0].From, "$.result.structuredContent.handle of event ") {
		t.Errorf("taken over: %+v", values)
	}
	if p := play(t, j, configFor("handles"), replay.Choice{}, replay.Options{Literal: true}); p.outcomes() != "equal equal different different equal different different" {
		t.Errorf("as recorded: %s", p.outcomes())
	}
	only := replay.Choice{Keep: func(i int) bool { return j.Event(i).Tool == "read" }}
	if p := play(t, j, configFor("handles"), only, replay.Options{}); p.outcomes() != "different" || len(p.Results[0].Stale) == 0 {
		t.Errorf("without what it needs: %s, %q", p.outcomes(), p.Results[0].Stale)
	}
}

// nonceIn finds what the handles server has made up.
func nonceIn(t *testing.T, j *history.Journal) string {
	t.Helper()
	for i := range j.Len() {
		if line, _ := j.Line(i); j.Event(i).Kind == framing.Result {
			if cursor := framing.StringOf(framing.ValueAt(line, "result", "nextCursor")); cursor != "" {
				return strings.TrimPrefix(cursor, "p-")
			}
		}
	}
	t.Fatal("no cursor")
	return ""
}

func TestARequestWaitsForWhatItWaitedForThen(t *testing.T) {
	group := func(id, size string) string { return toolCall(id, "w", `"group":"`+size+`"`) }
	j := recorded(t, configFor("arrival"), group("1", "3")+"\n"+group("2", "3")+"\n"+group("3", "3"), group("4", "1"), group("5", "2")+"\n"+group("6", "2"))
	p := play(t, j, configFor("arrival"), replay.Choice{}, replay.Options{})
	if p.Differs() || p.outcomes() != "equal equal equal equal equal equal" {
		t.Errorf("%s", p.outcomes())
	}
	sent := func(n int) int { return p.Results[n].Index }
	answered := func(n int) int { return p.j.Event(sent(n)).Pair }
	for before, after := range map[int]int{0: 3, 1: 3, 2: 3, 3: 4} {
		if answered(before) > sent(after) {
			t.Errorf("request %d was sent before the answer to %d had come", after, before)
		}
	}
	if sent(2) > answered(0) || sent(5) > answered(4) {
		t.Error("requests that were open side by side are not any more")
	}
}

func TestConcurrencyIsKept(t *testing.T) {
	calls := make([]string, 6)
	for i := range calls {
		calls[i] = toolCall(fmt.Sprint(i+10), "w", `"group":"1"`)
	}
	j := recorded(t, configFor("arrival"), calls...)
	open, most := 0, 0
	p := play(t, j, configFor("demo"), replay.Choice{}, replay.Options{Concurrency: 3, Tell: func(e replay.Event) {
		if e.Result == nil {
			open++
		} else {
			open--
		}
		most = max(most, open)
	}})
	if p.err != nil || most != 3 || p.Count(replay.Different) != 6 {
		t.Errorf("%d were open at most, %s, %v", most, p.outcomes(), p.err)
	}
}

func TestPausesAreKeptIfWanted(t *testing.T) {
	j := recorded(t, configFor("demo"), toolCall("1", "slow", `"steps":1,"delay_ms":300`), list)
	begun := time.Now()
	if p := play(t, j, configFor("demo"), replay.Choice{Keep: func(int) bool { return true }}, replay.Options{Speed: 1}); p.Differs() {
		t.Errorf("%s", p.outcomes())
	}
	if took := time.Since(begun); took < 300*time.Millisecond {
		t.Errorf("it took %s", took)
	}
}

func TestAServerThatDiesLeavesTheRestUnsent(t *testing.T) {
	die := toolCall("2", "die", "")
	j := recorded(t, configFor("dies", "STAY=1"), toolCall("1", "x", ""), strings.Replace(die, "die", "d\\u0069e", 1), list)
	p := play(t, j, configFor("dies"), replay.Choice{}, replay.Options{})
	if p.outcomes() != "equal different not-sent" || p.Results[1].Status != exchange.Lost || !p.Ended {
		t.Errorf("%s, ended early: %v", p.outcomes(), p.Ended)
	}
	if len(p.Stderr) != 1 || p.ExitThen == p.ExitNow {
		t.Errorf("beside the answers: %+v", p.Session)
	}
	died := recorded(t, configFor("dies"), toolCall("1", "x", ""), die)
	if p := play(t, died, configFor("dies"), replay.Choice{}, replay.Options{}); p.Differs() {
		t.Errorf("one that died then as well: %s, %+v", p.outcomes(), p.Session)
	}
}

func TestAnAnswerThatDoesNotComeIsATimeOut(t *testing.T) {
	j := recorded(t, configFor("first-only", "STAY=1"), list, list, list)
	p := play(t, j, configFor("first-only"), replay.Choice{}, replay.Options{Timeout: 50 * time.Millisecond})
	if p.outcomes() != "equal timed-out timed-out" || !strings.Contains(p.Results[1].Why, "50ms") {
		t.Errorf("%s, %q", p.outcomes(), p.Results[1].Why)
	}
	if !strings.Contains(strings.Join(p.sent, "\n"), "notifications/cancelled") {
		t.Errorf("sent %q", p.sent)
	}
}

func TestTheServerIsAnsweredAsThen(t *testing.T) {
	cfg := configFor("asks")
	cfg.Answers = map[string]session.Answer{"elicitation/create": session.Canned([]byte(`{"action":"accept","content":{"n":1.50}}`))}
	j := recorded(t, cfg, toolCall("1", "x", ""))
	p := play(t, j, configFor("asks"), replay.Choice{}, replay.Options{})
	if p.Differs() || len(p.sent) != 2 || !strings.Contains(p.sent[1], `{"action":"accept","content":{"n":1.50}}`) {
		t.Errorf("%s, sent %q", p.outcomes(), p.sent)
	}
	cfg = configFor("asks")
	cfg.Answers = map[string]session.Answer{"elicitation/create": session.Decline}
	if p := play(t, j, cfg, replay.Choice{}, replay.Options{}); p.outcomes() != "different" || len(p.sent) != 1 {
		t.Errorf("with another answer: %s, sent %q", p.outcomes(), p.sent)
	}
}

func TestDestructiveToolsAreAskedAbout(t *testing.T) {
	j := recorded(t, configFor("destroyer"), list,
		toolCall("1", "wipe", ""), toolCall("2", "look", ""), toolCall("3", "write", ""), toolCall("4", "add", ""), toolCall("5", "plain", ""))
	gate := func(_ context.Context, q replay.Question) (replay.Decision, error) {
		if q.Destructive {
			return replay.Skip, nil
		}
		return replay.Send, nil
	}
	p := play(t, j, configFor("destroyer"), replay.Choice{}, replay.Options{Gate: gate})
	if p.outcomes() != "equal not-sent equal not-sent equal equal" {
		t.Errorf("%s", p.outcomes())
	}
}

func TestTheServerIsAskedForItsToolsWhereTheHistoryIsSilent(t *testing.T) {
	skip := replay.Options{Gate: func(_ context.Context, q replay.Question) (replay.Decision, error) {
		if q.Destructive {
			return replay.Skip, nil
		}
		return replay.Send, nil
	}}
	j := recorded(t, configFor("destroyer"), toolCall("1", "look", ""), toolCall("2", "wipe", ""), toolCall("3", "late", ""))
	p := play(t, j, configFor("destroyer"), replay.Choice{}, skip)
	if p.outcomes() != "equal not-sent not-sent" || strings.Count(strings.Join(p.sent, " "), "tools/list") != 2 {
		t.Errorf("%s, sent %q", p.outcomes(), p.sent)
	}
	batch := saved(t,
		`"dir":"c2s","msg":[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wipe"}}]}`,
		`"dir":"s2c","msg":[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]}`)
	if p := play(t, batch, configFor("destroyer"), replay.Choice{}, skip); p.outcomes() != "not-sent" {
		t.Errorf("in a batch: %s, sent %q", p.outcomes(), p.sent)
	}
}

func TestAServerThatDoesNotListItsToolsIsToldOf(t *testing.T) {
	gate := replay.Options{Gate: func(context.Context, replay.Question) (replay.Decision, error) { return replay.Send, nil }}
	j := recorded(t, configFor("answers"), toolCall("1", "wipe", ""))
	if p := play(t, j, configFor("answers"), replay.Choice{}, gate); !p.Unlisted || p.outcomes() != "equal" {
		t.Errorf("%s, told is %v", p.outcomes(), p.Unlisted)
	}
	if p := play(t, j, configFor("destroyer"), replay.Choice{}, gate); p.Unlisted {
		t.Error("it is told though the server lists them")
	}
}

func TestHowLongAPersonThinksIsNoLatencyOfTheServer(t *testing.T) {
	j := saved(t,
		`"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}`, `"dir":"c2s","msg":{"jsonrpc":"2.0","id":2,"method":"tools/list"}}`,
		`"dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{}}}`, `"dir":"s2c","msg":{"jsonrpc":"2.0","id":2,"result":{}}}`)
	const thinks = 500 * time.Millisecond
	n := 0
	gate := func(context.Context, replay.Question) (replay.Decision, error) {
		if n++; n == 1 {
			return replay.Send, nil
		}
		<-time.After(thinks)
		return replay.Stop, context.Canceled // as by ctrl-c
	}
	p := play(t, j, configFor("answers"), replay.Choice{}, replay.Options{Gate: gate})
	took, known := p.j.Latency(p.Results[0].Index)
	if p.outcomes() != "equal not-sent" || !known || p.Results[0].Latency > took+thinks/2 {
		t.Errorf("%s after %v, on record are %v", p.outcomes(), p.Results[0].Latency, took)
	}
}

func TestAGateCanStop(t *testing.T) {
	j := recorded(t, configFor("answers"), list, list, list)
	n := 0
	step := func(context.Context, replay.Question) (replay.Decision, error) {
		if n++; n == 2 {
			return replay.Stop, nil
		}
		return replay.Send, nil
	}
	if p := play(t, j, configFor("answers"), replay.Choice{}, replay.Options{Gate: step}); p.outcomes() != "equal not-sent not-sent" || p.err != nil {
		t.Errorf("%s, %v", p.outcomes(), p.err)
	}
}

const header = `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n"

func saved(t *testing.T, records ...string) *history.Journal {
	t.Helper()
	text := header
	for i, r := range records {
		text += fmt.Sprintf(`{"seq":%d,"time":"2026-11-30T10:11:%02dZ",%s`+"\n", i+1, 13+i, r)
	}
	j, err := history.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestWhatCannotBeSentIsRefusedByPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		records []string
		want    error
		words   string
	}{
		"nothing": {nil, replay.ErrNothing, "no message"},
		"a mask": {
			[]string{`"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":["[redacted:3f2a91c4]"]}}}}`},
			replay.ErrMasked, "event 1 at $.params.arguments.a[0]",
		},
		"a line of which the beginning was kept": {
			[]string{`"dir":"c2s","size":100,"cut":true,"text":"{\"jsonrpc\""}`}, replay.ErrCut, "event 1, of 100 bytes",
		},
	} {
		_, err := replay.NewPlan(t.Context(), saved(t, tc.records...), replay.Choice{})
		if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.words) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAHistoryWithoutAHandshakeIsReplayed(t *testing.T) {
	j := saved(t, `"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}`, `"dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{}}}`)
	if p := play(t, j, configFor("answers"), replay.Choice{}, replay.Options{}); p.outcomes() != "equal" {
		t.Errorf("%s", p.outcomes())
	}
}

func TestAMaskThatStandsForAHandleIsFollowed(t *testing.T) {
	j := saved(t,
		`"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}`,
		`"dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":"[redacted:3f2a91c4]"}}}`,
		`"dir":"c2s","msg":{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"[redacted:3f2a91c4]"}}}`,
		`"dir":"s2c","msg":{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"read"}]}}}`)
	p := play(t, j, configFor("handles"), replay.Choice{}, replay.Options{})
	if p.Results[1].Outcome != replay.Equal || strings.Contains(p.sent[1], "redacted") {
		t.Errorf("%s, sent %q", p.outcomes(), p.sent)
	}
}

func TestACancellationComesWhenItCameThen(t *testing.T) {
	slow := `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"slow","arguments":{"steps":100,"delay_ms":40},"_meta":{"progressToken":5}}}`
	cfg := configFor("demo")
	path := filepath.Join(t.TempDir(), "history")
	s, err := session.Start(cfg, "", history.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AwaitReady(t.Context(), cfg.Listener, patience, func(session.Heard) {}); err != nil {
		t.Fatal(err)
	}
	if err := s.Send([]byte(slow), history.FromComposer); err != nil {
		t.Fatal(err)
	}
	heard := 0
	if err := cfg.Listener.Await(t.Context(), time.After(patience), nil, func(h session.Heard) bool {
		if h.Verdict.Method == "notifications/progress" {
			heard++
		}
		return heard == 3
	}); err != nil {
		t.Fatal(err)
	}
	say(t, s, cfg.Listener, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`)
	say(t, s, cfg.Listener, list)
	s.Stop()
	s.Close()
	_ = s.Journal().Close()
	j, err := history.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	progress := 0
	p := play(t, j, configFor("demo"), replay.Choice{}, replay.Options{Settle: patience, Compare: replay.Compare{Options: diff.Options{Match: diff.Status}}})
	for i := range p.j.Len() {
		if p.j.Event(i).Method == "notifications/progress" {
			progress++
		}
	}
	if p.outcomes() != "equal equal equal" || p.Results[0].Status != exchange.Cancelled || progress < 3 {
		t.Errorf("%s after %d notifications of progress, sent %q", p.outcomes(), progress, p.sent)
	}
}

func TestBatchesAreSentWithIDsOfTheirOwn(t *testing.T) {
	cfg := configFor("demo")
	cfg.Protocol = "2025-03-26"
	batch := `[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","id":"x","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]`
	j := recorded(t, cfg, strings.Replace(batch, `"id":"x"`, `"id" :"x"`, 1))
	cfg = configFor("demo")
	cfg.Protocol = session.ProtocolAuto
	p := play(t, j, cfg, replay.Choice{}, replay.Options{})
	sent := strings.Join(p.sent, "\n")
	if p.outcomes() != "equal" || !strings.Contains(sent, `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id" :"2","method":"ping"}`) {
		t.Errorf("%s, sent %q", p.outcomes(), sent)
	}
}

func TestWhatVariesIsLearned(t *testing.T) {
	j := recorded(t, configFor("handles"), toolCall("1", "open", ""))
	keep := replay.Options{KeepAnswers: true}
	a := play(t, j, configFor("handles"), replay.Choice{}, keep)
	b := play(t, j, configFor("handles"), replay.Choice{}, keep)
	varies := replay.Learn(a.Report, b.Report, diff.Defaults())
	var file strings.Builder
	if err := varies.Write(&file); err != nil {
		t.Fatal(err)
	}
	const want = "tools/call open $.result.content[0].text\ntools/call open $.result.structuredContent.handle\n"
	if file.String() != want {
		t.Errorf("learned %q", file.String())
	}
	read, err := replay.ReadVaries(strings.NewReader("# comment\n\n" + file.String()))
	if err != nil {
		t.Fatal(err)
	}
	learned, err := read.Options(func() (diff.Options, error) { return diff.Defaults(), nil })
	if err != nil {
		t.Fatal(err)
	}
	if p := play(t, j, configFor("handles"), replay.Choice{}, replay.Options{Compare: replay.Compare{Learned: learned}}); p.Differs() {
		t.Errorf("%s: %+v", p.outcomes(), p.Results[0].Changes)
	}
	if _, err := replay.ReadVaries(strings.NewReader("tools/call open\n")); !errors.Is(err, replay.ErrLearned) {
		t.Errorf("a line without a path: %v", err)
	}
}

func TestLatenciesAreJudged(t *testing.T) {
	for text, tc := range map[string]struct {
		then, now time.Duration
		slow      bool
	}{
		"2x":   {10 * time.Millisecond, 21 * time.Millisecond, true},
		"2.5x": {10 * time.Millisecond, 21 * time.Millisecond, false},
		"3x":   {10 * time.Microsecond, time.Millisecond, false}, // noise
		"50ms": {time.Second, 1100 * time.Millisecond, true},
		"1m":   {time.Second, 2 * time.Second, false},
	} {
		judge, err := replay.SlowerThan(text)
		if err != nil || judge(tc.then, tc.now) != tc.slow {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"", "x", "0.5x", "-1s", "2", "2abcx", "infx"} {
		if _, err := replay.SlowerThan(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestASessionThatRunsCanBeReplayedInto(t *testing.T) {
	j := recorded(t, configFor("answers"), list, toolCall("1", "x", ""))
	plan, err := replay.NewPlan(t.Context(), j, replay.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := configFor("answers")
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		s.Stop()
		s.Close()
		_ = s.Journal().Close()
	}()
	if err := s.AwaitReady(t.Context(), cfg.Listener, patience, func(session.Heard) {}); err != nil {
		t.Fatal(err)
	}
	say(t, s, cfg.Listener, list)
	for range 2 {
		mine := session.NewListener()
		stop := s.Listen(mine)
		report, err := replay.Run(t.Context(), s, mine, plan, replay.Options{Timeout: patience, Compare: replay.Compare{Options: diff.Defaults()}})
		stop()
		if err != nil || report.Count(replay.Equal) != 2 {
			t.Errorf("%v, %+v", err, report)
		}
	}
	ids := map[string]bool{}
	for i := range s.Journal().Len() {
		if e := s.Journal().Event(i); e.Kind == framing.Request && e.Dir == framing.ClientToServer {
			if id := string(s.Journal().ID(i)); ids[id] {
				t.Errorf("id %s was used twice", id)
			} else {
				ids[id] = true
			}
		}
	}
}
