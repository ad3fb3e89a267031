package replay

import (
	"cmp"
	"context"
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/mcp"
)

// Note is a notification that says something else than then.
type Note struct {
	Method string
	// Number counts those of its method, or of its request, from 1.
	Number  int
	Changes []diff.Change
}

// stream names notifications that come in an order of their own: those of a method, or of
// one request. Only progress names its request for certain.
type stream struct {
	method string
	step   int // noStep for those that belong to none
}

// streams gathers the notifications of a journal. Step finds what the request at a position
// is.
func streams(ctx context.Context, j *history.Journal, step func(position int) int) map[stream][][]byte {
	out := map[stream][][]byte{}
	for i, line := range j.Lines(ctx, 0, j.Len()) {
		e := j.Event(i)
		if e.Dir != framing.ServerToClient || e.Kind != framing.Notification || e.Cut {
			continue
		}
		key := stream{e.Method, noStep}
		if e.Method == mcp.MethodProgress {
			if key.step = step(e.Request); key.step == noStep {
				continue // of a request that is not ours to judge
			}
		}
		out[key] = append(out[key], slices.Clone(line))
	}
	return out
}

func (r *Report) streamsThen(ctx context.Context) map[stream][][]byte {
	return streams(ctx, r.plan.Source, func(position int) int {
		if n, ok := r.plan.stepAt(position); ok {
			return n
		}
		return noStep
	})
}

func (r *Report) streamsNow(ctx context.Context, now *history.Journal) map[stream][][]byte {
	steps := map[int]int{}
	for n := range r.Results {
		if at := r.Results[n].Index; at != history.None && r.Results[n].IsRequest() {
			steps[at] = n
		}
	}
	return streams(ctx, now, func(position int) int {
		if n, ok := steps[position]; ok {
			return n
		}
		return noStep
	})
}

// concludeNotes compares what notifications say where as many came as then: else the
// numbers say enough.
func (r *Report) concludeNotes(ctx context.Context, now *history.Journal) {
	then := r.streamsThen(ctx)
	r.said = r.streamsNow(ctx, now)
	for key, lines := range then {
		if len(lines) == len(r.said[key]) {
			r.Notes = append(r.Notes, differing(key.method, lines, r.said[key], r.optionsFor(key.method), r.bound)...)
		}
	}
	slices.SortFunc(r.Notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Number, b.Number))
	})
}

func (r *Report) optionsFor(kind string) diff.Options {
	if opt, learned := r.compare.Learned[kind]; learned {
		return opt
	}
	return r.compare.Options
}

// differing compares notifications one by one, but for those that only came in another
// order, as from calls side by side.
func differing(method string, then, now [][]byte, opt diff.Options, b *bindings) (notes []Note) {
	const mostSought = 64 // of what is left over
	var left []int
	spare := map[int]bool{}
	for i := range then {
		if len(noteChanges(then[i], now[i], opt, b)) > 0 {
			left = append(left, i)
			spare[i] = true
		}
	}
	unmatched := left
	if len(left) <= mostSought {
		unmatched = slices.DeleteFunc(slices.Clone(left), func(i int) bool {
			for _, other := range left {
				if spare[other] && len(noteChanges(then[i], now[other], opt, b)) == 0 {
					delete(spare, other)
					return true
				}
			}
			return false
		})
	}
	rest := slices.DeleteFunc(slices.Clone(left), func(i int) bool { return !spare[i] })
	for n, i := range unmatched {
		notes = append(notes, Note{method, i + 1, noteChanges(then[i], now[rest[n]], opt, b)})
	}
	return notes
}

func noteChanges(then, now []byte, opt diff.Options, b *bindings) []diff.Change {
	found := diff.Values(then, now, opt)
	if !opt.Only.Empty() || len(found) == 0 || b == nil {
		return found
	}
	line, _ := b.rewrite(then)
	return slices.DeleteFunc(diff.Values(line, now, opt), func(c diff.Change) bool {
		old, isString := innerOf(c.A)
		fresh, _ := innerOf(c.B)
		return c.Kind == diff.Changed && isString && b.explain(string(old), string(fresh))
	})
}
