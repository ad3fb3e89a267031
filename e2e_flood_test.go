//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

// floodServer makes the test binary a server that writes so many messages a second.
const floodServer = "STDIOSCOPE_TEST_FLOOD"

// flood writes until nobody reads any more.
func flood(perSecond int) {
	const tick = time.Millisecond
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	begun := time.Now()
	for sent := 0; ; time.Sleep(tick) {
		for due := int(time.Since(begun).Seconds() * float64(perSecond)); sent < due; sent++ {
			if _, err := fmt.Fprintf(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"line %d of a flood of them"}}`+"\n", sent); err != nil {
				return
			}
		}
		if out.Flush() != nil {
			return
		}
	}
}

// BenchmarkKeyToFrame is the time from a key to the picture that it makes, while 50,000
// messages a second arrive. Budget: 33 ms.
func BenchmarkKeyToFrame(b *testing.B) {
	const perSecond = 50_000
	x := run(b, 200, 60, []string{"XDG_STATE_HOME=" + b.TempDir(), fmt.Sprintf("%s=%d", floodServer, perSecond)},
		"--no-handshake", "--no-record", "--grace", "100ms", "--", self(b))
	x.sees(`/s ▸`)
	x.blind()
	var took []time.Duration
	for range 100 {
		begun := time.Now()
		x.keys(":")
		x.gets("a command by its name")
		took = append(took, time.Since(begun))
		x.keys(escape)
		x.gets("focus")
		time.Sleep(20 * time.Millisecond) // a person is not faster
	}
	x.keys("q")
	x.keys("y")
	x.keys("q")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

func self(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// blind stops drawing the screen, which takes longer than the program itself.
func (x *terminal) blind() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.isBlind, x.output = true, nil
}

// gets waits for text in what has been written since it was called last.
func (x *terminal) gets(text string) {
	x.t.Helper()
	x.until(text, func() bool { return bytes.Contains(x.output, []byte(text)) })
	x.mu.Lock()
	defer x.mu.Unlock()
	x.output = nil
}
