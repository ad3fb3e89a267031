package diff

import "stdioscope/history/diff/walk"

// elements are those of an array that count, with the index that each has.
type elements struct {
	tree   *tree
	path   *walk.Path
	nodes  []int32
	index  []int
	hashes []uint64
}

func elementsOf(t *tree, at place) elements {
	e := elements{tree: t, path: at.path}
	n := 0
	for i := range t.children(at.node) {
		if t.nodes[i].flags&left == 0 {
			e.nodes, e.index, e.hashes = append(e.nodes, i), append(e.index, n), append(e.hashes, t.nodes[i].hash)
		}
		n++
	}
	return e
}

func (e *elements) place(i int) place { return place{e.nodes[i], e.path.Element(e.index[i])} }

// arrays compares two arrays: what is equal in both in order is paired first, then what
// has only moved, then within each gap what has the same identity or position.
func (d *differ) arrays(a, b place) {
	x, y := elementsOf(&d.a, a), elementsOf(&d.b, b)
	if d.opt.Match == Shape {
		d.shapes(x, y)
		return
	}
	pairs := append(align(x.hashes, y.hashes, &d.budget), pair{len(x.nodes), len(y.nodes)})
	moved := d.moves(x, y, pairs)
	i, j := 0, 0
	for _, p := range pairs {
		d.gap(x, y, rest(i, p.a, moved.a), rest(j, p.b, moved.b))
		i, j = p.a+1, p.b+1
	}
	for _, m := range moved.pairs {
		d.changed(Moved, x.place(m.a), y.place(m.b))
	}
}

// rest gives the positions from a first one up to an end that are not among the moved.
func rest(from, end int, moved map[int]bool) []int {
	var out []int
	for ; from < end; from++ {
		if !moved[from] {
			out = append(out, from)
		}
	}
	return out
}

// moves are elements that stand in both arrays, but not in the same order.
type moves struct {
	pairs []pair
	a, b  map[int]bool
}

func (d *differ) moves(x, y elements, pairs []pair) moves {
	m := moves{a: map[int]bool{}, b: map[int]bool{}}
	waiting := map[uint64][]int{} // in b, by hash
	j := 0
	for _, p := range pairs {
		for ; j < p.b; j++ {
			waiting[y.hashes[j]] = append(waiting[y.hashes[j]], j)
		}
		j++
	}
	i := 0
	for _, p := range pairs {
		for ; i < p.a; i++ {
			if same := waiting[x.hashes[i]]; len(same) > 0 {
				m.pairs = append(m.pairs, pair{i, same[0]})
				m.a[i], m.b[same[0]] = true, true
				waiting[x.hashes[i]] = same[1:]
			}
		}
		i++
	}
	return m
}

// gap compares elements between two pairs of equal ones.
func (d *differ) gap(x, y elements, as, bs []int) {
	partner, taken := d.partners(x, y, as, bs)
	free := 0 // in bs, the next without identity
	for _, i := range as {
		j, known := partner[i]
		if !known && x.identity(i) == "" {
			for free < len(bs) && (taken[bs[free]] || y.identity(bs[free]) != "") {
				free++
			}
			if known = free < len(bs); known {
				j = bs[free]
				taken[j] = true
			}
		}
		if known {
			d.compare(x.place(i), y.place(j))
		} else {
			d.removed(x.place(i))
		}
	}
	for _, j := range bs {
		if !taken[j] {
			d.added(y.place(j))
		}
	}
}

// partners finds elements of the same identity.
func (d *differ) partners(x, y elements, as, bs []int) (partner map[int]int, taken map[int]bool) {
	partner, taken = map[int]int{}, map[int]bool{}
	byIdentity := map[string][]int{}
	for _, j := range bs {
		if id := y.identity(j); id != "" {
			byIdentity[id] = append(byIdentity[id], j)
		}
	}
	for _, i := range as {
		id := x.identity(i)
		if same := byIdentity[id]; id != "" && len(same) > 0 {
			partner[i], taken[same[0]] = same[0], true
			byIdentity[id] = same[1:]
		}
	}
	return partner, taken
}

// identities are members that tell an object from its like, the surest first.
var identities = [...]string{"name", "uri", "id", "key"}

// identity gives the member by which an element is known, and its value; empty where
// there is none.
func (e *elements) identity(i int) string {
	at := e.nodes[i]
	if e.tree.nodes[at].kind != walk.OpenObject {
		return ""
	}
	best, found := len(identities), ""
	for c := range e.tree.counting(at) {
		if n := &e.tree.nodes[c]; n.kind != walk.String && n.kind != walk.Number {
			continue
		}
		name := e.tree.nameOf(c)
		for rank, known := range identities[:best] {
			if name == known {
				best, found = rank, known+"\x00"+string(e.tree.raw(c))
			}
		}
	}
	return found
}

// shapes compares two arrays of which only the shapes of their elements count.
func (d *differ) shapes(x, y elements) {
	if len(x.nodes) == 0 || len(y.nodes) == 0 {
		return // an empty array has every shape
	}
	as, bs := unlike(x, y), unlike(y, x)
	for n := range max(len(as), len(bs)) {
		i, j := first(as, n), first(bs, n)
		d.budget -= x.size(i) + y.size(j)
		switch {
		case n < len(as) && n < len(bs) || d.budget > 0:
			d.compare(x.place(i), y.place(j))
		case n < len(as):
			d.removed(x.place(i))
		default:
			d.added(y.place(j))
		}
	}
}

// first gives the n-th of some positions; the first element of all where there are less.
func first(positions []int, n int) int {
	if n < len(positions) {
		return positions[n]
	}
	return 0
}

// size is the number of values in an element.
func (e *elements) size(i int) int { return int(e.tree.nodes[e.nodes[i]].end - e.nodes[i]) }

// unlike gives the first of each shape of elements that has no like in the other array.
func unlike(x, y elements) []int {
	known := map[uint64]bool{}
	for _, h := range y.hashes {
		known[h] = true
	}
	var out []int
	for i, h := range x.hashes {
		if !known[h] {
			known[h] = true
			out = append(out, i)
		}
	}
	return out
}
