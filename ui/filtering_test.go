package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/filter"
)

// type types text and lets what follows from it happen.
func types(m *Model, keys ...string) {
	for _, k := range keys {
		settle(m, press(m, k))
	}
}

// shownOf gives the numbers of the events in a pane.
func shownOf(m *Model, id paneID) []int {
	var found []int
	for row := range m.panes[id].len() {
		found = append(found, m.panes[id].at(row))
	}
	return found
}

func TestTheListsShowWhatMatchesWhileItIsTyped(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	everything := shownOf(m, requestPane)
	types(m, "/", "tool:echo")
	if got := shownOf(m, requestPane); len(got) != 1 || len(shownOf(m, responsePane)) != 1 {
		t.Errorf("shown are %v and %v", got, shownOf(m, responsePane))
	}
	if got := plain(m.View()); !strings.Contains(got, "2 of 20 events, 18 hidden") || !strings.Contains(got, "/tool:echo") {
		t.Errorf("while it is typed there is\n%s", got)
	}
	types(m, " kind:")
	if got := plain(m.View()); !strings.Contains(got, "⚠ at byte 16") {
		t.Errorf("of a fault is said\n%s", got)
	}
	types(m, "enter")
	if m.mode != promptMode {
		t.Error("what is no expression was taken")
	}
	types(m, "esc")
	if got := shownOf(m, requestPane); !slices.Equal(got, everything) || m.mode != listMode {
		t.Errorf("after esc there is %v", got)
	}
	types(m, "/", "dir:stderr", "enter")
	if got := plain(m.View()); !strings.Contains(got, "/ dir:stderr · 2 of 20 shown · esc shows all") || !strings.Contains(got, "nothing here matches") {
		t.Errorf("with a filter there is\n%s", got)
	}
	types(m, "t")
	if got := shownOf(m, timelinePane); len(got) != 2 {
		t.Errorf("the timeline shows %v", got)
	}
	types(m, "esc")
	if got := shownOf(m, timelinePane); len(got) != 20 || m.filtering.filter != nil {
		t.Errorf("esc does not show all but %v", got)
	}
}

func TestFiltersAreCompletedAndComeBack(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, "/", "tool:", "tab", "enter")
	first := m.filtering.text
	if !strings.HasPrefix(first, "tool:") || len(first) == len("tool:") {
		t.Fatalf("tab gives %q", first)
	}
	types(m, "/", "ctrl+u", "find:", "tab", "enter")
	if !strings.HasPrefix(m.filtering.text, "find:response-unknown-id") {
		t.Errorf("of the findings that there are tab gives %q", m.filtering.text)
	}
	types(m, "/", "up", "up")
	if got := string(m.prompt.text); got != first {
		t.Errorf("up gives %q, entered was %q", got, first)
	}
	types(m, "down", "down")
	if got := string(m.prompt.text); !strings.HasPrefix(got, "find:") {
		t.Errorf("down leads to %q", got)
	}
}

func TestAFilterIsMadeOfWhatIsSelected(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, "1", "g", "j", "j", "F")
	if m.filtering.text != "method:tools/call tool:echo" || len(shownOf(m, requestPane)) != 1 {
		t.Errorf("F gives %q", m.filtering.text)
	}
	types(m, "esc", "4", "=")
	if got := string(m.prompt.text); got != "dir:meta kind:meta" && got != "dir:stderr kind:stderr" || m.mode != promptMode {
		t.Errorf("= gives %q", got)
	}
}

func TestMatchesAreFoundWithoutAFilter(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, "/", "tool:slow", "enter", "esc", "1", "g", "n")
	if p, _ := m.current(); m.journal.Event(p).Tool != "slow" {
		t.Errorf("n leads to event %d", p)
	}
	types(m, "G", "N", "N", "N", "N")
	if got := plain(m.View()); !strings.Contains(got, "nothing more matches tool:slow in this direction") {
		t.Errorf("at the first there is\n%s", got)
	}
}

// growing is a model over a recording that goes on.
func growing(t *testing.T) (*Model, *history.Recorder) {
	t.Helper()
	r := recording(t)
	m := newTest(t, r.Journal(), live(), 120, 30, termenv.Ascii)
	m.ticking = true
	return m, r
}

func grow(t *testing.T, m *Model, r *history.Recorder, dir framing.Dir, line string) {
	t.Helper()
	before := r.Journal().Len()
	r.Line(dir, history.FromComposer, wire(line))
	await(t, r.Journal(), before+1)
	m.filtering.running = true // what Update wants judged is judged here
	m.Update(ingestMsg{})
	m.filtering.running = false
	for again := m.judge(); again != nil; again = m.judge() {
		m.Update(again())
	}
}

func TestAFilterKeepsUpWithWhatBecomesOfRequests(t *testing.T) {
	m, r := growing(t)
	types(m, "/", "status:pending", "enter")
	for i := range 200 {
		grow(t, m, r, framing.ClientToServer, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i))
	}
	for i := range 150 {
		grow(t, m, r, framing.ServerToClient, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i))
	}
	var want []int
	f, err := filter.Parse("status:pending")
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Journal().Len() {
		if f.Matches(r.Journal(), i) {
			want = append(want, i)
		}
	}
	if got := shownOf(m, requestPane); !slices.Equal(got, want) || len(want) != 50 {
		t.Errorf("shown are %d, that match %d", len(got), len(want))
	}
	if m.filtering.kept != 50 || m.panes[timelinePane].len() != 50 {
		t.Errorf("%d are counted, %d in the timeline", m.filtering.kept, m.panes[timelinePane].len())
	}
}
