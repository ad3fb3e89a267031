package stats

import (
	"cmp"
	"slices"
	"strings"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/filter"
	"stdioscope/mcp"
)

// Column is what rows can be sorted by.
type Column uint8

// The columns of a Row.
const (
	ByName Column = iota
	ByCount
	ByErrors
	ByOpen
	ByP50
	ByP95
	ByP99
	ByMax
	ByRequestBytes
	ByResponseBytes
)

// Sort says in which order Rows gives the rows; at first that is the most frequent first.
// Rows that are equal stand in the order of their names, client before server, and rows
// without a latency behind those that have one, be it descending or not.
func (t *Table) Sort(by Column, descending bool) { t.by, t.down = by, descending }

// Rows gives the rows of requests. The caller may keep and change them.
func (t *Table) Rows() []Row {
	rows := make([]Row, 0, len(t.requests))
	for _, r := range t.requests {
		shown := r.shown(t.axis.used)
		shown.Filter = t.requestFilter(r.key)
		rows = append(rows, shown)
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(t.order(&a, &b), byName(&a, &b))
	})
	return rows
}

func (t *Table) order(a, b *Row) int {
	if t.by >= ByP50 && t.by <= ByMax {
		if c := cmp.Compare(min(b.Latencies, 1), min(a.Latencies, 1)); c != 0 {
			return c
		}
	}
	c := cmp.Compare(t.by.of(a), t.by.of(b))
	if t.by == ByName {
		c = byName(a, b)
	}
	if t.down {
		return -c
	}
	return c
}

func byName(a, b *Row) int {
	return cmp.Or(cmp.Compare(a.Dir, b.Dir), strings.Compare(a.Method, b.Method), strings.Compare(a.Tool, b.Tool))
}

// of gives what a row has in a column of numbers.
func (c Column) of(r *Row) int64 {
	switch c {
	case ByCount:
		return int64(r.Count)
	case ByErrors:
		return int64(r.Errors())
	case ByOpen:
		return int64(r.Open)
	case ByP50:
		return int64(r.P50)
	case ByP95:
		return int64(r.P95)
	case ByP99:
		return int64(r.P99)
	case ByMax:
		return int64(r.Max)
	case ByRequestBytes:
		return r.RequestBytes
	case ByResponseBytes:
		return r.ResponseBytes
	default:
		return 0
	}
}

// Notifications gives the rows of notifications, the most frequent first. The caller may
// keep and change them.
func (t *Table) Notifications() []Notifications {
	rows := make([]Notifications, 0, len(t.notices))
	for k, n := range t.notices {
		shown := t.shownNotices(k, n)
		shown.Filter = t.noticeFilter(k)
		rows = append(rows, shown)
	}
	slices.SortFunc(rows, func(a, b Notifications) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Dir, b.Dir), strings.Compare(a.Method, b.Method))
	})
	return rows
}

func (t *Table) shownNotices(k key, n *notices) Notifications {
	return Notifications{Dir: k.dir, Method: k.method, Count: n.count, Bytes: n.bytes, Rate: t.totals.rate(n.count)}
}

// Totals gives the figures of the whole journal, as far as it has been taken in.
func (t *Table) Totals() Totals {
	totals := t.totals
	for dir, side := range []struct {
		requests *Row
		notices  *Notifications
	}{{&totals.Client, &totals.ClientNotifications}, {&totals.Server, &totals.ServerNotifications}} {
		k := key{dir: framing.Dir(dir)}
		*side.requests = t.sums[dir].shown(t.axis.used)
		side.requests.Filter = ofRequests(k.dir)
		*side.notices = t.shownNotices(k, &t.noticed[dir])
		side.notices.Filter = ofNotices(k.dir)
	}
	return totals
}

// use is a set of what a method is used for, each by either side.
type use uint8

func asRequest(dir framing.Dir) use { return 1 << dir }
func asNotice(dir framing.Dir) use  { return 4 << dir }

// rowOf gives the row for a key, which it makes if there is none.
func (t *Table) rowOf(k key) *row {
	r := t.requests[k]
	if r == nil && len(t.requests) >= mostRows {
		k = key{k.dir, Rest, ""}
		r = t.requests[k]
	}
	if r == nil {
		r = &row{key: k}
		t.requests[k] = r
		t.uses[k.method] |= asRequest(k.dir)
	}
	return r
}

// notify counts a notification.
func (t *Table) notify(e *history.Event) {
	k := key{dir: e.Dir, method: e.Method}
	n := t.notices[k]
	if n == nil && len(t.notices) >= mostRows {
		k.method = Rest
		n = t.notices[k]
	}
	if n == nil {
		n = &notices{}
		t.notices[k] = n
		t.uses[k.method] |= asNotice(k.dir)
	}
	n.add(e.Size)
	t.noticed[e.Dir].add(e.Size)
}

func (t *Table) fold() {
	for _, r := range t.requests {
		r.series.fold()
	}
	for i := range t.sums {
		t.sums[i].series.fold()
	}
}

// requestFilter finds the requests of a row and their answers. Where the method alone
// says which these are, it is as short as a person would write it.
func (t *Table) requestFilter(k key) string {
	if k.method == Rest {
		return ""
	}
	found := "method:" + filter.Quote(k.method)
	if k.tool != "" || k.method == mcp.MethodToolsCall || k.method == mcp.MethodPromptsGet {
		found += " tool:" + filter.Quote(k.tool)
	}
	switch {
	case k.method == "":
		found += " status:* dir:" + k.dir.String()
	case t.uses[k.method] != asRequest(k.dir):
		found += " (" + ofRequests(k.dir) + ")"
	}
	return found
}

func (t *Table) noticeFilter(k key) string {
	if k.method == Rest {
		return ""
	}
	found := "method:" + filter.Quote(k.method)
	if t.uses[k.method] != asNotice(k.dir) {
		found += " " + ofNotices(k.dir)
	}
	return found
}

// ofRequests finds one side's requests and the answers to them.
func ofRequests(dir framing.Dir) string {
	back := framing.ServerToClient
	if dir == framing.ServerToClient {
		back = framing.ClientToServer
	}
	return "dir:" + dir.String() + " kind:request or dir:" + back.String() + " kind:result|error"
}

func ofNotices(dir framing.Dir) string { return "dir:" + dir.String() + " kind:notification" }
