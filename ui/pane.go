package ui

import (
	"fmt"
	"strconv"

	"stdioscope/framing"
	"stdioscope/history"
)

// paneID names a pane. The numbers on the screen are one higher.
type paneID int

const (
	requestPane paneID = iota
	responsePane
	notificationPane
	stderrPane
	timelinePane
	paneCount

	firstPane, lastPane = requestPane, stderrPane
)

// pane is one side of the conversation.
type pane struct {
	list
	id     paneID
	name   safe
	key    safe
	failed int // rows that are errors
	lines  int // rows of the stderr pane that are lines and not facts
	// linked says that the cursor is on what belongs to the selected event elsewhere.
	linked bool
	// all is what there is, some what a filter keeps of it.
	all, some lane
}

// add takes a new event. While a filter is on, it is shown once it is found to match.
func (p *pane) add(position int, e *history.Event, j *history.Journal) {
	if first, ok := beginning(j, position, e); ok && p.id != timelinePane {
		p.all.carryOn(uint32(position), uint32(first))
		return
	}
	like, enough := likenessOf(e)
	p.all.add(uint32(position), like, enough)
}

// filter empties the rows, to be filled with what matches, or shows all again.
func (p *pane) filter(on bool) {
	p.some = lane{}
	switch {
	case on:
		p.lane = &p.some
	default:
		p.lane = &p.all
	}
	p.moveTo(p.cursor)
}

func newPanes() [paneCount]*pane {
	var panes [paneCount]*pane
	names := [paneCount]safe{"Requests", "Responses", "Notifications", "Stderr", "Timeline"}
	for i := range panes {
		panes[i] = &pane{id: paneID(i), name: names[i], key: safe(strconv.Itoa(i + 1))}
		panes[i].cursor = -1
		panes[i].filter(false)
	}
	panes[timelinePane].key, panes[timelinePane].all.everything = "t", true
	return panes
}

// paneOf says in which pane an event is a row.
func paneOf(e history.Event) paneID {
	if e.Dir == framing.Stderr || e.Dir == framing.Meta {
		return stderrPane
	}
	switch e.Kind {
	case framing.Request:
		return requestPane
	case framing.Notification:
		return notificationPane
	case framing.Batch:
		if e.Dir == framing.ClientToServer {
			return requestPane
		}
	case framing.Foreign, framing.Invalid, framing.Blank, framing.Unscanned:
		if e.Dir == framing.ClientToServer {
			return requestPane // beside what else was sent
		}
	case framing.Result, framing.Error, framing.Echo:
	}
	return responsePane
}

// hidden is how many rows a filter keeps out.
func (p *pane) hidden() int {
	if p.lane != &p.some {
		return 0
	}
	return p.all.count - p.some.count
}

// rows is how many rows the pane counts: on stderr the lines, without the facts.
func (p *pane) rows() int {
	if p.id == stderrPane {
		return p.lines
	}
	return p.lane.count
}

// counts is what the border says of the pane.
func (p *pane) counts(open int) safe {
	n := p.rows()
	said := strconv.Itoa(n)
	switch {
	case p.hidden() > 0:
		said = fmt.Sprintf("%d of %d", p.lane.count, p.lane.count+p.hidden())
	case p.id == requestPane && open > 0:
		said = fmt.Sprintf("%d · %d open", n, open)
	case p.id == responsePane && p.failed == 1:
		said = fmt.Sprintf("%d · 1 error", n)
	case p.id == responsePane && p.failed > 1:
		said = fmt.Sprintf("%d · %d errors", n, p.failed)
	}
	return safe(said)
}

// border is one set of lines around a part of the screen.
type border struct{ topLeft, topRight, bottomLeft, bottomRight, across, down safe }

var (
	plainBorder = border{"┌", "┐", "└", "┘", "─", "│"}
	heavyBorder = border{"┏", "┓", "┗", "┛", "━", "┃"}
)

// frame is a part of the screen with a border around it, which carries the title.
// Where there is no room for a border it has none.
type frame struct {
	rect
	theme       *theme
	focused     bool
	title, note []span
}

// inner is where the content goes.
func (f *frame) inner() rect {
	if f.h < 3 || f.w < 8 {
		return f.rect
	}
	return rect{f.x + 1, f.y + 1, f.w - 2, f.h - 2}
}

// render draws the frame around rows of its inner width; missing rows are blank.
func (f *frame) render(rows []*line) []string {
	inner := f.inner()
	out := make([]string, 0, f.h)
	if inner == f.rect {
		for i := range f.h {
			out = append(out, rowOr(rows, i, f.w).between("", "", f.x+f.w))
		}
		return out
	}
	b, style := plainBorder, f.theme.border
	if f.focused {
		b, style = heavyBorder, f.theme.focused
	}
	side := string(style) + string(b.down) + reset
	out = append(out, f.edge(b, style))
	for i := range inner.h {
		out = append(out, rowOr(rows, i, inner.w).between(side, side, f.x+f.w))
	}
	bottom := newLine(f.w)
	bottom.put(style, b.bottomLeft+repeat(b.across, f.w-2)+b.bottomRight)
	return append(out, bottom.String())
}

func rowOr(rows []*line, i, width int) *line {
	if i < len(rows) && rows[i] != nil {
		return rows[i]
	}
	return newLine(width)
}

// edge is the upper border: title on the left, note on the right.
func (f *frame) edge(b border, style style) string {
	l := newLine(f.w)
	l.put(style, b.topLeft)
	l.width = f.w - 1
	noteWidth := 0
	for _, s := range f.note {
		noteWidth += widthOf(s.text)
	}
	l.width = max(f.w-1-noteWidth-4, l.col)
	for _, s := range f.title {
		l.put(s.style, s.text)
	}
	l.width = f.w - 1
	if noteWidth > 0 {
		l.put(style, " "+repeat(b.across, l.width-l.col-noteWidth-3)+" ")
		for _, s := range f.note {
			l.put(s.style, s.text)
		}
		l.put("", " ")
	} else {
		l.put(style, " "+repeat(b.across, l.width-l.col-1))
	}
	l.width = f.w
	l.put(style, b.topRight)
	return l.between("", "", f.x+f.w)
}

func repeat(s safe, n int) safe {
	var out safe
	for range n {
		out += s
	}
	return out
}
