//go:build unix

package session_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
	"stdioscope/session/process"
)

// running is a session with one of the test's servers.
type running struct {
	*session.Session
	t *testing.T
	j *history.Journal
}

func configFor(server string) session.Config {
	return session.Config{
		Command: []string{os.Args[0]},
		// A program under the race detector sleeps for a second before it ends.
		Env:       []string{serverVariable + "=" + server, "GORACE=atexit_sleep_ms=0"},
		Handshake: true, Protocol: session.ProtocolLegacy, Grace: 5 * time.Second,
		ClientName: "test", ClientVersion: "1",
	}
}

func start(t *testing.T, cfg session.Config) running {
	t.Helper()
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	r := running{Session: s, t: t, j: s.Journal()}
	t.Cleanup(func() {
		s.Stop()
		s.Close()
		_ = r.j.Close()
	})
	return r
}

// until waits for an event that passes the test, woken by the journal's bell.
func (r running) until(what string, test func(i int, e history.Event) bool) int {
	r.t.Helper()
	limit := time.After(20 * time.Second)
	for i := 0; ; {
		for ; i < r.j.Len(); i++ {
			if test(i, r.j.Event(i)) {
				return i
			}
		}
		select {
		case <-r.j.Bell():
		case <-limit:
			r.t.Fatalf("waited in vain for %s; there is\n%s", what, r.shown())
		}
	}
}

// changed waits until a fact about the whole journal holds.
func (r running) changed(what string, test func() bool) {
	r.t.Helper()
	limit := time.After(20 * time.Second)
	for !test() {
		select {
		case <-r.j.Bell():
		case <-limit:
			r.t.Fatalf("waited in vain for %s; there is\n%s", what, r.shown())
		}
	}
}

func (r running) shown() string {
	var out bytes.Buffer
	_ = history.ShowText(&out, r.j, nil)
	return out.String()
}

// ready waits until the handshake is over.
func (r running) ready() history.Fact {
	r.t.Helper()
	i := r.until("the end of the handshake", func(i int, _ history.Event) bool {
		f, ok := r.j.Fact(i)
		return ok && f.Event == history.FactReady
	})
	f, _ := r.j.Fact(i)
	return f
}

func (r running) note(words string) {
	r.t.Helper()
	r.until("a note of "+words, func(i int, _ history.Event) bool {
		f, ok := r.j.Fact(i)
		return ok && strings.Contains(f.Text, words)
	})
}

func (r running) line(i int) string {
	r.t.Helper()
	line, err := r.j.Line(i)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(line)
}

func (r running) lines(dir framing.Dir) []string {
	var out []string
	for i := range r.j.Len() {
		if r.j.Event(i).Dir == dir {
			out = append(out, r.line(i))
		}
	}
	return out
}

func (r running) send(text string) {
	r.t.Helper()
	if err := r.Send([]byte(text), history.FromComposer); err != nil {
		r.t.Fatal(err)
	}
}

// end waits for the end of the server and of the recording.
func (r running) end() history.Fact {
	r.t.Helper()
	select {
	case <-r.Done():
	case <-time.After(20 * time.Second):
		r.t.Fatalf("the server does not end; there is\n%s", r.shown())
	}
	r.Close()
	exit, ok := r.j.LastExit()
	if !ok {
		r.t.Fatalf("no exit on record:\n%s", r.shown())
	}
	return exit.Fact
}

func TestTheHandshakeIsDoneForTheUser(t *testing.T) {
	for server, revision := range map[string]string{"good": "2025-11-25", "old": "2024-11-05"} {
		r := start(t, configFor(server))
		if f := r.ready(); f.Protocol != revision || f.Era != "legacy" || f.Server != "s 1" {
			t.Errorf("%s: ready is %+v", server, f)
		}
		if state := r.State(); state.Phase != session.Ready || state.Protocol != revision || state.PID == 0 {
			t.Errorf("%s: the state is %+v", server, state)
		}
		r.until("notifications/initialized", func(_ int, e history.Event) bool {
			return e.Method == "notifications/initialized" && e.Origin == history.FromHandshake
		})
		if id := r.NextID(); id != 1 {
			t.Errorf("%s: the next id is %d", server, id)
		}
		r.Stop()
		if exit := r.end(); exit.Ending() != "exited 0" {
			t.Errorf("%s: %s", server, exit.Ending())
		}
	}
}

func TestAnAnswerThatStrictClientsWouldNotTakeOpensTheSessionToo(t *testing.T) {
	for server, status := range map[string]exchange.Status{
		"pretty": exchange.Malformed, "glued": exchange.Malformed, "batched": exchange.OK, "unversioned": exchange.OK,
	} {
		r := start(t, configFor(server))
		if ready := r.ready(); ready.Protocol != "2025-11-25" {
			t.Errorf("%s: %+v", server, ready)
		}
		if got := r.j.Event(1).Status; got != status {
			t.Errorf("%s: initialize is %s", server, got)
		}
	}
}

func TestWithoutAHandshakeNothingIsSent(t *testing.T) {
	cfg := configFor("good")
	cfg.Handshake = false
	r := start(t, cfg)
	r.send(`{"jsonrpc":"2.0","id":5,"method":"tools/list"}`)
	i := r.until("the answer", func(_ int, e history.Event) bool { return e.Kind == framing.Result })
	if sent := r.lines(framing.ClientToServer); len(sent) != 1 || r.j.Event(i).Pair == history.None {
		t.Errorf("%q went to the server", sent)
	}
	if id := r.NextID(); id != 6 {
		t.Errorf("the next id is %d", id)
	}
}

func TestARefusedHandshakeIsTold(t *testing.T) {
	r := start(t, configFor("refuses"))
	r.note("refused initialize")
	if got := r.State().Phase; got != session.Refused {
		t.Errorf("the phase is %s", got)
	}
}

func TestASilentServerIsTold(t *testing.T) {
	cfg := configFor("deaf")
	cfg.Timeout, cfg.Grace = time.Millisecond, 0
	start(t, cfg).note("no usable answer to initialize after 1ms")
}

func TestTheServersOwnRequestsAreAnswered(t *testing.T) {
	cfg := configFor("asks")
	cfg.Roots = []string{"/tmp/a b"}
	r := start(t, cfg)
	r.until("four answers", func(i int, e history.Event) bool {
		return e.Dir == framing.ClientToServer && e.Kind == framing.Error && string(r.j.ID(i)) == "3"
	})
	answers := r.lines(framing.ClientToServer)[2:]
	for i, want := range []string{
		`"id":"p","result":{}`, `"uri":"file:///tmp/a%20b"`, `"id":2,"error":{"code":-32601`, `"id":3,"error":{"code":-32601`,
	} {
		if !strings.Contains(answers[i], want) {
			t.Errorf("answer %d is %s, want %s", i, answers[i], want)
		}
	}
	for i := range r.j.Len() {
		if e := r.j.Event(i); e.Dir == framing.ClientToServer && e.Kind.IsResponse() && e.Origin != history.FromAutoReply {
			t.Errorf("an answer comes from %s", e.Origin)
		}
	}
}

func TestTalkAboutARequestIsNotAnswered(t *testing.T) {
	r := start(t, configFor("talks-of-requests"))
	r.ready()
	r.send(`{"jsonrpc":"2.0","id":50,"method":"tools/list"}`)
	r.send(`{"jsonrpc":"2.0","id":51,"method":"ping"}`)
	r.until("the answer to the ping", func(i int, e history.Event) bool {
		return e.Kind == framing.Result && string(r.j.ID(i)) == "51"
	})
	r.Stop()
	r.end()
	for _, line := range r.lines(framing.ClientToServer) {
		if strings.Contains(line, `"error"`) {
			t.Errorf("it was answered: %s", line)
		}
	}
}

func TestRequestsInABatchAreAnswered(t *testing.T) {
	cfg := configFor("asks-in-a-batch")
	cfg.Protocol = "2025-03-26"
	r := start(t, cfg)
	for _, id := range []string{`"p"`, `"q"`} {
		r.until("the answer to "+id, func(i int, e history.Event) bool {
			return e.Dir == framing.ClientToServer && e.Kind == framing.Result && string(r.j.ID(i)) == id
		})
	}
	i := r.until("the batch", func(_ int, e history.Event) bool { return e.Kind == framing.Batch })
	r.changed("the end of the batch", func() bool { return r.j.Event(i).Status == exchange.OK })
}

func TestOrphansDoNotPileUp(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux makes us their parent")
	}
	cfg := configFor("starts-many")
	cfg.Handshake = false
	r := start(t, cfg)
	const many = 50
	for range many {
		r.send("go")
	}
	r.changed("all starts", func() bool { return strings.Count(r.shown(), "started\n") >= many })
	for end := time.Now().Add(10 * time.Second); zombies() > 5; time.Sleep(50 * time.Millisecond) { // nobody tells when one is gone
		if time.Now().After(end) {
			t.Fatalf("%d zombies are left", zombies())
		}
	}
}

// zombies counts our children that have ended though nobody has asked how.
func zombies() int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	n := 0
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(stat), fmt.Sprintf(") Z %d ", os.Getpid())) {
			n++
		}
	}
	return n
}

func TestRequestsAreAnsweredByPolicy(t *testing.T) {
	for name, tc := range map[string]struct {
		answer   session.Answer
		want     string
		declared bool
	}{
		"refused":  {session.Refuse, `"error":{"code":-32601`, false},
		"declined": {session.Decline, `"error":{"code":-1,"message":"the user declined"}`, true},
		"canned":   {session.Canned([]byte("{\n \"model\": \"m\"\n}")), `"result":{"model":"m"}}`, true},
	} {
		cfg := configFor("asks")
		cfg.Answers = map[string]session.Answer{"sampling/createMessage": tc.answer}
		r := start(t, cfg)
		i := r.until("the answer", func(i int, e history.Event) bool {
			return e.Dir == framing.ClientToServer && e.Kind.IsResponse() && string(r.j.ID(i)) == "3"
		})
		if !strings.Contains(r.line(i), tc.want) {
			t.Errorf("%s: %s", name, r.line(i))
		}
		if declared := strings.Contains(r.lines(framing.ClientToServer)[0], "sampling"); declared != tc.declared {
			t.Errorf("%s: declared %v", name, declared)
		}
	}
}

func TestSamplingIsLeftToThePersonWhoIsThere(t *testing.T) {
	cfg := configFor("asks")
	cfg.Answers = map[string]session.Answer{"sampling/createMessage": session.Ask}
	r := start(t, cfg)
	i := r.until("the sampling request", func(_ int, e history.Event) bool { return e.Method == "sampling/createMessage" })
	r.send(`{"jsonrpc":"2.0","id":3,"result":{"model":"me"}}`)
	r.changed("the answer by hand", func() bool { return r.j.Event(i).Status == exchange.OK })
	if !strings.Contains(r.lines(framing.ClientToServer)[0], `"sampling":{}`) {
		t.Errorf("what was declared: %s", r.lines(framing.ClientToServer)[0])
	}
}

func TestAServerThatDiesLeavesItsReason(t *testing.T) {
	r := start(t, configFor("dies"))
	exit := r.end()
	if exit.Ending() != "exited 3" || exit.Unanswered != 1 {
		t.Errorf("%+v", exit)
	}
	if said := r.lines(framing.Stderr); !slices.Equal(said, []string{"loading", "no module named 'demo'"}) {
		t.Errorf("stderr is %q", said)
	}
	for i := range r.j.Len() {
		if e := r.j.Event(i); e.Kind == framing.Request && e.Status != exchange.Lost {
			t.Errorf("%s is %s", e.Method, e.Status)
		}
	}
	if err := r.Send([]byte("{}"), history.FromComposer); !errors.Is(err, session.ErrEnded) {
		t.Errorf("sending to a dead server: %v", err)
	}
}

func TestAServerKilledInMidMessage(t *testing.T) {
	r := start(t, configFor("half"))
	r.ready()
	r.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`)
	if exit := r.end(); exit.Ending() != "killed by SIGKILL" || exit.Code != nil {
		t.Errorf("%+v", exit)
	}
	i := r.until("the torn tail", func(_ int, e history.Event) bool { return e.Kind == framing.Invalid })
	if e := r.j.Event(i); e.EOL != framing.None || r.line(i) != `{"jsonrpc":"2.0","id":1,"resu` {
		t.Errorf("%+v %s", e, r.line(i))
	}
}

func TestAWellBehavedServerIsGoneAtOnce(t *testing.T) {
	r := start(t, configFor("good"))
	r.ready()
	r.Stop()
	if exit := r.end(); exit.Ending() != "exited 0" {
		t.Errorf("%+v", exit)
	}
	if steps := r.steps(); len(steps) > 1 {
		t.Errorf("the steps were %q", steps)
	}
}

func (r running) steps() []string {
	var steps []string
	for _, f := range r.j.Facts(0) {
		if strings.HasPrefix(f.Text, "shutdown: ") {
			steps = append(steps, f.Text)
		}
	}
	return steps
}

func TestTheShutdownGoesDownTheLadder(t *testing.T) {
	for _, tc := range []struct {
		server, ending string
		steps          int
	}{
		{"stays", "exited 0", 2},
		{"stubborn", "killed by SIGKILL", 3},
	} {
		cfg := configFor(tc.server)
		cfg.Grace = 100 * time.Millisecond
		r := start(t, cfg)
		r.ready()
		r.Stop()
		if exit := r.end(); exit.Ending() != tc.ending {
			t.Errorf("%s: %s", tc.server, exit.Ending())
		}
		if steps := r.steps(); len(steps) != tc.steps {
			t.Errorf("%s: the steps were %q", tc.server, steps)
		}
	}
}

func TestASecondStopSkipsTheWaiting(t *testing.T) {
	cfg := configFor("stubborn")
	cfg.Grace = time.Hour
	r := start(t, cfg)
	r.ready()
	r.Stop()
	r.Stop()
	r.Stop()
	if exit := r.end(); exit.Ending() != "killed by SIGKILL" {
		t.Errorf("%+v", exit)
	}
}

func TestNothingOfTheGroupIsLeft(t *testing.T) {
	cfg := configFor("forks")
	cfg.Handshake = false
	r := start(t, cfg)
	if exit := r.end(); exit.Ending() != "exited 4" {
		t.Errorf("%+v", exit)
	}
	var pid int
	if _, err := fmt.Sscan(r.lines(framing.Stderr)[0], &pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d is left: %v", pid, err)
	}
}

func TestNothingOfTheGroupIsLeftWhenWeAreKilled(t *testing.T) {
	witness := filepath.Join(t.TempDir(), "witness")
	if err := syscall.Mkfifo(witness, 0o600); err != nil {
		t.Fatal(err)
	}
	host := exec.Command(os.Args[0])
	host.Env = append(os.Environ(), serverVariable+"=host", witnessVariable+"="+witness)
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	alive, err := os.Open(witness)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = alive.Close() }()
	said := bufio.NewReader(alive)
	for range 2 { // the server and its child
		if line, err := said.ReadString('\n'); err != nil || line != "here\n" {
			t.Fatalf("%q, %v", line, err)
		}
	}
	_ = host.Process.Kill()
	_ = host.Wait()
	if err := alive.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if line, err := said.ReadString('\n'); !errors.Is(err, io.EOF) {
		t.Errorf("something lives on: %q, %v", line, err)
	}
}

func TestWhatHasLeftTheGroupIsNamed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux tells")
	}
	cfg := configFor("escapes")
	cfg.Handshake = false
	r := start(t, cfg)
	r.end()
	r.note("has left the group of the server and lives on: sleep 2")
}

func TestAGrandchildThatHoldsThePipesDoesNotDelayTheEnd(t *testing.T) {
	cfg := configFor("escapes")
	cfg.Handshake = false
	r := start(t, cfg)
	begun := time.Now()
	r.end()
	if spent := time.Since(begun); spent > 1900*time.Millisecond {
		t.Errorf("the end took %v, as long as the grandchild lives", spent)
	}
	if said := r.lines(framing.ServerToClient); !slices.Equal(said, []string{"last words"}) {
		t.Errorf("stdout is %q", said)
	}
}

func TestAServerThatClosesItsStdoutIsStillAlive(t *testing.T) {
	r := start(t, configFor("hangs-up"))
	r.ready()
	r.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`)
	i := r.until("the call", func(_ int, e history.Event) bool { return e.Method == "tools/call" })
	r.note("stdout closed, process alive")
	if got := r.j.Event(i).Status; got != exchange.Lost {
		t.Errorf("the call is %s", got)
	}
	r.Stop()
	r.end()
}

func TestADeafServerStallsNothing(t *testing.T) {
	cfg := configFor("deaf")
	r := start(t, cfg)
	big := `{"jsonrpc":"2.0","id":1,"method":"x","params":{"pad":"` + strings.Repeat("x", 1<<20) + `"}}`
	r.send(big)
	r.send(big)
	r.note("the server is not reading")
	if n := r.State().Unread; n < 1<<20 {
		t.Errorf("%d bytes are said to wait", n)
	}
	r.Stop()
	r.Stop()
	r.Stop()
	r.end()
}

func TestADeafServerIsToldForASingleRequestToo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux tells how much of a pipe was read")
	}
	r := start(t, configFor("deaf"))
	r.note("the server is not reading")
	if r.State().Unread == 0 {
		t.Error("nothing is said to wait")
	}
	r.Stop()
	r.Stop()
	r.Stop()
	r.end()
}

func TestAServerThatReadsAgainIsTold(t *testing.T) {
	cfg := configFor("naps")
	cfg.Handshake = false
	r := start(t, cfg)
	r.until("the nap", func(_ int, e history.Event) bool { return e.Dir == framing.ServerToClient })
	r.send(`{"pad":"` + strings.Repeat("x", 1<<20) + `"}`)
	r.note("the server is not reading")
	_ = syscall.Kill(r.State().PID, syscall.SIGUSR1)
	r.note("the server reads again")
	r.changed("an empty queue", func() bool { return r.State().Unread == 0 })
}

func TestReadingNeverWaitsForWriting(t *testing.T) {
	cfg := configFor("both-ways")
	cfg.Handshake = false
	r := start(t, cfg)
	big := `{"id":1,"pad":"` + strings.Repeat("x", 4<<20) + `"}`
	for range 3 {
		r.send(big)
	}
	r.changed("three long answers", func() bool { return r.j.Len() >= 7 })
	for _, line := range r.lines(framing.ServerToClient) {
		if line != big {
			t.Errorf("a line of %d bytes came back with %d", len(big), len(line))
		}
	}
}

func TestAPromptIsSeenBeforeItsLineEnds(t *testing.T) {
	cfg := configFor("prompts")
	cfg.Handshake = false
	r := start(t, cfg)
	r.changed("the prompt", func() bool { return string(r.j.Tail(framing.ServerToClient)) == "Password: " })
	if lines := r.lines(framing.ServerToClient); lines != nil {
		t.Errorf("it is recorded as %q", lines)
	}
	r.send("secret")
	r.until("the whole line", func(i int, e history.Event) bool {
		return e.Dir == framing.ServerToClient && r.line(i) == "Password: thanks"
	})
	if tail := r.j.Tail(framing.ServerToClient); tail != nil {
		t.Errorf("the tail is still %q", tail)
	}
}

func TestThatAnswersAreLeftOutIsToldWhenItBegins(t *testing.T) {
	cfg := configFor("asks-on")
	cfg.Handshake = false
	r := start(t, cfg)
	r.note("asks faster than it reads")
	r.Stop()
	r.Stop()
	r.end()
}

func TestNothingOfAFloodIsLost(t *testing.T) {
	cfg := configFor("flood")
	cfg.Handshake = false
	r := start(t, cfg)
	r.end()
	out, errOut := r.lines(framing.ServerToClient), r.lines(framing.Stderr)
	if len(out) != floodLines+1 || len(errOut) != floodLines || out[floodLines] != "the end" {
		t.Fatalf("%d lines on stdout and %d on stderr", len(out), len(errOut))
	}
	for i := range floodLines {
		if !strings.HasSuffix(out[i], fmt.Sprintf(":%d}}", i)) || errOut[i] != fmt.Sprintf("line %d", i) {
			t.Fatalf("line %d is %s and %s", i, out[i], errOut[i])
		}
	}
}

func TestLinesOfAnyLengthComeWhole(t *testing.T) {
	cfg := configFor("long-lines")
	cfg.Handshake, cfg.MaxLine = false, 1<<20
	r := start(t, cfg)
	r.end()
	for i, want := range []int64{65535, 65536, 65537, 1 << 20, 3 << 20} {
		i++ // the first event is the start
		if e := r.j.Event(i); e.Size != want || e.Cut != (want > 1<<20) {
			t.Errorf("a line of %d bytes: %+v", want, e)
		}
	}
}

func TestTheServerGetsWhatItWasGiven(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"a b", `c"d`, "$HOME", "*.txt", "x|y;z&&w", "", "日本", "-e", "--cwd"}
	cfg := configFor("whoami")
	cfg.Command = append(cfg.Command, args...)
	cfg.Env = append(cfg.Env, "A=k=v=w==", "B=", "C=one\ntwo")
	cfg.Dir, cfg.Handshake = dir, false
	t.Setenv("INHERITED", "yes")
	for _, clean := range []bool{false, true} {
		cfg.CleanEnv = clean
		r := start(t, cfg)
		r.end()
		var told struct {
			Args, Env      []string
			Dir            string
			Pid, Pgid, Sid int
			Terminal       bool
		}
		if err := json.Unmarshal([]byte(r.lines(framing.ServerToClient)[0]), &told); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(told.Args, args) || told.Dir != dir {
			t.Errorf("the server was given %q in %s", told.Args, told.Dir)
		}
		for _, pair := range cfg.Env {
			if !slices.Contains(told.Env, pair) {
				t.Errorf("the server lacks %q", pair)
			}
		}
		if slices.Contains(told.Env, "INHERITED=yes") == clean {
			t.Errorf("clean %v: the server has %q", clean, told.Env)
		}
		if told.Pgid != told.Pid || told.Sid != told.Pid || told.Terminal {
			t.Errorf("no session of its own: %+v", told)
		}
		if h := r.j.Header(); h.Dir != dir || !slices.Contains(h.Env, "C") || slices.Contains(h.Env, "C=one\ntwo") {
			t.Errorf("the header is %+v", h)
		}
	}
}

func TestRestartGoesOnInTheSameJournal(t *testing.T) {
	r := start(t, configFor("dies"))
	<-r.Done()
	if err := r.Restart(); err != nil {
		t.Fatal(err)
	}
	<-r.Done()
	r.Close()
	var events []string
	for _, f := range r.j.Facts(0) {
		if f.Event != history.FactNote {
			events = append(events, f.Event)
		}
	}
	if want := []string{"start", "exit", "restart", "start", "exit"}; !slices.Equal(events, want) {
		t.Errorf("the facts are %q", events)
	}
}

func TestAChangedFileStartsTheServerAnew(t *testing.T) {
	dir := t.TempDir()
	file, sub := filepath.Join(dir, "server.js"), filepath.Join(dir, "lib")
	for _, path := range []string{file, filepath.Join(dir, "other")} {
		_ = os.WriteFile(path, nil, 0o600)
	}
	_ = os.Mkdir(sub, 0o700)
	cfg := configFor("good")
	cfg.RestartOn = []string{file, sub}
	r := start(t, cfg)
	restarts := func(n int) func() bool {
		return func() bool { return strings.Count(r.shown(), "started, pid") == n }
	}
	r.changed("the first start", restarts(1))
	_ = os.WriteFile(filepath.Join(dir, "new"), []byte("x"), 0o600)
	_ = os.Rename(filepath.Join(dir, "new"), file) // as editors do
	r.changed("a start after the file", restarts(2))
	_ = os.WriteFile(filepath.Join(sub, "a.js"), []byte("x"), 0o600)
	r.changed("a start after the directory", restarts(3))
	if !strings.Contains(r.shown(), "restarted: "+file+" has changed") {
		t.Errorf("the journal says\n%s", r.shown())
	}
	_ = os.WriteFile(filepath.Join(dir, "other"), []byte("x"), 0o600)
	r.Stop()
	_ = os.WriteFile(file, []byte("y"), 0o600)
	r.end()
	if !restarts(3)() {
		t.Errorf("the journal says\n%s", r.shown())
	}
}

func TestAFailedStartSaysWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tc := range []struct{ name, command, cwd, want string }{
		{"a name that is not there", "no-such-command-xyz", "", "not found on PATH, which is " + os.Getenv("PATH")},
		{"a path that is not there", dir + "/nowhere", "", "no such file or directory"},
		{"a directory", dir, "", "it is a directory"},
		{"a file without x", file("plain", "#!/bin/sh\n", 0o644), "", "it is not executable"},
		{"a missing interpreter", file("script", "#!/opt/missing/python9 -u\n", 0o755), "", "its interpreter /opt/missing/python9 does not"},
		{"no program", file("noise", "\x01\x02\x03", 0o755), "", "it is no program"},
		{"a missing directory", "sh", dir + "/gone", "the working directory " + dir + "/gone does not exist"},
		{"an empty command", "", "", "the command is empty"},
	} {
		cfg := configFor("good")
		cfg.Command, cfg.Dir = []string{tc.command}, tc.cwd
		path := filepath.Join(dir, "history")
		_ = os.Remove(path)
		_, err := session.Start(cfg, "", history.Options{File: path})
		if !errors.Is(err, process.ErrNotStarted) || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", tc.name, err)
		}
		kept, err := history.Open(path)
		if err != nil {
			t.Errorf("%s: the history: %v", tc.name, err)
			continue
		}
		if f, ok := kept.Fact(0); !ok || !strings.Contains(f.Text, tc.want) {
			t.Errorf("%s: the history says %+v", tc.name, f)
		}
		_ = kept.Close()
	}
}

func TestARelativeCommandIsMeantWhereItRuns(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "srv"), []byte("#!/bin/sh\necho here\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cfg := configFor("")
	cfg.Command, cfg.Dir, cfg.Handshake = []string{"./srv"}, dir, false
	r := start(t, cfg)
	r.end()
	if said := r.lines(framing.ServerToClient); !slices.Equal(said, []string{"here"}) {
		t.Errorf("stdout is %q", said)
	}
}
