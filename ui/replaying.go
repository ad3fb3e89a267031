package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/mcp"
	"stdioscope/session/replay"
)

// ReplayFunc runs a plan on the session that is on the screen, after a restart of its
// server if that is to be fresh. It returns when the run is over, or ctx is done.
type ReplayFunc func(ctx context.Context, plan *replay.Plan, opt replay.Options, fresh bool) (*replay.Report, error)

// replaying is a history that is sent again: a row for each step.
type replaying struct {
	list
	name    safe
	plan    *replay.Plan
	then    *veil // what is sent again
	opened  *history.Journal
	results map[int]*replay.Result // by the number of the step
	sent    map[int]bool
	feed    *replayFeed // of the run that is under way; nil for none
	asked   *replay.Question
	summary safe
}

// replayFeed carries what happens in a run from its goroutine to the model.
type replayFeed struct {
	screen context.Context // is done when nobody looks any more
	ctx    context.Context // of the run
	end    func()
	bell   chan struct{} // has one slot

	mu      sync.Mutex
	events  []replay.Event
	asked   *replay.Question
	answers chan replay.Decision
	all     bool // nothing is asked any more
	over    bool
	report  *replay.Report
	err     error
}

// Messages about replaying: the plan is made; something has happened.
type (
	plannedMsg struct {
		name   safe
		plan   *replay.Plan
		opened *history.Journal // that is to be closed some time; nil for none
		wish   replayWish
		err    error
	}
	replayedMsg struct{ of *replayFeed }
)

// replayWish says what is to be sent again, and how.
type replayWish struct {
	keep        func(position int) bool
	from        string // a saved history; empty for the one on the screen
	fresh, step bool
}

// plan is a command that makes the plan.
func (m *Model) plan(wish replayWish) tea.Cmd {
	ctx, j := m.ctx, m.journal
	return func() tea.Msg {
		msg := plannedMsg{name: "this session", wish: wish}
		if wish.from != "" {
			msg.name = cleanString(wish.from, nameCells)
			if j, msg.err = openSaved(wish.from); msg.err != nil {
				return msg
			}
			msg.opened = j
		}
		msg.plan, msg.err = replay.NewPlan(ctx, j, replay.Choice{Keep: wish.keep})
		if msg.err != nil && msg.opened != nil {
			_ = msg.opened.Close() // it was only read
			msg.opened = nil
		}
		return msg
	}
}

func openSaved(name string) (*history.Journal, error) {
	path, err := history.Find(name)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	j, err := history.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return j, nil
}

// planned starts the run.
func (m *Model) planned(msg plannedMsg) tea.Cmd {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ replay: "+cleanString(msg.err.Error(), textCells))
		return nil
	}
	r := &m.replay
	r.stop()
	if r.opened != nil {
		_ = r.opened.Close() // it was only read
	}
	then := msg.plan.Source
	*r = replaying{
		name: msg.name, plan: msg.plan, opened: msg.opened, results: map[int]*replay.Result{}, sent: map[int]bool{},
		then: &veil{Journal: then, rules: m.rows.journal.rules},
	}
	r.whole = len(msg.plan.Steps)
	r.moveTo(0)
	if now := m.protocol(); mcp.EraOf(msg.plan.Revision) != mcp.EraOf(now) && now != "" {
		m.say(m.theme.finding, "⚠ it was recorded under "+cleanString(cmp.Or(msg.plan.Revision, "an unknown revision"), nameCells)+", this session speaks "+cleanString(now, nameCells))
	}
	ctx, end := context.WithCancel(m.ctx)
	feed := &replayFeed{screen: m.ctx, ctx: ctx, end: end, bell: make(chan struct{}, 1), answers: make(chan replay.Decision)}
	r.feed = feed
	run := m.opt.Replay
	play := func() tea.Msg {
		report, err := run(ctx, msg.plan, feed.options(msg.wish.step), msg.wish.fresh)
		feed.isOver(report, err)
		return nil
	}
	return tea.Batch(m.openTable(replayTable), play, feed.wait)
}

// settleTime is how long notifications are waited for that came then, answerTime an answer.
const (
	settleTime = time.Second
	answerTime = time.Minute
)

func (f *replayFeed) options(step bool) replay.Options {
	return replay.Options{
		Timeout: answerTime, Settle: settleTime, KeepAnswers: true, Tell: f.tell,
		Compare: replay.Compare{Options: diff.Defaults()},
		Gate: func(ctx context.Context, q replay.Question) (replay.Decision, error) {
			if !step && !q.Destructive {
				return replay.Send, nil
			}
			return f.ask(ctx, q)
		},
	}
}

func (f *replayFeed) ring() {
	select {
	case f.bell <- struct{}{}:
	default: // it has not been answered yet
	}
}

// tell runs on the run's goroutine.
func (f *replayFeed) tell(e replay.Event) {
	f.mu.Lock()
	f.events = append(f.events, e)
	f.mu.Unlock()
	f.ring()
}

// ask waits for a person, on the run's goroutine.
func (f *replayFeed) ask(ctx context.Context, q replay.Question) (replay.Decision, error) {
	f.mu.Lock()
	if f.all {
		f.mu.Unlock()
		return replay.Send, nil
	}
	f.asked = &q
	f.mu.Unlock()
	f.ring()
	select {
	case decision := <-f.answers:
		return decision, nil
	case <-ctx.Done():
		return replay.Stop, fmt.Errorf("replay: %w", ctx.Err())
	}
}

func (f *replayFeed) isOver(report *replay.Report, err error) {
	f.mu.Lock()
	f.over, f.report, f.err = true, report, err
	f.mu.Unlock()
	f.end()
	f.ring()
}

// wait is a command that waits for something to have happened.
func (f *replayFeed) wait() tea.Msg {
	select {
	case <-f.screen.Done():
		return nil
	case <-f.bell:
		return replayedMsg{f}
	}
}

// replayed takes in what has happened.
func (m *Model) replayed(msg replayedMsg) tea.Cmd {
	r := &m.replay
	f := msg.of
	f.mu.Lock()
	events, asked, over, report, err := f.events, f.asked, f.over, f.report, f.err
	f.events, f.asked = nil, nil
	f.mu.Unlock()
	if r.feed != f { // of a run that was stopped for another
		if over {
			return nil
		}
		return f.wait
	}
	for _, e := range events {
		r.sent[e.Number] = true
		if e.Result != nil {
			r.results[e.Number] = e.Result
		}
	}
	if asked != nil {
		r.asked = asked
		r.moveTo(asked.Number)
	}
	if !over {
		return f.wait
	}
	r.feed, r.asked = nil, nil
	r.summary = summaryOf(report, err)
	return nil
}

func summaryOf(report *replay.Report, err error) safe {
	said := safe("")
	if report != nil {
		for _, o := range []replay.Outcome{replay.Equal, replay.Different, replay.NotSent, replay.TimedOut, replay.NotAnswered, replay.NotCompared} {
			if n := report.Count(o); n > 0 {
				said = dotted(said, number(int64(n))+" "+safe(o.String()))
			}
		}
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		said = dotted(said, "✗ "+cleanString(err.Error(), textCells))
	}
	return said
}

func dotted(a, b safe) safe {
	if a == "" {
		return b
	}
	return a + " · " + b
}

// stop ends a run that is under way.
func (r *replaying) stop() {
	if r.feed != nil {
		r.feed.end()
	}
}

func (msg plannedMsg) deliver(m *Model) tea.Cmd { return m.planned(msg) }

func (msg replayedMsg) deliver(m *Model) tea.Cmd { return m.replayed(msg) }
