package history_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stdioscope/framing"
	"stdioscope/history"
)

// FuzzRead reads files that anything may have happened to.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n" +
		`{"seq":1,"time":"2026-11-30T10:11:12.123456789Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"}}` + "\n"))
	f.Add([]byte(`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"s2c","text":"\ud83d"}{"seq":2,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"exit"}`))
	f.Add([]byte(`{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"stderr","eol":"none","size":9,"cut":true,"b64":"//8="}` + "\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		j, err := history.Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		defer func() { _ = j.Close() }()
		for i := range j.Len() {
			line, _ := j.Line(i)
			_, _ = j.Head(i, 10)
			_ = j.ID(i)
			if e := j.Event(i); e.Pair >= j.Len() || e.Request >= j.Len() {
				t.Fatalf("event %d points behind the end: %+v", i, e)
			}
			_ = line
		}
		for _, show := range []format{history.ShowText, history.ShowJSON, history.ShowRaw} {
			_ = show(&bytes.Buffer{}, j, nil)
		}
	})
}

// pieces are what random traffic is made of.
var pieces = []string{
	`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","_meta":{"progressToken":%d}}}`,
	`{"jsonrpc":"2.0","id":%d,"result":{}}`,
	`{"jsonrpc":"2.0","id":"%d","result":{"isError":true}}`,
	`{"jsonrpc":"2.0","id":%d,"error":{"code":-1,"message":"no"}}`,
	`{"jsonrpc":"2.0","id":%d.0,"result":{}}`,
	`{"jsonrpc":"2.0","id":%d,"result":`,
	`{"jsonrpc":"2.0","id":%d,"error":`,
	`log: {"jsonrpc":"2.0","id":%d,"result":{}} end`,
	`{"jsonrpc":"2.0","id":%d,"result":{"x":NaN}}`,
	`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":1}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`,
	`[{"jsonrpc":"2.0","id":%d,"result":{}},{"jsonrpc":"2.0","id":%d,"method":"ping"}]`,
	"{", "}", `"jsonrpc":"2.0","id":%d,`, `"result":{}`, "Content-Length: 36", "", "banner %d", "\xff\xfe", "[]",
}

// TestLiveAndOpenedAgreeOnAnyTraffic records random lines and compares what the
// live journal and the opened file say of each.
func TestLiveAndOpenedAgreeOnAnyTraffic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		r := record(t, history.Options{File: filepath.Join(t.TempDir(), fmt.Sprint(round))})
		for range 200 {
			line := pieces[random.IntN(len(pieces))]
			line = fmt.Sprintf(line, slices.Repeat([]any{random.IntN(8)}, strings.Count(line, "%d"))...)
			r.say(framing.Dir(random.IntN(3)), line, framing.EOL(random.IntN(2)))
		}
		code := 0
		r.Fact(history.Fact{Event: history.FactExit, Code: &code})
		r.Close()
		live, opened := r.Journal(), r.reopened(t)
		if a, b := shown(t, live, history.ShowJSON), shown(t, opened, history.ShowJSON); a != b {
			t.Fatalf("round %d: live and opened differ:\n%s", round, firstDifference(a, b))
		}
		for i := range live.Len() {
			if a, b := live.Findings(i), opened.Findings(i); !slices.Equal(a, b) {
				t.Fatalf("round %d, event %d: findings %v and %v", round, i, a, b)
			}
		}
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return "one is longer"
}
