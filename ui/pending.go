package ui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
)

// told remembers the newest progress of requests that are open, by their position.
type told map[int]int

// take learns from a notification.
func (t told) take(position int, e *history.Event) {
	if e.Request != history.None && e.Method == mcp.MethodProgress {
		t[e.Request] = position
	}
}

// progressOf is what the newest progress notification about an open request says.
func (r *rows) progressOf(request int) safe {
	position, ok := r.told[request]
	if !ok {
		return ""
	}
	return r.params(position, r.journal.Event(position))
}

// The list of requests that wait for an answer: who waits for whom, and for how long.

// listPending lists them.
func (m *Model) listPending() tea.Cmd {
	m.sweep()
	m.waiting.take(m.waits())
	return m.openTable(pendingTable)
}

// waits are the requests that wait for somebody: those that are open, and those whose
// answer is a question that nobody has taken up.
func (m *Model) waits() []uint32 {
	m.questions = slices.DeleteFunc(m.questions, func(p uint32) bool { return !m.isQuestion(int(p)) })
	all := append(slices.Clone(m.questions), m.open...)
	slices.Sort(all)
	return all
}

// isQuestion says whether the answer to a request of ours asks for something, and no round
// has followed. Of calls that are equal in all that a server goes by the journal cannot say
// which one a round is of; of those that are taken up here it is known.
func (m *Model) isQuestion(request int) bool {
	if m.takenUp[request] || m.journal.Event(request).Status != exchange.InputRequired {
		return false
	}
	op := m.panes[requestPane].all.rounds.of(request)
	return op == nil || op.last() == request
}

// waitingList is the requests that were open when it was looked last.
type waitingList struct {
	list
	open []uint32
}

// take takes the requests as they are now. The cursor stays on its request.
func (l *waitingList) take(open []uint32) {
	on := uint32(0)
	if l.cursor >= 0 && l.cursor < len(l.open) {
		on = l.open[l.cursor]
	}
	l.open = slices.Clone(open)
	l.whole = len(open)
	row, _ := slices.BinarySearch(l.open, on)
	l.moveTo(row)
}

func (m *Model) pendingTable() table {
	return table{
		list: &m.waiting.list, title: "Requests without an answer", by: -1,
		note:    number(int64(len(m.waiting.open))),
		columns: []column{{"who waits", 18, false}, {"for", 8, true}, {"id", 24, false}, {"what", 32, false}, {"progress", 0, false}},
		mark:    func(row int) span { return m.rows.direction(m.journal.Event(m.waiting.at(row))) },
		cell:    m.pendingCell,
		empty:   []safe{"nothing waits for an answer"},
		enter: func(row int) tea.Cmd {
			m.mode = m.base()
			m.reveal(int(m.waiting.open[row]))
			return m.refreshDetail()
		},
	}
}

func (l *waitingList) at(row int) int { return int(l.open[row]) }

func (r *rows) direction(e history.Event) span {
	glyph, tone := r.glyph(e)
	return span{tone, glyph}
}

func (m *Model) pendingCell(row, column int) span {
	position := m.waiting.at(row)
	e := m.journal.Event(position)
	switch column {
	case 0:
		if e.Dir == framing.ServerToClient || e.Status == exchange.InputRequired {
			return span{m.theme.finding, "the server for us"}
		}
		return span{"", "we for the server"}
	case 1:
		if e.Status == exchange.InputRequired && e.Pair != history.None {
			e = m.journal.Event(e.Pair)
		} else if e.Status != exchange.Pending {
			return span{m.theme.muted, "over"}
		}
		return span{m.theme.accent, waiting(m.now().Sub(e.Time))}
	case 2:
		return span{"", clean(m.journal.ID(position), longestID)}
	case 3:
		if said := name(e); said != "" {
			return span{"", said}
		}
		return span{m.theme.muted, safe(e.Kind.String())} // a batch, or a line that is broken
	}
	return span{m.theme.muted, m.rows.progressOf(position)}
}

func noneWaits(m *Model) safe {
	if len(m.open) == 0 && len(m.questions) == 0 {
		return "nothing waits for an answer"
	}
	return ""
}

// waitingForUs are the requests that a person has to answer, of the newest that are open.
// What the session answers by itself waits for nobody here.
func (m *Model) waitingForUs() (all []int) {
	const most = 256
	for _, position := range m.open[max(0, len(m.open)-most):] {
		if e := m.journal.Event(int(position)); e.Dir == framing.ServerToClient && m.session.LeavesOpen(e.Method) {
			all = append(all, int(position))
		}
	}
	for _, position := range m.questions[max(0, len(m.questions)-most):] {
		if m.isQuestion(int(position)) {
			all = append(all, int(position))
		}
	}
	return all
}

// waitingBanner says that the server waits for somebody to answer.
func (m *Model) waitingBanner() (span, bool) {
	if m.ended() {
		return span{}, false
	}
	n := len(m.waitingForUs())
	if n == 0 {
		return span{}, false
	}
	said := fmt.Sprintf("? the server waits for %s from you · ", count(n, "answer"))
	return span{m.theme.accent, safe(said) + m.keyNow("w") + " lists what waits, a answers"}, true
}
