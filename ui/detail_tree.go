package ui

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"time"

	"stdioscope/ui/jsontree"
)

// firstLook is how long the lines of a tree are looked for before it is shown.
const firstLook = 10 * time.Millisecond

// index finds more lines of the tree, for a slice of time.
func (d *detail) index() {
	d.indexed = d.tree.Extend(math.MaxInt, time.Now().Add(firstLook))
}

func (d *detail) indexAll() {
	for !d.indexed {
		d.index()
	}
}

// cursorRow is the row of the cursor, of the line that hides it where it is folded away.
func (d *detail) cursorRow() int {
	d.cursor = d.tree.Visible(d.cursor)
	row, _ := d.tree.RowOf(d.cursor)
	return row
}

func (d *detail) moveCursor(n int) {
	row := max(0, min(d.cursorRow()+n, d.tree.Rows()-1))
	if l, ok := d.tree.At(row); ok {
		d.cursor = l.ID
	}
}

// renderTree draws the lines of the tree in view. Below them stands what the string
// under the cursor says, where its line does not show all of it.
func (d *detail) renderTree(width, height int, theme *theme) []*line {
	said := d.said(width, height/3, theme)
	d.height = height - len(said)
	row := d.cursorRow()
	at := len(d.about) + row
	if row == 0 {
		at = 0 // what is said of the event comes into view with its first line
	}
	d.top = min(d.top, at)
	d.top = max(d.top, len(d.about)+row-d.height+1)
	d.top = max(0, min(d.top, len(d.about)+d.tree.Rows()-d.height))
	var out []*line
	for i := d.top; i < min(len(d.about), d.top+d.height); i++ {
		out = append(out, d.about[i])
	}
	first := max(0, d.top-len(d.about))
	for i, l := range d.tree.Lines(first, d.height-len(out)) {
		out = append(out, d.treeRow(&l, width, i == row, theme))
	}
	for len(out) < d.height {
		out = append(out, newLine(width))
	}
	return append(out, said...)
}

// treeRow draws a line of the tree.
func (d *detail) treeRow(l *jsontree.Line, width int, selected bool, theme *theme) *line {
	out := newLine(width)
	gutter := [2]safe{" ", " "}
	if selected {
		gutter[0], out.base = "▸", theme.selected
	}
	if d.isFaulty(l) {
		gutter[1] = "⚠"
	}
	out.put(theme.finding, gutter[0]+gutter[1])
	out.put("", repeat("  ", min(l.Depth, deepestIndent)))
	left := d.leftOf(l, width, theme)
	note := d.noteOf(l)
	if note == "" {
		for _, s := range left {
			out.put(s.style, s.text)
		}
		return out
	}
	out.ends(left, []span{{theme.muted, " " + note}})
	return out
}

// deepestIndent is the level from which on lines are not indented any further.
const deepestIndent = 40

// leftOf is the key and the value of a line.
func (d *detail) leftOf(l *jsontree.Line, width int, theme *theme) []span {
	var left []span
	if l.Key.Present() {
		left = append(left, span{theme.key, bounded(l.Text[l.Key.Start:l.Key.End], width)}, span{theme.muted, ": "})
	}
	tail := safe("")
	if l.Comma {
		tail = ","
	}
	switch {
	case l.Folded && (l.Kind == jsontree.Object || l.Kind == jsontree.Array):
		left = append(left, span{theme.muted, safe(l.Summary())})
	case l.Foldable && (l.Kind == jsontree.Object || l.Kind == jsontree.Array):
		left = append(left, span{theme.muted, bounded(l.Text[l.Value.Start:l.Value.Start+1], width)})
		tail = ""
	default:
		left = append(left, span{valueStyle(l.Kind, theme), bounded(l.Text[l.Value.Start:l.Value.End], width)})
	}
	return append(left, span{theme.muted, tail})
}

// bounded makes a part of a line safe, no more of it than fits.
func bounded(text []byte, width int) safe {
	return clean(text[:min(len(text), longestCharacter*max(width, 1))], width)
}

func valueStyle(kind jsontree.Kind, theme *theme) style {
	switch kind {
	case jsontree.Number:
		return theme.number
	case jsontree.Literal:
		return theme.literal
	case jsontree.Object, jsontree.Array, jsontree.ObjectEnd, jsontree.ArrayEnd:
		return theme.muted
	case jsontree.String, jsontree.Text:
	}
	return theme.text
}

// noteOf says what a string holds.
func (d *detail) noteOf(l *jsontree.Line) safe {
	if l.Remark != "" {
		return safe(l.Remark)
	}
	if l.Kind != jsontree.String {
		return ""
	}
	in := d.tree.Inner(l.ID)
	switch in.Content {
	case jsontree.Base64:
		return cleanString(in.Type, nameCells) + " · " + size(int64(in.Size))
	case jsontree.JSON:
		return "JSON inside"
	case jsontree.MultiLine:
		return "text of several lines"
	case jsontree.Plain:
	}
	return ""
}

// isFaulty says whether a finding points at a line.
func (d *detail) isFaulty(l *jsontree.Line) bool {
	for _, f := range d.faults {
		if f.Offset >= l.Offset && f.Offset > 0 {
			if id, ok := d.tree.Find(f.Offset); ok && d.tree.Visible(id) == l.ID {
				return true
			}
		}
	}
	return false
}

// mostSaid is how much of a string is decoded to be read below the tree, in bytes.
const mostSaid = 64 << 10

// said is what the string under the cursor says, where its line does not show it whole.
func (d *detail) said(width, height int, theme *theme) []*line {
	l, ok := d.tree.Line(d.cursor)
	if !ok || l.Kind != jsontree.String || l.Opened || height < 2 {
		return nil
	}
	raw := l.Text[l.Value.Start:l.Value.End]
	room := width - 2 - 2*min(l.Depth, deepestIndent) - (l.Key.End - l.Key.Start)
	if len(raw) <= room && bytes.IndexByte(raw, '\\') < 0 {
		return nil
	}
	if d.tree.Inner(d.cursor).Content == jsontree.Base64 {
		return nil
	}
	if around, ok := d.aroundMatch(&l, room); ok {
		return said(around, fmt.Sprintf("── around byte %d ", d.match.at), width, height, theme)
	}
	title := fmt.Sprintf("── it says, of %s ", size(int64(len(raw))))
	return said(d.tree.Decoded(d.cursor, mostSaid), title, width, height, theme)
}

// aroundMatch is what stands around the match of a search that is in a string, but not
// in the part of it that its line shows.
func (d *detail) aroundMatch(l *jsontree.Line, room int) ([]byte, bool) {
	const before, behind = 200, 1000
	at, text := d.match.at, d.body.text
	if at < l.Value.Start+room/2 || at >= l.Value.End || len(l.Text) != len(text) {
		return nil, false
	}
	return text[max(l.Value.Start, at-before):min(l.Value.End, at+behind)], true
}

// said draws text below the tree, as much of it as there is room for.
func said(what []byte, title string, width, height int, theme *theme) []*line {
	text := newWrapped(what, width-2)
	text.extend(height)
	rows := min(len(text.rows), height-1)
	head := newLine(width)
	if rows < len(text.rows) || !text.done {
		title += "(o opens it, b shows all) "
	}
	head.put(theme.border, safe(title))
	head.put(theme.border, repeat("─", max(0, width-head.col)))
	out := []*line{head}
	for i := range rows {
		row := newLine(width)
		row.put("", "  ")
		row.put("", clean(text.row(i), width-2))
		out = append(out, row)
	}
	return slices.Clip(out)
}

// whereInTree is the path of the cursor.
func (d *detail) whereInTree() safe {
	where := cleanString(d.tree.Path(d.cursor), textCells)
	if !d.indexed {
		where += " · " + percent(d.tree.Indexed(), len(d.body.text)) + " read"
	}
	return where
}
