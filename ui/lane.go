package ui

import (
	"cmp"
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
)

// lane is the rows of a pane: the events that it shows, of which a run of alike ones, or
// the rounds of one operation, are one row that opens. It holds positions and no text.
type lane struct {
	// events are its entries, in order. A lane of everything has none: there an entry is
	// the position of its event.
	events     []uint32
	everything bool
	count      int

	folds  folds
	runs   []*run // in order
	rounds rounds

	like likeness // of the last event
	tail int      // how many of the last entries are alike
	last *run     // that the next event may belong to
}

// run is a row that stands for several events behind one another.
type run struct {
	first, last uint32 // positions
	entry       int    // of the first
	count       int
	open        bool
}

// hiding is what is hidden while the run is one row.
func (r *run) hiding() hiding {
	return hiding{from: uint32(r.entry + 1), to: uint32(r.entry + r.count)}
}

// likeness is what events of a run have in common; the zero one is like nothing.
type likeness struct {
	dir    framing.Dir
	method string
	stray  bool
}

// How many alike events make a run: of what repeats by its nature, and of what should
// not be there at all.
const (
	foldNotifications = 8
	foldStray         = 4
)

// likenessOf says what an event is like, and how many such make a run.
func likenessOf(e *history.Event) (likeness, int) {
	switch e.Kind {
	case framing.Notification:
		return likeness{dir: e.Dir, method: e.Method}, foldNotifications
	case framing.Invalid, framing.Foreign, framing.Blank, framing.Echo:
		if e.Dir == framing.ServerToClient && e.Pair == history.None {
			return likeness{dir: e.Dir, stray: true}, foldStray
		}
	case framing.Request, framing.Result, framing.Error, framing.Batch, framing.Unscanned:
	}
	return likeness{}, 0
}

// position gives the position of an entry's event.
func (x *lane) position(entry int) int {
	if x.everything {
		return entry
	}
	return int(x.events[entry])
}

// entry gives the first entry at or behind a position, and whether it is that event's.
func (x *lane) entry(position int) (entry int, exact bool) {
	if x.everything {
		return min(max(position, 0), x.count), position >= 0 && position < x.count
	}
	return slices.BinarySearchFunc(x.events, position, func(event uint32, position int) int {
		return cmp.Compare(int(event), position)
	})
}

// len is the number of rows.
func (x *lane) len() int { return x.count - x.folds.count() }

// at gives the position of the event in a row, of the first where there are several.
func (x *lane) at(row int) int { return x.position(x.folds.entry(row)) }

// append makes an event the last entry.
func (x *lane) append(position uint32) (entry int) {
	if !x.everything {
		x.events = append(x.events, position)
	}
	x.count++
	return x.count - 1
}

// add takes the next event. Where it makes the last entries a run, they become one row.
func (x *lane) add(position uint32, like likeness, enough int) {
	entry := x.append(position)
	switch {
	case enough == 0 || like != x.like:
		x.like, x.tail, x.last = like, 1, nil
	case x.last != nil:
		x.last.last, x.last.count = position, x.last.count+1
		if !x.last.open {
			x.folds.grow()
		}
	default:
		x.tail++
		if x.tail >= enough {
			x.fold(entry - x.tail + 1)
		}
	}
}

// fold makes the entries from one on a run.
func (x *lane) fold(entry int) {
	x.last = &run{
		first: uint32(x.position(entry)), last: uint32(x.position(x.count - 1)),
		entry: entry, count: x.count - entry,
	}
	x.runs = append(x.runs, x.last)
	x.folds.hide(x.last.hiding())
}

// runOf gives the run that an entry belongs to.
func (x *lane) runOf(entry int) *run {
	at, found := slices.BinarySearchFunc(x.runs, entry, func(r *run, entry int) int { return cmp.Compare(r.entry, entry) })
	if !found {
		at--
	}
	if at < 0 || entry >= x.runs[at].entry+x.runs[at].count {
		return nil
	}
	return x.runs[at]
}

// runAt gives the run that a row stands for, or, where it is open, belongs to.
func (x *lane) runAt(row int) *run {
	if row < 0 || row >= x.len() {
		return nil
	}
	return x.runOf(x.folds.entry(row))
}

// folded gives the run that a row stands for; nil for a row that is one event.
func (x *lane) folded(row int) *run {
	if r := x.runAt(row); r != nil && !r.open {
		return r
	}
	return nil
}

// search gives the row of the first event at or behind a position, or the row that
// stands for it.
func (x *lane) search(position int) int {
	entry, exact := x.entry(position)
	if entry == x.count {
		return x.len()
	}
	if op := x.rounds.of(position); exact && op != nil && !op.open {
		entry = op.entry
	}
	row, shown := x.folds.row(entry)
	if !shown && x.runOf(entry) == nil { // behind rounds of an operation that stands further up
		row++
	}
	return row
}

// toggle opens a run, or closes it, and gives the row where it begins.
func (x *lane) toggle(r *run) (row int) {
	if r.open {
		x.folds.hide(r.hiding())
	} else {
		x.folds.show(r.hiding())
	}
	r.open = !r.open
	row, _ = x.folds.row(r.entry)
	return row
}

// put shows or hides an event of a lane without folds. It says whether that changes
// anything.
func (x *lane) put(position uint32, shown bool) bool {
	entry, there := x.entry(int(position))
	switch {
	case there == shown:
		return false
	case shown:
		x.events = slices.Insert(x.events, entry, position)
	default:
		x.events = slices.Delete(x.events, entry, entry+1)
	}
	x.count = len(x.events)
	return true
}
