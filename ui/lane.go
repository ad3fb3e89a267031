package ui

import (
	"slices"
	"sort"

	"stdioscope/framing"
	"stdioscope/history"
)

// lane is the rows of a pane: the events that it shows, of which runs of alike ones
// are one row that opens. It holds positions and no text.
type lane struct {
	every []uint32 // all events, in order
	heads []uint32 // the first event of each row; the same slice as every while there is no run
	runs  map[uint32]*run
	split bool // heads is a slice of its own

	like likeness // of the last event
	tail int      // how many of the last rows are alike
	last *run     // that the next event may belong to
}

// run is a row that stands for several events.
type run struct {
	first, last uint32
	count       int
	open        bool
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

// add takes the next event. Where it makes the last rows a run, they become one.
func (x *lane) add(position uint32, like likeness, enough int) {
	x.every = append(x.every, position)
	switch {
	case enough == 0 || like != x.like:
		x.like, x.tail, x.last = like, 1, nil
	case x.last != nil:
		x.last.last, x.last.count = position, x.last.count+1
		if !x.last.open {
			return
		}
	default:
		x.tail++
	}
	x.addHead(position)
	if enough > 0 && x.last == nil && x.tail >= enough {
		x.fold(x.tail)
	}
}

func (x *lane) addHead(position uint32) {
	if x.split {
		x.heads = append(x.heads, position)
		return
	}
	x.heads = x.every
}

// fold makes the last n rows one.
func (x *lane) fold(n int) {
	first := x.every[len(x.every)-n]
	x.own()
	x.heads = x.heads[:len(x.heads)-n+1]
	x.last = &run{first: first, last: x.every[len(x.every)-1], count: n}
	if x.runs == nil {
		x.runs = map[uint32]*run{}
	}
	x.runs[first] = x.last
}

// own gives the rows a slice of their own.
func (x *lane) own() {
	if !x.split {
		x.heads, x.split = slices.Clone(x.heads), true
	}
}

// runAt gives the run that a row stands for, or, where it is open, belongs to.
func (x *lane) runAt(row int) *run {
	if len(x.runs) == 0 || row < 0 || row >= len(x.heads) {
		return nil
	}
	position := x.heads[row]
	for i := row; i >= 0; i-- {
		if r := x.runs[x.heads[i]]; r != nil {
			if position <= r.last {
				return r
			}
			return nil
		}
		if row-i > longestLook {
			return nil
		}
	}
	return nil
}

// longestLook is how far back the beginning of an open run is looked for.
const longestLook = 1 << 20

// folded gives the run that a row stands for; nil for a row that is one event.
func (x *lane) folded(row int) *run {
	if len(x.runs) == 0 || row < 0 || row >= len(x.heads) {
		return nil
	}
	if r := x.runs[x.heads[row]]; r != nil && !r.open {
		return r
	}
	return nil
}

// search gives the row of the first event at or behind a position, or the run that
// holds it.
func (x *lane) search(position int) int {
	row := sort.Search(len(x.heads), func(row int) bool { return int(x.heads[row]) >= position })
	if row > 0 && (row == len(x.heads) || int(x.heads[row]) != position) {
		if r := x.folded(row - 1); r != nil && position <= int(r.last) {
			return row - 1
		}
	}
	return row
}

// members gives the events of a run.
func (x *lane) members(r *run) []uint32 {
	from, _ := slices.BinarySearch(x.every, r.first)
	to, found := slices.BinarySearch(x.every, r.last)
	if found {
		to++
	}
	return x.every[from:to]
}

// toggle opens a run, or closes it, and gives the row where it begins.
func (x *lane) toggle(r *run) (row int) {
	row = sort.Search(len(x.heads), func(row int) bool { return x.heads[row] >= r.first })
	members := x.members(r)
	x.own()
	if r.open {
		x.heads = slices.Replace(x.heads, row, row+len(members), r.first)
	} else {
		x.heads = slices.Replace(x.heads, row, row+1, members...)
	}
	r.open = !r.open
	return row
}

// put shows or hides an event of a lane without runs. It says whether that changes
// anything.
func (x *lane) put(position uint32, shown bool) bool {
	row, there := slices.BinarySearch(x.every, position)
	switch {
	case there == shown:
		return false
	case shown:
		x.every = slices.Insert(x.every, row, position)
	default:
		x.every = slices.Delete(x.every, row, row+1)
	}
	x.heads = x.every
	return true
}
