package ui

import (
	"math/rand/v2"
	"testing"
)

// TestTheLayoutTilesEverySize checks that every cell of every window belongs to
// exactly one part.
func TestTheLayoutTilesEverySize(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	flag := func() bool { return random.IntN(2) == 0 }
	for h := 1; h <= 100; h++ {
		for w := 1; w <= 300; w++ {
			s := shape{
				w: w, h: h, composer: flag(), composing: flag(), text: random.IntN(12), banner: random.IntN(6),
				focus: paneID(random.IntN(4)), timeline: flag(), zoom: flag(), detail: flag(), help: random.IntN(8) == 0, table: random.IntN(8) == 0, form: random.IntN(8) == 0, menu: random.IntN(16),
				splits: splits{columns: share(random.IntN(1000)), rows: share(random.IntN(1000)), detail: share(random.IntN(1000))},
			}
			checkTiles(t, s)
		}
	}
}

func checkTiles(t *testing.T, s shape) {
	t.Helper()
	area := 0
	all := arrange(s).all()
	for i, r := range all {
		if r.x < 0 || r.y < 0 || r.x+r.w > s.w || r.y+r.h > s.h {
			t.Fatalf("%+v: %+v is outside", s, r)
		}
		area += r.w * r.h
		for _, other := range all[i+1:] {
			if r.x < other.x+other.w && other.x < r.x+r.w && r.y < other.y+other.h && other.y < r.y+r.h {
				t.Fatalf("%+v: %+v and %+v overlap", s, r, other)
			}
		}
	}
	if area != s.w*s.h {
		t.Fatalf("%+v: %d cells of %d are used: %+v", s, area, s.w*s.h, all)
	}
}
