package ui

import (
	"cmp"
	"slices"
	"sort"
)

// folds says which entries of a list are rows: all but those in stretches that are
// folded away. Memory and time go with the stretches, not with the entries.
type folds struct {
	hidden []hiding // in order; they do not overlap
}

// hiding is a stretch of entries, from and up to to, that are no rows.
type hiding struct {
	from, to uint32
	before   uint32 // entries hidden before it
}

func (h hiding) len() uint32 { return h.to - h.from }

// row is the row that would stand where the stretch is.
func (h hiding) row() int { return int(h.from - h.before) }

// count is how many entries are hidden.
func (f *folds) count() int {
	if len(f.hidden) == 0 {
		return 0
	}
	last := f.hidden[len(f.hidden)-1]
	return int(last.before + last.len())
}

// entry gives the entry in a row.
func (f *folds) entry(row int) int {
	at := sort.Search(len(f.hidden), func(i int) bool { return f.hidden[i].row() > row })
	if at == 0 {
		return row
	}
	h := f.hidden[at-1]
	return row + int(h.before+h.len())
}

// row gives the row of an entry; of a hidden one the row before it.
func (f *folds) row(entry int) (row int, shown bool) {
	at := sort.Search(len(f.hidden), func(i int) bool { return int(f.hidden[i].from) > entry })
	if at == 0 {
		return entry, true
	}
	h := f.hidden[at-1]
	if entry < int(h.to) {
		return h.row() - 1, false
	}
	return entry - int(h.before+h.len()), true
}

// hide folds stretches away, none of which is hidden.
func (f *folds) hide(stretches ...hiding) {
	for _, h := range stretches {
		h.before = uint32(f.count())
		f.hidden = append(f.hidden, h)
	}
	inOrder := func(a, b hiding) int { return cmp.Compare(a.from, b.from) }
	if !slices.IsSortedFunc(f.hidden[max(0, len(f.hidden)-len(stretches)-1):], inOrder) {
		slices.SortFunc(f.hidden, inOrder)
		f.number()
	}
}

// grow makes the last stretch longer, which is at the end of the list.
func (f *folds) grow() { f.hidden[len(f.hidden)-1].to++ }

// show unfolds stretches that were hidden, which are in order.
func (f *folds) show(stretches ...hiding) {
	f.hidden = slices.DeleteFunc(f.hidden, func(h hiding) bool {
		_, found := slices.BinarySearchFunc(stretches, h.from, func(s hiding, from uint32) int { return cmp.Compare(s.from, from) })
		return found
	})
	f.number()
}

// number counts anew what is hidden before each stretch.
func (f *folds) number() {
	before := uint32(0)
	for i := range f.hidden {
		f.hidden[i].before = before
		before += f.hidden[i].len()
	}
}
