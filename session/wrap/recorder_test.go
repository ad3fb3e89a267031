//go:build unix

package wrap_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session/process"
)

func TestTwoStartsOfOneClientKnowOfEachOther(t *testing.T) {
	state := t.TempDir()
	command := []string{self(), beWrap, self(), beServer, "echo"}
	first := startClient(t, state, command)
	first.say("one\n")
	first.hears()
	firstID := onlyID(t, state)
	second := startClient(t, state, command)
	second.say("two\n")
	second.hears()
	_ = second.in.Close()
	second.ends()
	_ = first.in.Close()
	first.ends()
	j := openID(t, state, firstID)
	var secondID string
	for _, f := range j.Facts(0) {
		secondID += f.Sibling
	}
	if secondID == "" || secondID == firstID {
		t.Fatalf("the first knows of %q", secondID)
	}
	if j := openID(t, state, secondID); !has(j, firstID) {
		t.Error("the second does not know of the first")
	}
}

func onlyID(t *testing.T, state string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if files, _ := filepath.Glob(filepath.Join(state, "stdioscope", "*.jsonl")); len(files) == 1 {
			return strings.TrimSuffix(filepath.Base(files[0]), ".jsonl")
		}
	}
	t.Fatal("there is no history")
	return ""
}

func openID(t *testing.T, state, id string) *history.Journal {
	t.Helper()
	complete(t, filepath.Join(state, "stdioscope", id+".jsonl"))
	j, err := history.Open(filepath.Join(state, "stdioscope", id+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestTrafficPassesWhereNothingCanBeRecorded(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(nowhere, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		env  []string
		said string
	}{
		"no state directory": {[]string{"XDG_STATE_HOME=" + nowhere}, "stdioscope: no history is saved of this session: cannot record"},
		"a full disk":        {[]string{limitVariable + "=4096"}, "stdioscope: file too large: the history is no longer written"},
		"no recording":       {[]string{recordVariable + "=none"}, ""},
	} {
		c := wrapServer(t, "answers", tc.env...)
		for i := range 200 {
			c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i))
			if got := c.hears(); got != fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i) {
				t.Fatalf("%s: %q", name, got)
			}
		}
		_ = c.in.Close()
		if status := c.ends(); status != 0 {
			t.Errorf("%s: status %d", name, status)
		}
		said := c.err.String()
		if !strings.HasPrefix(said, tc.said) || strings.Count(said, "\n") > 1 || tc.said == "" && said != "" {
			t.Errorf("%s: it said %q", name, said)
		}
	}
}

func TestAStoppedViewerHoldsNothingUp(t *testing.T) {
	c := wrapServer(t, "answers")
	c.say(`{"jsonrpc":"2.0","id":0,"method":"ping"}` + "\n")
	c.hears()
	viewer := exec.Command(self(), beViewer, filepath.Join(c.state, "stdioscope", onlyID(t, c.state)+".jsonl"))
	out, err := viewer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := viewer.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = viewer.Process.Kill(), viewer.Wait() }()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	_ = viewer.Process.Signal(syscall.SIGSTOP)
	for i := 1; i < 1000; i++ {
		c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i))
		c.hears()
	}
	_ = viewer.Process.Kill()
	_ = c.in.Close()
	c.ends()
	if n := bytes.Count(recorded(t, c.history(), framing.ServerToClient), []byte("\n")); n != 1000 {
		t.Errorf("%d answers on record", n)
	}
}

func TestTheOpeningIsToldToViewers(t *testing.T) {
	for name, tc := range map[string]struct {
		ask  string
		want history.Fact
	}{
		"legacy": {
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"1"}}}`,
			history.Fact{Event: "ready", Protocol: "2025-06-18", Era: "legacy", Server: "s 2", Client: "c 1"},
		},
		"modern": {
			`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c"}}}}`,
			history.Fact{Event: "ready", Protocol: "2026-07-28", Era: "modern", Server: "m 3", Client: "c"},
		},
	} {
		c := wrapServer(t, "greets")
		c.say(tc.ask + "\n")
		c.hears()
		_ = c.in.Close()
		c.ends()
		var ready history.Fact
		for _, f := range c.history().Facts(0) {
			if f.Event == history.FactReady {
				ready = f.Fact
			}
		}
		if ready != tc.want {
			t.Errorf("%s: %+v", name, ready)
		}
	}
}

// recorderOf finds the recorder among the children of wrap.
func (c *client) recorderOf() int {
	c.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		stats, _ := filepath.Glob("/proc/[0-9]*/stat")
		if len(stats) == 0 {
			c.t.Skip("only linux tells")
		}
		for _, path := range stats {
			stat, _ := os.ReadFile(path)
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			if strings.Contains(string(stat), fmt.Sprintf(" %d ", c.cmd.Process.Pid)) && strings.Contains(string(line), beRecorder) {
				pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
				return pid
			}
		}
	}
	c.t.Fatal("there is no recorder")
	return 0
}

func TestARecorderThatHangsHoldsNothingUpAndLosesNothing(t *testing.T) {
	c := wrapServer(t, "answers")
	c.say(`{"jsonrpc":"2.0","id":0,"method":"ping"}` + "\n")
	c.hears()
	recorder := c.recorderOf()
	_ = syscall.Kill(recorder, syscall.SIGSTOP)
	const messages = 20_000 // more than a pipe holds
	go func() {             // ends when all is written
		for i := 1; i < messages; i++ {
			_, _ = fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i)
		}
	}()
	for i := 1; i < messages; i++ {
		c.hears()
	}
	_ = c.in.Close()
	begun := time.Now()
	if status := c.ends(); status != 0 || time.Since(begun) > unhurried {
		t.Errorf("status %d after %v", status, time.Since(begun))
	}
	_ = syscall.Kill(recorder, syscall.SIGCONT)
	isGone(t, recorder)
	j := c.history()
	if n := bytes.Count(recorded(t, j, framing.ServerToClient), []byte("\n")); n != messages || !has(j, "exited 0") {
		t.Errorf("%d answers of %d are on record", n, messages)
	}
}

func TestAStderrThatIsSetToNeverWaitLosesNothing(t *testing.T) {
	c := &client{t: t, cmd: exec.Command(self(), beWrap, self(), beServer, "echo"), err: &transcript{}, state: t.TempDir()}
	c.cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+c.state)
	read, write := pipe(t)
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.cmd.Stderr = write
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	conn, err := write.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Control(func(fd uintptr) { _ = syscall.SetNonblock(int(fd), true) })
	text := strings.Repeat("a line on stderr\n", 100_000)
	go func() { // ends when all is written
		_, _ = io.WriteString(in, text)
		_ = in.Close()
	}()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		const full = 60 << 10
		if n, ok := process.PipeFill(read); !ok || n >= full || time.Now().After(end) {
			break // where nobody can say how full the pipe is, it is no test but no failure either
		}
	}
	_ = write.Close()
	got, err := io.ReadAll(read)
	if status := c.ends(); err != nil || status != 0 || string(got) != text {
		t.Errorf("status %d, %d bytes of %d, %v", status, len(got), len(text), err)
	}
}

func TestSignalsThatAreIgnoredStayIgnored(t *testing.T) {
	c := startClient(t, t.TempDir(), []string{"sh", "-c", `trap "" HUP; exec "$@"`, "sh", self(), beWrap, "sh", "-c", "echo up; read line; echo $line"})
	c.hears()
	c.signal(syscall.SIGHUP)
	c.say("still here\n")
	if got := c.hears(); got != "still here" {
		t.Errorf("it says %q", got)
	}
	if status := c.ends(); status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestOneFileForTwoSessionsAtOnceIsNotFoughtOver(t *testing.T) {
	state := t.TempDir()
	file := filepath.Join(state, "both.jsonl")
	command := []string{self(), beWrap, self(), beServer, "echo"}
	clients := []*client{
		startClient(t, state, command, recordVariable+"="+file), startClient(t, state, command, recordVariable+"="+file),
	}
	for i, c := range clients {
		c.say(fmt.Sprintf("%d\n", i))
		c.hears()
	}
	const says = "another process is writing this history: this session gets a file of its own"
	for end := time.Now().Add(patience); !strings.Contains(clients[0].err.String()+clients[1].err.String(), says); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is said of the file that is in use")
		}
	}
	for _, c := range clients {
		_ = c.in.Close()
		if status := c.ends(); status != 0 {
			t.Errorf("status %d", status)
		}
	}
	own := clients[0].history()
	complete(t, file)
	both, err := history.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = both.Close() }()
	got := string(recorded(t, own, framing.ClientToServer)) + string(recorded(t, both, framing.ClientToServer))
	if got != "0\n1\n" && got != "1\n0\n" {
		t.Errorf("on record is %q", got)
	}
}
