package diff

import "stdioscope/history/diff/walk"

// Match says how much has to be equal.
type Match uint8

const (
	// Exact wants equal values.
	Exact Match = iota
	// Shape wants the same members and types. How many elements an array has does not
	// matter, as long as each has its like on the other side.
	Shape
	// Status wants the same status of requests, and looks at no value.
	Status
)

var matchNames = [...]string{"exact", "shape", "status"}

// String gives the name used on the command line.
func (m Match) String() string { return matchNames[m] }

// ParseMatch is the inverse of String.
func ParseMatch(name string) (Match, bool) {
	for m, n := range matchNames {
		if n == name {
			return Match(m), true
		}
	}
	return 0, false
}

// Options say what counts as a difference. The zero value compares everything.
type Options struct {
	Match Match
	// Ignore are paths whose values are as if they were not there.
	Ignore walk.Set
	// Only, unless it is empty, leaves out all that is neither at nor under these paths.
	Only walk.Set
	// Times makes all times equal: what looks like RFC 3339 within strings, and numbers
	// that may be seconds, milli-, micro- or nanoseconds from 2001 to 2128 under a name
	// that speaks of time.
	Times bool
	// Order tells also of members in another order.
	Order bool
	// Spelling tells also of numbers that are written in another way: 1 and 1.0.
	Spelling bool
}

// runPaths are the places that differ in every run of a session.
var runPaths = []string{
	"$.id", "$[*].id",
	"$.params._meta", "$.result._meta", "$[*].params._meta", "$[*].result._meta",
	"$.params.progressToken", "$.params.requestId",
	"$.params.taskId", "$.result.taskId", "$.result.task.taskId",
	"$.params.requestState", "$.result.requestState",
}

// Defaults ignores what differs in every run: ids, progress tokens, the _meta of the
// transport, task ids, request states and times.
func Defaults() Options {
	ignore, err := walk.NewSet(runPaths...)
	if err != nil {
		panic(err) // a test compiles them
	}
	return Options{Ignore: ignore, Times: true}
}
