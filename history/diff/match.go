package diff

import (
	"hash/maphash"

	"stdioscope/framing"
	"stdioscope/history"
)

// match is a request of each history; exact says that their arguments are equal.
type match struct {
	a, b  int
	exact bool
}

// kin is what requests have to have in common to be matched at all.
type kin struct {
	dir          framing.Dir
	method, tool string
}

// twin is what equal requests have in common.
type twin struct {
	kin
	arguments uint64
}

// match finds for each request of the first history the one of the second that it is
// the same as. Both passes go through the requests in order, so that the n-th of equal
// ones meets the n-th.
func (h *histories) match() []match {
	seed := maphash.MakeSeed()
	opt := Defaults()
	partner := map[int]match{}
	taken := map[int]bool{}
	twins := map[twin][]int{}
	for _, j := range h.b.requests {
		key := h.b.twin(j, &opt, seed)
		twins[key] = append(twins[key], j)
	}
	for _, i := range h.a.requests {
		key := h.a.twin(i, &opt, seed)
		if same := twins[key]; len(same) > 0 {
			partner[i], taken[same[0]], twins[key] = match{i, same[0], true}, true, same[1:]
		}
	}
	h.matchKin(partner, taken)
	return h.inOrder(partner, taken)
}

// matchKin matches what is left by method and name.
func (h *histories) matchKin(partner map[int]match, taken map[int]bool) {
	left := map[kin][]int{}
	for _, j := range h.b.requests {
		if !taken[j] {
			key := h.b.kin(j)
			left[key] = append(left[key], j)
		}
	}
	for _, i := range h.a.requests {
		if _, matched := partner[i]; matched {
			continue
		}
		key := h.a.kin(i)
		if like := left[key]; len(like) > 0 {
			partner[i], taken[like[0]], left[key] = match{i, like[0], false}, true, like[1:]
		}
	}
}

func (h *histories) inOrder(partner map[int]match, taken map[int]bool) []match {
	out := make([]match, 0, len(h.a.requests))
	for _, i := range h.a.requests {
		m, matched := partner[i]
		if !matched {
			m = match{a: i, b: history.None}
		}
		out = append(out, m)
	}
	for _, j := range h.b.requests {
		if !taken[j] {
			out = append(out, match{a: history.None, b: j})
		}
	}
	return out
}

func (s *side) kin(i int) kin {
	e := s.journal.Event(i)
	return kin{e.Dir, e.Method, e.Tool}
}

// twin reads the arguments of a request, without what differs in every run. A line that
// cannot be read is nobody's twin but that of another one.
func (s *side) twin(i int, opt *Options, seed maphash.Seed) twin {
	key := twin{kin: s.kin(i)}
	line, err := s.journal.Line(i)
	if err != nil {
		return key
	}
	if t, ok := parse(line, opt, seed); ok {
		for member := range t.counting(0) {
			if t.nameOf(member) == "params" {
				key.arguments = t.nodes[member].hash
			}
		}
	}
	return key
}
