package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/session"
)

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
	torn := c.torn != nil
	if at, limited := r.deadline(c); limited {
		timer := time.NewTimer(time.Until(at))
		defer timer.Stop()
		late = timer.C
	}
	err := r.l.Await(ctx, late, nil, func(h session.Heard) bool {
		r.hear(h)
		return c.state != open || r.ended || enough() || torn != (c.torn != nil)
	})
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		r.late(n)
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
