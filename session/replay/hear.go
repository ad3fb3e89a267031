package replay

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

// hear takes one event of the session.
func (r *runner) hear(h session.Heard) {
	r.heardAt = r.s.Journal().Event(h.Index).Time
	defer func() { r.heardAt = time.Time{} }()
	switch {
	case h.EndsAnswers():
		r.ended = true
		r.report.Silent = r.report.Silent || h.Fact.Event == history.FactNote
		return
	case h.Dir == framing.ClientToServer && h.Origin == history.FromReplay && len(r.sent) > 0:
		n := r.sent[0]
		r.sent = r.sent[1:]
		switch {
		case n >= 0:
			r.calls[n].index = h.Index
			r.byIndex[h.Index] = n
		case n == listing:
			r.report.listed[h.Index] = true
		}
	case h.Dir == framing.ServerToClient:
		r.fromServer(h)
		r.hearNameless(h)
		r.hearTorn(h)
	}
	for _, change := range h.Verdict.Changes {
		if n, ours := r.byIndex[change.Index]; ours && !change.Status.Open() && r.calls[n].state == open {
			r.settle(n, change.Status, r.answerIn(h))
		}
	}
}

// answerIn is the line of an answer; nil for what settles a request without being one.
func (r *runner) answerIn(h session.Heard) []byte {
	if h.Message.Kind.IsResponse() || h.Message.Kind == framing.Batch {
		return h.Line
	}
	return nil
}

func (r *runner) fromServer(h session.Heard) {
	switch h.Message.Kind {
	case framing.Notification:
		r.notified(h)
	case framing.Request:
		r.reply(h, &h.Message)
	case framing.Batch:
		for _, m := range framing.BatchElements(h.Line, &h.Message) {
			if m.Kind == framing.Request {
				r.reply(h, m)
			}
		}
	default:
	}
}

func (r *runner) notified(h session.Heard) {
	method := h.Verdict.Method
	if r.counted[method]++; r.plan.origins[-1] != nil {
		r.noted[method] = append(r.noted[method], h.Line)
	}
	if n, ours := r.byIndex[h.Verdict.Request]; ours && method == mcp.MethodProgress {
		c := &r.calls[n]
		c.alive = time.Now()
		if c.notes != nil {
			c.notes[method]++
		}
	}
}

// reply answers a request of the server as it was answered then, where the session leaves
// that to us.
func (r *runner) reply(h session.Heard, m *framing.Message) {
	method := framing.Unquote(m.Method.Of(h.Line))
	if r.plan.replies[method] == nil && method != mcp.MethodPing { // a ping comes when it comes
		r.report.Asked[method]++
	}
	if !r.s.LeavesOpen(method) {
		return
	}
	line, ok := r.replier.answer(method, m.ID.Of(h.Line), m.Params.Of(h.Line))
	if !ok {
		return
	}
	if r.s.Send(line, history.FromReplay) == nil {
		r.sent = append(r.sent, ours)
	}
}

// took is how long it was from a request to what is being heard: whoever was asked something
// meanwhile may have kept us from hearing it at once.
func (r *runner) took(c *call) time.Duration {
	if r.heardAt.IsZero() {
		return time.Since(c.sent)
	}
	return max(r.heardAt.Sub(c.sent), 0)
}

// settle takes what became of a request.
func (r *runner) settle(n int, status exchange.Status, answer []byte) {
	c, step := &r.calls[n], r.plan.Steps[n]
	c.answer = answer
	if step.Method == mcp.MethodToolsList {
		r.hints.learn(sound(answer))
	}
	for _, o := range r.plan.origins[n] {
		if now, ok := r.lookUp(o); ok && !o.plain {
			r.bound.add(o.key, string(now))
		}
	}
	if step.Answer == history.None && step.Status != exchange.Cancelled && !r.plan.isLost(step) {
		r.done(n, Result{Outcome: NotCompared, Status: status, Latency: r.took(c)})
		return
	}
	result := r.compare(step, status, answer)
	result.Step, result.Status, result.Latency = step, status, r.took(c)
	r.judgeTime(step, &result)
	if r.opt.KeepAnswers {
		result.Now = answer
	}
	if r.opt.Match == 0 { // exact
		result.Notifications = counts(step.notes, c.notes)
	}
	if result.differs() {
		result.Outcome = Different
	}
	if len(r.plan.origins[n]) == 0 {
		c.answer = nil // nobody asks for it again
	}
	r.done(n, result)
}
