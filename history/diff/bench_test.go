package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"stdioscope/history/diff"
)

// document is an answer of about 1 MB with 4,000 tools, of which every so many-th has
// another description.
func document(every int) []byte {
	var out strings.Builder
	out.WriteString(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"first"}`)
	for i := range 4000 {
		text := "Reads a file, as text, from a path below one of the roots that the client has named."
		if i%every == 1 {
			text = "Writes."
		}
		fmt.Fprintf(&out, `,{"name":"tool-%d","description":%q,"inputSchema":{"type":"object","properties":{"path":{"type":"string"},"n":{"type":"number","minimum":%d}},"required":["path"]}}`, i, text, i)
	}
	return []byte(out.String() + "]}}")
}

func numbers(n, factor int) []byte {
	out := []byte{'['}
	for i := range n {
		out = fmt.Appendf(out, "%d,", i*factor)
	}
	return append(out, "0]"...)
}

// BenchmarkValues compares documents of about 1 MB.
func BenchmarkValues(b *testing.B) {
	text := strings.Repeat(`a line of text that is like all others\n`, 25_000)
	for _, c := range []struct {
		name string
		a, b []byte
		opt  diff.Options
	}{
		{"equal but for blanks", document(10_000), append(document(10_000), ' '), diff.Options{}},
		{"40 changes", document(10_000), document(100), diff.Options{}},
		{"2000 changes", document(10_000), document(2), diff.Options{}},
		{"40 changes, defaults", document(10_000), document(100), diff.Defaults()},
		{"shape", document(10_000), document(100), diff.Options{Match: diff.Shape}},
		{"numbers, nearly all other", numbers(150_000, 2), numbers(150_000, 3), diff.Options{}},
		{"one long string", []byte(`"` + text + `"`), []byte(`"` + text + `x"`), diff.Defaults()},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.a) + len(c.b)))
			b.ReportAllocs()
			for b.Loop() {
				diff.Values(c.a, c.b, c.opt)
			}
		})
	}
}
