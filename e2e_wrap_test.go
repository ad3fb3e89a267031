//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// wrapped is a client of the demo's server with wrap before it.
type wrapped struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func wrapDemo(t testing.TB, state string, flags ...string) *wrapped {
	t.Helper()
	args := append(append([]string{"wrap"}, flags...), "--", program(t), "demo-server")
	w := &wrapped{t: t, cmd: exec.Command(program(t), args...)}
	w.cmd.Env = []string{"XDG_STATE_HOME=" + state, "HOME=" + state} // as little as clients pass
	var err error
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.out = bufio.NewReader(out)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	return w
}

func (w *wrapped) asks(line string) string {
	w.t.Helper()
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
	answer, err := w.out.ReadString('\n')
	if err != nil {
		w.t.Fatal(err)
	}
	return answer
}

func (w *wrapped) ends() {
	w.t.Helper()
	_ = w.in.Close()
	if err := w.cmd.Wait(); err != nil {
		w.t.Errorf("wrap ended with %v", err)
	}
}

func TestAWrappedServerIsWatched(t *testing.T) {
	state := t.TempDir()
	x := run(t, 120, 30, []string{"XDG_STATE_HOME=" + state}, "open", "-f")
	x.sees(`there is no session yet`)
	first := wrapDemo(t, state, "--label", "files")
	if answer := first.asks(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"claude","version":"9"}}}`); !strings.Contains(answer, `"protocolVersion":"2025-11-25"`) {
		t.Fatalf("the client hears %s", answer)
	}
	x.sees(`▸ ● files +claude 9 +now`)
	x.keys(enter)
	x.sees(`→ 0 +initialize`)
	x.sees(`● following`)
	first.asks(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	x.sees(`→ 1 +ping`)
	first.ends()
	x.sees(`■ saved · exited 0`)

	second := wrapDemo(t, state, "--label", "files")
	second.asks(`{"jsonrpc":"2.0","id":"again","method":"ping"}`)
	x.sees(`→ "again" +ping`)
	x.keys("L")
	x.sees(`1 live · 2 in all`)
	second.ends()
	x.sees(`0 live · 2 in all`)
	x.keys("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// BenchmarkRowOnScreen is the time from a message of a client to its row on the screen
// that follows it. Budget: 50 ms.
func BenchmarkRowOnScreen(b *testing.B) {
	state := b.TempDir()
	x := run(b, 160, 45, []string{"XDG_STATE_HOME=" + state}, "open", "-f")
	x.sees(`there is no session yet`)
	w := wrapDemo(b, state)
	x.sees(`▸ ● `)
	x.keys(enter)
	x.sees(`● following`)
	var took []time.Duration
	for i := range 50 {
		begun := time.Now()
		w.asks(fmt.Sprintf(`{"jsonrpc":"2.0","id":"row-%d-","method":"ping"}`, i))
		x.sees(fmt.Sprintf(`→ "row-%d-"`, i))
		took = append(took, time.Since(begun))
	}
	w.ends()
	x.keys("q")
	x.ends()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)-1])/1e6, "max-ms")
	b.ReportMetric(0, "ns/op")
}
