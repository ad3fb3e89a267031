package redact_test

import (
	"fmt"
	"strings"
	"testing"

	"stdioscope/history/redact"
)

// BenchmarkLine masks lines of the usual kinds; BenchmarkSpans only looks.
func BenchmarkLine(b *testing.B) {
	bench(b, func(r *redact.Rules, dst, line []byte) []byte {
		out, _ := r.Line(dst, line)
		return out
	})
}

func BenchmarkSpans(b *testing.B) {
	bench(b, func(r *redact.Rules, dst, line []byte) []byte {
		r.Spans(line)
		return dst
	})
}

func bench(b *testing.B, mask func(r *redact.Rules, dst, line []byte) []byte) {
	prose := strings.Repeat("The tool reads a file: it takes a path, and answers with text (as lines). ", 14_000)
	var tools strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&tools, `{"name":"tool-%d","description":"Reads.","inputSchema":{"type":"object","properties":{"path":{"type":"string"},"password":{"type":"string"}},"required":["path"]}},`, i)
	}
	for name, line := range map[string]string{
		"notification": `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":1000000001}}`,
		"secret":       `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"token is demo-token-0123456789abcdef"}],"password":"x"}}`,
		"prose-1MB":    `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + prose + `"}]}}`,
		"escaped-1MB":  `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + strings.ReplaceAll(prose, ". ", `.\n`) + `"}]}}`,
		"tools-600kB":  `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + strings.TrimSuffix(tools.String(), ",") + `]}}`,
		"stderr":       `2026-11-30T10:11:12Z INFO server: handled tools/call in 12ms (user=bob, path=/tmp/x)`,
		"hostile-1MB":  strings.Repeat(`token="`, 150_000),
	} {
		b.Run(name, func(b *testing.B) {
			r := user()
			in := []byte(line)
			var dst []byte
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				dst = mask(r, dst[:0], in)
			}
		})
	}
}
