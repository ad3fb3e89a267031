package wrap

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// BenchmarkRecord is what a recorder does of what wrap hands over: requests and their
// answers.
func BenchmarkRecord(b *testing.B) {
	const calls = 100_000
	o := newObserver()
	for i := range calls {
		o.offer(framing.ClientToServer, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hello"}}}`+"\n", i))
		o.offer(framing.ServerToClient, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"result":{}}`+"\n", i))
	}
	o.close()
	var frames bytes.Buffer
	frames.Write(frame{what: aSetup, at: time.Now()}.appendTo(nil))
	if _, err := o.writeTo(&frames); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		file := filepath.Join(b.TempDir(), "h.jsonl")
		Record(bytes.NewReader(frames.Bytes()), &said{}, func([]byte) (Options, error) {
			return Options{Record: &history.Options{File: file, Header: history.NewHeader(history.ModeWrap, "x", nil, "", nil, "", time.Now())}}, nil
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(2*calls), "ns/line")
}
