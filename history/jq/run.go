package jq

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/itchyny/gojq"
)

// Limits bound a run. For a field that is zero its default holds.
type Limits struct {
	// Output is how many bytes all results may have together; DefaultOutput by default.
	Output int
	// Memory is by how many bytes the program's heap may grow while the run goes on,
	// whoever it is that uses them; DefaultMemory by default.
	Memory int64
}

const (
	// DefaultOutput is 16 MiB.
	DefaultOutput = 16 << 20
	// DefaultMemory is 1 GiB.
	DefaultMemory = 1 << 30
	// MaxDepth is how many levels deep a text, or a result, may nest.
	MaxDepth = 10_000
)

var (
	// ErrNotJSON is wrapped by the error for a text that is not one JSON value.
	ErrNotJSON = errors.New("the text is no JSON")
	// ErrDepth is returned for a text or a result that nests deeper than MaxDepth.
	ErrDepth = fmt.Errorf("it nests deeper than %d levels", MaxDepth)
	// ErrOutput is returned when the results are larger than Limits.Output.
	ErrOutput = errors.New("the results are too large")
	// ErrMemory is returned when the run needs more than Limits.Memory.
	ErrMemory = errors.New("the expression needs too much memory")
)

// RuntimeError is what the expression itself came to, as by error("no") or by asking a
// number for a member.
type RuntimeError struct{ Message string }

// Error gives the message, in one line of at most about 500 bytes.
func (e *RuntimeError) Error() string { return e.Message }

// result is a JSON text, or why there is none.
type result struct {
	text []byte
	err  error
}

// Run gives the results of the expression for a text, each a compact JSON text that
// belongs to the caller. As in jq the first error ends the run, and what came before it
// stands: an error is the last of the sequence, with no text. It is a *RuntimeError, one
// of the errors of this package, or that of the context.
//
// The text must never change: where a run ends early a goroutine may go on to read it.
// Each iteration over the sequence is a run of its own.
func (q *Query) Run(ctx context.Context, text []byte, limits Limits) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		results := make(chan result)
		go q.work(ctx, cancel, text, limits, results)
		for {
			r, ok := receive(ctx, results)
			if !ok || !yield(r.text, r.err) || r.err != nil {
				return
			}
		}
	}
}

// receive waits for a result; false when there are no more.
func receive(ctx context.Context, results <-chan result) (result, bool) {
	if ctx.Err() == nil {
		select {
		case r, ok := <-results:
			if ok || ctx.Err() == nil {
				return r, ok
			}
		case <-ctx.Done():
		}
	}
	return result{err: context.Cause(ctx)}, true
}

// work sends the results, as long as anybody waits for them.
func (q *Query) work(ctx context.Context, cancel context.CancelCauseFunc, text []byte, limits Limits, results chan<- result) {
	send := func(r result) bool {
		select {
		case results <- r:
			return true
		case <-ctx.Done():
			return false
		}
	}
	defer close(results)
	defer func() {
		if fault := recover(); fault != nil {
			send(result{err: &RuntimeError{oneLine(fmt.Errorf("jq cannot go on: %v", fault))}})
		}
	}()
	input, err := decode(text)
	if err != nil {
		send(result{err: err})
		return
	}
	metered := newMeter(ctx, cancel, limits.Memory)
	out := writer{left: cmp.Or(limits.Output, DefaultOutput)}
	for values := q.code.RunWithContext(metered, input); ; {
		value, ok := values.Next()
		if !ok || ctx.Err() != nil {
			return
		}
		r, last := out.result(value)
		if r.err == nil && r.text == nil || !send(r) || last {
			return
		}
	}
}

// result writes a value, or an error, behind which nothing comes. Halt is an error of
// the interpreter, but neither a result nor an error of ours.
func (w *writer) result(value any) (r result, last bool) {
	err, isError := value.(error)
	if !isError {
		r.text, r.err = w.text(value)
		return r, r.err != nil
	}
	var halt *gojq.HaltError
	if errors.As(err, &halt) && halt.Value() == nil {
		return result{}, true
	}
	return result{err: &RuntimeError{oneLine(err)}}, true
}
