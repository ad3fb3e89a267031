package ui

import (
	"cmp"
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
)

// operation is an exchange of several rounds: a request that was sent again with the
// answers to what the server asked, or a call that became a task and what was asked
// about it. It reads as one row, that of its first event, and opens.
type operation struct {
	entry int      // of its first event
	rest  []uint32 // positions of the events that carry it on, in order
	open  bool
}

// last is the position of its newest event.
func (o *operation) last() int { return int(o.rest[len(o.rest)-1]) }

// count is the number of its rounds.
func (o *operation) count() int { return len(o.rest) + 1 }

// rounds are the operations in a lane.
type rounds struct {
	begun   map[uint32]*operation // by the position of their first event
	carried []carried             // what carries them on, in order
}

type carried struct {
	position uint32
	on       *operation
}

// of gives the operation that an event belongs to; nil for none.
func (r *rounds) of(position int) *operation {
	if op := r.begun[uint32(position)]; op != nil {
		return op
	}
	at, found := slices.BinarySearchFunc(r.carried, position, func(c carried, position int) int {
		return cmp.Compare(int(c.position), position)
	})
	if !found {
		return nil
	}
	return r.carried[at].on
}

// carryOn takes the next event, which carries on the operation that began with another.
func (x *lane) carryOn(position, first uint32) {
	op := x.rounds.begun[first]
	if op == nil {
		entry, _ := x.entry(int(first))
		op = &operation{entry: entry}
		if x.rounds.begun == nil {
			x.rounds.begun = map[uint32]*operation{}
		}
		x.rounds.begun[first] = op
	}
	entry := x.append(position)
	x.like, x.tail, x.last = likeness{}, 0, nil
	op.rest = append(op.rest, position)
	x.rounds.carried = append(x.rounds.carried, carried{position, op})
	if !op.open {
		x.folds.hide(hiding{from: uint32(entry), to: uint32(entry + 1)})
	}
}

// operationAt gives the operation that a row stands for, or, where it is open, belongs to.
func (x *lane) operationAt(row int) *operation {
	if len(x.rounds.begun) == 0 || row < 0 || row >= x.len() {
		return nil
	}
	return x.rounds.of(x.at(row))
}

// toggleOperation opens an operation, or closes it, and gives the row where it begins.
func (x *lane) toggleOperation(op *operation) (row int) {
	stretches := make([]hiding, len(op.rest))
	for i, position := range op.rest {
		entry, _ := x.entry(int(position))
		stretches[i] = hiding{from: uint32(entry), to: uint32(entry + 1)}
	}
	if op.open {
		x.folds.hide(stretches...)
	} else {
		x.folds.show(stretches...)
	}
	op.open = !op.open
	row, _ = x.folds.row(op.entry)
	return row
}

// beginning gives the event of the same pane with which the operation began that an
// event carries on.
func beginning(j *history.Journal, position int, e *history.Event) (first int, ok bool) {
	switch {
	case e.Kind == framing.Request:
		first, _, ok = j.Operation(position)
		return first, ok
	case e.Kind.IsResponse() && e.Pair != history.None:
		request, _, ok := j.Operation(e.Pair)
		if !ok {
			return history.None, false
		}
		first = j.Event(request).Pair
		return first, first != history.None && first < position
	}
	return history.None, false
}
