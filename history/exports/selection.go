package exports

import (
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
)

// selection is the part of a journal that is exported: positions in order.
type selection struct {
	*history.Journal
	positions []int
}

func selectFrom(j *history.Journal, positions []int) selection {
	count := j.Len()
	if positions == nil {
		positions = make([]int, count)
		for i := range positions {
			positions[i] = i
		}
		return selection{j, positions}
	}
	positions = slices.Clone(positions)
	slices.Sort(positions)
	positions = slices.Compact(positions)
	positions = slices.DeleteFunc(positions, func(i int) bool { return i < 0 || i >= count })
	return selection{j, positions}
}

func (s selection) has(i int) bool {
	_, ok := slices.BinarySearch(s.positions, i)
	return ok
}

// answerOf gives the position of the answer that belongs to a request and to no
// other one; history.None where there is none.
func (s selection) answerOf(request int) int {
	e := s.Event(request)
	if e.Kind != framing.Request || e.Pair == history.None || s.Event(e.Pair).Pair != request {
		return history.None
	}
	return e.Pair
}

// requestOf gives the position of the request that an event answers, or history.None.
func (s selection) requestOf(answer int) int {
	e := s.Event(answer)
	if e.Pair == history.None || s.answerOf(e.Pair) != answer {
		return history.None
	}
	return e.Pair
}

// exchanges gives the positions of the requests of which one half at least is selected.
func (s selection) exchanges(yield func(int) bool) {
	for _, i := range s.positions {
		if s.Event(i).Kind != framing.Request {
			if i = s.requestOf(i); i == history.None || s.has(i) {
				continue
			}
		}
		if !yield(i) {
			return
		}
	}
}

// rest gives the positions of the selected events that are no half of an exchange.
func (s selection) rest(yield func(int) bool) {
	for _, i := range s.positions {
		if s.Event(i).Kind != framing.Request && s.requestOf(i) == history.None && !yield(i) {
			return
		}
	}
}
