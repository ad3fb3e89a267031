package replay

import (
	"bytes"
	"fmt"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/session"
)

// patience is how long a sound answer is waited for behind a line that is torn as the
// recorded one was.
const patience = time.Second

// hearTorn keeps a line that is no message for the oldest step that had no sound answer
// then either.
func (r *runner) hearTorn(h session.Heard) {
	if h.Message.Kind != framing.Invalid {
		return
	}
	for _, n := range r.open {
		if c := &r.calls[n]; r.plan.Steps[n].Status == exchange.Malformed && c.torn == nil {
			c.torn, c.tornAt = h.Line, time.Now()
			return
		}
	}
}

// deadline is until when an answer is waited for; false for ever.
func (r *runner) deadline(c *call) (time.Time, bool) {
	at := c.alive.Add(r.opt.Timeout)
	if torn := c.tornAt.Add(patience); c.torn != nil && (r.opt.Timeout == 0 || torn.Before(at)) {
		return torn, true
	}
	return at, r.opt.Timeout > 0
}

// late settles a step whose time is over.
func (r *runner) late(n int) {
	c := &r.calls[n]
	switch at, limited := r.deadline(c); {
	case !limited || time.Now().Before(at):
	case c.torn != nil:
		r.settle(n, exchange.Malformed, c.torn)
	default:
		r.timeOut(n)
	}
}

// asRecorded gives what stands for a torn answer: of several lines the first, with the id
// that the request had then.
func (r *runner) asRecorded(step *Step, now []byte) []byte {
	first, _, _ := bytes.Cut(now, []byte("\n"))
	for _, m := range step.marks {
		if id := r.rawID(step.Number); m.kind == idMark && id != nil {
			const member = `"id":`
			first = bytes.ReplaceAll(first, fmt.Appendf(nil, "%s%s", member, id), fmt.Appendf(nil, "%s%s", member, m.Of(step.Line)))
		}
	}
	return first
}
