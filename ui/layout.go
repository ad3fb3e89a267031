package ui

// rect is a place on the screen.
type rect struct{ x, y, w, h int }

func (r rect) empty() bool { return r.w <= 0 || r.h <= 0 }

func (r rect) contains(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// top and the others cut a piece of a rectangle off and give the rest with it.
func (r rect) top(h int) (piece, rest rect) {
	h = max(0, min(h, r.h))
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h, r.w, r.h - h}
}

func (r rect) bottom(h int) (piece, rest rect) {
	h = max(0, min(h, r.h))
	rest, piece = r.top(r.h - h)
	return piece, rest
}

func (r rect) left(w int) (piece, rest rect) {
	w = max(0, min(w, r.w))
	return rect{r.x, r.y, w, r.h}, rect{r.x + w, r.y, r.w - w, r.h}
}

// shape is all that the layout depends on.
type shape struct {
	w, h int
	// composer says that there is one at all, composing that it has the focus; text
	// is how many lines its text takes, banner how many there are to say.
	composer, composing bool
	text, banner        int

	focus                        paneID
	timeline, zoom, detail, help bool
	table                        bool
	form                         bool // is a table above the composer
	splits                       splits

	// menu is how many lines there are to choose from above the footer.
	menu int
}

// layout says where the parts stand. Those that are not shown have empty rectangles;
// the others tile the window.
type layout struct {
	header, banner, tabs, composer, help, detail, footer rect
	table, menu                                          rect
	panes                                                [paneCount]rect
}

// Sizes from which on there is room for more than one thing.
const (
	gridWidth     = 100
	gridHeight    = 18
	besideWidth   = 120
	composerAbove = 12 // lines of a window in which the composer is always there
)

// arrange is the layout of a shape.
func arrange(s shape) layout {
	var l layout
	body := rect{0, 0, s.w, s.h}
	if s.h >= 2 || s.w < 1 {
		l.header, body = body.top(1)
	}
	if s.h >= 3 {
		l.footer, body = body.bottom(1)
	}
	l.menu, body = body.bottom(min(s.menu, body.h/2))
	if s.help {
		l.help = body
		return l
	}
	if s.table {
		l.table = body
		return l
	}
	l.banner, body = body.top(min(s.banner, body.h/3))
	l.composer, body = s.placeComposer(body)
	if s.form {
		l.table = body
		return l
	}
	if s.detail {
		l.detail, body = s.placeDetail(body)
	}
	s.placePanes(&l, body)
	return l
}

func (s shape) placeComposer(body rect) (composer, rest rect) {
	switch {
	case !s.composer:
		return rect{}, body
	case body.h >= composerAbove:
		return body.bottom(min(max(s.text, 1)+2, body.h/2))
	case s.composing:
		return body.bottom(body.h)
	default:
		return rect{}, body
	}
}

// placeDetail puts the detail beside the list where there is room, else over it.
func (s shape) placeDetail(body rect) (detail, rest rect) {
	if s.w >= besideWidth && body.h > 2 {
		list, detail := body.left(s.splits.detail.of(s.w, leastCells, detailList))
		return detail, list
	}
	return body, rect{}
}

func (s shape) placePanes(l *layout, body rect) {
	if body.empty() {
		return
	}
	roomy := body.w >= gridWidth && body.h >= gridHeight
	switch {
	case s.timeline:
		l.panes[timelinePane] = body
	case roomy && !s.zoom && !s.detail:
		s.placeGrid(l, body)
	default:
		if !roomy && body.h >= 5 {
			l.tabs, body = body.top(1)
		}
		l.panes[s.focus] = body
	}
}

func (s shape) placeGrid(l *layout, body rect) {
	upper, lower := body.top(s.splits.rows.of(body.h, leastLines, upperRows))
	width := s.splits.columns.of(body.w, leastCells, evenColumns)
	l.panes[requestPane], l.panes[responsePane] = upper.left(width)
	l.panes[notificationPane], l.panes[stderrPane] = lower.left(width)
}

// all lists the rectangles in which something is drawn.
func (l layout) all() []rect {
	candidates := append([]rect{l.header, l.banner, l.tabs, l.composer, l.help, l.table, l.detail, l.menu, l.footer}, l.panes[:]...)
	var found []rect
	for _, r := range candidates {
		if !r.empty() {
			found = append(found, r)
		}
	}
	return found
}
