package ui

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"stdioscope/history/filter"
)

func TestFindingsAreListedByKind(t *testing.T) {
	m := newTest(t, foreign().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, "!")
	fits(t, m.View(), 120, 30)
	golden(t, "findings-120x30", plain(m.View()))
	kind := m.findings.kinds[0]
	types(m, "enter")
	if m.filtering.text != "find:"+kind.ID || !m.timeline || m.filtering.kept == 0 {
		t.Errorf("enter leads to %q with %d events", m.filtering.text, m.filtering.kept)
	}
}

func TestStatisticsAreCountedAndOrdered(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 160, 24, termenv.Ascii)
	types(m, "#")
	fits(t, m.View(), 160, 24)
	golden(t, "statistics-160x24", plain(m.View()))
	types(m, ">", ">", ">", ">", ">", ">")
	if m.statistics.rows[0].Tool != "fail" {
		t.Errorf("by the maximum %q comes first:\n%s", m.statistics.rows[0].Tool, plain(m.View()))
	}
	types(m, "<", "enter")
	if _, err := filter.Parse(m.filtering.text); err != nil || m.filtering.kept == 0 {
		t.Errorf("enter leads to %q with %d events, %v", m.filtering.text, m.filtering.kept, err)
	}
	m = newTest(t, busy().journal(t), nil, 60, 12, termenv.Ascii)
	types(m, "#")
	fits(t, m.View(), 60, 12)
}

func TestMarksAreSetAndFoundAgain(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 30, termenv.Ascii)
	types(m, "1", "g", " ", " ")
	if got := plain(m.View()); strings.Count(got, "◆") != 2 || !strings.Contains(got, "2 events marked") {
		t.Errorf("marked are\n%s", got)
	}
	types(m, "g", "M", "a", "G", "'", "a")
	first := m.active().at(0)
	if p, _ := m.current(); p != first {
		t.Errorf("'a leads to %d", p)
	}
	last := m.active().at(m.active().len() - 1)
	types(m, "'", "'")
	if p, _ := m.current(); p != last {
		t.Errorf("'' leads back to %d, not to %d", p, last)
	}
	types(m, "'", "q")
	if got := plain(m.View()); !strings.Contains(got, "nothing is marked as q") {
		t.Errorf("of a letter without a mark is said\n%s", got)
	}
	types(m, "U")
	if len(m.marks.positions()) != 0 {
		t.Error("marks are left")
	}
}

func TestTwoMarkedEventsAreCompared(t *testing.T) {
	m := newTest(t, busy().journal(t), nil, 120, 24, termenv.Ascii)
	types(m, "1", "d")
	if got := plain(m.View()); !strings.Contains(got, "mark two events with space first") {
		t.Errorf("without marks is said\n%s", got)
	}
	types(m, "g", "j", "j", " ", " ", "d")
	fits(t, m.View(), 120, 24)
	golden(t, "difference-120x24", plain(m.View()))
	types(m, "enter")
	if !m.showing {
		t.Error("enter opens nothing")
	}
	types(m, "esc", "U", "1", "g", " ", "k", " ", " ", "d")
	if got := plain(m.View()); strings.Contains(got, "the two are equal") {
		t.Errorf("one event is compared with itself\n%s", got)
	}
}
