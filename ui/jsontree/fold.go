package jsontree

import "math"

// Fold folds the container or opened string that begins or ends on a line; where
// nothing does it does nothing.
func (t *Tree) Fold(id ID) { t.setFold(id, func(bool) bool { return true }) }

// Unfold is the opposite of Fold. What was folded inside stays so.
func (t *Tree) Unfold(id ID) { t.setFold(id, func(bool) bool { return false }) }

// Toggle folds what is not and unfolds what is folded.
func (t *Tree) Toggle(id ID) { t.setFold(id, func(folded bool) bool { return !folded }) }

func (t *Tree) setFold(id ID, to func(folded bool) bool) {
	s, line, ok := t.resolve(id)
	if !ok {
		return
	}
	line = s.anchor(line)
	if s.at(line).folds() || s.openedAt(line) != nil {
		s.folded.set(line, to(s.folded.has(line)))
		s.refresh(line)
	}
}

// ToggleRecursive folds what begins or ends on a line and all inside it, or unfolds
// all of that if it is folded.
func (t *Tree) ToggleRecursive(id ID) {
	s, line, ok := t.resolve(id)
	if !ok {
		return
	}
	line = s.anchor(line)
	level := 0
	if s.folded.has(line) {
		level = math.MaxInt
	}
	s.foldRange(line, s.last(line)+1, level)
	s.refresh(line)
}

// FoldAll folds every container and opened string at a depth or deeper, and unfolds
// the others: FoldAll(1) leaves the members of the outermost object. What is found
// later is folded likewise.
func (t *Tree) FoldAll(depth int) {
	t.root.level = depth
	t.root.foldRange(0, t.root.n, depth)
	t.root.show(0, t.root.n)
}

// UnfoldAll unfolds everything, also what is found later.
func (t *Tree) UnfoldAll() { t.FoldAll(math.MaxInt) }

// foldRange folds what is at a level of indentation or deeper in a range of lines,
// and unfolds the rest, without saying yet what is in view. The calls nest as rows do.
func (s *sheet) foldRange(from, to, level int) {
	s.folded.fill(from, to, false)
	if level != math.MaxInt {
		for i := from; i < to; i++ {
			if r := s.at(i); r.folds() && s.base+int(r.depth) >= level {
				s.folded.set(i, true)
			}
		}
	}
	for k := s.openedIndex(from); k < len(s.opened) && s.opened[k].line < to; k++ {
		inside := s.opened[k]
		s.folded.set(inside.line, inside.base > level)
		inside.foldRange(0, inside.n, level)
		inside.show(0, inside.n)
	}
}

// refresh says what is in view below line i after its fold has changed.
func (s *sheet) refresh(i int) {
	from, to := i+1, s.last(i)+1
	switch {
	case !s.shown.has(i):
	case s.folded.has(i):
		s.shown.fill(from, to, false)
		s.shown.recount(i)
	default:
		s.show(from, to)
	}
}

// show puts a range of lines in view, but for what is folded in it.
func (s *sheet) show(from, to int) {
	s.shown.fill(from, to, true)
	for i := s.folded.next(from); i >= 0 && i < to; {
		last := s.last(i)
		s.shown.fill(i+1, last+1, false)
		i = s.folded.next(last + 1)
	}
	s.shown.recount(from)
}

// reveal unfolds all that hides a line.
func (s *sheet) reveal(line int) {
	for ; s != nil; s, line = s.host, s.line {
		outermost := -1
		for i := int(s.at(line).up) - 1; i >= 0; i = int(s.at(i).up) - 1 {
			if s.folded.has(i) {
				outermost = i
				s.folded.set(i, false)
			}
		}
		if outermost >= 0 {
			s.refresh(outermost)
		}
		if s.host != nil {
			s.host.folded.set(s.line, false)
		}
	}
}
