//go:build unix

package replay_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/session"
	"stdioscope/session/replay"
)

// BenchmarkReplay replays one call after another against a server that answers at once.
// Budget: 50 µs a call beyond the round trip itself, which BenchmarkRoundTrip of package
// session measures.
func BenchmarkReplay(b *testing.B) {
	text := strings.Builder{}
	text.WriteString(header)
	for i := range b.N {
		_, _ = fmt.Fprintf(&text, `{"seq":%d,"time":"2026-11-30T10:11:13Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"x","arguments":{"id":"item-%d"}}}}`+"\n", 2*i+1, i, i)
		_, _ = fmt.Fprintf(&text, `{"seq":%d,"time":"2026-11-30T10:11:13Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":%d,"result":{}}}`+"\n", 2*i+2, i)
	}
	j, err := history.Read(strings.NewReader(text.String()))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	begun := time.Now()
	plan, err := replay.NewPlan(b.Context(), j, replay.Choice{})
	if err != nil {
		b.Fatal(err)
	}
	planned := time.Since(begun)
	cfg := configFor("answers")
	cfg.Handshake = false
	s, err := session.Start(cfg, "", history.Options{Discard: true})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		s.Stop()
		s.Close()
		_ = s.Journal().Close()
	}()
	b.ResetTimer()
	report, err := replay.Run(b.Context(), s, cfg.Listener, plan, replay.Options{Compare: replay.Compare{Options: diff.Defaults()}, Timeout: time.Minute})
	b.StopTimer()
	if err != nil || report.Count(replay.Equal) != b.N {
		b.Fatalf("%d of %d are equal: %v", report.Count(replay.Equal), b.N, err)
	}
	b.ReportMetric(float64(planned.Microseconds())/float64(b.N), "µs-planning/call")
}
