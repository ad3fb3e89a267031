package diff_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/diff"
)

// recorded makes a history of lines: > from the client, < from the server.
func recorded(t testing.TB, lines ...string) *history.Journal {
	t.Helper()
	header := history.NewHeader(history.ModeInspect, "", []string{"server"}, "/", nil, "test", time.Now())
	r, err := history.Record(history.Options{Header: header, File: filepath.Join(t.TempDir(), "history.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		dir := framing.ClientToServer
		if line[0] == '<' {
			dir = framing.ServerToClient
		}
		r.Line(dir, history.FromClient, framing.Line{Bytes: []byte(line[1:])})
	}
	r.Close()
	t.Cleanup(func() { _ = r.Journal().Close() })
	return r.Journal()
}

func call(id int, tool, arguments string) string {
	return fmt.Sprintf(`>{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{"progressToken":%d}}}`, id, tool, arguments, id)
}

func answer(id int, text string) string {
	return fmt.Sprintf(`<{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%q}]}}`, id, text)
}

func progress(token, n int) string {
	return fmt.Sprintf(`<{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":%d}}`, token, n)
}

// compared writes a report in one line each.
func compared(r diff.Report) string {
	var out strings.Builder
	for _, p := range r.Pairs {
		fmt.Fprintf(&out, "%d=%d %s %s %s/%s", p.A, p.B, p.Method, p.Tool, p.StatusA, p.StatusB)
		for _, n := range p.Notifications {
			fmt.Fprintf(&out, " %v", n)
		}
		fmt.Fprintf(&out, " %v\n", p.Differs())
		for _, changes := range [][]diff.Change{p.Request, p.Answer} {
			if len(changes) > 0 {
				out.WriteString(told(changes) + "\n")
			}
		}
	}
	for _, n := range r.Notifications {
		fmt.Fprintf(&out, "%v\n", n)
	}
	return strings.TrimSpace(out.String())
}

func TestTwoHistoriesAreCompared(t *testing.T) {
	a := recorded(t,
		call(1, "echo", `{"x":1}`), progress(1, 1), progress(1, 2), answer(1, "one"),
		call(2, "echo", `{"x":2}`), answer(2, "two"),
		call(3, "echo", `{"x":1}`), answer(3, "one again"),
		call(4, "fail", `{}`), answer(4, "fine"),
		call(5, "gone", `{}`), answer(5, "x"),
		`<{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`,
	)
	b := recorded(t,
		call(11, "echo", `{"x":2.0}`), answer(11, "two"),
		call(12, "echo", `{"x":1}`), progress(12, 1), answer(12, "one"),
		call(13, "echo", `{"x":3}`), answer(13, "one again"),
		call(14, "fail", `{}`), `<{"jsonrpc":"2.0","id":14,"error":{"code":-32000,"message":"no"}}`,
		call(15, "new", `{}`),
	)
	const want = `0=2 tools/call echo ok/ok {notifications/progress 2 1} true
4=0 tools/call echo ok/ok false
6=5 tools/call echo ok/ok true
changed $.params.arguments.x -1 +3
8=7 tools/call fail ok/error true
removed $.result -{"content":[{"type":"text","text":"fine"}]}
added $.error +{"code":-32000,"message":"no"}
10=-1 tools/call gone ok/ true
-1=9 tools/call new /pending true
{notifications/tools/list_changed 1 0}`
	r := diff.Histories(a, b, diff.Defaults())
	if got := compared(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !r.Differs() || r.Pairs[0].LatencyA <= 0 {
		t.Error("the report lacks what it should say")
	}
	if r := diff.Histories(a, a, diff.Defaults()); r.Differs() || len(r.Pairs) != 5 {
		t.Errorf("a history differs from itself:\n%s", compared(r))
	}
	status := diff.Defaults()
	status.Match = diff.Status
	if p := diff.Histories(a, b, status).Pairs; p[0].Differs() || p[2].Differs() || !p[3].Differs() {
		t.Error("with match status, more than the status counts")
	}
}

func BenchmarkHistories(b *testing.B) {
	var lines []string
	for i := range 10_000 {
		lines = append(lines, call(i, "echo", fmt.Sprintf(`{"x":%d}`, i%100)), answer(i, "an answer"))
	}
	j, k := recorded(b, lines...), recorded(b, lines...)
	b.ReportAllocs()
	for b.Loop() {
		if diff.Histories(j, k, diff.Defaults()).Differs() {
			b.Fatal("they differ")
		}
	}
}
