package stats

import "time"

// slots is how many time slices are kept of a row. There are more than are shown, so
// that they can be joined two by two when the time grows beyond them.
const slots = 64

// axis divides the time of a journal into slots of equal width. All rows share it, so
// that what stands below each other on a screen happened at the same time.
type axis struct {
	known bool
	start time.Time
	width time.Duration
	used  int // slots that have begun
}

// extend makes room for a time. It says whether every series must be folded first, and
// extend be called again.
func (a *axis) extend(at time.Time) (fold bool) {
	if !a.known {
		*a = axis{known: true, start: at, width: 1, used: 1}
	}
	slot := a.slot(at)
	if slot < slots {
		a.used = max(a.used, slot+1)
		return false
	}
	a.width *= 2
	a.used = (a.used + 1) / 2
	return true
}

// slot gives the slot of a time; the first for what was before it, of a clock that was
// set back.
func (a *axis) slot(at time.Time) int {
	return int(max(0, at.Sub(a.start)/a.width))
}

// series holds the longest latency of each slot plus one; 0 for none.
type series [slots]time.Duration

func (s *series) add(slot int, latency time.Duration) {
	s[slot] = max(s[slot], latency+1)
}

// fold joins the slots two by two.
func (s *series) fold() {
	for i := range slots / 2 {
		s[i] = max(s[2*i], s[2*i+1])
	}
	clear(s[slots/2:])
}

// spark gives the longest latency of each of so many parts of the slots used.
func (s *series) spark(used int) (spark [Buckets]time.Duration) {
	for i := range spark {
		from := i * used / Buckets
		to := max(from+1, (i+1)*used/Buckets)
		longest := time.Duration(0)
		for _, latency := range s[from:to] {
			longest = max(longest, latency)
		}
		spark[i] = longest - 1
	}
	return spark
}
