package stats

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// NoLatency stands where there is no latency: nothing was answered, or the times are not
// known.
const NoLatency = time.Duration(-1)

// Buckets is the number of parts into which a row's sparkline divides the time.
const Buckets = 20

// Row is what there is to say of the requests of one side for one method and tool. It is
// a copy that does not change.
type Row struct {
	// Dir is where the requests went: framing.ClientToServer for those of the client.
	Dir framing.Dir
	// Method is empty for batches and for requests that were put together from lines.
	// Tool is that of the method, empty where it takes none or was given none.
	Method, Tool string

	// Count is all requests, each of which is one of the others but for Rounds: those of
	// them that carry on an operation.
	Count, Open, OK, InputRequired, Cancelled int
	// Failed were answered by an error, ToolErrors by a result that says it is one.
	Failed, ToolErrors, Lost, Malformed int
	Rounds                              int

	// RequestBytes and ResponseBytes are sums, of lines without their line ends.
	RequestBytes, ResponseBytes int64

	// Latencies is how many latencies the rest is about. Without any, P50 (the median),
	// P95, P99 and Max are NoLatency.
	Latencies          int
	P50, P95, P99, Max time.Duration
	// Spark is the longest latency of the requests that were sent in each twentieth of
	// the time from the journal's first event to its last, the same for all rows;
	// NoLatency where there was none. Parts begin and end exact to 1/32 of the whole.
	Spark [Buckets]time.Duration

	// Filter finds the requests and their answers (package history/filter). It is empty
	// for Rest.
	Filter string
}

// Errors is how many went wrong in any way: Failed, ToolErrors, Lost and Malformed.
func (r *Row) Errors() int { return r.Failed + r.ToolErrors + r.Lost + r.Malformed }

// Notifications is what there is to say of one side's notifications of one method.
type Notifications struct {
	// Dir is where they went.
	Dir    framing.Dir
	Method string
	Count  int
	// Bytes is the sum of their lines without line ends.
	Bytes int64
	// Rate is how many there were a second, over the time from the journal's first event
	// to its last; 0 where times are not known.
	Rate float64
	// Filter finds them. It is empty for Rest.
	Filter string
}

// Totals is what there is to say of the whole journal.
type Totals struct {
	// Events and Bytes count all there is, lines on stderr and facts too. Unasked is
	// how many answers were to no request that is known.
	Events  int
	Bytes   int64
	Unasked int
	// First and Last are the earliest and the latest time that is known; zero without.
	First, Last time.Time
	// Client and Server sum up the requests of each; their Method is empty.
	Client, Server Row
	// ClientNotifications and ServerNotifications sum up the notifications of each.
	ClientNotifications, ServerNotifications Notifications
}

func (t *Totals) see(at time.Time) {
	if t.First.IsZero() || at.Before(t.First) {
		t.First = at
	}
	if at.After(t.Last) {
		t.Last = at
	}
}

// rate is a count in a second of the time between first and last.
func (t *Totals) rate(count int) float64 {
	seconds := t.Last.Sub(t.First).Seconds()
	if seconds <= 0 {
		return 0
	}
	return float64(count) / seconds
}

// row is a Row that counts.
type row struct {
	key           key
	count, rounds int
	by            [exchange.Malformed + 1]int // by status
	requestBytes  int64
	responseBytes int64
	latencies     latencies
	series        series
}

func (r *row) ask(size int64, carriesOn bool) {
	r.count++
	r.requestBytes += size
	if carriesOn {
		r.rounds++
	}
}

// move notes that a request has another status now.
func (r *row) move(from, to exchange.Status) {
	if from != exchange.NoStatus {
		r.by[from]--
	}
	r.by[to]++
}

// shown gives the row as it is now, but for its filter.
func (r *row) shown(used int) Row {
	percentiles := r.latencies.of()
	return Row{
		Dir: r.key.dir, Method: r.key.method, Tool: r.key.tool,
		Count: r.count, Open: r.by[exchange.Pending], OK: r.by[exchange.OK],
		InputRequired: r.by[exchange.InputRequired], Cancelled: r.by[exchange.Cancelled],
		Failed: r.by[exchange.Failed], ToolErrors: r.by[exchange.ToolError],
		Lost: r.by[exchange.Lost], Malformed: r.by[exchange.Malformed], Rounds: r.rounds,
		RequestBytes: r.requestBytes, ResponseBytes: r.responseBytes,
		Latencies: r.latencies.count, P50: percentiles[0], P95: percentiles[1], P99: percentiles[2],
		Max: r.latencies.max(), Spark: r.series.spark(used),
	}
}

// notices are Notifications that count.
type notices struct {
	count int
	bytes int64
}

func (n *notices) add(size int64) {
	n.count++
	n.bytes += size
}
