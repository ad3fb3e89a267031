package ui

import (
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// link moves the cursors of the other panes to what belongs to the selected event, or
// near it where nothing does.
func (m *Model) link() {
	from := m.active()
	position, ok := from.selected()
	if !ok {
		return
	}
	for _, p := range m.panes {
		if p != from && p.len() > 0 {
			row, belongs := p.rowFor(position, m.journal)
			p.moveTo(row)
			p.linked = belongs
		}
	}
}

// markedRow is the row of a pane that is marked: that of the cursor where the keys go,
// elsewhere what belongs to that; -1 for none.
func (m *Model) markedRow(p *pane) int {
	from := m.active()
	switch {
	case p == from:
		return p.cursor
	case !m.follow:
		if p.linked {
			return p.cursor
		}
		return -1
	}
	position, ok := from.selected()
	if !ok || p.len() == 0 {
		return -1
	}
	if row, belongs := p.rowFor(position, m.journal); belongs {
		return row
	}
	return -1
}

// nearby is how far in time a line on stderr may be from a message to be taken for one
// that belongs to it.
const nearby = 2 * time.Second

// rowFor finds the row that belongs to an event: the event itself, the other half of the
// exchange, a notification about it, a line on stderr between the two halves or close in
// time. Where none belongs it is the nearest in time.
func (p *pane) rowFor(position int, j *history.Journal) (row int, belongs bool) {
	e := j.Event(position)
	row = p.search(position)
	if row < p.len() && (p.at(row) == position || p.standsFor(row, position)) {
		return row, true
	}
	if e.Request != history.None { // what a notification is about
		return p.rowFor(e.Request, j)
	}
	if told, ok := p.toldOf(position, e, j); ok {
		return told, true
	}
	if e.Pair != history.None {
		if other := p.search(e.Pair); other < p.len() && (p.at(other) == e.Pair || p.standsFor(other, e.Pair)) {
			return other, true
		}
		if p.id == stderrPane {
			if first := p.search(min(position, e.Pair)); first < p.len() && p.at(first) < max(position, e.Pair) {
				return first, true
			}
		}
	}
	row = p.nearest(row, e.Time, j)
	byTime := p.id == stderrPane && e.Dir != framing.Meta || e.Dir == framing.Stderr && p.id != notificationPane
	return row, byTime && distance(j.Event(p.at(row)).Time, e.Time) <= nearby
}

// standsFor says whether a row stands for several events, of which one is that.
func (p *pane) standsFor(row, position int) bool {
	_, there := p.lane.entry(position)
	return there && p.isFolded(row)
}

// nearest gives that one of the rows before and behind a place which is nearer in time.
func (p *pane) nearest(row int, at time.Time, j *history.Journal) int {
	switch {
	case row == 0:
		return 0
	case row == p.len():
		return row - 1
	}
	before, behind := j.Event(p.at(row-1)).Time, j.Event(p.at(row)).Time
	if distance(at, before) <= distance(at, behind) {
		return row - 1
	}
	return row
}

// mostTold is how many rows are looked at for a notification about a request.
const mostTold = 512

// toldOf finds the first notification about the exchange that an event belongs to.
func (p *pane) toldOf(position int, e history.Event, j *history.Journal) (row int, ok bool) {
	request := position
	if e.Kind.IsResponse() && e.Pair != history.None {
		request = e.Pair
	} else if e.Kind != framing.Request {
		return 0, false
	}
	if p.id != notificationPane {
		return 0, false
	}
	end := j.Event(request).Pair
	first := p.search(request)
	for row := first; row < min(p.len(), first+mostTold); row++ {
		at := p.at(row)
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
