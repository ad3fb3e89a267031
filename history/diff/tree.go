package diff

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"slices"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// node is a value of a text. The nodes of what stands inside it follow it, up to end.
type node struct {
	hash        uint64
	name        [2]int32 // where the member's name stands, quotes included
	start, stop int32
	end         int32
	kind        byte // that of its token
	flags       uint8
}

const (
	left     = 1 << iota // counts for nothing: ignored, or outside of what is looked at
	shadowed             // a later member has its name
	repeated             // an earlier member has its name
)

// tree is a JSON text, taken apart. Two values of two trees with the same seed are
// equal, as far as the options care, if their hashes are.
type tree struct {
	text  []byte
	nodes []node
}

const (
	mostNodes = 4 << 20
	mostText  = 1 << 31 // nodes count in 32 bits
	deepest   = 500
)

// builder takes a text apart in one pass. It keeps its own stack.
type builder struct {
	tree
	opt     *Options
	seed    maphash.Seed
	salt    uint64 // of the seed: nobody can know the hash of a structure
	careful bool   // some name stands twice in its object
	open    []opened
	name    [2]int32
	states  [2]walk.State // of open values: Ignore, Only
	at      [2]walk.State // of the value that comes now
	room    []uint64
}

type opened struct {
	node    int32
	index   int32 // of the next element
	covered bool  // is at or under what Only names
	states  [2]int
}

// parse takes a text apart; false for what is no JSON, or too large for it.
func parse(text []byte, opt *Options, seed maphash.Seed) (tree, bool) {
	var m framing.Message
	if framing.Scan(text, &m); m.Kind == framing.Invalid || m.Kind == framing.Blank || len(text) >= mostText {
		return tree{}, false
	}
	b := builder{tree: tree{text: text}, opt: opt, seed: seed, salt: maphash.String(seed, "")}
	b.careful = framing.DuplicateNames(text, &m) != nil
	for i := m.Whole.Start; i < m.Whole.End; {
		t := walk.Next(text[:m.Whole.End], i)
		i = t.Stop
		b.take(t)
		if len(b.nodes) > mostNodes {
			return tree{}, false
		}
	}
	return b.tree, len(b.nodes) > 0
}

func (b *builder) take(t walk.Token) {
	switch t.Kind {
	case walk.End:
	case walk.Name:
		b.name = [2]int32{int32(t.Start), int32(t.Stop)}
	case walk.CloseObject, walk.CloseArray:
		b.close(t.Stop)
	default:
		b.add(t)
	}
}

// add appends the node of a value that begins.
func (b *builder) add(t walk.Token) {
	n := node{kind: t.Kind, name: b.name, start: int32(t.Start), stop: int32(t.Stop), end: int32(len(b.nodes) + 1)}
	ignored, covered := b.look()
	if ignored {
		n.flags = left
	}
	b.name = [2]int32{}
	b.nodes = append(b.nodes, n)
	if n.kind == walk.OpenObject || n.kind == walk.OpenArray {
		o := opened{node: int32(len(b.nodes) - 1), covered: covered}
		for i := range b.states {
			if o.states[i] = len(b.states[i]); len(b.open) <= deepest { // below, none is asked for
				b.states[i] = append(b.states[i], b.at[i]...)
			}
		}
		b.open = append(b.open, o)
		return
	}
	last := &b.nodes[len(b.nodes)-1]
	last.hash = b.scalarHash(last)
	if !covered {
		last.flags |= left
	}
}

// look says what the paths make of the value that begins.
func (b *builder) look() (ignored, covered bool) {
	depth := len(b.open)
	if depth == 0 {
		b.at = [2]walk.State{b.opt.Ignore.Root(nil), b.opt.Only.Root(nil)}
	} else {
		b.step(&b.open[depth-1], 0, &b.opt.Ignore)
		b.step(&b.open[depth-1], 1, &b.opt.Only)
		b.open[depth-1].index++
		covered = b.open[depth-1].covered
	}
	covered = covered || b.opt.Only.Empty() || b.opt.Only.Matches(b.at[1])
	return b.opt.Ignore.Matches(b.at[0]), covered
}

// step follows one set of paths from an open value to the one that begins in it.
func (b *builder) step(up *opened, which int, set *walk.Set) {
	if set.Empty() {
		return
	}
	around := b.states[which][up.states[which]:]
	b.at[which] = b.at[which][:0]
	if len(b.open) > deepest {
		for range set.Size() {
			b.at[which] = append(b.at[which], 0)
		}
		return
	}
	if b.nodes[up.node].kind == walk.OpenArray {
		b.at[which] = set.Element(b.at[which], around, int(up.index))
		return
	}
	b.at[which] = set.Member(b.at[which], around, framing.Unquote(b.text[b.name[0]:b.name[1]]))
}

// close finishes the object or array that ends before a byte.
func (b *builder) close(stop int) {
	if len(b.open) == 0 {
		return
	}
	o := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	for i := range b.states {
		b.states[i] = b.states[i][:o.states[i]]
	}
	n := &b.nodes[o.node]
	n.stop, n.end = int32(stop), int32(len(b.nodes))
	if n.kind == walk.OpenObject && b.careful {
		b.shadow(o.node)
	}
	if kept := b.structureHash(o.node, o.covered); kept == 0 && !o.covered {
		n.flags |= left
	}
}

// shadow marks the members of an object whose names come again.
func (b *builder) shadow(object int32) {
	last := map[string]int32{}
	for i := range b.children(object) {
		name := b.nameOf(i)
		if earlier, known := last[name]; known {
			b.nodes[earlier].flags |= left | shadowed
			b.nodes[i].flags |= repeated
		}
		last[name] = i
	}
}

func (t *tree) raw(i int32) []byte { return t.text[t.nodes[i].start:t.nodes[i].stop] }

func (t *tree) quotedName(i int32) []byte { return t.text[t.nodes[i].name[0]:t.nodes[i].name[1]] }

func (t *tree) nameOf(i int32) string { return framing.Unquote(t.quotedName(i)) }

// children gives the values directly inside one.
func (t *tree) children(of int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := of + 1; i < t.nodes[of].end; i = t.nodes[i].end {
			if !yield(i) {
				return
			}
		}
	}
}

// Odd numbers without a pattern keep what is mixed apart.
const (
	oddA = 0x9E3779B97F4A7C15
	oddB = 0xC2B2AE3D27D4EB4F
)

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^oddA, b^oddB)
	return hi ^ lo
}

// structureHash sets the hash of an object or array and counts what is in it that
// counts. One that is only on the way to what is looked at does not count itself.
func (b *builder) structureHash(at int32, covered bool) (kept int) {
	n := &b.nodes[at]
	hash := b.salt
	if covered {
		hash += uint64(n.kind) * oddA
	}
	b.room = b.room[:0]
	for i := range b.children(at) {
		c := &b.nodes[i]
		if c.flags&left != 0 {
			continue
		}
		kept++
		switch {
		case n.kind == walk.OpenArray && b.opt.Match == Shape:
			b.room = append(b.room, c.hash)
		case n.kind == walk.OpenArray:
			hash = mix(hash, c.hash)
		case b.opt.Order:
			hash = mix(hash, mix(b.textHash(b.quotedName(i)), c.hash))
		default:
			hash += mix(b.textHash(b.quotedName(i)), c.hash)
		}
	}
	slices.Sort(b.room)
	for _, shape := range slices.Compact(b.room) {
		hash += mix(shape, b.salt)
	}
	n.hash = hash
	return kept
}

// textHash is the hash of a string, escapes resolved.
func (b *builder) textHash(quoted []byte) uint64 {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return maphash.Bytes(b.seed, quoted[1:max(1, len(quoted)-1)])
	}
	return maphash.String(b.seed, framing.Unquote(quoted))
}
