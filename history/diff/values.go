package diff

import (
	"bytes"
	"hash/maphash"

	"stdioscope/history/diff/walk"
)

const (
	mostChanges = 100_000
	alignBudget = 16 << 20
)

// Values gives the differences between two JSON texts, in the order of the first, what
// was added to an object or array behind what else has changed in it. The raw values in
// the changes are parts of a and b.
func Values(a, b []byte, opt Options) []Change {
	if opt.Match == Status || bytes.Equal(a, b) {
		return nil
	}
	seed := maphash.MakeSeed()
	x, okA := parse(a, &opt, seed)
	y, okB := parse(b, &opt, seed)
	if !okA || !okB {
		return texts(a, b, okA, okB)
	}
	d := differ{a: x, b: y, opt: &opt, budget: alignBudget}
	d.compare(place{}, place{})
	return d.changes
}

// texts compares what is not both JSON.
func texts(a, b []byte, okA, okB bool) []Change {
	kind := Changed
	if okA != okB {
		kind = TypeChanged
	}
	return []Change{{Kind: kind, A: a, B: b}}
}

// differ compares two trees.
type differ struct {
	a, b    tree
	opt     *Options
	budget  int
	depth   int
	changes []Change
}

// place is a node and its path.
type place struct {
	node int32
	path *walk.Path
}

func (d *differ) report(c Change) {
	switch {
	case len(d.changes) < mostChanges:
		d.changes = append(d.changes, c)
	case len(d.changes) == mostChanges:
		d.changes = append(d.changes, Change{Kind: More})
	}
}

func (d *differ) added(b place) {
	d.report(Change{Kind: Added, PathB: b.path, B: d.b.raw(b.node), Repeated: d.b.nodes[b.node].flags&repeated != 0})
}

func (d *differ) removed(a place) {
	d.report(Change{Kind: Removed, PathA: a.path, A: d.a.raw(a.node), Repeated: d.a.nodes[a.node].flags&repeated != 0})
}

func (d *differ) changed(kind Kind, a, b place) {
	d.report(Change{
		Kind: kind, PathA: a.path, PathB: b.path, A: d.a.raw(a.node), B: d.b.raw(b.node),
		Repeated: (d.a.nodes[a.node].flags|d.b.nodes[b.node].flags)&repeated != 0,
	})
}

// compare reports how two values differ. It calls itself no deeper than deepest.
func (d *differ) compare(a, b place) {
	x, y := &d.a.nodes[a.node], &d.b.nodes[b.node]
	switch {
	case x.flags&left != 0 && y.flags&left != 0 || x.hash == y.hash || len(d.changes) > mostChanges:
		return
	case typeOf(d.a.raw(a.node)) != typeOf(d.b.raw(b.node)):
		d.changed(TypeChanged, a, b)
		return
	case x.kind != walk.OpenObject && x.kind != walk.OpenArray || d.depth == deepest:
		d.changed(Changed, a, b)
		return
	}
	d.depth++
	if x.kind == walk.OpenObject {
		d.objects(a, b)
	} else {
		d.arrays(a, b)
	}
	d.depth--
}

// objects compares the members of two objects by name.
func (d *differ) objects(a, b place) {
	names := make(map[string]int32)
	for i := range d.b.counting(b.node) {
		names[d.b.nameOf(i)] = i
	}
	var order []int32 // of the common members in b, as a has them
	for i := range d.a.counting(a.node) {
		at := place{i, a.path.Member(d.a.quotedName(i))}
		name := d.a.nameOf(i)
		if j, common := names[name]; common {
			d.compare(at, place{j, b.path.Member(d.b.quotedName(j))})
			order = append(order, j)
			delete(names, name)
		} else {
			d.removed(at)
		}
	}
	for j := range d.b.counting(b.node) {
		if _, extra := names[d.b.nameOf(j)]; extra {
			d.added(place{j, b.path.Member(d.b.quotedName(j))})
		}
	}
	if d.opt.Order && !rising(order) {
		d.changed(Reordered, a, b)
	}
}

func rising(numbers []int32) bool {
	for i := 1; i < len(numbers); i++ {
		if numbers[i] < numbers[i-1] {
			return false
		}
	}
	return true
}

// counting gives the children that are not left out.
func (t *tree) counting(of int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := range t.children(of) {
			if t.nodes[i].flags&left == 0 && !yield(i) {
				return
			}
		}
	}
}
