package filter_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/filter"
)

// session is a small history. Its events are numbered from 1, as a person sees them.
const session = `{"stdioscope":1,"id":"s","time":"2026-11-30T10:00:00Z","mode":"inspect","command":["files"],"cwd":"/","env":[],"version":"test"}
{"seq":1,"time":"2026-11-30T10:00:00.000Z","dir":"meta","event":"start","pid":4711}
{"seq":2,"time":"2026-11-30T10:00:00.100Z","dir":"c2s","origin":"handshake","msg":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}}
{"seq":3,"time":"2026-11-30T10:00:00.105Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"files","version":"1"}}}}
{"seq":4,"time":"2026-11-30T10:00:00.200Z","dir":"c2s","origin":"composer","msg":{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"message":"caf\u00e9 \"Noir\"","n":1.0}}}}
{"seq":5,"time":"2026-11-30T10:00:00.250Z","dir":"s2c","msg":{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"half way"}}}
{"seq":6,"time":"2026-11-30T10:00:00.350Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"first"},{"type":"image","mimeType":"image/png"}]}}}
{"seq":7,"time":"2026-11-30T10:00:00.360Z","dir":"stderr","text":"WARN: slow disk, 420 ms"}
{"seq":8,"time":"2026-11-30T10:00:00.370Z","dir":"s2c","text":"Listening on stdio…"}
{"seq":9,"time":"2026-11-30T10:00:00.400Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":"7","method":"tools/call","params":{"name":"add","arguments":{"big":9007199254740993,"when":"2026-11-30"}}}}
{"seq":10,"time":"2026-11-30T10:00:00.402Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":"7","error":{"code":-32602,"message":"Unknown tool"}}}
{"seq":11,"time":"2026-11-30T10:00:00.500Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":8,"method":"tools/list"}}
{"seq":12,"time":"2026-11-30T10:00:00.600Z","dir":"meta","event":"note","text":"the server is not reading"}
`

func open(t testing.TB, text string) *history.Journal {
	t.Helper()
	j, err := history.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func parse(t testing.TB, expression string) *filter.Filter {
	t.Helper()
	f, err := filter.Parse(expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return f
}

// selected gives the numbers of the events that an expression finds.
func selected(j *history.Journal, f *filter.Filter) []int {
	var seqs []int
	for i := range f.Select(context.Background(), j, 0, j.Len()) {
		seqs = append(seqs, int(j.Event(i).Seq))
	}
	return seqs
}

type seqs = []int

func TestExpressions(t *testing.T) {
	everything := seqs{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	j := open(t, session)
	for _, tc := range []struct {
		expression string
		want       seqs
	}{
		{"", everything},
		{"  \t", everything},

		{"method:tools/call", seqs{4, 6, 9, 10}},
		{"method:tools/*", seqs{4, 6, 9, 10, 11}},
		{"method:*/*s*", seqs{5, 11}},
		{"method:initialize|tools/list", seqs{2, 3, 11}},
		{`method:"tools/*"`, nil},
		{"method:*", seqs{2, 3, 4, 5, 6, 9, 10, 11}},
		{`method:""`, seqs{1, 7, 8, 12}},
		{"method:Initialize", nil},
		{"tool:echo", seqs{4, 5, 6}},
		{"tool:e*|add", seqs{4, 5, 6, 9, 10}},
		{`tool:"" kind:request`, seqs{2, 11}},

		{"id:7", seqs{4, 6, 9, 10}},
		{`id:"7"`, seqs{9, 10}},
		{"id:8|0", seqs{2, 3, 11}},
		{"id:*", seqs{2, 3, 4, 6, 9, 10, 11}},

		{"dir:c2s", seqs{2, 4, 9, 11}},
		{"dir:stderr|meta", seqs{1, 7, 12}},
		{"dir:*2*", seqs{2, 3, 4, 5, 6, 8, 9, 10, 11}},
		{"kind:request", seqs{2, 4, 9, 11}},
		{"kind:result|error", seqs{3, 6, 10}},
		{"kind:invalid", seqs{8}},
		{"kind:meta|stderr", seqs{1, 7, 12}},
		{"-kind:notification dir:s2c", seqs{3, 6, 8, 10}},

		{"status:ok", seqs{2, 3, 4, 6}},
		{"status:ok kind:request", seqs{2, 4}},
		{"status:error", seqs{9, 10}},
		{"status:pending", seqs{11}},
		{"status:p*|error", seqs{9, 10, 11}},
		{"origin:composer", seqs{4}},
		{"origin:client", seqs{9, 11}},
		{"find:stdout-not-json", seqs{8}},
		{"find:*-json", seqs{8}},
		{"has:error", seqs{8}},
		{"has:finding", seqs{8}},
		{"has:warn", seqs{8}},
		{"has:pair", seqs{2, 3, 4, 6, 9, 10}},
		{"has:cut", nil},

		{"latency:>100ms", seqs{4, 6}},
		{"latency:<=5ms", seqs{2, 3, 9, 10}},
		{"latency:1ms..10ms", seqs{2, 3, 9, 10}},
		{"latency:<3ms|>=150ms", seqs{4, 6, 9, 10}},
		{"latency:..1h", seqs{2, 3, 4, 6, 9, 10}},
		{"kind:request -latency:<1h", seqs{11}},
		{"size:>122", seqs{2, 3, 4, 9}},
		{"size:23", seqs{7}},
		{"size:0.02k..30b", seqs{7, 8}},
		{"seq:3", seqs{3}},
		{"seq:3..5", seqs{3, 4, 5}},
		{"seq:11..", seqs{11, 12}},
		{"seq:..2|>11", seqs{1, 2, 12}},

		{"half", seqs{5}},
		{"HALF", nil},
		{"warn", seqs{7}},
		{"WARN:", seqs{7}},
		{`"slow disk"`, seqs{7}},
		{"slow disk", seqs{7}},
		{"stdio…", seqs{8}},
		{"café", seqs{4}},
		{"Café", nil},
		{`"\"noir\""`, seqs{4}},
		{`{"jsonrpc":"2.0","id":8,`, seqs{11}},
		{"4711", seqs{1}},
		{"not reading", seqs{12}},
		{"meta", nil},
		{`"-32602"`, seqs{10}},
		{"image/png", seqs{6}},
		{`"or"`, seqs{10}},
		{"http://x", nil},
		{"$5", nil},
		{"|", nil},

		{`/\d+ ms$/`, seqs{7}},
		{`/(?i)warn|half/`, seqs{5, 7}},
		{`/tools\/(call|list)/`, seqs{4, 9, 11}},
		{`/^Listening on/`, seqs{8}},
		{`/not reading/`, seqs{12}},
		{`-/"id"/ kind:notification`, seqs{5}},

		{"$.params.name=echo", seqs{4}},
		{"$.params.name", seqs{4, 9}},
		{"$.params.name!=echo", seqs{9}},
		{"kind:request -$.params.name=echo", seqs{2, 9, 11}},
		{"$.params.name=e*|add", seqs{4, 9}},
		{"$.params.name~ech|DD", seqs{4}},
		{"$.params.name~/^a.d$/", seqs{9}},
		{"$.result.content[1].type=image", seqs{6}},
		{"$.result.content[-1].type=image", seqs{6}},
		{"$.result.content[-2].type=image", nil},
		{"$.result.content[-3]", nil},
		{"$.result.content[*].type=image", seqs{6}},
		{"$.result.*[0].text=first", seqs{6}},
		{"$..mimeType=image/png", seqs{6}},
		{"$..name", seqs{2, 3, 4, 9}},
		{`$["params"]["name"]=add`, seqs{9}},
		{"$.id=7", seqs{4, 6, 9, 10}},
		{`$.id="7"`, seqs{9, 10}},
		{"$.id>=7", seqs{4, 6, 11}},
		{"$.id<7", seqs{2, 3}},
		{"$..n=1", seqs{4}},
		{"$..n=1e0", seqs{4}},
		{"$..n=1.5", nil},
		{"$..big=9007199254740993", seqs{9}},
		{"$..big=9007199254740992", nil},
		{"$..big>9007199254740992", seqs{9}},
		{"$..when>2026-11-29", seqs{9}},
		{"$..when<2026-11-29", nil},
		{"$.error.code=-32602", seqs{10}},
		{"$.error.code<-32601.5", seqs{10}},
		{`$..message="café \"Noir\""`, seqs{4}},
		{`$..message="caf\u00e9 \"Noir\""`, seqs{4}},
		{"$..message~noir", seqs{4}},
		{"$.event=note", seqs{12}},
		{"$.pid>4000", seqs{1}},
		{`$~Listening`, nil},

		{"tool:echo kind:request", seqs{4}},
		{"tool:echo and kind:request", seqs{4}},
		{"kind:notification or tool:echo kind:request", seqs{4, 5}},
		{"(kind:notification or tool:echo) dir:s2c", seqs{5, 6}},
		{"kind:notification or tool:add OR dir:stderr", seqs{5, 7, 9, 10}},
		{"dir:c2s -(tool:echo or tool:add)", seqs{2, 11}},
		{"dir:c2s -(tool:echo id:7)", seqs{2, 9, 11}},
		{"-dir:c2s -dir:s2c", seqs{1, 7, 12}},
		{"((dir:stderr))", seqs{7}},
		{"has:error or $.params.name=add", seqs{8, 9}},
		{"-half -dir:c2s -dir:meta", seqs{3, 6, 7, 8, 10}},
	} {
		f := parse(t, tc.expression)
		if got := selected(j, f); !slices.Equal(got, tc.want) {
			t.Errorf("%s finds %v, want %v", tc.expression, got, tc.want)
		}
		for i := range j.Len() {
			if got, want := f.Matches(j, i), slices.Contains(tc.want, i+1); got != want {
				t.Errorf("%s matches event %d: %v", tc.expression, i+1, got)
			}
		}
	}
}

func TestErrorsSayWhatIsWrongAndWhere(t *testing.T) {
	for _, tc := range []struct {
		expression string
		offset     int
		says       string
	}{
		{"kind:requst", 5, "kind: is one of blank, invalid"},
		{"kind:request|x", 13, "kind: is one of"},
		{"dir:", 4, "a value is missing behind dir:"},
		{"tool:a|", 7, "a value is missing behind tool:"},
		{"has:nothing", 4, "has: is one of finding"},
		{"tool:echo (kind:request", 10, "this parenthesis is not closed"},
		{"kind:request)", 12, "no parenthesis is open here"},
		{"()", 1, "a term is missing here"},
		{"a or", 4, "a term is missing here"},
		{"or b", 0, "a term is missing before this word"},
		{"a and or b", 6, "a term is missing before this word"},
		{"a and", 5, "a term is missing here"},
		{"a -", 2, "nothing to negate"},
		{"--verbose", 0, "two minus signs"},
		{`"slow disk`, 0, "these quotes are not closed"},
		{`tool:"slow disk`, 5, "these quotes are not closed"},
		{`"method":"ping"`, 8, "a blank is missing behind the quotes"},
		{`""`, 0, "there is nothing to search for"},
		{"/tmp", 0, "the regular expression wants a slash at its end"},
		{"/tmp/file", 5, "a blank is missing behind the regular expression"},
		{"a /x(/", 2, "missing closing )"},
		{"//", 0, "the regular expression is empty"},
		{"latency:100ms", 8, "write >100ms, <100ms or a range such as 100ms.."},
		{"latency:>100", 8, "a time is such as 100ms"},
		{"size:>many", 5, "a size is a number of bytes"},
		{"size:=>4k", 5, "one of > >= < <="},
		{"seq:-1", 4, "the number of an event is a whole number"},
		{"seq:20..10", 4, "the range ends before it begins"},
		{"seq:..", 4, "a range wants at least one end"},
		{"$.=a", 2, "a name is missing in the path"},
		{"$.a.", 4, "a name is missing in the path"},
		{"$....a", 2, "a name is missing in the path"},
		{"$..a..b..c", 7, "a path can go to any depth 2 times at most"},
		{"$.a[x]", 3, "in brackets stands a number"},
		{"$.a[0", 3, "this bracket is not closed"},
		{"$.a!b", 3, "behind a path stands one of"},
		{"$.a=", 4, "a value is missing behind ="},
		{"$.a~/x", 4, "wants a slash at its end"},
		{`$.a~""`, 4, "there is nothing to search for"},
		{strings.Repeat("(", 300) + "a" + strings.Repeat(")", 300), 200, "more than 200 parentheses"},
	} {
		_, err := filter.Parse(tc.expression)
		var syntax *filter.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: error %v", tc.expression, err)
			continue
		}
		if syntax.Offset != tc.offset || !strings.Contains(syntax.Message, tc.says) {
			t.Errorf("%s: at %d: %s", tc.expression, syntax.Offset, syntax.Message)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %q", tc.expression, err)
		}
	}
}

func TestTheCanonicalFormIsShort(t *testing.T) {
	for expression, want := range map[string]string{
		"  tool:echo\tand   kind:request ": "tool:echo kind:request",
		"((a)) OR (b c)":                   "a or b c",
		"(a or b) c":                       "(a or b) c",
		"-(a)":                             "-a",
		"-(a b)":                           "-(a b)",
		`-(-a) "two  words"`:               `-(-a) "two  words"`,
		"main(argv)":                       "main(argv)",
		"":                                 "",
	} {
		if got := parse(t, expression).String(); got != want {
			t.Errorf("%q becomes %q, want %q", expression, got, want)
		}
	}
}

func TestTextThatLooksLikeATermIsHintedAt(t *testing.T) {
	for expression, hints := range map[string]int{
		"methd:tools/*":     1,
		"(a or -methd:x) b": 1,
		`"methd:tools"`:     0,
		"https://x.example": 0,
		"12:30 Error:x a:":  0,
		"method:x":          0,
	} {
		if got := parse(t, expression).Hints(); len(got) != hints {
			t.Errorf("%s: hints %q", expression, got)
		}
	}
}

func TestAFilterKnowsWhatItDependsOn(t *testing.T) {
	for _, tc := range []struct {
		expression               string
		bytes, volatile, isEmpty bool
	}{
		{"", false, false, true},
		{"method:a dir:c2s size:>4k seq:1..", false, false, false},
		{"-status:ok", false, true, false},
		{"a or (b latency:>1s)", true, true, false},
		{"find:x", false, true, false},
		{"has:error", false, true, false},
		{"id:7", true, false, false},
		{"$.a", true, false, false},
		{"/a/", true, false, false},
	} {
		f := parse(t, tc.expression)
		if f.NeedsBytes() != tc.bytes || f.Volatile() != tc.volatile || f.Empty() != tc.isEmpty {
			t.Errorf("%s: bytes %v, volatile %v, empty %v", tc.expression, f.NeedsBytes(), f.Volatile(), f.Empty())
		}
	}
}

// discarded is a recording that leaves nothing behind.
func discarded(t testing.TB) *history.Recorder {
	t.Helper()
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		_ = r.Journal().Close()
	})
	return r
}

func say(r *history.Recorder, dir framing.Dir, line string) {
	r.Line(dir, history.FromClient, framing.Line{Bytes: []byte(line)})
}

func TestASearchTellsHowFarItHasCome(t *testing.T) {
	r := discarded(t)
	const events = 50_000
	for range events - 1 {
		say(r, framing.Stderr, "nothing")
	}
	say(r, framing.Stderr, "needle")
	r.Close()
	var last, steps, found int
	for next, positions := range parse(t, "needle").Batches(context.Background(), r.Journal(), 0, events+10) {
		if next <= last {
			t.Fatalf("from %d to %d", last, next)
		}
		last, steps, found = next, steps+1, found+len(positions)
	}
	if last != events || steps < 2 || found != 1 {
		t.Errorf("came to %d in %d steps and found %d", last, steps, found)
	}
}

func TestASearchEndsWhenItIsCancelled(t *testing.T) {
	r := discarded(t)
	const events = 50_000
	for range events {
		say(r, framing.ServerToClient, `{"jsonrpc":"2.0","method":"a"}`)
	}
	r.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	decided := 0
	for next := range parse(t, "method").Batches(ctx, r.Journal(), 0, events) {
		decided = next
		cancel()
	}
	if decided == 0 || decided == events {
		t.Errorf("it had come to %d of %d", decided, events)
	}
}

func TestABatchIsFoundByTheIDsInIt(t *testing.T) {
	r := discarded(t)
	say(r, framing.ClientToServer, `[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":"x","method":"b"}]`)
	r.Close()
	for expression, want := range map[string]bool{
		"id:1": true, "id:x": true, `id:"1"`: false, "$[1].method=b": true, "$[*].id=2": false, "kind:batch": true,
	} {
		if got := parse(t, expression).Matches(r.Journal(), 0); got != want {
			t.Errorf("%s: %v", expression, got)
		}
	}
}

func TestAPathBearsWhatServersWrite(t *testing.T) {
	r := discarded(t)
	lines := []string{
		`"`, `{"a`, `{"a":`, `[`, "\xef\xbb\xbf{\"a\":1}", ` {"a":1,"a":2} `, `{"\u0061":3}`, `{"a":"x"`, `"abc" xyz"`, `5`,
		strings.Repeat(`[`, 100_000), strings.Repeat(`{"b":`, 100_000),
	}
	for _, line := range lines {
		say(r, framing.ServerToClient, line)
	}
	r.Close()
	for expression, want := range map[string]seqs{
		"$.a=1": {5}, "$.a=2": {6}, "$.a=3": {7}, "$.a": {5, 6, 7, 8}, "$=5": {10}, "$~xyz": nil, "$..a=x": {8},
	} {
		if got := selected(r.Journal(), parse(t, expression)); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", expression, got, want)
		}
	}
}

func TestALatencyIsNotMadeUp(t *testing.T) {
	j := open(t, strings.Replace(session, `"env":[],`, `"env":[],"untimed":true,`, 1))
	if got := selected(j, parse(t, "latency:>=0ms")); len(got) > 0 {
		t.Errorf("%v are found in a history without times", got)
	}
}
