package diff

import (
	"hash/maphash"
	"strings"
)

// Op says where a line stands.
type Op byte

// The places of a line.
const (
	Both  Op = ' '
	OnlyA Op = '-'
	OnlyB Op = '+'
)

// Line is a line of two texts that were compared.
type Line struct {
	Op   Op
	Text string
}

// lineBudget is how many steps the alignment of lines may take.
const lineBudget = 4 << 20

// Lines compares two texts line by line. The lines marked Both or OnlyA are those of a
// in order, the lines marked Both or OnlyB those of b.
func Lines(a, b string) []Line {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	seed := maphash.MakeSeed()
	budget := lineBudget
	pairs := align(hashes(seed, as), hashes(seed, bs), &budget)
	pairs = append(pairs, pair{len(as), len(bs)})
	out := make([]Line, 0, len(as)+len(bs)-len(pairs)+1)
	i, j := 0, 0
	for _, p := range pairs {
		for ; i < p.a; i++ {
			out = append(out, Line{OnlyA, as[i]})
		}
		for ; j < p.b; j++ {
			out = append(out, Line{OnlyB, bs[j]})
		}
		if i < len(as) && j < len(bs) {
			out = append(out, Line{Both, as[i]})
			i, j = i+1, j+1
		}
	}
	return out
}

func hashes(seed maphash.Seed, lines []string) []uint64 {
	out := make([]uint64, len(lines))
	for i, line := range lines {
		out[i] = maphash.String(seed, line)
	}
	return out
}
