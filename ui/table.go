package ui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// tableID names what is listed over the whole screen.
type tableID uint8

const (
	sessionsTable tableID = iota
	findingsTable
	statisticsTable
	differenceTable
	pendingTable
	replayTable
)

// table is a list over the whole screen as it is now: its state is elsewhere.
type table struct {
	*list
	title   safe
	note    safe
	columns []column
	mark    func(row int) span // behind the cursor
	cell    func(row, column int) span
	empty   []safe // what is said where there are no rows
	enter   func(row int) tea.Cmd
	below   func(row int) []span // what is said of the marked row below the rows; nil for nothing
	// sort orders the rows by the next column, or the one before; nil where they have
	// an order of their own. by is the column that they are ordered by, -1 for none.
	sort func(step int)
	by   int
}

// column is a column of a table; one without a width takes what is left.
type column struct {
	name  safe
	width int
	right bool // its text stands at its right edge
}

func (m *Model) table() table {
	if m.isFormShown() {
		return m.formTable()
	}
	switch m.listed {
	case findingsTable:
		return m.findingsTable()
	case statisticsTable:
		return m.statisticsTable()
	case differenceTable:
		return m.differenceTable()
	case pendingTable:
		return m.pendingTable()
	case replayTable:
		return m.replayTable()
	case sessionsTable:
	}
	return m.sessionsTable()
}

// isListing says whether a table is on the screen.
func (m *Model) isListing(id tableID) bool { return m.mode == tableMode && m.listed == id }

// openTable puts a table in place of the panes.
func (m *Model) openTable(id tableID) tea.Cmd {
	m.mode, m.listed = tableMode, id
	return m.tick()
}

func (m *Model) closeTable() tea.Cmd {
	if m.isNowhere() {
		m.say(m.theme.muted, "nothing is open yet: enter opens a session, q quits")
		return nil
	}
	m.mode = m.base()
	return nil
}

// enterRow does what the table's rows are for.
func (m *Model) enterRow() tea.Cmd {
	t := m.table()
	return t.enter(t.cursor)
}

func noRow(m *Model) safe {
	if t := m.table(); t.cursor < 0 || t.cursor >= t.len() {
		return "there is nothing to choose from"
	}
	return ""
}

func noSorting(m *Model) safe {
	if m.table().sort == nil {
		return "these rows have an order of their own"
	}
	return ""
}

func sorting(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.table().sort(step)
		return nil
	}
}

func isSortable(m *Model) bool { return m.table().sort != nil }

// tableView draws the table.
func (m *Model) tableView(r rect) []string {
	t := m.table()
	f := frame{rect: r, theme: m.theme, focused: true, title: []span{{m.theme.title, t.title}}}
	f.note = []span{{m.theme.muted, t.note}}
	inner := f.inner()
	var lines []*line
	const withHeading = 3 // rows of a table from which on it has a heading
	if inner.h >= withHeading {
		lines = append(lines, t.heading(m.theme, inner.w))
	}
	below := t.belowLines(m.theme, inner.w, inner.h/2)
	t.fit(max(inner.h-len(lines)-len(below), 1), 0)
	for row := t.top; row < min(t.top+t.height, t.len()); row++ {
		lines = append(lines, t.row(m.theme, inner.w, row))
	}
	if t.len() == 0 {
		for _, text := range t.empty {
			l := newLine(inner.w)
			l.put(m.theme.muted, "  "+text)
			lines = append(lines, l)
		}
	}
	for len(below) > 0 && len(lines) < inner.h-len(below) {
		lines = append(lines, newLine(inner.w))
	}
	return f.render(append(lines, below...))
}

// belowLines says what there is to say of the marked row, in at most so many lines.
func (t *table) belowLines(theme *theme, width, most int) []*line {
	const least = 4 // lines that are worth it
	if t.below == nil || most < least || t.cursor < 0 || t.cursor >= t.len() {
		return nil
	}
	rule := newLine(width)
	rule.put(theme.border, repeat("─", width))
	lines := []*line{rule}
	for _, said := range t.below(t.cursor) {
		for _, text := range inWords(said.text, width-2) {
			l := newLine(width)
			l.put("", " ")
			l.put(said.style, text)
			lines = append(lines, l)
		}
	}
	if len(lines) == 1 {
		return nil
	}
	return lines[:min(len(lines), most)]
}

const markWidth = 4 // cells before the first column: the cursor and the mark

func (t *table) heading(theme *theme, width int) *line {
	l := newLine(width)
	l.pad(markWidth)
	for i, c := range t.columns {
		name := c.name
		if i == t.by {
			name += "▾"
		}
		l.cell(theme.muted, name, c)
	}
	return l
}

func (t *table) row(theme *theme, width, row int) *line {
	l := newLine(width)
	cursor := safe("  ")
	if row == t.cursor {
		cursor, l.base = "▸ ", theme.selected
	}
	l.put(theme.accent, cursor)
	mark := t.mark(row)
	l.put(mark.style, mark.text)
	l.pad(markWidth)
	for i, c := range t.columns {
		said := t.cell(row, i)
		l.cell(said.style, said.text, c)
	}
	return l
}

// cell appends text in a column and a blank.
func (l *line) cell(s style, text safe, c column) {
	if c.width == 0 {
		l.put(s, text)
		return
	}
	if l.width-l.col < c.width {
		l.pad(l.width)
		return
	}
	if c.right {
		text = padLeft(text, c.width)
	}
	part := newLine(c.width)
	part.base = l.base
	part.put(s, text)
	l.append(part)
	l.put("", " ")
}

// pointAtTable marks the row that was pointed at.
func (m *Model) pointAtTable(msg tea.MouseMsg) {
	t := m.table()
	f := frame{rect: m.layout.table}
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		t.move(-wheelRows)
	case msg.Button == tea.MouseButtonWheelDown:
		t.move(wheelRows)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if row := t.top + msg.Y - f.inner().y - 1; row >= t.top && row < t.len() {
			t.moveTo(row)
		}
	}
}

// recount keeps the table that is on the screen up to date with the journal.
func (m *Model) recount() tea.Cmd {
	switch {
	case m.isListing(findingsTable):
		m.findings.take(m.journal.FindingKinds())
	case m.isListing(statisticsTable):
		return m.count()
	case m.isListing(pendingTable):
		m.waiting.take(m.open)
	}
	return nil
}
