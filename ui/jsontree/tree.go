package jsontree

import (
	"iter"
	"math"
	"time"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// Tree is the lines of one JSON text.
type Tree struct{ root *sheet }

// New gives the Tree of a text, without having read it. The text must not change as
// long as the Tree is used. Of a text of more than 4 GiB that much is shown.
func New(text []byte) *Tree {
	root := newSheet(text, math.MaxInt)
	if uint64(len(text)) > math.MaxUint32 {
		limit := uint64(math.MaxUint32)
		root.text, root.remark = text[:limit], "only the first 4 GiB are shown"
	}
	return &Tree{root}
}

// Extend finds lines until there are as many rows, or until a time; the zero time means
// however long it takes. It gives true when there are no more to find. It may be
// late by a millisecond.
func (t *Tree) Extend(rows int, until time.Time) (done bool) {
	for !t.root.done && t.Rows() < rows {
		if t.root.read(); !until.IsZero() && !time.Now().Before(until) {
			break
		}
	}
	return t.root.done
}

// Indexed gives how many bytes of the text Extend has been through; their lines are
// found. For a gauge: done is when it is all.
func (t *Tree) Indexed() int { return t.root.indexed() }

// Rows counts the rows found so far.
func (t *Tree) Rows() int { return t.root.rows() }

// Lines gives up to n rows from row top on, those that are found.
func (t *Tree) Lines(top, n int) iter.Seq2[int, Line] {
	return func(yield func(row int, l Line) bool) {
		if top < 0 || top >= t.Rows() {
			return
		}
		s, line := t.root.locate(top)
		for row := top; row-top < n && s != nil; row++ {
			if !yield(row, s.view(line)) {
				return
			}
			s, line = s.after(line)
		}
	}
}

// At gives the line of a row; false when there is no such row, or not yet.
func (t *Tree) At(row int) (Line, bool) {
	for _, l := range t.Lines(row, 1) {
		return l, true
	}
	return Line{}, false
}

// Line gives the line of an ID, in view or not; false when no line is found yet.
func (t *Tree) Line(id ID) (Line, bool) {
	s, line, ok := t.resolve(id)
	if !ok {
		return Line{}, false
	}
	return s.view(line), true
}

// RowOf gives the row of a line. For one that is not in view it gives false, and the
// row of the line that it is folded into.
func (t *Tree) RowOf(id ID) (row int, inView bool) {
	s, line, ok := t.resolve(id)
	if !ok {
		return 0, false
	}
	row, inView = s.rowOf(line), s.shown.has(line)
	for ; s.host != nil; s = s.host {
		if !s.host.unfolded(s.line) {
			row, inView = -1, false
		}
		row += s.host.rowOf(s.line) + 1
	}
	return row, inView
}

// Visible gives the line itself if it is in view, or else the one that it is folded into.
func (t *Tree) Visible(id ID) ID {
	row, inView := t.RowOf(id)
	if l, ok := t.At(row); ok && !inView {
		return l.ID
	}
	return id
}

// Parent gives the opening line of the container around a line: of a closing line the
// container's own, of a line of an opened string the string. At the top it gives false.
func (t *Tree) Parent(id ID) (ID, bool) {
	s, line, ok := t.resolve(id)
	switch {
	case !ok:
		return id, false
	case s.at(line).up != 0:
		return ID{s, int(s.at(line).up) - 1}, true
	case s.host != nil:
		return ID{s.host, s.line}, true
	}
	return id, false
}

// Path gives the JSON path of what stands on a line as walk.Path writes it, of a
// closing line that of its container. In an opened string the path of the string comes
// first, then that inside it: $.content[0].text $.rows[2]. The lines of a text have the
// path of the string. It takes time and memory linear in the depth.
func (t *Tree) Path(id ID) string {
	s, line, ok := t.resolve(id)
	if !ok {
		return "$"
	}
	path := s.path(line)
	for ; s.host != nil; s = s.host {
		outer := s.host.path(s.line)
		if s.plain {
			path = outer
		} else {
			path = outer + " " + path
		}
	}
	return path
}

func (s *sheet) path(line int) string {
	var chain []int
	for i := s.anchor(line); i >= 0; i = int(s.at(i).up) - 1 {
		chain = append(chain, i)
	}
	var path *walk.Path
	for k := len(chain) - 2; k >= 0; k-- {
		r := s.at(chain[k])
		if key := s.key(r); key.Present() {
			path = path.Member(key.Of(s.text))
		} else {
			path = path.Element(int(r.place))
		}
	}
	return path.String()
}

// resolve gives where an ID leads; false when no line is found yet.
func (t *Tree) resolve(id ID) (s *sheet, line int, ok bool) {
	s, line = id.sheet, id.line
	if s == nil {
		s, line = t.root, 0
	}
	for up := s; up != nil; up = up.host {
		if up.closed {
			s, line = up.host, up.line
		}
	}
	return s, line, line < s.n
}

// value gives the raw value of a scalar line, and its kind.
func (t *Tree) value(id ID) (raw []byte, kind Kind) {
	s, line, ok := t.resolve(id)
	if !ok {
		return nil, Literal
	}
	l := s.view(line)
	return framing.Span.Of(l.Value, l.Text), l.Kind
}
