package ui

import (
	"fmt"
	"strconv"

	"stdioscope/framing"
	"stdioscope/framing/printable"
	"stdioscope/ui/jsontree"
)

// quickly is the size up to which an event is read at once; larger ones are read
// aside, and their beginning is shown meanwhile.
const quickly = 64 << 10

// body is what was read of an event.
type body struct {
	text   []byte
	json   bool // text is sound JSON
	remark safe // why it is not shown as a tree
}

// manner is a way to show a body.
type manner uint8

const (
	asTree manner = iota // JSON as lines that fold
	asText               // as it came, broken over lines
	asHex
	mannerCount
)

// detail shows one event whole. It draws only the lines in view.
type detail struct {
	position   int
	generation int // tells the newest reading from older ones
	body       body
	manner     manner
	rows       wrapped // asText
	tree       *jsontree.Tree
	indexed    bool        // all lines of the tree are known
	cursor     jsontree.ID // asTree
	top        int
	height     int
	about      []*line // what is said above the body, for the width it was made for
	width      int
	match      match
	faults     []framing.Finding // of the event, to be marked where they are
	// queried says that the body is what a query gave, whole is the event itself then.
	queried bool
	whole   body
}

// bodyMsg brings what was read for the detail of a generation.
type bodyMsg struct {
	generation int
	body       body
}

// indexMsg asks for more lines of the tree of a generation.
type indexMsg struct{ generation int }

// readBody reads an event.
func readBody(j *veil, position int) body {
	e := j.Event(position)
	line, err := j.Line(position)
	if err != nil {
		return body{remark: cleanString(err.Error(), textCells)}
	}
	if e.Cut {
		return body{text: line, remark: cutTo(len(line), e)}
	}
	var m framing.Message
	framing.Scan(line, &m)
	switch {
	case !m.Valid && e.Dir == framing.Stderr:
		return body{text: line}
	case !m.Valid:
		return body{text: line, remark: invalid(&m)}
	}
	return body{text: line, json: true}
}

func invalid(m *framing.Message) safe {
	if m.Kind == framing.Blank {
		return ""
	}
	return safe("shown as it came: " + m.Fault.Reason.String() + " at byte " + strconv.Itoa(m.Fault.Offset))
}

// show takes what was read. The manner stays what it was where it can.
func (d *detail) show(b body) {
	d.body = b
	d.rows = newWrapped(b.text, d.rows.width)
	d.tree, d.indexed, d.cursor = nil, true, jsontree.ID{}
	d.about = nil
	d.match.at = -1
	if b.json {
		d.tree = jsontree.New(b.text)
		d.indexed = false
		d.index()
	}
}

// how is the manner in which the body can be shown.
func (d *detail) how() manner {
	if d.manner == asTree && d.tree == nil {
		return asText
	}
	return d.manner
}

// move goes n lines further: the cursor in a tree, the view in a text.
func (d *detail) move(n int) {
	if d.how() == asTree {
		d.moveCursor(n)
		return
	}
	d.top = max(0, d.top+n)
}

func (d *detail) toStart() {
	d.top = 0
	if d.how() == asTree {
		d.cursor = jsontree.ID{}
	}
}

// toEnd goes to the last line, which means that all have to be found.
func (d *detail) toEnd() {
	switch d.how() {
	case asTree:
		d.indexAll()
		d.moveCursor(d.tree.Rows())
	case asHex:
		d.top = len(d.about) + d.hexRows()
	case asText, mannerCount:
		d.top = len(d.about) + d.rows.rowOf(len(d.rows.text)) + 1
	}
}

// render draws what is in view, at most height lines.
func (d *detail) render(width, height int, about func(width int) []*line, theme *theme) []*line {
	d.resize(width, about)
	if d.how() == asTree {
		return d.renderTree(width, height, theme)
	}
	d.height = height
	known := d.hexRows()
	draw := func(row int) *line { return hexRow(d.body.text, row, width, theme) }
	if d.how() == asText {
		d.rows.extend(d.top + height + 1)
		known = len(d.rows.rows)
		draw = func(row int) *line { return d.row(row, width, theme) }
	}
	d.top = max(0, min(d.top, len(d.about)+known-height))
	var out []*line
	for i := d.top; i < d.top+height; i++ {
		switch row := i - len(d.about); {
		case row < 0:
			out = append(out, d.about[i])
		case row < known:
			out = append(out, draw(row))
		}
	}
	return out
}

// resize breaks the body for another width and keeps what is at the top there.
func (d *detail) resize(width int, about func(width int) []*line) {
	if d.about != nil && d.width == width {
		return
	}
	offset := -1
	if row := d.top - len(d.about); row > 0 && row < len(d.rows.rows) {
		offset = d.rows.rows[row]
	}
	d.width, d.about = width, about(width)
	d.rows = newWrapped(d.body.text, width)
	if offset >= 0 && d.how() == asText {
		d.top = len(d.about) + d.rows.rowOf(offset)
	}
}

func (d *detail) row(i, width int, theme *theme) *line {
	l := newLine(width)
	text := d.rows.row(i)
	if from, to := d.match.within(d.rows.rows[i], len(text)); from < to {
		l.put("", clean(text[:from], width))
		shown, _, _ := printable.Fit(text[from:to], l.col, width)
		l.put(theme.cursor, safe(shown))
		shown, _, _ = printable.Fit(text[to:], l.col, width)
		l.put("", safe(shown))
		return l
	}
	l.put("", clean(text, width))
	return l
}

// where says how much of the event is above the end of the view, in percent; of a tree
// where its cursor is.
func (d *detail) where() safe {
	last := d.top - len(d.about) + d.height
	switch d.how() {
	case asTree:
		return d.whereInTree()
	case asHex:
		return percent(last, d.hexRows())
	case asText, mannerCount:
	}
	if d.rows.done && last >= len(d.rows.rows) {
		if d.top == 0 {
			return "all"
		}
		return "end"
	}
	if last <= 0 || len(d.rows.text) == 0 {
		return "top"
	}
	return percent(d.rows.rows[min(last, len(d.rows.rows)-1)], len(d.rows.text))
}

func percent(part, whole int) safe {
	return safe(fmt.Sprintf("%d %%", 100*min(max(part, 0), whole)/max(whole, 1)))
}
