package walk

// Set is a set of patterns. The zero value holds none.
type Set struct{ patterns []Pattern }

// State says how far each pattern of a set has been followed at one place of a
// text. It belongs to the Set and holds as long as the place around it.
type State []uint64

// NewSet compiles patterns.
func NewSet(paths ...string) (Set, error) {
	var s Set
	for _, path := range paths {
		if err := s.Add(path); err != nil {
			return Set{}, err
		}
	}
	return s, nil
}

// Add compiles one more pattern.
func (s *Set) Add(path string) error {
	p, err := Compile(path)
	if err == nil {
		s.patterns = append(s.patterns, p)
	}
	return err
}

// Empty says whether there is no pattern.
func (s *Set) Empty() bool { return len(s.patterns) == 0 }

// Size is the number of words of a State.
func (s *Set) Size() int { return len(s.patterns) }

// Root appends the state of the whole text to dst.
func (s *Set) Root(dst State) State {
	for range s.patterns {
		dst = append(dst, 1)
	}
	return dst
}

// Member appends to dst the state of a member of the object whose state is at.
func (s *Set) Member(dst, at State, name string) State {
	for i := range s.patterns {
		dst = append(dst, s.patterns[i].next(at[i], func(s *step) bool { return s.any || !s.byIndex && s.name == name }))
	}
	return dst
}

// Element appends to dst the state of an element of the array whose state is at.
func (s *Set) Element(dst, at State, index int) State {
	for i := range s.patterns {
		dst = append(dst, s.patterns[i].next(at[i], func(s *step) bool { return s.any || s.byIndex && s.index == index }))
	}
	return dst
}

// Matches says whether a pattern ends at the place of the state.
func (s *Set) Matches(at State) bool {
	for i, bits := range at {
		if bits>>len(s.patterns[i].steps)&1 == 1 {
			return true
		}
	}
	return false
}

// next follows the pattern one level down. Bit i says that the first i steps were taken.
func (p *Pattern) next(bits uint64, fits func(*step) bool) (after uint64) {
	if bits == 0 {
		return 0 // most patterns have ended long before
	}
	for i := range p.steps {
		if bits>>i&1 == 0 {
			continue
		}
		if p.steps[i].descend {
			after |= 1 << i
		}
		if fits(&p.steps[i]) {
			after |= 1 << (i + 1)
		}
	}
	return after
}
