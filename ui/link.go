package ui

import (
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// link moves the cursors of the other panes to what belongs to the selected event.
func (m *Model) link() {
	from := m.active()
	position, ok := from.selected()
	if !ok {
		return
	}
	e := m.journal.Event(position)
	for _, p := range m.panes {
		if p != from && p.len() > 0 {
			p.moveTo(p.rowFor(position, e, m.journal))
		}
	}
}

// rowFor finds the row that belongs to an event: the event itself, the other half
// of the exchange, the first row between the two, or the nearest in time.
func (l *list) rowFor(position int, e history.Event, j *history.Journal) int {
	row := l.search(position)
	if row < l.len() && l.at(row) == position {
		return row
	}
	if e.Request != history.None { // what a notification is about
		return l.rowFor(e.Request, j.Event(e.Request), j)
	}
	if told, ok := l.toldOf(position, e, j); ok {
		return told
	}
	if e.Pair != history.None {
		if other := l.search(e.Pair); other < l.len() && l.at(other) == e.Pair {
			return other
		}
		if first := l.search(min(position, e.Pair)); first < l.len() && l.at(first) < max(position, e.Pair) {
			return first
		}
	}
	switch {
	case row == 0:
		return 0
	case row == l.len():
		return row - 1
	}
	before, behind := j.Event(l.at(row-1)).Time, j.Event(l.at(row)).Time
	if distance(e.Time, before) <= distance(e.Time, behind) {
		return row - 1
	}
	return row
}

// mostTold is how many rows are looked at for a notification about a request.
const mostTold = 512

// toldOf finds the first notification about the exchange that an event belongs to.
func (l *list) toldOf(position int, e history.Event, j *history.Journal) (row int, ok bool) {
	request := position
	if e.Kind.IsResponse() && e.Pair != history.None {
		request = e.Pair
	} else if e.Kind != framing.Request {
		return 0, false
	}
	end := j.Event(request).Pair
	for row := l.search(request); row < min(l.len(), l.search(request)+mostTold); row++ {
		at := l.at(row)
		if end != history.None && at > end {
			return 0, false
		}
		if j.Event(at).Request == request {
			return row, true
		}
	}
	return 0, false
}

func distance(a, b time.Time) time.Duration { return a.Sub(b).Abs() }

// reveal selects an event wherever it is shown: the pane that has it gets the focus.
func (m *Model) reveal(position int) {
	m.unfollow()
	p := m.panes[timelinePane]
	if !m.timeline {
		m.focus = paneOf(m.journal.Event(position))
		p = m.panes[m.focus]
	}
	p.moveTo(p.search(position))
	if p.isFolded(p.cursor) && position != p.at(p.cursor) {
		m.toggleRun()
		p.moveTo(p.search(position))
	}
	m.link()
}

// findNext gives the nearest event with a finding in one direction.
func (m *Model) findNext(step int) (position int, ok bool) {
	position, ok = m.active().selected()
	if !ok {
		return 0, false
	}
	for i := position + step; i >= 0 && i < m.taken; i += step {
		if m.journal.Event(i).Severity > 0 {
			return i, true
		}
	}
	return 0, false
}
