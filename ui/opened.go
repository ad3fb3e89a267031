package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// openDetail opens the selected event whole.
func (m *Model) openDetail() tea.Cmd {
	position, ok := m.active().selected()
	if !ok {
		return nil
	}
	m.unfollow()
	if !m.showing && m.active().isFolded(m.active().cursor) {
		return m.toggleRun()
	}
	m.showing, m.mode = true, detailMode
	m.detail = detail{
		position: position, generation: m.detail.generation + 1, manner: m.detail.manner,
		faults: m.rows.journal.Findings(position),
	}
	return m.load()
}

// load reads the event that the detail shows: a short one at once, a long one aside.
func (m *Model) load() tea.Cmd {
	position, generation, j := m.detail.position, m.detail.generation, *m.rows.journal // as veiled as it is now
	if m.journal.Event(position).Size <= quickly {
		m.showBody(readBody(&j, position))
		return m.indexMore()
	}
	m.detail.show(body{text: m.rows.head(position), remark: "reading …"})
	return func() tea.Msg { return bodyMsg{generation, readBody(&j, position)} }
}

// showBody shows what was read, at the place that a finding points at.
func (m *Model) showBody(b body) {
	m.detail.show(b)
	m.detail.pointAtFault()
}

// leaveDetail goes back: from what a query gave to the event, from that to the lists.
func (m *Model) leaveDetail() tea.Cmd {
	if m.detail.queried {
		return m.clearQuery()
	}
	return m.closeDetail()
}

func (m *Model) closeDetail() tea.Cmd {
	m.showing, m.mode = false, listMode
	m.detail = detail{generation: m.detail.generation + 1, manner: m.detail.manner}
	return nil
}

// refreshDetail shows the selected event in an open detail.
func (m *Model) refreshDetail() tea.Cmd {
	if !m.showing {
		return nil
	}
	return m.openDetail()
}

// toggleRun opens the run or the operation that the cursor is on, or closes the one that
// it is in.
func (m *Model) toggleRun() tea.Cmd {
	p := m.active()
	if r := p.lane.runAt(p.cursor); r != nil {
		m.unfollow()
		p.moveTo(p.lane.toggle(r))
	} else if op := p.lane.operationAt(p.cursor); op != nil {
		m.unfollow()
		p.moveTo(p.lane.toggleOperation(op))
	}
	return nil
}

func openNext(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		p := m.active()
		p.move(step)
		m.link()
		return m.openDetail()
	}
}

// otherHalf selects what answers, or is answered by, the current event.
func (m *Model) otherHalf() tea.Cmd {
	position, _ := m.current()
	m.reveal(m.journal.Event(position).Pair)
	return m.refreshDetail()
}

// about is what is said of an event above its body.
func (m *Model) about(width int) []*line {
	position := m.detail.position
	e := m.journal.Event(position)
	lines := []*line{m.factLine(width, m.aboutWhat(position, e))}
	lines = append(lines, m.factLine(width, m.aboutWhen(e)))
	for _, f := range m.rows.journal.Findings(position) {
		lines = append(lines, m.findingLines(width, f)...)
	}
	if remark := m.detail.body.remark; remark != "" {
		lines = append(lines, m.factLine(width, []safe{remark}))
	}
	return append(lines, newLine(width))
}

func (m *Model) factLine(width int, facts []safe) *line {
	l := newLine(width)
	for i, f := range facts {
		if i > 0 {
			l.put(m.theme.muted, " · ")
		}
		l.put("", f)
	}
	return l
}

func (m *Model) aboutWhat(position int, e history.Event) []safe {
	facts := []safe{cleanString(e.KindName(), nameCells)}
	if e.Dir == framing.ClientToServer || e.Dir == framing.ServerToClient {
		glyph, _ := m.rows.glyph(e)
		facts[0] = glyph + " " + facts[0]
	}
	if id := m.journal.ID(position); id != nil {
		facts = append(facts, "id "+clean(id, nameCells))
	}
	if n := name(e); n != "" {
		facts = append(facts, n)
	}
	status := e.Status
	if e.Kind.IsResponse() && e.Pair != history.None {
		status = m.journal.Event(e.Pair).Status
	}
	if status != exchange.NoStatus {
		facts = append(facts, safe(status.String()))
	}
	if e.Dir == framing.ClientToServer {
		facts = append(facts, "by "+safe(e.Origin.String()))
	}
	return facts
}

func (m *Model) aboutWhen(e history.Event) []safe {
	facts := []safe{safe(e.Time.In(m.opt.Location).Format("2006-01-02 15:04:05.000000")), size(e.Size)}
	if e.Pair != history.None {
		pair := m.journal.Event(e.Pair)
		facts = append(facts, "pair #"+number(pair.Seq))
		if m.journal.Timed(m.detail.position) {
			facts = append(facts, latency(pair.Time.Sub(e.Time).Abs()))
		}
	}
	switch e.EOL {
	case framing.CRLF:
		facts = append(facts, "ended in CRLF")
	case framing.None:
		facts = append(facts, "without a line end")
	case framing.LF:
	}
	return facts
}

// findingLines says a finding, over as many lines as it takes.
func (m *Model) findingLines(width int, f framing.Finding) []*line {
	said := "⚠ " + cleanString(f.ID, nameCells) + ": " + cleanString(f.Message, textCells)
	if f.Offset >= 0 {
		said += " (byte " + number(uint32(f.Offset)) + ")"
	}
	var lines []*line
	for _, row := range inWords(said, width) {
		l := newLine(width)
		l.put(m.theme.finding, row)
		lines = append(lines, l)
	}
	return lines
}
