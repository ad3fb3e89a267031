package stats

import (
	"math/bits"
	"slices"
	"time"
)

const (
	// mostExact is how many latencies of a row are kept as they are: 16 KB.
	mostExact = 2048
	// stepBits says how fine the steps are in which more than these are counted: each
	// power of two is cut into 64 of them, so that the middle of a step is off by less
	// than 1/128 from anything in it. A row has 16 KB of them at most.
	stepBits = 6
	steps    = 1 << stepBits
)

// latencies is a set of latencies that knows its percentiles. The zero value is empty.
type latencies struct {
	count   int
	longest time.Duration
	exact   []time.Duration // all of them, until there are too many
	counts  []uint32        // by step; nil until then
	// percentiles were computed when there were so many; see of.
	percentiles [3]time.Duration
	computed    int
}

// permilles are the percentiles that a row shows.
var permilles = [3]int{500, 950, 990}

// add takes a latency that is not negative.
func (l *latencies) add(d time.Duration) {
	l.count++
	l.longest = max(l.longest, d)
	if l.counts == nil && len(l.exact) < mostExact {
		l.exact = append(l.exact, d)
		return
	}
	for _, kept := range l.exact {
		l.addToStep(kept)
	}
	l.exact = nil
	l.addToStep(d)
}

func (l *latencies) addToStep(d time.Duration) {
	step := stepOf(d)
	if step >= len(l.counts) {
		l.counts = append(l.counts, make([]uint32, step+1-len(l.counts))...)
	}
	l.counts[step]++
}

// stepOf numbers the steps: one for each nanosecond at first, then 64 in each power of two.
func stepOf(d time.Duration) int {
	shift := max(0, bits.Len64(uint64(d))-stepBits-1)
	return shift<<stepBits + int(d>>shift)
}

// middleOf is the latency that stands for all in a step.
func middleOf(step int) time.Duration {
	shift := max(0, step>>stepBits-1)
	low := time.Duration(step-shift<<stepBits) << shift
	return low + (time.Duration(1)<<shift)/2
}

// of gives the percentiles, NoLatency where there is nothing to say.
func (l *latencies) of() [3]time.Duration {
	if l.count == 0 {
		return [3]time.Duration{NoLatency, NoLatency, NoLatency}
	}
	if l.computed != l.count {
		l.computed = l.count
		slices.Sort(l.exact)
		for i, permille := range permilles {
			l.percentiles[i] = l.ranked((l.count*permille + 999) / 1000)
		}
	}
	return l.percentiles
}

// max is the longest, NoLatency where there is none.
func (l *latencies) max() time.Duration {
	if l.count == 0 {
		return NoLatency
	}
	return l.longest
}

// ranked gives the n-th shortest, counted from 1, of latencies that are in order.
func (l *latencies) ranked(n int) time.Duration {
	if l.counts == nil {
		return l.exact[n-1]
	}
	for step, count := range l.counts {
		if n -= int(count); n <= 0 {
			return min(middleOf(step), l.longest)
		}
	}
	return l.longest
}
