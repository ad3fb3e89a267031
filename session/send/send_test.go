//go:build unix

package send_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
	"stdioscope/session/demo"
	"stdioscope/session/send"
)

const beServer = "be-server"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == beServer {
		os.Exit(demo.Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr, demo.Options{Misbehave: true}))
	}
	goleak.VerifyTestMain(m)
}

// output is what the server wrote.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// sent sends an input to a command and gives what came back, and what reached it.
func sent(t *testing.T, input string, wait time.Duration, command ...string) (out, reached string, err error) {
	t.Helper()
	var came output
	cfg := session.Config{
		Command: command, Env: []string{"GORACE=atexit_sleep_ms=0"}, LeaveOpen: true, Grace: 10 * time.Second,
		Listener: session.NewListener(), Output: &came,
	}
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	err = send.Do(t.Context(), s, cfg.Listener, strings.NewReader(input), send.Options{Wait: wait})
	s.Stop()
	s.Close()
	defer func() { _ = s.Journal().Close() }()
	for i := range s.Journal().Len() {
		if e := s.Journal().Event(i); e.Dir == framing.ClientToServer {
			line, _ := s.Journal().Line(i)
			reached += string(line) + e.EOL.Bytes()
		}
	}
	return came.String(), reached, err
}

func TestEveryByteReachesTheServerAndComesBack(t *testing.T) {
	for _, input := range []string{
		"", "\n", "{broken\n", "a\r\nb\n", "no line end", "\xff\xfe\n\n\r\n", strings.Repeat("long ", 1<<18) + "\n",
	} {
		out, reached, err := sent(t, input, time.Minute, "cat")
		if err != nil || out != input || reached != input {
			t.Errorf("%.20q came back as %.20q, recorded as %.20q: %v", input, out, reached, err)
		}
	}
}

func TestTheLastAnswersAreWaitedFor(t *testing.T) {
	const slow = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","arguments":{"steps":2,"delay_ms":30}}}`
	out, _, err := sent(t, slow+"\n", time.Minute, os.Args[0], beServer)
	if err != nil || !strings.Contains(out, "Took 2 steps.") {
		t.Errorf("%v, %s", err, out)
	}
	out, _, err = sent(t, `{"jsonrpc":"2.0","id":7,"method":"ping"}`, time.Minute, os.Args[0], beServer)
	if err != nil || !strings.Contains(out, `{"jsonrpc":"2.0","id":7,`) {
		t.Errorf("a last line without a line end: %v, %s", err, out)
	}
}

func TestWhatIsLeftOpenIsToldApart(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	if _, _, err := sent(t, ping, time.Millisecond, "sh", "-c", "cat >&2"); !errors.Is(err, send.ErrUnanswered) {
		t.Errorf("a server that is silent: %v", err)
	}
	if _, _, err := sent(t, ping, time.Minute, "sh", "-c", "read -r line; exit 3"); !errors.Is(err, session.ErrEnded) {
		t.Errorf("a server that ends: %v", err)
	}
	if _, _, err := sent(t, "[]\n[1]\n"+`[{"jsonrpc":"2.0","method":"a"}]`+"\n", time.Minute, "sh", "-c", "cat >/dev/null"); err != nil {
		t.Errorf("nothing that is answered: %v", err)
	}
}
