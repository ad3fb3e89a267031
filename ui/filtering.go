package ui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
	"stdioscope/history/filter"
)

// filtering keeps the lists to the events that an expression matches. The judging is
// done by commands, a stretch at a time: the model only takes what they found.
type filtering struct {
	filter     *filter.Filter // nil where all is shown
	text       string         // the expression as it was typed
	generation int
	upTo       int // events that are decided
	kept       int // of them, how many are shown
	running    bool
	cancel     func()
	// unsettled are requests whose verdict may change when they are answered.
	unsettled []uint32
	past      []string
	last      *filter.Filter // the last that was in use, for n and N
	err       error          // of what is being typed
	was       string         // the text before the prompt was opened

	methods, tools map[string]bool // that occur
}

// know remembers names that occur, for completing them.
func (s *filtering) know(e *history.Event) {
	if e.Method != "" && !s.methods[e.Method] {
		s.methods[e.Method] = true
	}
	if e.Tool != "" && !s.tools[e.Tool] {
		s.tools[e.Tool] = true
	}
}

// verdictChange is an event that has come to match, or to match no more.
type verdictChange struct {
	position int
	matches  bool
}

// filteredMsg brings what a stretch of judging found.
type filteredMsg struct {
	generation int
	upTo       int
	found      []int
	changes    []verdictChange
}

// stretchTime is how long one command judges before it tells what it found.
const stretchTime = 25 * time.Millisecond

// recent is how many of the newest events are judged again where what comes later may
// change the verdict on them.
const recent = 64

// setFilter applies an expression; the empty one shows everything.
func (m *Model) setFilter(text string) tea.Cmd {
	f, err := filter.Parse(text)
	m.filtering.err = err
	if err != nil || text == m.filtering.text && m.filtering.filter != nil {
		return nil
	}
	s := &m.filtering
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
	anchor, held := m.active().selected()
	s.generation++
	s.text, s.upTo, s.kept, s.running, s.unsettled = text, 0, 0, false, nil
	if s.filter = f; f.Empty() {
		s.filter = nil
	} else {
		s.last = f
	}
	for _, p := range m.panes {
		p.filter(s.filter != nil)
	}
	if held && !m.follow {
		m.keep = anchor
		m.settleCursors()
	}
	return m.judge()
}

// judge is a command that judges what is not decided yet; nil while one runs, or where
// there is nothing to decide.
func (m *Model) judge() tea.Cmd {
	s := &m.filtering
	if s.filter == nil || s.running || s.upTo >= m.taken && !m.anySettled() {
		return nil
	}
	s.running = true
	ctx, cancel := context.WithCancel(m.ctx)
	s.cancel = cancel
	again := m.settledAgain()
	work := stretch{filter: s.filter, journal: m.journal, generation: s.generation, from: s.upTo, to: m.taken, again: again}
	return func() tea.Msg { return work.do(ctx) }
}

// anySettled says whether a verdict may have changed.
func (m *Model) anySettled() bool {
	return slices.ContainsFunc(m.filtering.unsettled, func(p uint32) bool { return !m.journal.Event(int(p)).Status.Open() })
}

// settledAgain gives the events to be judged once more, and forgets those among them
// that will not change again.
func (m *Model) settledAgain() []int {
	s := &m.filtering
	if !s.filter.Volatile() {
		return nil
	}
	var again []int
	still := s.unsettled[:0]
	for _, p := range s.unsettled {
		if m.journal.Event(int(p)).Status.Open() {
			still = append(still, p)
			continue
		}
		again = append(again, int(p))
	}
	s.unsettled = still
	for p := max(0, s.upTo-recent); p < s.upTo; p++ {
		again = append(again, p)
	}
	slices.Sort(again)
	return slices.Compact(again)
}

// stretch is what one command judges.
type stretch struct {
	filter     *filter.Filter
	journal    *history.Journal
	generation int
	from, to   int
	again      []int
}

func (w stretch) do(ctx context.Context) tea.Msg {
	msg := filteredMsg{generation: w.generation, upTo: w.from}
	for _, p := range w.again {
		msg.changes = append(msg.changes, verdictChange{p, w.filter.Matches(w.journal, p)})
	}
	end := time.Now().Add(stretchTime)
	for upTo, found := range w.filter.Batches(ctx, w.journal, w.from, w.to) {
		msg.upTo = upTo
		msg.found = append(msg.found, found...)
		if time.Now().After(end) {
			break
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return msg
}

// filtered takes in what a stretch found, and goes on.
func (m *Model) filtered(msg filteredMsg) tea.Cmd {
	s := &m.filtering
	if msg.generation != s.generation {
		return nil
	}
	s.running = false
	s.cancel()
	s.cancel = nil
	for _, c := range msg.changes {
		m.reconsiderRow(c)
	}
	if s.filter.Volatile() {
		for p := s.upTo; p < msg.upTo; p++ {
			if m.journal.Event(p).Status.Open() {
				s.unsettled = append(s.unsettled, uint32(p))
			}
		}
	}
	s.upTo = msg.upTo
	for _, p := range msg.found {
		m.show(p)
	}
	m.settleCursors()
	return tea.Batch(m.draw(), m.judge())
}

// show adds an event that matches to the lists.
func (m *Model) show(position int) {
	e := m.journal.Event(position)
	like, enough := likenessOf(&e)
	if m.filtering.filter.Volatile() { // rows may have to be taken out again
		like, enough = likeness{}, 0
	}
	m.panes[paneOf(e)].some.add(uint32(position), like, enough)
	m.panes[timelinePane].some.add(uint32(position), like, enough)
	m.filtering.kept++
}

// reconsiderRow shows or hides an event whose verdict has changed.
func (m *Model) reconsiderRow(c verdictChange) {
	p := m.panes[paneOf(m.journal.Event(c.position))]
	if !p.some.put(uint32(c.position), c.matches) {
		return
	}
	m.panes[timelinePane].some.put(uint32(c.position), c.matches)
	if c.matches {
		m.filtering.kept++
	} else {
		m.filtering.kept--
	}
}

// settleCursors keeps the cursors near what was selected before the lists changed.
func (m *Model) settleCursors() {
	if m.follow {
		m.toNewest()
		return
	}
	for _, p := range m.panes {
		p.moveTo(p.search(m.keep))
	}
}

// hidden is how many events the filter hides, as far as is known.
func (m *Model) hidden() int { return m.filtering.upTo - m.filtering.kept }

// filterBar says what is shown, in the line above the lists.
func (m *Model) filterBar() span {
	s := &m.filtering
	said := fmt.Sprintf("%d of %d shown", s.kept, m.taken)
	if s.upTo < m.taken {
		said = fmt.Sprintf("%d shown, %d %% searched", s.kept, 100*s.upTo/max(m.taken, 1))
	}
	return span{m.theme.accent, "/ " + cleanString(s.text, textCells) + " · " + safe(said) + " · " + m.keyNow("esc") + " shows all"}
}

// Asking.

// askFilter opens the prompt of the filter. What is typed is applied as it is typed.
func (m *Model) askFilter() tea.Cmd { return m.askFilterFor(m.filtering.text) }

func (m *Model) askFilterFor(text string) tea.Cmd {
	s := &m.filtering
	s.was, s.err = s.text, nil
	m.openPrompt(prompt{
		label: "/", past: &s.past,
		changed:   (*Model).setFilter,
		cancelled: func(m *Model) tea.Cmd { return m.setFilter(m.filtering.was) },
		choices:   (*Model).filterChoices,
		remark:    (*Model).filterRemark,
		then:      (*Model).setFilterOrSay,
	}, text)
	return m.setFilter(text)
}

// setFilterOrSay applies what was typed; what is no expression stays to be mended.
func (m *Model) setFilterOrSay(text string) tea.Cmd {
	command := m.setFilter(text)
	if err := m.filtering.err; err != nil {
		m.mode = promptMode
	}
	return command
}

func (m *Model) filterRemark() span {
	s := &m.filtering
	switch {
	case s.err != nil:
		return span{m.theme.finding, "⚠ " + cleanString(s.err.Error(), textCells)}
	case s.filter == nil:
		return span{m.theme.muted, "terms side by side must all hold; or, ( ) and - work; anything else is text"}
	}
	for _, hint := range s.filter.Hints() {
		return span{m.theme.finding, "⚠ " + cleanString(hint, textCells)}
	}
	return span{m.theme.muted, safe(fmt.Sprintf("%d of %d events, %d hidden", s.kept, m.taken, m.hidden()))}
}

func (m *Model) filterChoices(text string, cursor int) []choice {
	return choicesOf(filter.Complete(text, cursor, filter.Known{
		Methods: slices.Sorted(maps.Keys(m.filtering.methods)), Tools: slices.Sorted(maps.Keys(m.filtering.tools)),
		Findings: m.findingIDs(),
	}))
}

// findingIDs are those that occur in the journal.
func (m *Model) findingIDs() []string {
	var ids []string
	for _, k := range m.journal.FindingKinds() {
		ids = append(ids, k.ID)
	}
	slices.Sort(ids)
	return ids
}

// clearFilter shows everything again.
func (m *Model) clearFilter() tea.Cmd { return m.setFilter("") }

// likeThis is a filter for what is like the current event.
func (m *Model) likeThis() string {
	position, ok := m.current()
	if !ok {
		return ""
	}
	if m.showing {
		if text := m.detail.valueFilter(); text != "" {
			return text
		}
	}
	e := m.journal.Event(position)
	text := ""
	add := func(term, value string) {
		if value != "" {
			if text != "" {
				text += " "
			}
			text += term + filter.Quote(value)
		}
	}
	add("method:", e.Method)
	add("tool:", e.Tool)
	if text == "" {
		add("dir:", e.Dir.String())
		add("kind:", e.KindName())
	}
	return text
}

func (m *Model) filterLikeThis() tea.Cmd { return m.setFilter(m.likeThis()) }

func (m *Model) editFilterLikeThis() tea.Cmd { return m.askFilterFor(m.likeThis()) }

// foundMsg brings the next event that matches; None where there is none.
type foundMsg struct{ position int }

// findMatch is a command that looks for the next event that the last filter matches.
func findMatch(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		from, _ := m.active().selected()
		f, j, n, ctx := m.filtering.last, m.journal, m.taken, m.ctx
		return func() tea.Msg { return foundMsg{nextMatch(ctx, f, j, from, n, step)} }
	}
}

// nextMatch gives the nearest event that matches in one direction.
func nextMatch(ctx context.Context, f *filter.Filter, j *history.Journal, from, n, step int) int {
	if step > 0 {
		for p := range f.Select(ctx, j, from+1, n) {
			return p
		}
		return history.None
	}
	const window = 1 << 12
	for end := from; end > 0; end -= window {
		last := history.None
		for p := range f.Select(ctx, j, max(0, end-window), end) {
			last = p
		}
		if last != history.None {
			return last
		}
	}
	return history.None
}

func (m *Model) foundEvent(msg foundMsg) tea.Cmd {
	if msg.position == history.None {
		m.say(m.theme.muted, "nothing more matches "+cleanString(m.filtering.last.String(), nameCells)+" in this direction")
		return nil
	}
	m.reveal(msg.position)
	return m.refreshDetail()
}
