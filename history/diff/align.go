package diff

// pair is two elements that belong together; -1 where there is none.
type pair struct{ a, b int }

// mostEdits bounds how far apart two sequences may be for the shortest way from one to
// the other to be looked for, and so the memory that the search takes.
const mostEdits = 1000

// align finds the longest common subsequence of two sequences of hashes (Myers, "An
// O(ND) difference algorithm", 1986) and gives its pairs in order. It takes its steps
// from the budget; where that or mostEdits is not enough, only what is equal at both
// ends is paired.
func align(a, b []uint64, budget *int) []pair {
	var pairs []pair
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		pairs = append(pairs, pair{head, head})
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for _, p := range myers(a[head:len(a)-tail], b[head:len(b)-tail], budget) {
		pairs = append(pairs, pair{p.a + head, p.b + head})
	}
	for ; tail > 0; tail-- {
		pairs = append(pairs, pair{len(a) - tail, len(b) - tail})
	}
	return pairs
}

// myers is the search itself: v[k] is how far along a the furthest way on diagonal k
// has come, and trace keeps v as it was before each edit.
func myers(a, b []uint64, budget *int) []pair {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	most := min(len(a)+len(b), mostEdits)
	v := make([]int32, 2*most+3)
	at := func(k int) *int32 { return &v[k+most+1] }
	var trace [][]int32
	for d := range most + 1 {
		trace = append(trace, append([]int32(nil), v[most+1-d:most+2+d]...))
		for k := -d; k <= d; k += 2 {
			x := int(*at(k - 1)) + 1
			if k == -d || k != d && *at(k - 1) < *at(k + 1) {
				x = int(*at(k + 1))
			}
			from := x
			for x < len(a) && x-k < len(b) && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			*at(k) = int32(x)
			if *budget -= x - from + 1; *budget < 0 {
				return nil
			}
			if x >= len(a) && x-k >= len(b) {
				return wayBack(trace, len(a), len(b))
			}
		}
	}
	return nil
}

// wayBack follows the trace from the end and collects the equal elements on the way.
// trace[d] holds the diagonals from -d to d.
func wayBack(trace [][]int32, x, y int) []pair {
	var pairs []pair
	for d := len(trace) - 1; d >= 0; d-- {
		v := trace[d]
		k := x - y
		up := k - 1
		if k == -d || k != d && v[k-1+d] < v[k+1+d] {
			up = k + 1
		}
		fromX, fromY := 0, 0
		if d > 0 {
			fromX = int(v[up+d])
			fromY = fromX - up
		}
		for x > fromX && y > fromY {
			x, y = x-1, y-1
			pairs = append(pairs, pair{x, y})
		}
		x, y = fromX, fromY
	}
	for i, j := 0, len(pairs)-1; i < j; i, j = i+1, j-1 {
		pairs[i], pairs[j] = pairs[j], pairs[i]
	}
	return pairs
}
