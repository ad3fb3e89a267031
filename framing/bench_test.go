package framing

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// Budgets, one core: 700 MB/s on small messages and 3 GB/s on a large one, without
// an allocation a message. Each benchmark reports how much of it was reached.
const (
	smallBudget = 700e6
	largeBudget = 3e9
)

const (
	smallRequest      = `{"jsonrpc":"2.0","id":1234567,"method":"tools/call","params":{"name":"echo","arguments":{"text":"it is 21 degrees"}}}`
	smallNotification = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"cache warmed up in 12 ms"}}`
	smallMessage      = `{"jsonrpc":"2.0","id":1234567,"result":{"content":[{"type":"text","text":"it is 21 degrees"}],"isError":false}}`
)

// large is a tool's result of 10 MB: prose with escaped line ends.
func large() string {
	return result(strings.Repeat(`Two hours after the rain had stopped the road was dry again, and so were we. \n`, 10<<20/79))
}

func result(text string) string {
	return `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + text + `"}]}}`
}

// records is a result of 10 MB with many members and short values.
func records() string {
	row := `{"id":12345,"name":"a row","tags":["x","y"],"ok":true,"size":1.5e3,"owner":{"login":"someone","admin":false}}`
	return `{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"rows":[` + strings.Repeat(row+",", 10<<20/len(row)) + row + `]}}}`
}

// repeated gives an endless stream of the line.
func repeated(line string) *stream {
	return &stream{all: bytes.Repeat([]byte(line+"\n"), 1+(1<<20)/len(line))}
}

type stream struct{ all, rest []byte }

func (s *stream) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(s.rest) == 0 {
			s.rest = s.all
		}
		c := copy(p[n:], s.rest)
		s.rest = s.rest[c:]
		n += c
	}
	return n, nil
}

// measure runs f once an operation on so many bytes.
func measure(b *testing.B, size int, budget float64, f func()) {
	b.Helper()
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		f()
	}
	if budget > 0 {
		speed := float64(size) * float64(b.N) / b.Elapsed().Seconds()
		b.ReportMetric(100*speed/budget, "%budget")
	}
}

func readAndScan(b *testing.B, line string, budget float64) {
	b.Helper()
	r := NewReader(repeated(line), 0)
	var s Scanner
	var m Message
	measure(b, len(line)+1, budget, func() {
		l, err := r.Next()
		if err != nil {
			b.Fatal(err)
		}
		if s.Scan(l.Bytes, &m); !m.Valid {
			b.Fatal(m.Kind, m.Fault)
		}
	})
}

// compare measures the libraries that one could use instead on the same line, without
// any reading.
func compare(b *testing.B, line string) {
	b.Helper()
	raw := []byte(line)
	must := func(ok bool) {
		if !ok {
			b.Fatal("it refuses the line")
		}
	}
	b.Run("encoding-json-unmarshal", func(b *testing.B) {
		measure(b, len(raw)+1, 0, func() {
			var m struct {
				ID     json.RawMessage
				Method string
				Params json.RawMessage
				Result json.RawMessage
			}
			must(json.Unmarshal(raw, &m) == nil)
		})
	})
	b.Run("encoding-json-valid", func(b *testing.B) {
		measure(b, len(raw)+1, 0, func() { must(json.Valid(raw)) })
	})
	b.Run("gjson", func(b *testing.B) {
		measure(b, len(raw)+1, 0, func() {
			must(gjson.ValidBytes(raw))
			gjson.ParseBytes(raw).ForEach(func(_, _ gjson.Result) bool { return true })
		})
	})
	var source bytes.Reader
	var d jsontext.Decoder
	b.Run("jsontext", func(b *testing.B) {
		measure(b, len(raw)+1, 0, func() {
			source.Reset(raw)
			d.Reset(&source)
			must(d.SkipValue() == nil)
		})
	})
}

func BenchmarkReaderScanSmall(b *testing.B) {
	b.Run("result", func(b *testing.B) { readAndScan(b, smallMessage, smallBudget) })
	b.Run("request", func(b *testing.B) { readAndScan(b, smallRequest, smallBudget) })
	b.Run("notification", func(b *testing.B) { readAndScan(b, smallNotification, smallBudget) })
	compare(b, smallMessage)
}

func BenchmarkReaderScanLarge(b *testing.B) {
	b.Run("text", func(b *testing.B) { readAndScan(b, large(), largeBudget) })
	b.Run("text-not-ascii", func(b *testing.B) {
		readAndScan(b, result(strings.Repeat("雨が止んで二時間後、", 10<<20/30)), 0)
	})
	b.Run("records", func(b *testing.B) { readAndScan(b, records(), 0) })
	compare(b, large())
}

// scanOnly measures Scan without a Reader.
func scanOnly(b *testing.B, line string) {
	b.Helper()
	raw := []byte(line)
	var s Scanner
	var m Message
	measure(b, len(raw), 0, func() { s.Scan(raw, &m) })
}

func BenchmarkScanDeep(b *testing.B) {
	for name, pair := range map[string][2]string{"arrays": {"[", "]"}, "objects": {`{"a":`, "}"}} {
		line := strings.Repeat(pair[0], 100_000) + "1" + strings.Repeat(pair[1], 100_000)
		b.Run(name, func(b *testing.B) { scanOnly(b, line) })
	}
}

func BenchmarkScanInvalid(b *testing.B) {
	for name, line := range map[string]string{
		"banner":   "Listening on stdio...",
		"NaN":      `{"jsonrpc":"2.0","id":1234567,"result":{"content":[{"type":"text","text":"it is 21 degrees"}],"mean":NaN}}`,
		"not-utf8": result(strings.Repeat("caf\xe9 ", 1000)),
		"torn":     large()[:1<<20],
	} {
		b.Run(name, func(b *testing.B) { scanOnly(b, line) })
	}
}

// BenchmarkLens measures all that is said of a line, findings included.
func BenchmarkLens(b *testing.B) {
	for name, text := range map[string]string{
		"clean":      smallMessage,
		"banner":     "Listening on stdio...",
		"escaped":    `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.example\/a":1,"io.example\/b":2},"file:\/\/\/tmp":1}}`,
		"float-id":   `{"jsonrpc":"2.0","id":1.0,"result":{}}`,
		"broken":     `{"jsonrpc":"2.0","id":1234567,"result":{"content":[{"type":"text","text":"it is 21 degrees"}],"mean":NaN}}`,
		"records":    records(),
		"duplicates": strings.Replace(records(), `"ok":true`, `"ok":true,"ok":true`, 1),
	} {
		b.Run(name, func(b *testing.B) {
			l := NewLens()
			line := Line{Bytes: []byte(text), Size: int64(len(text))}
			measure(b, len(text)+1, 0, func() { l.Observe(ServerToClient, line) })
		})
	}
}
