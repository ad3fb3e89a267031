package ui

import (
	"slices"
	"unicode/utf8"

	"stdioscope/framing/printable"
)

// maxText is the longest text that the editor takes.
const maxText = 32 << 20

// editor is a text that is edited as bytes: what is typed or pasted is kept as it
// came, so that what is sent is what is shown.
type editor struct {
	text   []byte
	cursor int // where the next byte goes
	wrapped
	top int // first row in view
}

func (e *editor) set(text []byte) {
	e.text = text
	e.cursor = len(text)
	e.wrapped = newWrapped(e.text, max(e.width, 1))
	e.top = 0
}

// resize breaks the text for another width.
func (e *editor) resize(width int) {
	if width = max(width, 1); width != e.width {
		e.wrapped = newWrapped(e.text, width)
	}
}

// insert puts bytes at the cursor. It takes all or, when the text would become too
// long, none.
func (e *editor) insert(b []byte) bool {
	if len(e.text)+len(b) > maxText {
		return false
	}
	at := e.cursor
	e.text = slices.Insert(e.text, at, b...)
	e.cursor += len(b)
	e.changed(e.text, at)
	return true
}

// remove takes the bytes between two offsets away.
func (e *editor) remove(from, to int) {
	if from >= to {
		return
	}
	e.text = slices.Delete(e.text, from, to)
	e.cursor = from
	e.changed(e.text, from)
}

func (e *editor) backspace()     { e.remove(e.before(e.cursor), e.cursor) }
func (e *editor) deleteForward() { e.remove(e.cursor, e.after(e.cursor)) }
func (e *editor) deleteWord()    { e.remove(e.wordBefore(), e.cursor) }
func (e *editor) left()          { e.cursor = e.before(e.cursor) }
func (e *editor) right()         { e.cursor = e.after(e.cursor) }
func (e *editor) wordLeft()      { e.cursor = e.wordBefore() }
func (e *editor) start()         { e.cursor = 0 }
func (e *editor) end()           { e.cursor = len(e.text) }

func (e *editor) wordRight() {
	for e.cursor < len(e.text) && !wordByte(e.text[e.cursor]) {
		e.cursor++
	}
	for e.cursor < len(e.text) && wordByte(e.text[e.cursor]) {
		e.cursor++
	}
}

func (e *editor) home() { e.cursor = e.rows[e.rowOf(e.cursor)] }

func (e *editor) endOfRow() {
	row := e.rowOf(e.cursor)
	e.cursor = e.rows[row] + len(e.row(row))
	e.extend(row + 2)
	if row+1 < len(e.rows) && e.wraps(row+1) {
		e.left() // the place behind the last character is that of the next row
	}
}

// up and down move the cursor n rows, keeping its column where the row is long enough.
func (e *editor) down(n int) {
	row := e.rowOf(e.cursor)
	_, col, _ := printable.Fit(e.text[e.rows[row]:e.cursor], 0, e.width+1)
	e.extend(row + n + 2)
	target := min(max(row+n, 0), len(e.rows)-1)
	_, _, used := printable.Fit(e.row(target), 0, col)
	e.cursor = e.rows[target] + used
}

// after gives the offset behind the unit at an offset.
func (e *editor) after(offset int) int {
	if offset >= len(e.text) {
		return len(e.text)
	}
	return offset + printable.Next(e.text[offset:], 0).Size
}

// before gives the offset of the unit that ends at an offset. Units are counted
// from where their row begins, as they are when drawn.
func (e *editor) before(offset int) int {
	if offset == 0 {
		return 0
	}
	at := e.rows[e.rowOf(offset-1)]
	for {
		next := e.after(at)
		if next >= offset {
			return at
		}
		at = next
	}
}

func (e *editor) wordBefore() int {
	i := e.cursor
	for i > 0 && !wordByte(e.text[i-1]) {
		i--
	}
	for i > 0 && wordByte(e.text[i-1]) {
		i--
	}
	return i
}

func wordByte(c byte) bool {
	return c >= utf8.RuneSelf || c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// lines is how many rows the text takes, counted no further than most.
func (e *editor) lines(most int) int {
	e.extend(most)
	return min(len(e.rows), most)
}

// render draws the rows in view, with the cursor when the editor has the focus.
func (e *editor) render(width, height int, theme *theme, focused bool) []*line {
	row := e.rowOf(e.cursor)
	e.top = min(e.top, row)
	e.top = max(e.top, row-height+1)
	e.extend(e.top + height + 1)
	e.top = max(0, min(e.top, len(e.rows)-height))
	var out []*line
	for i := e.top; i < min(len(e.rows), e.top+height); i++ {
		l := newLine(width)
		if focused && i == row {
			e.renderCursor(l, i, theme)
		} else {
			l.put("", clean(e.row(i), width))
		}
		out = append(out, l)
	}
	return out
}

// renderCursor draws the row that the cursor is in.
func (e *editor) renderCursor(l *line, row int, theme *theme) {
	text, at := e.row(row), e.cursor-e.rows[row]
	head, col, _ := printable.Fit(text[:at], 0, l.width)
	l.put("", safe(head))
	under := printable.Unit{Shown: []byte(" ")}
	if at < len(text) {
		under = printable.Next(text[at:], col)
	}
	l.put(theme.cursor, safe(under.Shown))
	tail, _, _ := printable.Fit(text[min(at+under.Size, len(text)):], l.col, l.width)
	l.put("", safe(tail))
}
