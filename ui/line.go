package ui

import (
	"fmt"
	"strings"
)

// line is one row of cells under construction. What does not fit is cut, so a
// line never gets wider than it may be.
type line struct {
	b        strings.Builder
	col      int
	width    int
	base     style // lies under the style of everything put on the line
	disputed bool
}

func newLine(width int) *line { return &line{width: max(width, 0)} }

// put appends text, cut with an ellipsis where it does not fit.
func (l *line) put(s style, text safe) {
	room := l.width - l.col
	w := widthOf(text)
	if w > room {
		text = shortened([]byte(text), room)
		w = widthOf(text)
	}
	if w == 0 {
		return
	}
	l.disputed = l.disputed || disputed(text)
	l.write(l.base.over(s), string(text))
	l.col += w
}

func (l *line) write(s style, text string) {
	if s == "" {
		l.b.WriteString(text)
		return
	}
	l.b.WriteString(string(s))
	l.b.WriteString(text)
	l.b.WriteString(reset)
}

// pad fills with blanks up to a column.
func (l *line) pad(to int) {
	if n := min(to, l.width) - l.col; n > 0 {
		l.write(l.base, strings.Repeat(" ", n))
		l.col += n
	}
}

// field appends text in a column of its own, at least w cells wide.
func (l *line) field(s style, text safe, w int) {
	start := l.col
	l.put(s, text)
	l.pad(start + w)
	l.put("", " ")
}

// span is a piece of text in one style.
type span struct {
	style style
	text  safe
}

// ends lays the left spans out from the left and the right ones against the right
// edge. Where both do not fit, the right ones stay whole as long as they can.
func (l *line) ends(left, right []span) {
	edge := l.width
	for _, s := range right {
		edge -= widthOf(s.text)
	}
	edge = max(edge, l.col)
	full := l.width
	l.width = max(edge-1, l.col)
	for _, s := range left {
		l.put(s.style, s.text)
	}
	l.width = full
	l.pad(edge)
	for _, s := range right {
		l.put(s.style, s.text)
	}
	l.pad(l.width)
}

// append puts another line behind this one.
func (l *line) append(other *line) {
	l.b.WriteString(other.String())
	l.col += other.width
	l.disputed = l.disputed || other.disputed
}

// String gives the line, filled to its width.
func (l *line) String() string {
	l.pad(l.width)
	return l.b.String()
}

// between gives the line between two borders whose last column is x, counted from
// one. Where terminals disagree about the width of the text, the right border is
// put into its column by number, and nothing can wrap before it.
func (l *line) between(left, right string, x int) string {
	body := l.String()
	if l.disputed {
		return noWrap + left + body + fmt.Sprintf("\x1b[%dG", x) + right + wrap
	}
	return left + body + right
}

const (
	noWrap = "\x1b[?7l"
	wrap   = "\x1b[?7h"
)
