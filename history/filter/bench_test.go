package filter_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"stdioscope/framing"
	"stdioscope/history"
)

// exchanges records n events: calls of tools and their answers, 110 bytes a line.
func exchanges(b *testing.B, n int) *history.Journal {
	b.Helper()
	r := discarded(b)
	tools := []string{"echo", "add", "read_file", "write_file", "search"}
	for i := range n / 2 {
		tool := tools[i%len(tools)]
		say(r, framing.ClientToServer, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"message":"hi"}}}`, i, tool))
		say(r, framing.ServerToClient, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"an answer of %d"}]}}`, i, i))
	}
	r.Close()
	return r.Journal()
}

// bodies records results of about size bytes of prose, total bytes in all.
func bodies(b *testing.B, size, total int) *history.Journal {
	b.Helper()
	r := discarded(b)
	words := strings.Fields("the server answers with a list of files and says that each of them was read without an exception in time")
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for text.Len() < size {
		text.WriteString(words[random.IntN(len(words))] + " ")
	}
	for i := range total / size {
		say(r, framing.ServerToClient, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"text":"%s"}}`, i, text.String()))
	}
	r.Close()
	return r.Journal()
}

func size(j *history.Journal) (bytes int64) {
	for i := range j.Len() {
		bytes += j.Event(i).Size
	}
	return bytes
}

func benchmark(b *testing.B, j *history.Journal, expressions []string, bytes int64) {
	for _, expression := range expressions {
		b.Run(expression, func(b *testing.B) {
			f := parse(b, expression)
			if bytes > 0 {
				b.SetBytes(bytes)
			}
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for range f.Select(context.Background(), j, 0, j.Len()) {
					n++
				}
				b.ReportMetric(float64(n), "found")
			}
		})
	}
}

// BenchmarkKeystroke filters 1,000,000 events by what the index knows, as each key
// typed into the filter does. Aim: below 50 ms.
func BenchmarkKeystroke(b *testing.B) {
	j := exchanges(b, 1_000_000)
	benchmark(b, j, []string{
		"method:tools/*", "tool:read_file", "dir:s2c -kind:notification", "status:ok", "latency:>100ms",
		"has:finding", "find:stdout-not-json", "size:>4k seq:10..20",
		"(method:tools/* or dir:stderr) status:ok|error -tool:echo latency:<1h",
	}, 0)
}

// BenchmarkSmallLines searches the bytes of 1,000,000 lines of 110 bytes. Budget:
// 1 GB/s.
func BenchmarkSmallLines(b *testing.B) {
	j := exchanges(b, 1_000_000)
	benchmark(b, j, []string{
		"exception", "Exception", `/exception: \d+/`, "$.params.name=search", "id:4711", "kind:request $.params.name=search", "seq:1..1000 exception",
	}, size(j))
}

// BenchmarkStderrLines searches 1,000,000 lines of 100 bytes that are no JSON, and so
// have to be decoded.
func BenchmarkStderrLines(b *testing.B) {
	r := discarded(b)
	for i := range 1_000_000 {
		say(r, framing.Stderr, fmt.Sprintf("2026-11-30 10:00:00 INFO [worker-%04d] read /srv/files/%08d.txt without any trouble in 12 ms; cache %4d", i%50, i, i%1000))
	}
	r.Close()
	benchmark(b, r.Journal(), []string{"exception", `/in \d{3} ms/`}, size(r.Journal()))
}

// BenchmarkLargeBodies searches 1 GB of bodies. Budget: 1 GB/s.
func BenchmarkLargeBodies(b *testing.B) {
	for _, lineSize := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(lineSize), func(b *testing.B) {
			j := bodies(b, lineSize, 1_000_000_000)
			benchmark(b, j, []string{
				"absent", "Absent", `"the tea"`, "é", `/exception: \d+/`, `/\d{3}-\d{4}/`, "$.result.text~absent", "$..absent=1",
			}, size(j))
		})
	}
}
