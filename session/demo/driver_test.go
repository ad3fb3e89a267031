package demo

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for a line before it gives up.
const patience = 10 * time.Second

// conversation is a client by hand: it says lines and hears lines.
type conversation struct {
	t      *testing.T
	stdin  *io.PipeWriter
	stdout *io.PipeReader
	lines  chan string
	code   chan int
	stderr *noise
}

// noise is what the server wrote to stderr.
type noise struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (n *noise) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.Write(p)
}

func (n *noise) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.String()
}

// start runs a server and leaves nothing of it behind.
func start(t *testing.T, opt Options) *conversation {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conversation{
		t: t, stdin: inW, stdout: outR,
		lines: make(chan string), code: make(chan int, 1), stderr: &noise{},
	}
	var running sync.WaitGroup
	running.Go(func() {
		c.code <- Serve(context.Background(), inR, outW, c.stderr, opt)
		_ = inR.Close()
		_ = outW.Close()
	})
	stop := make(chan struct{})
	running.Go(func() { c.pump(bufio.NewReader(outR), stop) })
	t.Cleanup(func() {
		_ = inW.Close()
		close(stop)
		_ = outR.Close()
		running.Wait()
	})
	return c
}

func (c *conversation) pump(out *bufio.Reader, stop <-chan struct{}) {
	defer close(c.lines)
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			return
		}
		select {
		case c.lines <- strings.TrimSuffix(line, "\n"):
		case <-stop:
			return
		}
	}
}

// legacy opens a session in a legacy revision and takes what the server says at
// its beginning. The capabilities are JSON.
func legacy(t *testing.T, revision, capabilities string, opt Options) *conversation {
	t.Helper()
	c := start(t, opt)
	if opt.Misbehave {
		c.expect(banner)
	}
	c.say(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + revision +
		`","capabilities":` + capabilities + `,"clientInfo":{"name":"tester","version":"1"}}}`)
	c.hear()
	c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.expect(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	c.say(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	c.expect(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"demo","data":"client tester is ready, revision ` + revision + `"}}`)
	return c
}

// quiet switches the log messages off so that a test hears answers alone.
func (c *conversation) quiet() *conversation {
	c.t.Helper()
	c.say(`{"jsonrpc":"2.0","id":"quiet","method":"logging/setLevel","params":{"level":"emergency"}}`)
	c.expect(`{"jsonrpc":"2.0","id":"quiet","result":{}}`)
	return c
}

func (c *conversation) say(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.stdin, line+"\n"); err != nil {
		c.t.Fatalf("say %s: %v", line, err)
	}
}

func (c *conversation) hear() string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			c.t.Fatal("the server's stdout has ended")
		}
		return line
	case <-time.After(patience):
		c.t.Fatal("the server says nothing")
	}
	return ""
}

func (c *conversation) expect(want string) {
	c.t.Helper()
	if got := c.hear(); got != want {
		c.t.Fatalf("heard\n  %s\nwant\n  %s", got, want)
	}
}

// ask says a line and hears the next one.
func (c *conversation) ask(line string) string {
	c.t.Helper()
	c.say(line)
	return c.hear()
}

// asks checks an answer to the letter.
func (c *conversation) asks(line, want string) {
	c.t.Helper()
	c.say(line)
	c.expect(want)
}

// end closes stdin, checks that nothing is said any more, and gives the exit code.
func (c *conversation) end() int {
	c.t.Helper()
	_ = c.stdin.Close()
	return c.exited()
}

func (c *conversation) exited() int {
	c.t.Helper()
	for line := range c.lines {
		c.t.Errorf("heard at the end: %s", line)
	}
	select {
	case code := <-c.code:
		return code
	case <-time.After(patience):
		c.t.Fatal("the server does not end")
	}
	return -1
}

// meta is a modern _meta with the given capabilities and further members.
func meta(capabilities, more string) string {
	return `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":` + capabilities + more + `}`
}

// serverInfo is what ends every modern result.
const serverInfo = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"stdioscope-demo","version":"9","title":"stdioscope demo server"}}`

// at finds a value in a line by the names and indexes that lead to it.
func at(t *testing.T, line string, path ...any) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		t.Fatalf("not JSON: %s", line)
	}
	for _, step := range path {
		switch s := step.(type) {
		case string:
			o, _ := v.(map[string]any)
			v = o[s]
		case int:
			a, _ := v.([]any)
			if s >= len(a) {
				t.Fatalf("%v: no element %d in %s", path, s, line)
			}
			v = a[s]
		}
	}
	return v
}
