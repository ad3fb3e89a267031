package history_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"stdioscope/framing"
	"stdioscope/history"
)

// smallMessage has the 110 bytes that the budgets speak of.
func smallMessage(i int) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":1%09d}}`, i)
}

// BenchmarkAppend records small notifications. Budget: 1,000,000 events/s.
func BenchmarkAppend(b *testing.B) {
	r, err := history.Record(history.Options{Header: header(), File: filepath.Join(b.TempDir(), "history")})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = r.Journal().Close() }()
	line := framing.Line{Bytes: smallMessage(0)}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		r.Line(framing.ServerToClient, history.FromClient, line)
	}
	r.Close()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkOpen reads a history of small notifications. Budget: 400 MB/s.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "history")
	r, err := history.Record(history.Options{Header: header(), File: path})
	if err != nil {
		b.Fatal(err)
	}
	const events = 200_000
	for i := range events {
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: smallMessage(i)})
	}
	r.Close()
	_ = r.Journal().Close()
	b.SetBytes(events * 185)
	b.ReportAllocs()
	for b.Loop() {
		j, err := history.Open(path)
		if err != nil || j.Len() != events {
			b.Fatalf("%d events, %v", j.Len(), err)
		}
		_ = j.Close()
	}
}

// BenchmarkFollow is the time from an append by the recorder until a follower of the
// file has the event. Budget: 50 ms.
func BenchmarkFollow(b *testing.B) {
	path := filepath.Join(b.TempDir(), "history")
	r, err := history.Record(history.Options{Header: header(), File: path})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		r.Close()
		_ = r.Journal().Close()
	}()
	r.Note("the first")
	for r.Journal().Len() == 0 {
		<-r.Journal().Bell()
	}
	j, err := history.Begin(path, true)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	for b.Loop() {
		before := j.Len()
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: smallMessage(0)})
		for j.Len() == before {
			<-j.Bell()
		}
	}
}
