package ui

// list is a virtual list: rows of a lane, or of something else that has a number,
// with a cursor and the part that is in view. It holds no text.
type list struct {
	lane *lane
	// whole is the length of a list of all there is, which needs no lane.
	whole int
	// cursor is the selected row, -1 in an empty list; top the first row in view.
	cursor, top int
	// height is how many rows were in view when it was drawn last.
	height int
}

func (l *list) len() int {
	if l.lane == nil {
		return l.whole
	}
	return l.lane.len()
}

// at gives the position of the event in a row.
func (l *list) at(row int) int {
	if l.lane == nil {
		return row
	}
	return l.lane.at(row)
}

// search gives the first row at or behind a position.
func (l *list) search(position int) int {
	if l.lane == nil {
		return min(position, l.whole)
	}
	return l.lane.search(position)
}

// selected gives the position of the event under the cursor.
func (l *list) selected() (position int, ok bool) {
	if l.cursor < 0 || l.cursor >= l.len() {
		return 0, false
	}
	return l.at(l.cursor), true
}

// move puts the cursor n rows further, as far as there are rows.
func (l *list) move(n int) { l.moveTo(l.cursor + n) }

func (l *list) moveTo(row int) { l.cursor = min(max(row, 0), l.len()-1) }

func (l *list) toEnd() { l.cursor = l.len() - 1 }

func (l *list) atEnd() bool { return l.cursor == l.len()-1 }

// fit scrolls so that the cursor is in view and no line is wasted. extra is how many
// lines stand behind the last row, which are in view when that is selected.
func (l *list) fit(height, extra int) {
	l.height = max(height, 1)
	extra = min(extra, l.height-1)
	last := l.cursor
	if l.atEnd() {
		last += extra
	}
	l.top = min(l.top, l.cursor)
	l.top = max(l.top, last-l.height+1)
	l.top = max(0, min(l.top, l.len()+extra-l.height))
}

// isFolded says whether a row stands for several events.
func (l *list) isFolded(row int) bool {
	if l.lane == nil {
		return false
	}
	op := l.lane.operationAt(row)
	return l.lane.folded(row) != nil || op != nil && !op.open
}
