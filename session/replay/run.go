package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

// Decision is what is to become of a step.
type Decision uint8

// What a Gate can decide.
const (
	Send Decision = iota
	Skip
	Stop
)

// Question is asked before a step is sent.
type Question struct {
	*Step
	// Destructive says that the step calls a tool that is marked as one that changes what
	// cannot be brought back.
	Destructive bool
}

// skipped says why a step was left out.
func (q Question) skipped() string {
	if q.Destructive {
		return "the tool is marked as destructive, and nobody said yes"
	}
	return "left out"
}

// Options say how a plan is run. The zero value waits for ever and compares exactly.
type Options struct {
	// Speed, unless it is 0, keeps the pauses that were made then: 1 as they were, 2 half
	// as long.
	Speed float64
	// Concurrency, unless it is 0, keeps so many requests open at a time, whatever was
	// waited for then. Who needs a value out of an answer waits for it all the same.
	Concurrency int
	// Literal sends the recorded bytes.
	Literal bool
	// Timeout is how long an answer is waited for; 0 for ever. Progress puts it off.
	Timeout time.Duration
	// Settle is how long notifications are waited for that came then, each time one does.
	Settle time.Duration
	Compare
	// KeepAnswers keeps them in the results.
	KeepAnswers bool
	// Gate decides before each step; nil sends all. It may wait, as for a person.
	Gate func(context.Context, Question) (Decision, error)
	// Tell is told of what happens; nil for nobody.
	Tell func(Event)
}

// Event is something that has happened in a run: a step was sent (Result is nil), or is
// done with.
type Event struct {
	*Step
	Result *Result
}

// Run sends the steps of a plan and compares the answers. The session has had its
// handshake; its listener is the run's alone. An error is that of the context or the gate;
// what became of the steps until then is in the report all the same.
func Run(ctx context.Context, s *session.Session, l *session.Listener, plan *Plan, opt Options) (*Report, error) {
	r := newRunner(s, l, plan, opt)
	err := r.steps(ctx)
	if err == nil {
		err = r.last(ctx)
	}
	for n := range r.calls {
		switch c := &r.calls[n]; c.state {
		case unsent:
			r.notSent(n, cmpReason(err, r.ended))
		case open:
			r.unanswered(n)
		case over:
		}
	}
	return r.report, err
}

func cmpReason(err error, ended bool) string {
	switch {
	case ended:
		return "the server had ended"
	case err != nil:
		return "the replay was stopped"
	}
	return "stopped"
}

type callState uint8

const (
	unsent callState = iota
	open
	over
)

// call is a step in this run.
type call struct {
	state callState
	id    int64
	index int // of the request in the journal, once it stands there
	// alive is when it was sent, or last told of progress; sent the former.
	alive, sent time.Time
	answer      []byte
	notes       map[string]int
	values      []Value
	stale       []string
}

type runner struct {
	s    *session.Session
	l    *session.Listener
	plan *Plan
	opt  Options

	calls   []call
	open    []int       // steps that wait for an answer, oldest first
	sent    []int       // steps whose lines are on their way to the journal, -1 for replies
	byIndex map[int]int // step by the position of its line
	nextID  int64
	replier *replier
	hints   hints
	// noted are notifications in order, by method; counted counts them.
	noted   map[string][][]byte
	counted map[string]int
	bound   *bindings
	ended   bool
	skipped bool // not all was sent
	begun   time.Time
	report  *Report
}

func newRunner(s *session.Session, l *session.Listener, plan *Plan, opt Options) *runner {
	r := &runner{
		s: s, l: l, plan: plan, opt: opt, calls: make([]call, len(plan.Steps)), byIndex: map[int]int{},
		replier: newReplier(plan), hints: hints{}, noted: map[string][][]byte{}, counted: map[string]int{}, bound: newBindings(),
		begun: time.Now(), report: newReport(plan, opt.Compare),
	}
	for tool, destructive := range plan.hints {
		r.hints[tool] = destructive
	}
	for h, ok := l.Next(); ok; h, ok = l.Next() {
		r.early(h)
	}
	return r
}

// early takes what was heard before the first step: of that only what the server says
// unasked is of interest.
func (r *runner) early(h session.Heard) {
	if h.Message.Kind == framing.Notification && h.Dir == framing.ServerToClient {
		r.notified(h)
	}
	if h.Message.Kind == framing.Request && h.Dir == framing.ServerToClient {
		r.reply(h, &h.Message)
	}
}

func (r *runner) steps(ctx context.Context) error {
	for n, step := range r.plan.Steps {
		if err := r.before(ctx, step); err != nil {
			return err
		}
		if r.ended {
			return nil
		}
		q := Question{step, r.hints[step.Tool] && step.Method == mcp.MethodToolsCall}
		decision := Send
		if r.opt.Gate != nil {
			var err error
			if decision, err = r.opt.Gate(ctx, q); err != nil {
				return fmt.Errorf("replay: %w", err)
			}
		}
		switch decision {
		case Stop:
			return nil
		case Skip:
			r.notSent(n, q.skipped())
		case Send:
			r.send(n, step)
		}
	}
	return nil
}

// before waits until it is a step's turn.
func (r *runner) before(ctx context.Context, step *Step) error {
	if err := r.pause(ctx, step); err != nil {
		return err
	}
	waits := step.waits
	if r.opt.Concurrency > 0 {
		waits = step.sources()
		for len(r.open) >= r.opt.Concurrency && !r.ended {
			if err := r.await(ctx, r.open[:1], func() bool { return len(r.open) < r.opt.Concurrency }); err != nil {
				return err
			}
		}
	}
	if err := r.await(ctx, waits, func() bool { return false }); err != nil {
		return err
	}
	return r.awaitProgress(ctx, step)
}

// awaitProgress holds a cancellation back until the request has come as far as it had then,
// or nothing is heard of it for a while.
func (r *runner) awaitProgress(ctx context.Context, step *Step) error {
	if step.progress == 0 || r.opt.Speed > 0 || r.opt.Settle == 0 {
		return nil
	}
	c := &r.calls[step.marks[0].of]
	reached := func() bool {
		return r.ended || c.state != open || c.notes[mcp.MethodProgress] >= step.progress
	}
	for !reached() {
		timer := time.NewTimer(r.opt.Settle)
		seen := c.notes[mcp.MethodProgress]
		err := r.l.Await(ctx, timer.C, nil, func(h session.Heard) bool {
			r.hear(h)
			return reached() || c.notes[mcp.MethodProgress] > seen
		})
		timer.Stop()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("replay: %w", err)
		}
	}
	return nil
}

// sources are the steps whose answers the step takes values from.
func (s *Step) sources() []int {
	var steps []int
	for _, u := range s.uses {
		if u.origin.step >= 0 {
			steps = append(steps, u.origin.step)
		}
	}
	return steps
}

// pause keeps the pause that was made before a step.
func (r *runner) pause(ctx context.Context, step *Step) error {
	if r.opt.Speed <= 0 {
		return nil
	}
	since := step.at.Sub(r.plan.Steps[0].at)
	timer := time.NewTimer(time.Until(r.begun.Add(time.Duration(float64(since) / r.opt.Speed))))
	defer timer.Stop()
	err := r.l.Await(ctx, timer.C, nil, func(h session.Heard) bool {
		r.hear(h)
		return r.ended
	})
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// await waits until none of the steps is open any more, or enough says so.
func (r *runner) await(ctx context.Context, steps []int, enough func() bool) error {
	for _, n := range steps {
		for r.calls[n].state == open && !r.ended && !enough() {
			if err := r.awaitOne(ctx, n, enough); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *runner) awaitOne(ctx context.Context, n int, enough func() bool) error {
	c := &r.calls[n]
	var late <-chan time.Time
	if r.opt.Timeout > 0 {
		timer := time.NewTimer(time.Until(c.alive.Add(r.opt.Timeout)))
		defer timer.Stop()
		late = timer.C
	}
	err := r.l.Await(ctx, late, nil, func(h session.Heard) bool {
		r.hear(h)
		return c.state != open || r.ended || enough()
	})
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		if time.Since(c.alive) >= r.opt.Timeout {
			r.timeOut(n)
		}
	case err != nil:
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// last waits for what came then after the last step was sent.
func (r *runner) last(ctx context.Context) error {
	var rest []int
	for _, n := range r.open {
		if s := r.plan.Steps[n]; s.Answer != history.None || r.plan.isLost(s) {
			rest = append(rest, n)
		}
	}
	if err := r.await(ctx, rest, func() bool { return false }); err != nil || r.ended || r.opt.Settle == 0 || r.complete() {
		return err
	}
	timer := time.NewTimer(r.opt.Settle)
	defer timer.Stop()
	err := r.l.Await(ctx, timer.C, nil, func(h session.Heard) bool {
		r.hear(h)
		return r.ended || r.complete()
	})
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// complete says whether all notifications have come that came then, as far as they can be
// expected: who sends less gets less.
func (r *runner) complete() bool {
	if !r.plan.toTheEnd && len(r.open) > 0 {
		return false // some of these may have been answered then
	}
	if !r.plan.Whole || r.skipped {
		return true
	}
	for method, n := range r.plan.notes {
		if r.counted[method] < n {
			return false
		}
	}
	return true
}

func (r *runner) send(n int, step *Step) {
	c := &r.calls[n]
	line, values, stale := r.compose(step)
	if step.Kind == framing.Batch && !r.opt.Literal {
		line = r.batchIDs(step, line)
	}
	if err := r.s.Send(line, history.FromReplay); err != nil {
		r.ended = true
		return
	}
	r.sent = append(r.sent, n)
	c.values, c.stale, c.sent, c.index = values, stale, time.Now(), history.None
	c.alive = c.sent
	r.tell(Event{Step: step})
	if !step.IsRequest() {
		r.done(n, Result{Outcome: Equal, Index: history.None})
		return
	}
	c.state, c.notes = open, map[string]int{}
	r.open = append(r.open, n)
}

func (r *runner) tell(e Event) {
	if r.opt.Tell != nil {
		r.opt.Tell(e)
	}
}

// timeOut gives a request up, and tells the server so.
func (r *runner) timeOut(n int) {
	if raw := r.rawID(n); raw != nil {
		_ = r.s.Send(mcp.CancelledNotification(raw, "no answer in time"), history.FromReplay) // a server that is gone needs none
		r.sent = append(r.sent, -1)
	}
	r.done(n, Result{Outcome: TimedOut, Why: fmt.Sprintf("no answer within %s", r.opt.Timeout)})
}

// rawID is the id under which a request was sent; nil for one without.
func (r *runner) rawID(n int) []byte {
	step := r.plan.Steps[n]
	for _, m := range step.marks {
		if m.kind == idMark && step.Kind == framing.Request {
			if r.opt.Literal {
				return m.Of(step.Line)
			}
			return r.fresh(m, m.Of(step.Line))
		}
	}
	return nil
}

// unanswered settles a request that is open at the end.
func (r *runner) unanswered(n int) {
	step := r.plan.Steps[n]
	switch {
	case r.ended:
		r.settle(n, exchange.Lost, nil)
	case step.Answer == history.None:
		r.done(n, Result{Outcome: NotCompared, Status: exchange.Pending})
	default:
		r.done(n, Result{Outcome: NotAnswered, Status: exchange.Pending, Why: "the replay was stopped before its answer"})
	}
}

func (r *runner) notSent(n int, why string) {
	r.skipped = true
	r.done(n, Result{Outcome: NotSent, Index: history.None, Why: why})
}

// done is told once of each step.
func (r *runner) done(n int, result Result) {
	c := &r.calls[n]
	if c.state == open {
		r.open = slices.DeleteFunc(r.open, func(other int) bool { return other == n })
		result.Index = c.index
	}
	c.state = over
	result.Step, result.Values, result.Stale = r.plan.Steps[n], c.values, c.stale
	r.report.Results[n] = result
	r.tell(Event{Step: result.Step, Result: &r.report.Results[n]})
}
