//go:build unix

package wrap_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// patience is how long the slowest machine may take for one step.
const patience = 30 * time.Second

// unhurried is longer than anything takes that does not wait for the minute which the
// servers sleep: what clients wait for, two seconds, is for a quiet machine.
const unhurried = 20 * time.Second

// client is a process of wrap and our ends of its pipes.
type client struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *os.File
	lines *bufio.Reader
	err   *transcript
	state string
}

// transcript is what a stream has had so far.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// wrapServer starts wrap around one of the servers.
func wrapServer(t *testing.T, server string, env ...string) *client {
	t.Helper()
	return startClient(t, t.TempDir(), []string{self(), beWrap, self(), beServer, server}, env...)
}

func startClient(t *testing.T, state string, command []string, env ...string) *client {
	t.Helper()
	c := &client{t: t, cmd: exec.Command(command[0], command[1:]...), err: &transcript{}, state: state}
	c.cmd.Env = append(append(os.Environ(), "XDG_STATE_HOME="+state, "GORACE=atexit_sleep_ms=0"), env...)
	theirs := make([]*os.File, 2)
	var in *os.File
	theirs[0], in = pipe(t)
	c.out, theirs[1] = pipe(t)
	c.in, c.lines = in, bufio.NewReader(c.out)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = theirs[0], theirs[1], c.err
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, f := range theirs {
		_ = f.Close()
	}
	t.Cleanup(func() {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	})
	return c
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	return r, w
}

func (c *client) say(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

// hears waits for the next line on stdout.
func (c *client) hears() string {
	c.t.Helper()
	_ = c.out.SetReadDeadline(time.Now().Add(patience))
	line, err := c.lines.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		c.t.Fatalf("no line: %v; stderr: %s", err, c.err)
	}
	return strings.TrimSuffix(line, "\n")
}

// number waits for a line with a number in it, such as a pid.
func (c *client) number() int {
	c.t.Helper()
	n, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(c.hears()))
	if err != nil {
		c.t.Fatal(err)
	}
	return n
}

func (c *client) signal(sig syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(sig); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits for wrap to end and gives its status.
func (c *client) ends() int {
	c.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- c.cmd.Wait() }() // ends with wrap
	select {
	case <-ended:
	case <-time.After(patience):
		c.t.Fatalf("wrap does not end; stderr: %s", c.err)
	}
	return c.cmd.ProcessState.ExitCode()
}

// history opens the only history of the session.
func (c *client) history() *history.Journal {
	c.t.Helper()
	files, _ := filepath.Glob(filepath.Join(c.state, "stdioscope", "*.jsonl"))
	if len(files) != 1 {
		c.t.Fatalf("there are the histories %q; stderr: %s", files, c.err)
	}
	complete(c.t, files[0])
	j, err := history.Open(files[0])
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = j.Close() })
	return j
}

// complete waits until nobody writes a history any more: on a busy machine the recorder
// outlives its wrap.
func complete(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(patience); history.CheckFile(path) != nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s is still being written", path)
		}
	}
}

// recorded gives the bytes of one stream as they are on record.
func recorded(t *testing.T, j *history.Journal, dir framing.Dir) []byte {
	t.Helper()
	var positions []int
	for i := range j.Len() {
		if j.Event(i).Dir == dir {
			positions = append(positions, i)
		}
	}
	var out bytes.Buffer
	if err := history.ShowRaw(&out, j, append([]int{}, positions...)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// has says whether a fact with such words is on record.
func has(j *history.Journal, words string) bool {
	for _, f := range j.Facts(0) {
		if strings.Contains(f.String(), words) {
			return true
		}
	}
	return false
}

// oddities is a stream of everything that a line can be.
func oddities(random *rand.Rand) []byte {
	stream := []byte("\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\n \r\n{\"b\":1.0,\"a\":9007199254740993,\"a\":1e999}\n")
	stream = append(stream, "\x00\xff\xfe\x80\n\x1b]0;title\x07\u2028\u2029\u0085\n{\"n\":NaN}\n[{},{}]\n{\"a\":1}{\"b\":2}\n"...)
	stream = append(stream, bytes.Repeat([]byte("long "), 100_000)...)
	for range 500 {
		noise := make([]byte, random.IntN(200))
		for i := range noise {
			noise[i] = byte(random.IntN(256))
		}
		stream = append(append(stream, noise...), '\n')
	}
	return append(stream, "no line end \xff"...)
}

func TestEveryByteCrossesAndIsOnRecord(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	stream := oddities(random)
	c := wrapServer(t, "echo")
	go func() { // ends when all is written
		for rest := stream; len(rest) > 0; {
			n := min(len(rest), 1+random.IntN(100_000))
			_, _ = c.in.Write(rest[:n])
			rest = rest[n:]
		}
		_ = c.in.Close()
	}()
	var got bytes.Buffer
	for piece := make([]byte, 4096); ; { // a slow reader, so that all pipes fill up
		n, err := c.out.Read(piece)
		got.Write(piece[:n])
		if err != nil {
			break
		}
	}
	if status := c.ends(); status != 0 {
		t.Errorf("status %d", status)
	}
	j := c.history()
	for name, stream := range map[string]struct{ got, want []byte }{
		"what the client received": {got.Bytes(), stream},
		"the server's stderr":      {[]byte(c.err.String()), stream},
		"the record of the client": {recorded(t, j, framing.ClientToServer), stream},
		"the record of the server": {recorded(t, j, framing.ServerToClient), stream},
		"the record of its stderr": {recorded(t, j, framing.Stderr), stream},
	} {
		if !bytes.Equal(stream.got, stream.want) {
			t.Errorf("%s: %d bytes, want %d", name, len(stream.got), len(stream.want))
		}
	}
}

func TestTheStatusIsTheServers(t *testing.T) {
	for _, tc := range []struct {
		command []string
		status  int
		fact    string
	}{
		{[]string{"true"}, 0, "exited 0"},
		{[]string{"sh", "-c", "exit 7"}, 7, "exited 7"},
		{[]string{"sh", "-c", "kill -TERM $$"}, 143, "killed by SIGTERM"},
		{[]string{"sh", "-c", "kill -KILL $$"}, 137, "killed by SIGKILL"},
		{[]string{"no-such-command-xyz"}, 3, "cannot start no-such-command-xyz"},
	} {
		c := startClient(t, t.TempDir(), append([]string{self(), beWrap}, tc.command...))
		if status := c.ends(); status != tc.status {
			t.Errorf("%q: status %d, want %d", tc.command, status, tc.status)
		}
		if j := c.history(); !has(j, tc.fact) {
			t.Errorf("%q: it is not on record that it %s", tc.command, tc.fact)
		}
	}
}

func TestWhatTheServerWroteLastArrives(t *testing.T) {
	c := wrapServer(t, "late")
	_ = c.in.Close()
	all, err := io.ReadAll(c.out)
	if status := c.ends(); err != nil || status != 7 || !strings.HasSuffix(string(all), "x\nlast words") || len(all) != 1<<20+11 {
		t.Errorf("status %d, %d bytes, %v", status, len(all), err)
	}
}

func TestAChildThatHoldsStdoutKeepsNobodyWaiting(t *testing.T) {
	c := wrapServer(t, "clings")
	child := c.number()
	begun := time.Now()
	if status := c.ends(); status != 5 {
		t.Errorf("status %d", status)
	}
	if took := time.Since(begun); took > unhurried {
		t.Errorf("it took %v", took)
	}
	isGone(t, child)
}

// hangupIgnored says whether who started the tests has SIGHUP ignored, as nohup does: then
// wrap leaves it so.
var hangupIgnored = signal.Ignored(syscall.SIGHUP)

func TestSignalsArePassedOn(t *testing.T) {
	c := wrapServer(t, "reports")
	c.number()
	for sig, name := range map[syscall.Signal]string{syscall.SIGUSR1: "user defined signal 1", syscall.SIGUSR2: "user defined signal 2", syscall.SIGHUP: "hangup"} {
		if sig == syscall.SIGHUP && hangupIgnored {
			continue
		}
		c.signal(sig)
		if got := c.hears(); got != "got "+name {
			t.Errorf("%v: %s", sig, got)
		}
	}
	c.signal(syscall.SIGINT) // the client gets it too; the server is to decide nothing
	c.signal(syscall.SIGTERM)
	if got := c.hears(); got != "got terminated" {
		t.Errorf("after SIGINT and SIGTERM: %s", got)
	}
	if status := c.ends(); status != 9 {
		t.Errorf("status %d", status)
	}
}

func TestAServerThatIgnoresSIGTERMIsKilledSoon(t *testing.T) {
	c := wrapServer(t, "stubborn")
	pid := c.number()
	begun := time.Now()
	c.signal(syscall.SIGTERM)
	if status := c.ends(); status != 137 {
		t.Errorf("status %d", status)
	}
	if took := time.Since(begun); took > unhurried {
		t.Errorf("it took %v; clients wait two seconds", took)
	}
	isGone(t, pid)
	if j := c.history(); !has(j, "killed by SIGKILL") || !has(j, "told to end by SIGTERM") {
		t.Error("the record does not say how it ended")
	}
}

func TestAClientThatHangsUpEndsTheServer(t *testing.T) {
	for name, leave := range map[string]func(c *client){
		"it closes its end of stdout": func(c *client) { _ = c.out.Close() },
		"it closes both ends":         func(c *client) { _, _ = c.out.Close(), c.in.Close() },
	} {
		c := wrapServer(t, "parent")
		child := c.number()
		leave(c)
		c.ends()
		isGone(t, child)
		if j := c.history(); !has(j, "the client is gone") {
			t.Errorf("%s: it is not on record", name)
		}
	}
}

func TestNothingIsLeftWhenTheClientIsKilled(t *testing.T) {
	state := t.TempDir()
	c := startClient(t, state, []string{self(), beHost, self(), beWrap, self(), beServer, "parent"})
	first, second := c.number(), c.number()
	_ = c.cmd.Process.Kill()
	isGone(t, first)
	isGone(t, second)
}

func TestNothingIsLeftWhenWrapIsKilled(t *testing.T) {
	c := wrapServer(t, "parent")
	child := c.number()
	_ = c.cmd.Process.Kill()
	c.ends()
	isGone(t, child)
}

// isGone waits until a process has ended.
func isGone(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(patience); syscall.Kill(pid, 0) == nil; time.Sleep(5 * time.Millisecond) {
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && strings.Contains(string(stat), ") Z ") {
			return // nobody has asked yet how it ended
		}
		if time.Now().After(end) {
			t.Fatalf("process %d is still there", pid)
		}
	}
}

func TestAServerThatClosesItsStdoutLivesOn(t *testing.T) {
	c := wrapServer(t, "deaf")
	if got := c.hears(); got != "bye" {
		t.Fatal(got)
	}
	if rest, err := io.ReadAll(c.out); err != nil || len(rest) > 0 {
		t.Fatalf("no end of stdout but %q, %v", rest, err)
	}
	c.say("still there?\n")
	_ = c.in.Close()
	if status := c.ends(); status != 0 || c.err.String() != "heard still there?\n" {
		t.Errorf("status %d, stderr %q", status, c.err)
	}
}

func TestAServerThatClosesItsStdinIsSeenToDoSo(t *testing.T) {
	c := wrapServer(t, "dumb")
	c.hears()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if _, err := io.WriteString(c.in, "x\n"); errors.Is(err, syscall.EPIPE) {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the client can still write")
		}
	}
}
