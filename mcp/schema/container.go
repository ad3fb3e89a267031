package schema

import (
	"regexp"
	"strconv"
)

// object writes the required properties in the order of the schema, those that they
// depend on, and then what else is wanted.
func (w *writer) object(s *shape, at place) bool {
	start := len(w.out)
	w.out = append(w.out, '{')
	written := map[string]bool{}
	for _, name := range s.requiredNames() {
		if !w.member(s, name, at, written) {
			w.out = w.out[:start]
			return false
		}
	}
	least := s.said["minProperties"].count(maxAsked)
	for _, p := range s.properties {
		if (w.Optional || len(written) < least) && !s.excluded[p.name] {
			w.member(s, p.name, at, written) // a member that cannot be written is left out
		}
	}
	for i := 1; len(written) < least && i <= 2*maxAsked; i++ {
		w.member(s, "key"+strconv.Itoa(i), at, written)
	}
	w.out = append(w.out, '}')
	return true
}

func (w *writer) member(s *shape, name string, at place, written map[string]bool) bool {
	if written[name] {
		return true
	}
	start := len(w.out)
	if len(written) > 0 {
		w.out = append(w.out, ',')
	}
	w.out = append(append(w.out, Quote(name)...), ':')
	if !w.value(s.member(name), at.below(name, 0)) {
		w.out = w.out[:start]
		return false
	}
	written[name] = true
	return true
}

// requiredNames are the names that have to be there, in the order in which the schema
// describes them, and behind them those that are required without a description or
// because another is there.
func (s *shape) requiredNames() (names []string) {
	for _, p := range s.properties {
		if s.must[p.name] {
			names = append(names, p.name)
		}
	}
	seen := map[string]bool{}
	for _, name := range names {
		seen[name] = true
	}
	add := func(more []string) {
		for _, name := range more {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	add(s.required)
	for i := 0; i < len(names); i++ {
		add(s.dependent[names[i]])
	}
	return names
}

// member gives the schemas that a member of that name has to fit.
func (s *shape) member(name string) (all set) {
	if i, ok := s.index[name]; ok {
		all = append(all, s.properties[i].schemas...)
	}
	for _, p := range s.patterns {
		if p.name.MatchString(name) {
			all = append(all, p.schema)
		}
	}
	if all == nil {
		all = append(all, s.additional...)
	}
	return all
}

// expression compiles a pattern; nil for what RE2 does not know.
func expression(pattern string) *regexp.Regexp {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	return re
}

func (w *writer) array(s *shape, at place) bool {
	start := len(w.out)
	w.out = append(w.out, '[')
	for i := range s.leastItems() {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if !w.value(s.element(i), at.below(strconv.Itoa(i), i)) {
			w.out = w.out[:start]
			return false
		}
	}
	w.out = append(w.out, ']')
	return true
}

func (s *shape) leastItems() int {
	least := max(s.said["minItems"].count(maxAsked), 0)
	if s.contains == nil {
		return least
	}
	wanted := 1
	if s.has("minContains") {
		wanted = s.said["minContains"].count(maxAsked)
	}
	return max(least, wanted)
}

// element gives the schemas that the element of that index has to fit. Those that
// have to be contained are put where no other is asked for.
func (s *shape) element(i int) (all set) {
	if i < len(s.prefix) {
		all = append(all, s.prefix[i]...)
	} else {
		all = append(all, s.items...)
	}
	return append(all, s.contains...)
}
