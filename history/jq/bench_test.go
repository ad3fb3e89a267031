package jq_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"stdioscope/history/jq"
)

// document is an answer of 10 MB with 50,000 tools.
func document() []byte {
	var out strings.Builder
	out.WriteString(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"first"}`)
	for i := 0; out.Len() < 10_000_000; i++ {
		fmt.Fprintf(&out, `,{"name":"tool-%d","description":"Reads a file, as text, from a path below one of the roots.","inputSchema":{"type":"object","properties":{"path":{"type":"string"},"n":{"type":"number","minimum":%d}},"required":["path"]}}`, i, i)
	}
	return []byte(out.String() + "]}}")
}

// BenchmarkRun runs expressions over 10 MB. Budget: 1,000 ms each.
func BenchmarkRun(b *testing.B) {
	text := document()
	for _, expr := range []string{
		".", ".id", ".result.tools[].name", `[.result.tools[] | select(.name | test("99$"))] | length`,
		".result.tools | group_by(.inputSchema.properties.n.minimum // 0 | . % 10) | map(length)", "[.. | numbers] | add",
	} {
		b.Run(expr, func(b *testing.B) {
			q, err := jq.Parse(expr)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for _, err := range q.Run(context.Background(), text, jq.Limits{}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms(budget:1000)")
		})
	}
}

// BenchmarkComplete completes in 10 MB. Budget: 100 ms a key.
func BenchmarkComplete(b *testing.B) {
	text := document()
	for _, expr := range []string{".res", ".result.tools[0].na", ".result.tools[].inputSchema.pro"} {
		b.Run(expr, func(b *testing.B) {
			for b.Loop() {
				if len(jq.Complete(expr, len(expr), text)) != 1 {
					b.Fatal("nothing is found")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms(budget:100)")
		})
	}
}
