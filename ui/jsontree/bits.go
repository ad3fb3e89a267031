package jsontree

import (
	"math/bits"
	"sort"
)

// bitset has one bit for each line.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 == 1 }

func (b bitset) set(i int, on bool) { b.fill(i, i+1, on) }

// push appends bit i, which is the next.
func (b *bitset) push(i int, on bool) {
	if i&63 == 0 {
		*b = append(*b, 0)
	}
	if on {
		(*b)[i>>6] |= 1 << (i & 63)
	}
}

// fill sets or clears the bits from from to before to.
func (b bitset) fill(from, to int, on bool) {
	for from < to {
		end := min(from|63+1, to)
		mask := ^uint64(0) << (from & 63)
		if end&63 != 0 {
			mask &^= ^uint64(0) << (end & 63)
		}
		if on {
			b[from>>6] |= mask
		} else {
			b[from>>6] &^= mask
		}
		from = end
	}
}

// next gives the first set bit at or behind i, or -1.
func (b bitset) next(i int) int {
	word := i >> 6
	if word >= len(b) {
		return -1
	}
	if rest := b[word] >> (i & 63); rest != 0 {
		return i + bits.TrailingZeros64(rest)
	}
	for word++; word < len(b); word++ {
		if b[word] != 0 {
			return word<<6 + bits.TrailingZeros64(b[word])
		}
	}
	return -1
}

// wordsABlock is how many words share one running count.
const wordsABlock = 64

// counted is a bitset that knows how many bits are set before any, and where the bit
// of any rank is.
type counted struct {
	bitset
	before []int // for each block, the set bits before it
	total  int
}

func (c *counted) push(i int, on bool) {
	if i%(wordsABlock*64) == 0 {
		c.before = append(c.before, c.total)
	}
	c.bitset.push(i, on)
	if on {
		c.total++
	}
}

// recount must follow a change of bits at or behind i.
func (c *counted) recount(i int) {
	if len(c.before) == 0 {
		return
	}
	block := i / (wordsABlock * 64)
	c.total = c.before[block]
	for word := block * wordsABlock; word < len(c.bitset); word++ {
		if word%wordsABlock == 0 {
			c.before[word/wordsABlock] = c.total
		}
		c.total += bits.OnesCount64(c.bitset[word])
	}
}

// rank counts the set bits before i.
func (c *counted) rank(i int) int {
	end := i >> 6
	if end >= len(c.bitset) {
		return c.total
	}
	block := end / wordsABlock
	n := c.before[block]
	for _, word := range c.bitset[block*wordsABlock : end] {
		n += bits.OnesCount64(word)
	}
	return n + bits.OnesCount64(c.bitset[end]&^(^uint64(0)<<(i&63)))
}

// find gives the set bit that has rank set bits before it; rank is less than total.
func (c *counted) find(rank int) int {
	block := sort.Search(len(c.before), func(i int) bool { return c.before[i] > rank }) - 1
	rank -= c.before[block]
	word := block * wordsABlock
	for n := bits.OnesCount64(c.bitset[word]); rank >= n; n = bits.OnesCount64(c.bitset[word]) {
		rank -= n
		word++
	}
	rest := c.bitset[word]
	for range rank {
		rest &= rest - 1
	}
	return word<<6 + bits.TrailingZeros64(rest)
}
