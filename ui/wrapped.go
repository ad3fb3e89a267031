package ui

import (
	"bytes"
	"sort"

	"stdioscope/framing/printable"
)

// wrapped breaks a text into rows no wider than the screen, only as far as they
// are asked for: the length of the text does not enter the cost of a screen.
type wrapped struct {
	text  []byte
	width int
	rows  []int // where each known row begins
	done  bool  // all rows are known
}

func newWrapped(text []byte, width int) wrapped {
	return wrapped{text: text, width: max(width, 1), rows: []int{0}}
}

// extend makes the first n rows known, as far as there are so many.
func (w *wrapped) extend(n int) {
	for !w.done && len(w.rows) < n {
		w.next()
	}
}

// next makes one more row known.
func (w *wrapped) next() {
	last := w.rows[len(w.rows)-1]
	end := rowEnd(w.text, last, w.width)
	if end >= len(w.text) && (end == last || w.text[end-1] != '\n') {
		w.done = true
		return
	}
	w.rows = append(w.rows, end)
}

// rowEnd gives where the row that begins at start ends: behind its line feed, or
// where the next unit would not fit.
func rowEnd(text []byte, start, width int) int {
	col := 0
	for i := start; i < len(text); {
		if text[i] == '\n' {
			return i + 1
		}
		size, cells := 1, 1
		if !printable.IsPlain(text[i:]) {
			u := printable.Next(text[i:], col)
			size, cells = u.Size, u.Width
		}
		if col+cells > width && i > start {
			return i
		}
		i, col = i+size, col+cells
	}
	return len(text)
}

// row gives the bytes of a row that is known, without its line feed.
func (w *wrapped) row(i int) []byte {
	end := len(w.text)
	if i+1 < len(w.rows) {
		end = w.rows[i+1]
	} else if !w.done {
		end = rowEnd(w.text, w.rows[i], w.width)
	}
	return bytes.TrimSuffix(w.text[w.rows[i]:end], []byte("\n"))
}

// rowOf gives the row in which an offset lies.
func (w *wrapped) rowOf(offset int) int {
	for !w.done && w.rows[len(w.rows)-1] <= offset {
		w.next()
	}
	return sort.SearchInts(w.rows, offset+1) - 1
}

// wraps says whether the row continues the line of the row before it.
func (w *wrapped) wraps(i int) bool { return i > 0 && w.text[w.rows[i]-1] != '\n' }

// changed forgets the rows behind an edit at an offset. Those before the row that
// the edit is in cannot change, save the one whose end it may have been.
func (w *wrapped) changed(text []byte, offset int) {
	w.text = text
	keep := max(sort.SearchInts(w.rows, offset+1)-1, 1)
	w.rows, w.done = w.rows[:keep], false
}
