package stats_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/filter"
	"stdioscope/history/stats"
)

const header = `{"stdioscope":1,"id":"s","time":"2026-11-30T10:00:00Z","mode":"inspect","command":["files"],"cwd":"/","env":[],"version":"test"}
`

// session has one of everything: both sides ask, and every way in which a request ends.
const session = header + `{"seq":1,"time":"2026-11-30T10:00:00.000Z","dir":"meta","event":"start","pid":4711}
{"seq":2,"time":"2026-11-30T10:00:00.100Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":0,"method":"ping"}}
{"seq":3,"time":"2026-11-30T10:00:00.105Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":0,"result":{}}}
{"seq":4,"time":"2026-11-30T10:00:00.110Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":0,"method":"ping"}}
{"seq":5,"time":"2026-11-30T10:00:00.117Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":0,"result":{}}}
{"seq":6,"time":"2026-11-30T10:00:00.200Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}}
{"seq":7,"time":"2026-11-30T10:00:00.210Z","dir":"s2c","msg":{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}}
{"seq":8,"time":"2026-11-30T10:00:00.250Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{"content":[]}}}
{"seq":9,"time":"2026-11-30T10:00:00.300Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}}
{"seq":10,"time":"2026-11-30T10:00:00.400Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":2,"result":{"content":[],"isError":true}}}
{"seq":11,"time":"2026-11-30T10:00:00.500Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"two words"}}}
{"seq":12,"time":"2026-11-30T10:00:00.501Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"no"}}}
{"seq":13,"time":"2026-11-30T10:00:00.600Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":4,"method":"tools/call"}}
{"seq":14,"time":"2026-11-30T10:00:00.610Z","dir":"c2s","msg":{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}}
{"seq":15,"time":"2026-11-30T10:00:00.620Z","dir":"s2c","msg":{"jsonrpc":"2.0","id":99,"result":{}}}
{"seq":16,"time":"2026-11-30T10:00:00.630Z","dir":"stderr","text":"hello"}
{"seq":17,"time":"2026-11-30T10:00:00.640Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":5,"method":"tools/list"}}
{"seq":18,"time":"2026-11-30T10:00:00.700Z","dir":"s2c","msg":{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"y"}}}
{"seq":19,"time":"2026-11-30T10:00:02.000Z","dir":"meta","event":"exit","code":0}
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

// forever is a time that no test lives to see.
func forever() time.Time { return time.Now().Add(time.Hour) }

func tableOf(t testing.TB, j *history.Journal) *stats.Table {
	t.Helper()
	table := stats.New()
	if !table.Update(j, j.Len(), forever()) {
		t.Fatal("it has all the time there is, and is not done")
	}
	return table
}

// said puts a row in words.
func said(r stats.Row) string {
	out := fmt.Sprintf("%s %s %s: %d", r.Dir, r.Method, r.Tool, r.Count)
	for _, part := range []struct {
		name  string
		count int
	}{
		{"open", r.Open},
		{"ok", r.OK},
		{"asks back", r.InputRequired},
		{"cancelled", r.Cancelled},
		{"failed", r.Failed},
		{"tool errors", r.ToolErrors},
		{"lost", r.Lost},
		{"malformed", r.Malformed},
		{"rounds", r.Rounds},
	} {
		if part.count > 0 {
			out += fmt.Sprintf(", %d %s", part.count, part.name)
		}
	}
	if r.Latencies == 0 {
		return out
	}
	return out + fmt.Sprintf("; %v %v %v", r.P50, r.P95, r.Max)
}

func TestEveryMethodAndToolHasItsRow(t *testing.T) {
	table := tableOf(t, open(t, session))
	table.Sort(stats.ByName, false)
	var got []string
	for _, r := range table.Rows() {
		got = append(got, said(r)+" | "+r.Filter)
	}
	want := []string{
		`c2s ping : 1, 1 ok; 5ms 5ms 5ms | method:ping (dir:c2s kind:request or dir:s2c kind:result|error)`,
		`c2s tools/call : 1, 1 cancelled | method:tools/call tool:""`,
		`c2s tools/call echo: 2, 1 ok, 1 tool errors; 50ms 100ms 100ms | method:tools/call tool:echo`,
		`c2s tools/call two words: 1, 1 failed; 1ms 1ms 1ms | method:tools/call tool:"two words"`,
		`c2s tools/list : 1, 1 lost | method:tools/list`,
		`s2c ping : 1, 1 ok; 7ms 7ms 7ms | method:ping (dir:s2c kind:request or dir:c2s kind:result|error)`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestBytesAndTotals(t *testing.T) {
	j := open(t, session)
	table := tableOf(t, j)
	table.Sort(stats.ByResponseBytes, true)
	if first := table.Rows()[0]; first.Tool != "echo" || first.RequestBytes != j.Event(5).Size+j.Event(8).Size || first.ResponseBytes != j.Event(7).Size+j.Event(9).Size {
		t.Errorf("the most bytes came from %+v", first)
	}
	totals := table.Totals()
	if totals.Events != 19 || totals.Unasked != 1 || totals.Last.Sub(totals.First) != 2*time.Second {
		t.Errorf("totals are %+v", totals)
	}
	if got := said(totals.Client) + said(totals.Server); got != "c2s  : 6, 2 ok, 1 cancelled, 1 failed, 1 tool errors, 1 lost; 5ms 100ms 100mss2c  : 1, 1 ok; 7ms 7ms 7ms" {
		t.Errorf("together they are %s", got)
	}
	if totals.Client.Errors() != 3 || totals.ServerNotifications.Count != 2 || totals.ClientNotifications.Count != 1 {
		t.Errorf("%d errors, notifications are %+v and %+v", totals.Client.Errors(), totals.ServerNotifications, totals.ClientNotifications)
	}
}

func TestNotificationsHaveARate(t *testing.T) {
	j := open(t, session)
	rows := tableOf(t, j).Notifications()
	if len(rows) != 2 {
		t.Fatalf("rows are %+v", rows)
	}
	want := stats.Notifications{
		Dir: framing.ServerToClient, Method: "notifications/message", Count: 2,
		Bytes: j.Event(6).Size + j.Event(17).Size, Rate: 1, Filter: "method:notifications/message",
	}
	if rows[0] != want {
		t.Errorf("the first row is %+v, want %+v", rows[0], want)
	}
}

// TestARowsFilterFindsItsEvents compares every row with what its filter finds.
func TestARowsFilterFindsItsEvents(t *testing.T) {
	j := open(t, session+`{"seq":20,"time":"2026-11-30T10:00:02.100Z","dir":"c2s","msg":[{"jsonrpc":"2.0","id":6,"method":"ping"},{"jsonrpc":"2.0","id":7,"method":"ping"}]}
{"seq":21,"time":"2026-11-30T10:00:02.200Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":8,"method":"a*|b c"}}
{"seq":22,"time":"2026-11-30T10:00:02.200Z","dir":"c2s","msg":{"jsonrpc":"2.0","method":"ping"}}
`)
	table := tableOf(t, j)
	for _, r := range append(table.Rows(), table.Totals().Client, table.Totals().Server) {
		requests, others := 0, 0
		for i := range selected(t, j, r.Filter) {
			if e := j.Event(i); e.Status != exchange.NoStatus && e.Dir == r.Dir {
				requests++
			} else if !e.Kind.IsResponse() {
				others++
			}
		}
		batches := 0
		if r.Filter == table.Totals().Client.Filter {
			batches = 1 // it is no line of kind request
		}
		if requests != r.Count-batches || others > 0 {
			t.Errorf("%s finds %d requests and %d that are none, not %d", r.Filter, requests, others, r.Count)
		}
	}
	for _, n := range table.Notifications() {
		if found := len(slices.Collect(selected(t, j, n.Filter))); found != n.Count {
			t.Errorf("%s finds %d, not %d", n.Filter, found, n.Count)
		}
	}
}

func selected(t *testing.T, j *history.Journal, expression string) func(func(int) bool) {
	t.Helper()
	f, err := filter.Parse(expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return f.Select(context.Background(), j, 0, j.Len())
}

func TestAnImportWithoutTimesHasNoLatencies(t *testing.T) {
	table := tableOf(t, open(t, strings.Replace(session, `"env":[]`, `"env":[],"untimed":true`, 1)))
	for _, r := range table.Rows() {
		if r.Latencies != 0 || r.P50 != stats.NoLatency || r.Max != stats.NoLatency || slices.Max(r.Spark[:]) != stats.NoLatency {
			t.Errorf("%+v", r)
		}
	}
	if n := table.Notifications()[0]; n.Rate != 0 || n.Count != 2 {
		t.Errorf("%+v", n)
	}
}

// TestASessionIsWatchedWhileItGoesOn looks at a request after each line that is about it.
func TestASessionIsWatchedWhileItGoesOn(t *testing.T) {
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Journal().Close() }()
	defer r.Close()
	table, at, lines := stats.New(), time.Now(), 0
	for _, step := range []struct {
		dir  framing.Dir
		line string
		want []string
	}{
		{framing.ClientToServer, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, []string{"c2s tools/list : 1, 1 open"}},
		{framing.Stderr, `busy`, []string{"c2s tools/list : 1, 1 open"}},
		{framing.ServerToClient, `{"jsonrpc":"2.0","id":1,"result":{}}`, []string{"c2s tools/list : 1, 1 ok; 2s 2s 2s"}},
		{framing.ClientToServer, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, []string{"c2s tools/list : 2, 1 open, 1 ok; 2s 2s 2s"}},
		{framing.ClientToServer, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`, []string{"c2s tools/list : 2, 1 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ServerToClient, `{"jsonrpc":"2.0","id":2,"result":{}}`, []string{"c2s tools/list : 2, 1 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ClientToServer, `{"jsonrpc":"2.0","id":3,"method":"tools/list"}`, []string{"c2s tools/list : 3, 1 open, 1 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ServerToClient, `{"jsonrpc":"2.0","id":3,`, []string{"c2s tools/list : 3, 1 open, 1 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ServerToClient, `"result":{}}`, []string{"c2s tools/list : 3, 1 ok, 1 cancelled, 1 malformed; 2s 2s 2s"}},
		{framing.ServerToClient, `{"jsonrpc":"2.0","id":3,"result":{}}`, []string{"c2s tools/list : 3, 2 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ClientToServer, `{"jsonrpc":"2.0","id":4,`, []string{"c2s tools/list : 3, 2 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ClientToServer, `"method":"tools/list"}`, []string{"c2s  : 1, 1 open", "c2s tools/list : 3, 2 ok, 1 cancelled; 2s 2s 2s"}},
		{framing.ServerToClient, `{"jsonrpc":"2.0","id":4,"result":{}}`, []string{"c2s  : 1, 1 ok", "c2s tools/list : 3, 2 ok, 1 cancelled; 2s 2s 2s"}},
	} {
		at, lines = at.Add(time.Second), lines+1
		r.LineAt(at, step.dir, history.FromClient, framing.Line{Bytes: []byte(step.line)})
		for r.Journal().Len() < lines {
			<-r.Journal().Bell()
		}
		table.Update(r.Journal(), lines, forever())
		table.Sort(stats.ByName, false)
		var got []string
		for _, row := range table.Rows() {
			got = append(got, said(row))
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("after %s\nrows are %q\nwant     %q", step.line, got, step.want)
		}
	}
	if all := tableOf(t, r.Journal()); all.Totals().Client.Count != table.Totals().Client.Count || all.Totals().Client.OK != table.Totals().Client.OK {
		t.Errorf("watched they are %+v, at once %+v", table.Totals().Client, all.Totals().Client)
	}
}

func TestSlicesComeToTheSameAsOneGo(t *testing.T) {
	j := exchanges(t, 20_000)
	inSlices, updates := stats.New(), 1
	for ; !inSlices.Update(j, j.Len(), time.Time{}); updates++ {
		if inSlices.Taken() > j.Len() {
			t.Fatal("it has taken more than there is")
		}
	}
	if updates < 40 {
		t.Errorf("without time it was done after %d updates", updates)
	}
	if a, b := inSlices.Rows(), tableOf(t, j).Rows(); !slices.Equal(a, b) {
		t.Errorf("in slices %+v, at once %+v", a, b)
	}
}

func TestTheScreenCanBeSortedByAnyColumn(t *testing.T) {
	table := tableOf(t, open(t, session))
	for column := stats.ByName; column <= stats.ByResponseBytes; column++ {
		for _, descending := range []bool{false, true} {
			table.Sort(column, descending)
			rows, again := table.Rows(), table.Rows()
			if !slices.Equal(rows, again) {
				t.Errorf("column %d: the order changes by itself", column)
			}
			if column >= stats.ByP50 && column <= stats.ByMax && (rows[0].Latencies == 0 || rows[len(rows)-1].Latencies != 0) {
				t.Errorf("column %d: rows without latencies are not last", column)
			}
		}
	}
	table.Sort(stats.ByMax, true)
	if first := table.Rows()[0]; first.Tool != "echo" {
		t.Errorf("the slowest is %s %s", first.Method, first.Tool)
	}
	table.Sort(stats.ByMax, false)
	if first := table.Rows()[0]; first.Tool != "two words" {
		t.Errorf("the fastest is %s %s", first.Method, first.Tool)
	}
}

// calls records calls of one tool with given latencies, one a second.
func calls(t testing.TB, latencies []time.Duration) *history.Journal {
	t.Helper()
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Journal().Close() })
	at := time.Now()
	for i, latency := range latencies {
		at = at.Add(time.Second)
		r.LineAt(at, framing.ClientToServer, history.FromClient, framing.Line{Bytes: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo"}}`, i)})
		r.LineAt(at.Add(latency), framing.ServerToClient, history.FromClient, framing.Line{Bytes: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"result":{}}`, i)})
	}
	r.Close()
	return r.Journal()
}

func TestPercentiles(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	spread := func(n int, of func() float64) []time.Duration {
		all := make([]time.Duration, n)
		for i := range all {
			all[i] = time.Duration(of())
		}
		return all
	}
	for _, tc := range []struct {
		what      string
		latencies []time.Duration
		off       float64 // how far a percentile may be from the true one
	}{
		{"one", []time.Duration{time.Millisecond}, 0},
		{"two", []time.Duration{3 * time.Millisecond, time.Millisecond}, 0},
		{"as many as are kept", spread(2048, func() float64 { return random.Float64() * 1e9 }), 0},
		{"one more", spread(2049, func() float64 { return random.Float64() * 1e9 }), 0.008},
		{"many, all alike", spread(5000, func() float64 { return 123456789 }), 0.008},
		{"many, from nanoseconds to hours", spread(20_000, func() float64 { return random.ExpFloat64() * random.ExpFloat64() * random.ExpFloat64() * 1e10 }), 0.008},
		{"many, below a microsecond", spread(5000, func() float64 { return random.Float64() * 1000 }), 0.008},
		{"a clock that is set back", []time.Duration{-time.Hour, -time.Second}, 0},
	} {
		t.Run(tc.what, func(t *testing.T) {
			row := tableOf(t, calls(t, tc.latencies)).Rows()[0]
			slices.Sort(tc.latencies)
			for percent, got := range map[int]time.Duration{50: row.P50, 95: row.P95, 99: row.P99, 100: row.Max} {
				want := max(0, tc.latencies[(len(tc.latencies)*percent+99)/100-1])
				off := tc.off
				if percent == 100 {
					off = 0
				}
				if diff := float64((got - want).Abs()); diff > off*float64(want) {
					t.Errorf("p%d is %v, want %v", percent, got, want)
				}
			}
		})
	}
}

func TestTheSparklineShowsWhenItWasSlow(t *testing.T) {
	latencies := slices.Repeat([]time.Duration{time.Millisecond}, 1000)
	latencies[777] = time.Second
	spark := tableOf(t, calls(t, latencies)).Rows()[0].Spark
	for i, longest := range spark {
		want := time.Millisecond
		if longest == time.Second && (i == 15 || i == 16) { // ends of buckets are rounded
			want = time.Second
		}
		if longest != want {
			t.Errorf("bucket %d is %v of %v", i, longest, spark)
		}
	}
	if slices.Max(spark[:]) != time.Second {
		t.Errorf("nothing was slow: %v", spark)
	}
}

func TestAPeerThatInventsNamesDoesNotFillTheMemory(t *testing.T) {
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Journal().Close() }()
	const invented = 6000
	for i := range invented {
		r.Line(framing.ClientToServer, history.FromClient, framing.Line{Bytes: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"m%d"}`, i, i)})
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"n%d"}`, i)})
	}
	r.Close()
	table := tableOf(t, r.Journal())
	rows, notifications := table.Rows(), table.Notifications()
	if len(rows) > 4100 || rows[0].Method != stats.Rest || rows[0].Filter != "" || len(notifications) > 4100 || notifications[0].Method != stats.Rest {
		t.Errorf("%d rows, the first %+v; %d of notifications", len(rows), rows[0], len(notifications))
	}
	methods := map[string]int{}
	for _, row := range rows {
		methods[row.Method] += row.Count
	}
	sum := 0
	for count := range maps.Values(methods) {
		sum += count
	}
	if sum != invented || table.Totals().Client.Count != invented {
		t.Errorf("%d of %d are counted", sum, invented)
	}
}
