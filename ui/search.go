package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/ui/jsontree"
)

// match is the place in a text that was searched for.
type match struct {
	pattern []byte
	at      int  // -1 when it is nowhere
	fold    bool // small letters stand for capital ones as well
}

// within gives the part of a row that belongs to the match.
func (x match) within(start, length int) (from, to int) {
	if len(x.pattern) == 0 || x.at < 0 {
		return 0, 0
	}
	return max(x.at-start, 0), min(x.at+len(x.pattern)-start, length)
}

func (m *Model) askPattern() tea.Cmd {
	m.askFor("/", func(m *Model, text string) tea.Cmd {
		m.detail.match = match{pattern: []byte(text), at: m.detail.offset() - 1, fold: strings.ToLower(text) == text}
		return search(1)(m)
	})
	return nil
}

// search goes to the next match in one direction.
func search(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		if d := &m.detail; len(d.match.pattern) > 0 && !d.find(step) {
			m.say(m.theme.finding, "not found in this direction: "+clean(d.match.pattern, nameCells))
		}
		return nil
	}
}

// offset is where the text in view begins.
func (d *detail) offset() int {
	if l, ok := d.cursorLine(); ok {
		return l.Offset
	}
	row := max(0, d.top-len(d.about))
	return d.rows.rows[min(row, len(d.rows.rows)-1)]
}

// find moves to the next place of the pattern; it stays where it is when there is none.
func (d *detail) find(step int) bool {
	at := d.match.next(d.body.text, step)
	if at < 0 {
		return false
	}
	d.match.at = at
	switch d.how() {
	case asTree:
		d.revealMatch()
		return true
	case asHex:
		d.top = max(0, len(d.about)+at/hexWidth(d.width)-d.height/2)
		return true
	case asText, mannerCount:
	}
	row := len(d.about) + d.rows.rowOf(at)
	if row < d.top || row >= d.top+d.height {
		d.top = max(0, row-d.height/2)
	}
	return true
}

// revealMatch puts the cursor on the line of the match.
func (d *detail) revealMatch() {
	for !d.indexed && d.tree.Indexed() <= d.match.at {
		d.index()
	}
	if id, ok := d.tree.Reveal(d.match.at); ok {
		d.cursor = id
	}
}

// cursorLine is the line of the tree under the cursor; false where there is no tree.
func (d *detail) cursorLine() (jsontree.Line, bool) {
	if d.how() != asTree {
		return jsontree.Line{}, false
	}
	return d.tree.Line(d.cursor)
}

// next gives the place nearest to the match in one direction, or -1.
func (x match) next(text []byte, step int) int {
	if step < 0 {
		return jsontree.New(text).NextMatch(max(x.at, 0), x.pattern, false, x.fold)
	}
	return jsontree.New(text).NextMatch(x.at+1, x.pattern, true, x.fold)
}
