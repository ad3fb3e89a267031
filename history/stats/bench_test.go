package stats_test

import (
	"fmt"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/stats"
)

// exchanges records n events: calls of 50 tools, an answer to each, and every tenth time
// a notification in the place of a pair; some calls are never answered.
func exchanges(t testing.TB, n int) *history.Journal {
	t.Helper()
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Journal().Close() })
	at := time.Now()
	say := func(dir framing.Dir, format string, args ...any) {
		at = at.Add(time.Duration(100+n%97) * time.Microsecond)
		r.LineAt(at, dir, history.FromClient, framing.Line{Bytes: fmt.Appendf(nil, format, args...)})
	}
	for i := range n / 2 {
		if i%10 == 9 {
			say(framing.ServerToClient, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%d}}`, i)
			say(framing.ServerToClient, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":1}}`, i)
			continue
		}
		say(framing.ClientToServer, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"tool-%d","arguments":{"message":"hi"}}}`, i, i%50)
		if i%100 == 1 {
			say(framing.Stderr, "no answer")
			continue
		}
		say(framing.ServerToClient, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"an answer of %d"}]}}`, i, i)
	}
	r.Close()
	return r.Journal()
}

// BenchmarkUpdate takes in 1,000,000 events in slices of 8 ms. Budget: 500 ms in all, no
// slice longer than 10 ms but for what else the machine does.
func BenchmarkUpdate(b *testing.B) {
	j := exchanges(b, 1_000_000)
	b.ReportAllocs()
	longest, slices := time.Duration(0), 0
	for b.Loop() {
		table := stats.New()
		for done := false; !done; slices++ {
			start := time.Now()
			done = table.Update(j, j.Len(), start.Add(8*time.Millisecond))
			longest = max(longest, time.Since(start))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/1M-events(budget:500)")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(slices), "ms/slice(budget:10)")
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest-slice(budget:10)")
	b.ReportMetric(float64(slices)/float64(b.N), "slices")
}

// BenchmarkFrame is what a screen asks for when nothing is new: an update that looks
// again at 4,500 open requests, rows, notifications and totals. Budget: 8 ms.
func BenchmarkFrame(b *testing.B) {
	j := exchanges(b, 1_000_000)
	table := stats.New()
	for !table.Update(j, j.Len(), time.Now().Add(time.Second)) {
	}
	b.ReportAllocs()
	for b.Loop() {
		table.Update(j, j.Len(), time.Now().Add(8*time.Millisecond))
		table.Rows()
		table.Notifications()
		table.Totals()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/frame(budget:8)")
}
