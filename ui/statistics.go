package ui

import (
	"cmp"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/history/stats"
)

// statistics are the numbers of the journal, by method and tool.
type statistics struct {
	list
	table *stats.Table // nil until they are asked for
	rows  []stats.Row
	by    int // the column that the rows are ordered by
}

// statisticsColumns are the columns with what each is ordered by, and whether the
// greatest comes first.
var statisticsColumns = [...]struct {
	column
	by    stats.Column
	down  bool
	brief safe // the heading where there is little room
}{
	{column{"method and tool", 0, false}, stats.ByName, false, ""},
	{column{"count", 8, true}, stats.ByCount, true, ""},
	{column{"errors", 6, true}, stats.ByErrors, true, "errs"},
	{column{"open", 6, true}, stats.ByOpen, true, ""},
	{column{"p50", 8, true}, stats.ByP50, true, ""},
	{column{"p95", 8, true}, stats.ByP95, true, ""},
	{column{"p99", 8, true}, stats.ByP99, true, ""},
	{column{"max", 8, true}, stats.ByMax, true, ""},
	{column{"sent", 8, true}, stats.ByRequestBytes, true, ""},
	{column{"received", 8, true}, stats.ByResponseBytes, true, "recvd"},
}

// latencyOverTime is the heading of the sparkline, which nothing is ordered by.
const latencyOverTime = "latency over time"

func (m *Model) listStatistics() tea.Cmd {
	if m.statistics.table == nil {
		m.statistics.table, m.statistics.by = stats.New(), 1
	}
	return tea.Batch(m.openTable(statisticsTable), m.count())
}

// count takes more of the journal into the statistics while they are shown.
func (m *Model) count() tea.Cmd {
	s := &m.statistics
	if !m.isListing(statisticsTable) {
		return nil
	}
	done := s.table.Update(m.journal, m.journal.Len(), time.Now().Add(sliceTime))
	s.rows = s.table.Rows()
	s.whole = len(s.rows)
	s.moveTo(s.cursor)
	if done {
		return nil
	}
	return func() tea.Msg { return countMsg{} }
}

// countMsg asks for more of the journal to be counted.
type countMsg struct{}

func (m *Model) statisticsTable() table {
	s := &m.statistics
	columns := m.statisticsLayout()
	return table{
		list: &s.list, title: "Statistics", by: s.by,
		note:    safe(fmt.Sprintf("%d of %d events", s.table.Taken(), m.journal.Len())),
		columns: columns,
		mark:    func(row int) span { return m.directionOf(s.rows[row].Dir) },
		cell:    m.statisticsCell,
		empty:   []safe{"no request has been sent"},
		enter:   func(row int) tea.Cmd { return m.showCounted(s.rows[row]) },
		sort:    m.sortStatistics,
	}
}

// statisticsLayout gives the columns their widths: the name gets what the numbers leave,
// which are as narrow as they have to be where there is little room.
func (m *Model) statisticsLayout() []column {
	const leastName, mostName, spark, narrower = 14, 48, 26, 2
	columns := make([]column, 0, len(statisticsColumns)+1)
	taken := markWidth + 2
	for i, c := range statisticsColumns {
		columns = append(columns, c.column)
		if i > 0 {
			taken += c.width + 1
		}
	}
	if m.w-taken < leastName+narrower*len(columns) {
		for i := range columns[1:] {
			columns[i+1].width -= narrower
			columns[i+1].name = cmp.Or(statisticsColumns[i+1].brief, columns[i+1].name)
			taken -= narrower
		}
	}
	name := min(max(m.w-taken, leastName), mostName)
	if m.w-taken-spark > leastName {
		name = min(m.w-taken-spark, mostName)
	}
	columns[0].width = name
	return append(columns, column{latencyOverTime, 0, false})
}

func (m *Model) directionOf(d framing.Dir) span {
	if d == framing.ClientToServer {
		return span{m.theme.request, glyphs[d]}
	}
	return span{m.theme.notification, glyphs[d]}
}

func (m *Model) sortStatistics(step int) {
	s := &m.statistics
	n := len(statisticsColumns)
	s.by = (s.by + step + n) % n
	s.table.Sort(statisticsColumns[s.by].by, statisticsColumns[s.by].down)
	s.rows = s.table.Rows()
}

func (m *Model) statisticsCell(row, column int) span {
	r := &m.statistics.rows[row]
	switch column {
	case 0:
		return span{"", cleanString(r.Method+" "+r.Tool, nameCells)}
	case 1:
		return span{"", number(int64(r.Count))}
	case 2:
		if r.Errors() > 0 {
			return span{m.theme.failure, number(int64(r.Errors()))}
		}
		return span{m.theme.muted, "-"}
	case 3:
		return span{m.theme.muted, orDash(r.Open)}
	case 4, 5, 6, 7:
		return span{"", knownLatency([...]time.Duration{r.P50, r.P95, r.P99, r.Max}[column-4])}
	case 8:
		return span{m.theme.muted, size(r.RequestBytes)}
	case 9:
		return span{m.theme.muted, size(r.ResponseBytes)}
	}
	return span{m.theme.accent, sparkline(r.Spark[:])}
}

func orDash(n int) safe {
	if n == 0 {
		return "-"
	}
	return number(int64(n))
}

func knownLatency(d time.Duration) safe {
	if d == stats.NoLatency {
		return "-"
	}
	if d < time.Millisecond/10 {
		return "<0.1ms" // as narrow as the others
	}
	return latency(d)
}

// sparkline draws durations as bars, the longest as the highest.
func sparkline(values []time.Duration) safe {
	bars := []rune("▁▂▃▄▅▆▇█")
	var longest time.Duration
	for _, v := range values {
		longest = max(longest, v)
	}
	out := make([]rune, len(values))
	for i, v := range values {
		switch {
		case v == stats.NoLatency:
			out[i] = ' '
		case longest == 0:
			out[i] = bars[0]
		default:
			out[i] = bars[int(v*time.Duration(len(bars)-1)/longest)]
		}
	}
	return safe(out)
}

// showCounted shows the events that a row has counted.
func (m *Model) showCounted(r stats.Row) tea.Cmd {
	if r.Filter == "" {
		m.say(m.theme.muted, "these are of many methods: no filter finds just them")
		return nil
	}
	m.mode = m.base()
	return m.setFilter(r.Filter)
}
