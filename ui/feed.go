package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// Pace of the screen.
const (
	frameTime = 16 * time.Millisecond // least time between two pictures of a flood
	sliceTime = 8 * time.Millisecond  // longest time spent on taking events in
	batchSize = 512
)

// feed tells the model that the journal has grown.
type feed struct {
	ctx  context.Context
	end  func() // ends what waits
	bell <-chan struct{}
	last time.Time
}

func newFeed(ctx context.Context, j *history.Journal) *feed {
	ctx, end := context.WithCancel(ctx)
	return &feed{ctx: ctx, end: end, bell: j.Bell()}
}

// Messages about the journal carry no data, but for whose they are.
type (
	feedMsg   struct{ of *feed }
	ingestMsg struct{}
	drawMsg   struct{}
)

// wait is a command: it waits for the bell, at most one message per frameTime. It
// ends without a message when the program ends.
func (f *feed) wait() tea.Msg {
	select {
	case <-f.ctx.Done():
		return nil
	case <-f.bell:
	}
	if !sleep(f.ctx, frameTime-time.Since(f.last)) {
		return nil
	}
	f.last = time.Now()
	return feedMsg{of: f}
}

// sleep waits and says whether the program is still wanted.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// after is a command that gives a message after some time, unless the program ends.
func after(ctx context.Context, d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !sleep(ctx, d) {
			return nil
		}
		return msg
	}
}

// ingest takes new events in for one slice of time and says whether there are more.
func (m *Model) ingest() (more bool) {
	end := time.Now().Add(sliceTime)
	n := m.journal.Len()
	for m.taken < n && time.Now().Before(end) {
		m.batch = m.journal.Events(m.batch[:0], m.taken, min(n, m.taken+batchSize))
		for i := range m.batch {
			m.take(m.taken, &m.batch[i])
			m.taken++
		}
	}
	m.sweep()
	if m.follow {
		m.toNewest()
	}
	return m.taken < n
}

// take adds one event to the lists.
func (m *Model) take(position int, e *history.Event) {
	p := m.panes[paneOf(*e)]
	p.add(position, e, m.journal)
	m.panes[timelinePane].add(position, e, m.journal)
	m.filtering.know(e)
	m.rows.told.take(position, e)
	m.offers.take(position, e, m.journal)
	m.completion.take(position, e, m.journal)
	switch {
	case e.Dir == framing.Stderr:
		p.lines++
	case e.Dir == framing.Meta:
		if f, ok := m.journal.Fact(position); ok {
			m.life.take(position, e.Time, f)
			if f.Event == history.FactStart {
				m.offers.restarted()
			}
		}
	case e.Kind == framing.Result && e.Pair != history.None && m.journal.Event(e.Pair).Status == exchange.InputRequired:
		m.questions = append(m.questions, uint32(e.Pair))
	case e.Status == exchange.Pending:
		m.open = append(m.open, uint32(position))
	case e.Kind == framing.Error:
		p.failed++
	case e.Kind == framing.Result && m.rows.isToolError(*e):
		p.failed++
	}
}

// sweep forgets the requests that are no longer open.
func (m *Model) sweep() {
	still := m.open[:0]
	for _, position := range m.open {
		if m.journal.Event(int(position)).Status.Open() {
			still = append(still, position)
		} else {
			delete(m.rows.told, int(position))
		}
	}
	m.open = still
}

// toNewest moves every pane to its end.
func (m *Model) toNewest() {
	for _, p := range m.panes {
		p.toEnd()
	}
}
