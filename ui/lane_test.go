package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestAFloodIsOneRowThatOpens(t *testing.T) {
	s := newStory("x").came(0, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"first"}}`)
	for i := range 100 {
		s.came(100+i*10, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":%d}}`, i))
	}
	s.came(5000, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"last"}}`)
	m := newTest(t, s.journal(t), nil, 120, 40, termenv.Ascii)
	types(m, "3")
	if got := plain(m.View()); !strings.Contains(got, "×100 101/s ▸") || m.active().len() != 3 || !strings.Contains(got, "102") {
		t.Errorf("the flood is\n%s", got)
	}
	types(m, "g", "j", "enter")
	if m.active().len() != 102 || m.showing {
		t.Errorf("opened there are %d rows", m.active().len())
	}
	types(m, "j", "j", "enter")
	if !m.showing {
		t.Error("a row of an open run does not open whole")
	}
	types(m, "esc", "o")
	if m.active().len() != 3 || m.active().cursor != 1 {
		t.Errorf("closed there are %d rows, the cursor on %d", m.active().len(), m.active().cursor)
	}
	m.reveal(int(m.panes[notificationPane].all.events[50])) // it opens where it has to
	if p, _ := m.current(); p != int(m.panes[notificationPane].all.events[50]) {
		t.Errorf("revealed is %d", p)
	}
}

func TestNoiseOnStdoutIsOneRow(t *testing.T) {
	s := newStory("x")
	for i := range 12 {
		s.stray(i, fmt.Sprintf("banner line %d", i))
	}
	s.came(50, `{"jsonrpc":"2.0","id":1,"result":{}}`).stray(60, "one more")
	m := newTest(t, s.journal(t), nil, 120, 40, termenv.Ascii)
	types(m, "2")
	if got := plain(m.View()); m.active().len() != 3 || !strings.Contains(got, "not JSON at byte 0: banner") || !strings.Contains(got, "×12") {
		t.Errorf("the noise is\n%s", got)
	}
}

// TestRunsHideNothing opens and closes runs of random events and checks that the rows
// stand for all of them, in order.
func TestRunsHideNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		x := &lane{everything: round%2 == 0}
		first := -1
		n := random.IntN(120)
		like := likeness{}
		for i := range n {
			if random.IntN(6) == 0 {
				like = likeness{method: fmt.Sprint(random.IntN(3))}
			}
			enough := 5
			if like.method == "0" {
				enough = 0
			}
			position := uint32(2 * i)
			if x.everything {
				position = uint32(i)
			}
			if like.method == "2" && first >= 0 {
				x.carryOn(position, uint32(first))
			} else {
				x.add(position, like, enough)
			}
			if enough == 0 && random.IntN(3) == 0 {
				first = int(position)
			}
			if random.IntN(10) == 0 {
				row := random.IntN(x.len())
				if r := x.runAt(row); r != nil {
					x.toggle(r)
				} else if op := x.operationAt(row); op != nil {
					x.toggleOperation(op)
				}
			}
		}
		var all []int
		for row := range x.len() {
			all = append(all, x.at(row))
			if r := x.folded(row); r != nil {
				for k := 1; k < r.count; k++ {
					all = append(all, x.position(r.entry+k))
				}
			}
			if op := x.operationAt(row); op != nil && !op.open {
				for _, p := range op.rest {
					all = append(all, int(p))
				}
			}
		}
		slices.Sort(all)
		var every []int
		for entry := range x.count {
			every = append(every, x.position(entry))
		}
		if !slices.Equal(all, every) {
			t.Fatalf("the rows stand for\n%v, there are\n%v", all, every)
		}
		for _, p := range every {
			row := x.search(p)
			r, op := x.folded(row), x.rounds.of(p)
			if x.at(row) != p && (r == nil || p > int(r.last)) && (op == nil || op.open || x.operationAt(row) != op) {
				t.Fatalf("event %d is found in row %d", p, row)
			}
		}
	}
}

func TestOnlyWhatBelongsIsMarked(t *testing.T) {
	s := busy() // a progress of the slow call, and others that have none
	m := newTest(t, s.journal(t), nil, 160, 45, termenv.Ascii)
	for _, tc := range []struct {
		row   int // of the requests
		wants map[paneID]bool
	}{
		{0, map[paneID]bool{responsePane: true, notificationPane: false}},                    // initialize
		{2, map[paneID]bool{responsePane: true, notificationPane: false, stderrPane: true}},  // echo
		{5, map[paneID]bool{responsePane: false, notificationPane: true, stderrPane: false}}, // slow
	} {
		press(m, "1")
		m.active().moveTo(tc.row)
		m.link()
		for id, want := range tc.wants {
			if got := m.markedRow(m.panes[id]) >= 0; got != want {
				t.Errorf("request %d has a mark in pane %d: %v", tc.row, id, got)
			}
		}
	}
}

func TestWhatWasJustSentHasItsLinksWhileFollowing(t *testing.T) {
	s := begun().sent(9000, `{"jsonrpc":"2.0","id":3,"method":"ping"}`).came(9001, `{"jsonrpc":"2.0","id":3,"result":{}}`)
	m := newTest(t, s.journal(t), live(), 160, 45, termenv.Ascii)
	if m.follow != true || m.markedRow(m.panes[responsePane]) != m.panes[responsePane].len()-1 {
		t.Errorf("following %v, marked is row %d", m.follow, m.markedRow(m.panes[responsePane]))
	}
}

func TestNewMeansWhatHasComeSinceFollowingStopped(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 160, 45, termenv.Ascii)
	types(m, "1", "g", "/", "tool:echo", "enter", "esc", "t", "t", "2")
	if got := plain(m.View()); strings.Contains(got, " new ") {
		t.Errorf("nothing has come, yet it says\n%s", got)
	}
}

func TestAnIDThatTheHandshakeHasTakenIsGivenUp(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 120, 40, termenv.Ascii)
	press(m, "i", "enter") // the text stays, with the next id
	f.next = 20            // as after a restart
	m.grow()
	if got := string(m.composer.text); !strings.Contains(got, `"id":20`) {
		t.Errorf("the text is %s", got)
	}
	press(m, "ctrl+u", `{"jsonrpc":"2.0","id":5,"method":"ping"}`)
	f.next = 30
	m.grow()
	if got := string(m.composer.text); !strings.Contains(got, `"id":5`) {
		t.Errorf("what was written by hand becomes %s", got)
	}
}
