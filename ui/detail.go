package ui

import (
	"fmt"
	"strconv"

	"github.com/tidwall/pretty"

	"stdioscope/framing"
	"stdioscope/framing/printable"
)

// Bounds for formatting JSON: what is larger or deeper is shown as it came, since
// formatting it would take too long or too much memory.
const (
	mostPretty   = 4 << 20
	deepestShown = 100
	// quickly is the size up to which an event is read at once; larger ones are read
	// aside, and their beginning is shown meanwhile.
	quickly = 64 << 10
)

// body is what an event's line is shown as.
type body struct {
	text   []byte
	json   bool // text is formatted JSON
	remark safe // why it is shown as it is
}

// detail shows one event whole. It draws only the lines in view.
type detail struct {
	position   int
	generation int // tells the newest reading from older ones
	body       body
	rows       wrapped
	top        int
	height     int
	about      []*line // what is said above the body, for the width it was made for
	width      int
	match      match
}

// bodyMsg brings what was read for the detail of a generation.
type bodyMsg struct {
	generation int
	body       body
}

// readBody reads an event and formats it if that is wise.
func readBody(j *veil, position int) body {
	e := j.Event(position)
	line, err := j.Line(position)
	if err != nil {
		return body{remark: cleanString(err.Error(), textCells)}
	}
	switch {
	case e.Cut:
		return body{text: line, remark: cutTo(len(line), e)}
	case e.Dir == framing.Stderr:
		return body{text: line}
	}
	return format(line)
}

// format lays JSON out over lines, as it was written otherwise. pretty is no
// validator and recurses, so only what was validated and is not too deep gets there.
func format(line []byte) body {
	var m framing.Message
	framing.Scan(line, &m)
	switch {
	case !m.Valid:
		return body{text: line, remark: invalid(&m)}
	case m.Depth > deepestShown:
		return body{text: line, remark: safe(fmt.Sprintf("shown as it came: %d levels deep", m.Depth))}
	case len(line) > mostPretty:
		return body{text: line, remark: "shown as it came: " + size(int64(len(line))) + " are too much to lay out"}
	}
	laidOut := pretty.PrettyOptions(line, &pretty.Options{Width: 1, Indent: "  "})
	return body{text: laidOut[:max(0, len(laidOut)-1)], json: true}
}

func invalid(m *framing.Message) safe {
	if m.Kind == framing.Blank {
		return ""
	}
	return safe("shown as it came: " + m.Fault.Reason.String() + " at byte " + strconv.Itoa(m.Fault.Offset))
}

// show takes what was read.
func (d *detail) show(b body) {
	d.body = b
	d.rows = newWrapped(b.text, d.rows.width)
	d.about = nil
	d.match.at = -1
}

// move scrolls by n lines.
func (d *detail) move(n int) { d.top = max(0, d.top+n) }

func (d *detail) toStart() { d.top = 0 }

// toEnd scrolls to the last line, which means that all have to be found.
func (d *detail) toEnd() { d.top = len(d.about) + d.rows.rowOf(len(d.rows.text)) + 1 }

// render draws what is in view, at most height lines.
func (d *detail) render(width, height int, about func(width int) []*line, theme *theme) []*line {
	d.resize(width, about)
	d.height = height
	d.rows.extend(d.top + height + 1)
	d.top = max(0, min(d.top, len(d.about)+len(d.rows.rows)-height))
	var out []*line
	for i := d.top; i < d.top+height; i++ {
		switch row := i - len(d.about); {
		case row < 0:
			out = append(out, d.about[i])
		case row < len(d.rows.rows):
			out = append(out, d.row(row, width, theme))
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
	if offset >= 0 {
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
	if d.body.json {
		colourJSON(l, text, d.rows.wraps(i), theme)
	} else {
		l.put("", clean(text, width))
	}
	return l
}

// where says how much of the event is above the end of the view, in percent.
func (d *detail) where() safe {
	last := d.top - len(d.about) + d.height
	if d.rows.done && last >= len(d.rows.rows) {
		if d.top == 0 {
			return "all"
		}
		return "end"
	}
	if last <= 0 || len(d.rows.text) == 0 {
		return "top"
	}
	offset := d.rows.rows[min(last, len(d.rows.rows)-1)]
	return safe(fmt.Sprintf("%d %%", offset*100/len(d.rows.text)))
}
