package replay

import (
	"context"
	"time"
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
	// Tools are those that it calls and that are marked so: of a batch there may be some.
	Tools []string
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
	// Gate decides before each step; nil sends all. It may wait, as for a person; what the
	// server asks meanwhile, and the session does not answer, waits too.
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
