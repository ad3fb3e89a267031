package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/adrg/xdg"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/mutation"
	"stdioscope/session"
)

// onlyStart makes the test binary end as soon as it has started.
const onlyStart = "STDIOSCOPE_TEST_ONLY_START"

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) {
	if os.Getenv(onlyStart) != "" {
		if os.Getenv("CI") != "" {
			os.Exit(1) // the environment was not given back
		}
		os.Exit(0)
	}
	if os.Getenv(runFlood) != "" {
		flood()
		return
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(apart()))
}

// apart keeps the tests away from the files of whoever runs them, and gives back how that
// ends.
func apart() func(code int) {
	home, err := os.MkdirTemp("", "stdioscope-ui")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		if err := os.Setenv(name, home); err != nil {
			panic(err)
		}
	}
	xdg.Reload()
	return func(code int) {
		_ = os.RemoveAll(home)
		os.Exit(code)
	}
}

// story writes a history by hand, with the times that it wants.
type story struct {
	b   bytes.Buffer
	seq int
}

var began = time.Date(2026, 11, 30, 10, 11, 12, 0, time.UTC)

func newStory(command ...string) *story {
	s := &story{}
	quoted := make([]string, len(command))
	for i, c := range command {
		quoted[i] = fmt.Sprintf("%q", c)
	}
	fmt.Fprintf(&s.b, `{"stdioscope":1,"id":"20261130T101112Z-%s-4f2a","time":"2026-11-30T10:11:12Z","mode":"inspect","label":"everything","command":[%s],"cwd":"/","env":[],"version":"1"}`+"\n",
		"everything", strings.Join(quoted, ","))
	return s
}

func (s *story) record(ms int, dir, rest string) *story {
	s.seq++
	at := began.Add(time.Duration(ms) * time.Millisecond).Format(time.RFC3339Nano)
	fmt.Fprintf(&s.b, `{"seq":%d,"time":%q,"dir":%q,%s}`+"\n", s.seq, at, dir, rest)
	return s
}

func (s *story) sent(ms int, msg string) *story {
	return s.record(ms, "c2s", `"origin":"composer","msg":`+msg)
}

func (s *story) shook(ms int, msg string) *story {
	return s.record(ms, "c2s", `"origin":"handshake","msg":`+msg)
}

func (s *story) came(ms int, msg string) *story { return s.record(ms, "s2c", `"msg":`+msg) }

func (s *story) said(ms int, text string) *story { return s.record(ms, "stderr", jsonText(text)) }

func (s *story) stray(ms int, text string) *story { return s.record(ms, "s2c", jsonText(text)) }

func (s *story) fact(ms int, members string) *story {
	return s.record(ms, "meta", members)
}

func jsonText(text string) string {
	var b strings.Builder
	b.WriteString(`"text":"`)
	for _, r := range text {
		if r < 0x20 || r == '"' || r == '\\' {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String() + `"`
}

func (s *story) journal(tb testing.TB) *history.Journal {
	tb.Helper()
	j, err := history.Read(&s.b)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = j.Close() })
	return j
}

// session of the handshake and a few requests.
func begun() *story {
	return newStory("node", "dist/index.js", "stdio").
		fact(0, `"event":"start","pid":4121`).
		said(2, "Starting server …").
		shook(120, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"sampling":{},"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}`).
		came(134, `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"everything","version":"1"}}}`).
		fact(135, `"event":"ready","protocol":"2025-11-25","server":"everything 1"`).
		shook(136, `{"jsonrpc":"2.0","method":"notifications/initialized"}`).
		sent(140, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`).
		came(142, `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object","required":["message"]}},{"name":"slow","inputSchema":{"type":"object"}}]}}`).
		sent(8003, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hi"}}}`).
		said(8004, "echo called").
		came(8006, `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"hi"}]}}`)
}

func busy() *story {
	return begun().
		came(12871, `{"jsonrpc":"2.0","id":"x","result":{}}`).
		sent(13000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"nope"}}`).
		came(13500, `{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: nope"}}`).
		sent(14000, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"fail"}}`).
		came(15234, `{"jsonrpc":"2.0","id":5,"result":{"isError":true,"content":[]}}`).
		sent(19500, `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":1}}}`).
		came(19700, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":3,"total":10,"message":"reading"}}`).
		came(19900, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"cache miss"}}`).
		came(20010, `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}`)
}

// fakeSession is a server that takes everything and does nothing.
type fakeSession struct {
	mu      sync.Mutex
	sent    []string
	plans   []mutation.Plan
	next    int64
	stops   int
	state   session.State
	done    chan struct{}
	failing error

	restarts int
}

func live() *fakeSession {
	return &fakeSession{
		next: 8, done: make(chan struct{}),
		state: session.State{Phase: session.Ready, PID: 4121, Since: began, Protocol: "2025-11-25"},
	}
}

func (s *fakeSession) Send(line []byte, _ history.Origin) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, string(line))
	s.next++
	return s.failing
}

func (s *fakeSession) SendPlan(plan mutation.Plan, _ history.Origin) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plans = append(s.plans, plan)
	return s.failing
}

func (s *fakeSession) Respond(method string) (json.RawMessage, bool) {
	if method == mcp.MethodRootsList {
		return json.RawMessage(`{"roots":[{"uri":"file:///tmp"}]}`), true
	}
	return nil, false
}

func (s *fakeSession) LeavesOpen(method string) bool { return method != mcp.MethodPing }

func (s *fakeSession) NextID() int64        { return s.next }
func (s *fakeSession) State() session.State { return s.state }
func (s *fakeSession) SkipProbe()           { s.state.Step = "" }
func (s *fakeSession) Client(string) mcp.Client {
	return mcp.Client{Name: "stdioscope", Version: "test"}
}

func (s *fakeSession) Restart() error {
	s.restarts++
	return errors.New("cannot start node: no such file")
}
func (s *fakeSession) Done() <-chan struct{} { return s.done }
func (s *fakeSession) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stops++
	s.state.Phase, s.state.Step = session.Stopping, "stdin closed, waiting"
}

// options make pictures the same everywhere.
func options(profile termenv.Profile) Options {
	return Options{
		Profile: &profile, Background: DarkBackground, Location: time.UTC,
		Now: func() time.Time { return began.Add(61 * time.Second) },
	}
}

func newTest(tb testing.TB, j *history.Journal, s Session, w, h int, profile termenv.Profile) *Model {
	tb.Helper()
	return newTestWith(tb, j, s, w, h, options(profile))
}

func newTestWith(tb testing.TB, j *history.Journal, s Session, w, h int, opt Options) *Model {
	tb.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	tb.Cleanup(cancel)
	m := New(j, s, opt)
	m.ctx, m.feed = ctx, newFeed(ctx, m.journal)
	m.ticking, m.checkAfter = len(m.open) > 0, 0
	if s != nil {
		m.awaited = s.Done()
	}
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	for m.taken < j.Len() {
		m.Update(ingestMsg{})
	}
	return m
}

// press gives keys as a terminal would; text that is no name of a key is typed.
func press(m *Model, keys ...string) tea.Cmd {
	var last tea.Cmd
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		for t, name := range keyTypes {
			if name == k {
				msg = tea.KeyMsg{Type: t}
			}
		}
		_, last = m.Update(msg)
		m.View()
	}
	return last
}

var keyTypes = map[tea.KeyType]string{
	tea.KeyEnter: "enter", tea.KeyEsc: "esc", tea.KeyTab: "tab", tea.KeyUp: "up", tea.KeyDown: "down",
	tea.KeyLeft: "left", tea.KeyRight: "right", tea.KeyHome: "home", tea.KeyEnd: "end",
	tea.KeyPgDown: "pgdown", tea.KeyPgUp: "pgup", tea.KeyCtrlU: "ctrl+u", tea.KeyCtrlC: "ctrl+c",
	tea.KeyCtrlJ: "ctrl+j", tea.KeyBackspace: "backspace", tea.KeyDelete: "delete", tea.KeyCtrlW: "ctrl+w",
	tea.KeyShiftTab: "shift+tab", tea.KeyCtrlT: "ctrl+t", tea.KeyCtrlR: "ctrl+r", tea.KeyCtrlE: "ctrl+e", tea.KeyCtrlB: "ctrl+b",
	tea.KeyCtrlF: "ctrl+f", tea.KeyCtrlG: "ctrl+g",
}

// settle runs a command and gives the model what comes of it.
func settle(m *Model, command tea.Cmd) {
	if command == nil {
		return
	}
	switch msg := command().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			settle(m, c)
		}
	default:
		m.Update(msg)
	}
}

// fits fails when a picture is not exactly the window.
func fits(tb testing.TB, picture string, w, h int) {
	tb.Helper()
	lines := strings.Split(picture, "\n")
	if len(lines) != h {
		tb.Fatalf("%d lines in a window of %d", len(lines), h)
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			tb.Fatalf("line %d has %d cells in a window of %d: %q", i, got, w, l)
		}
	}
}

// golden compares a picture with the one on file.
func golden(t *testing.T, name, picture string) {
	t.Helper()
	goldenFile(t, name+".golden", picture+"\n")
}

func goldenFile(t *testing.T, name, picture string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(picture), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != picture {
		t.Errorf("%s has changed; look at it and run with -update\n%s", name, picture)
	}
}

// plain is a picture without its styles.
func plain(picture string) string {
	lines := strings.Split(ansi.Strip(picture), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
