package replay

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// Step is one line of the client that is sent again.
type Step struct {
	// Number counts the steps of a plan from 0. Index is the position in the source, Seq
	// the event's number there.
	Number, Index int
	Seq           uint32
	Kind          framing.Kind
	Method, Tool  string
	// Answer is the position of the answer then, or history.None; Status what became of
	// the request, Latency how long that took, if it is known (Timed).
	Answer  int
	Status  exchange.Status
	Latency time.Duration
	Timed   bool
	// Line is as it was sent then.
	Line []byte

	at time.Time
	// waits are the steps whose answers had come since the step before was sent.
	waits []int
	marks []mark
	uses  []use
	notes map[string]int // notifications about it, by method
	// nameless says that its answer bears no id, as it had none itself.
	nameless bool
	// progress is how much was told of a request when this step cancelled it.
	progress int
}

// IsRequest says whether the step is answered.
func (s *Step) IsRequest() bool { return s.Status != exchange.NoStatus }

// mark is an id or a progress token in a step's line, which each run makes anew.
type mark struct {
	framing.Span
	kind markKind
	// of is the step whose id or token it is; the step's own but for a cancellation.
	of int
}

type markKind uint8

const (
	idMark markKind = iota
	tokenMark
)

// use is a value in a step's line that may belong to a run.
type use struct {
	framing.Span
	path []part
	key  string // its raw text, without quotes
	// number says that it stands without quotes.
	number bool
	sought *sought
	// origin is where it first stood in what the server wrote; nil where it is the
	// client's own.
	origin *origin
}
