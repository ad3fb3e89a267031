package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history/diff"
)

// difference is how two marked events differ, a row for each place.
type difference struct {
	list
	of      *veil // where a is; b is in the journal on the screen
	a, b    int   // positions
	changes []diff.Change
	reading bool
	err     error
}

// comparedMsg brings how two events differ.
type comparedMsg struct {
	a, b    int
	changes []diff.Change
	err     error
}

func notTwoMarks(m *Model) safe {
	if n := len(m.marks.set); n != 2 {
		return "mark two events with space first; marked: " + number(int64(n))
	}
	return ""
}

// compareMarked compares the two marked events.
func (m *Model) compareMarked() tea.Cmd {
	marked := m.marks.positions()
	return m.compare(m.rows.journal, marked[0], marked[1], diff.Options{Order: true, Spelling: true})
}

// compare compares an event of a journal with one of that on the screen.
func (m *Model) compare(of *veil, a, b int, opt diff.Options) tea.Cmd {
	m.difference = difference{of: of, a: a, b: b, reading: true}
	m.difference.cursor = -1
	j, other := *m.rows.journal, *of // as veiled as they are now
	other.lifted = j.lifted
	compare := func() tea.Msg {
		msg := comparedMsg{a: a, b: b}
		a, err := other.Line(msg.a)
		if err != nil {
			msg.err = err
			return msg
		}
		b, err := j.Line(msg.b)
		if err != nil {
			msg.err = err
			return msg
		}
		msg.changes = diff.Values(a, b, opt)
		return msg
	}
	return tea.Batch(m.openTable(differenceTable), compare)
}

func (m *Model) compared(msg comparedMsg) {
	d := &m.difference
	if msg.a != d.a || msg.b != d.b {
		return
	}
	d.reading, d.err, d.changes = false, msg.err, msg.changes
	d.whole = len(d.changes)
	d.moveTo(0)
}

func (m *Model) differenceTable() table {
	d := &m.difference
	half := safe(fmt.Sprintf("#%d", d.of.Event(d.a).Seq))
	other := safe(fmt.Sprintf("#%d", m.journal.Event(d.b).Seq))
	path := max(16, min(44, m.w/3))
	value := max(8, (m.w-path-markWidth-20)/2)
	empty := []safe{"the two are equal"}
	switch {
	case d.reading:
		empty = []safe{"reading …"}
	case d.err != nil:
		empty = []safe{"✗ " + cleanString(d.err.Error(), textCells)}
	}
	return table{
		list: &d.list, title: "Difference of " + half + " and " + other, note: count(len(d.changes), "difference"), by: -1,
		columns: []column{{"how", 12, false}, {"where", path, false}, {half, value, false}, {other, 0, false}},
		mark:    func(row int) span { return m.changeMark(d.changes[row].Kind) },
		cell:    m.differenceCell,
		empty:   empty,
		enter:   func(int) tea.Cmd { return m.openCompared() },
		below:   m.changeWhole,
	}
}

// changeWhole shows both values of a change, one below the other, as far as there is room.
func (m *Model) changeWhole(row int) []span { return m.changeSpans(&m.difference.changes[row]) }

// changeMark is the mark of a kind of change.
func (m *Model) changeMark(k diff.Kind) span {
	switch k {
	case diff.Added:
		return span{m.theme.response, "+"}
	case diff.Removed:
		return span{m.theme.failure, "-"}
	case diff.Changed, diff.TypeChanged, diff.Moved, diff.Reordered, diff.More:
	}
	return span{m.theme.finding, "~"}
}

func (m *Model) differenceCell(row, column int) span {
	c := &m.difference.changes[row]
	switch column {
	case 0:
		return span{m.theme.muted, safe(c.Kind.String())}
	case 1:
		return span{m.theme.key, cleanString(c.Path().String(), textCells)}
	case 2:
		return span{m.theme.failure, bounded(c.A, m.w)}
	}
	return span{m.theme.response, bounded(c.B, m.w)}
}

// openCompared opens the first of the two that has the place that differs, at that place.
func (m *Model) openCompared() tea.Cmd {
	d := &m.difference
	c := &d.changes[d.cursor]
	position, path := d.a, c.PathA
	if c.A == nil || d.of != m.rows.journal {
		position, path = d.b, c.PathB
	}
	m.mode = m.base()
	m.reveal(position)
	command := m.openDetail()
	m.detail.goTo(path.String())
	return command
}

// mostSearched is how many lines of a tree are looked at for a path.
const mostSearched = 10_000

// goTo puts the cursor where a path leads, if that is among the first lines.
func (d *detail) goTo(path string) {
	if d.how() != asTree {
		return
	}
	for _, l := range d.tree.Lines(0, mostSearched) {
		if d.tree.Path(l.ID) == path {
			d.cursor = l.ID
			return
		}
	}
}
