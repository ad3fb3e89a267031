package printed

import (
	"io"

	"stdioscope/session/replay"
)

// Printer writes one run.
type Printer interface {
	// Result takes the next result.
	Result(r *replay.Result) error
	// End takes the report, when all results were given.
	End(r *replay.Report) error
}

// New gives the printer of a format: text, json or junit; false for any other. The name is
// what the run is called.
func New(format, name string, w io.Writer) (Printer, bool) {
	switch format {
	case "text":
		return &text{w: w}, true
	case "json":
		return &lines{w: w}, true
	case "junit":
		return &junit{w: w, name: name}, true
	}
	return nil, false
}

// InOrder gives a function that takes results as they come, and hands them on in the order
// of their steps.
func InOrder(take func(*replay.Result)) func(replay.Event) {
	next, early := 0, map[int]*replay.Result{}
	return func(e replay.Event) {
		if e.Result == nil {
			return
		}
		early[e.Number] = e.Result
		for r := early[next]; r != nil; r = early[next] {
			delete(early, next)
			take(r)
			next++
		}
	}
}
