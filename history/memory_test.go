package history_test

import (
	"runtime"
	"testing"

	"stdioscope/framing"
	"stdioscope/history"
)

// BenchmarkMemory prints what an event costs beside the file: a sound message, and a
// line that has a finding. Budget: 48 bytes an event.
func BenchmarkMemory(b *testing.B) {
	for name, line := range map[string]string{
		"sound": `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`,
		"noise": "INFO something happened",
	} {
		b.Run(name, func(b *testing.B) {
			before := heap()
			r, err := history.Record(history.Options{Header: header(), Discard: true})
			if err != nil {
				b.Fatal(err)
			}
			const events = 500_000
			for range events {
				r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: []byte(line)})
			}
			r.Close()
			each := float64(heap()-before) / events
			_ = r.Journal().Close()
			for b.Loop() { // the figure is all
			}
			b.ReportMetric(each, "bytes/event")
		})
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
