package framing

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// stream repeats one line endlessly.
type stream struct {
	line []byte
	rest []byte
}

func (s *stream) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(s.rest) == 0 {
			s.rest = s.line
		}
		c := copy(p[n:], s.rest)
		s.rest = s.rest[c:]
		n += c
	}
	return n, nil
}

// repeated gives an endless stream of the line that repeats in large pieces.
func repeated(line string) *stream {
	n := 1 + (1<<20)/len(line)
	return &stream{line: bytes.Repeat([]byte(line+"\n"), n)}
}

const smallMessage = `{"jsonrpc":"2.0","id":1234567,"result":{"content":[{"type":"text","text":"it is 21 degrees"}],"isError":false}}`

func largeMessage() string {
	text := strings.Repeat(`Two hours after the rain had stopped the road was dry again, and so were we. \n`, 10<<20/79)
	return `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + text + `"}]}}`
}

func readAndScan(b *testing.B, line string) {
	r := NewReader(repeated(line), 0)
	var m Message
	b.SetBytes(int64(len(line)) + 1)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		l, err := r.Next()
		if err != nil {
			b.Fatal(err)
		}
		if Scan(l.Bytes, &m); m.Kind != Result {
			b.Fatal(m.Kind)
		}
	}
}

func against(b *testing.B, line string) {
	b.Run("ours", func(b *testing.B) { readAndScan(b, line) })
	raw := []byte(line)
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)) + 1)
			b.ReportAllocs()
			for range b.N {
				f()
			}
		})
	}
	run("encoding_json_Unmarshal", func() {
		var m struct {
			ID     json.RawMessage
			Method string
			Result json.RawMessage
		}
		if json.Unmarshal(raw, &m) != nil {
			b.Fatal()
		}
	})
	run("encoding_json_Valid", func() {
		if !json.Valid(raw) {
			b.Fatal()
		}
	})
	run("gjson", func() {
		if !gjson.ValidBytes(raw) {
			b.Fatal()
		}
		gjson.ParseBytes(raw).ForEach(func(k, v gjson.Result) bool { return true })
	})
	var dec jsontext.Decoder
	var rd bytes.Reader
	run("jsontext", func() {
		rd.Reset(raw)
		dec.Reset(&rd)
		if dec.SkipValue() != nil {
			b.Fatal()
		}
	})
	_ = io.EOF
}

func BenchmarkReaderScanSmall(b *testing.B) { against(b, smallMessage) }
func BenchmarkReaderScanLarge(b *testing.B) { against(b, largeMessage()) }
