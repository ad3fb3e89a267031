package replay

import (
	"context"
	"fmt"
	"slices"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

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
			r.notSent(n, r.whyUnsent(err))
		case open:
			r.unanswered(n)
		case over:
		}
	}
	return r.report, err
}

func (r *runner) whyUnsent(err error) string {
	switch {
	case r.report.Silent:
		return "the server had closed its stdout"
	case r.ended:
		return "the server had ended"
	case err != nil:
		return "the replay was stopped"
	}
	return "stopped"
}

// What is sent beside the steps: what belongs to the conversation, and the question for
// the tools.
const (
	ours = -1 - iota
	listing
)

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
	torn        []byte // a line that may be all that comes of the answer
	tornAt      time.Time
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
	sent    []int       // steps whose lines are on their way to the journal, or ours or listing
	byIndex map[int]int // step by the position of its line
	nextID  int64
	replier *replier
	hints   hints
	listed  bool // the server was asked for its tools
	// noted are notifications in order, by method; counted counts them.
	noted   map[string][][]byte
	counted map[string]int
	bound   *bindings
	ended   bool
	heardAt time.Time // of what is being heard; zero between
	skipped bool      // not all was sent
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
	r.report.bound = r.bound
	r.hints.learnFrom(s.Journal())
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
		q, decision, err := r.decide(ctx, step)
		if err != nil || r.ended { // it may have ended while somebody was asked
			return err
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
		r.sent = append(r.sent, ours)
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
