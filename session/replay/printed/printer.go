package printed

import (
	"io"

	"stdioscope/session/replay"
)

// Printer writes runs, one after the other.
type Printer interface {
	// Result takes the next result.
	Result(r *replay.Result) error
	// End takes the report, when all results were given.
	End(r *replay.Report) error
	// Close writes what is written once, when all runs have ended.
	Close() error
}

// New gives the printer of a format: text, json or junit; false for any other. The name is
// what the runs are called. Values in a text are cut to so many cells, unless it is 0.
func New(format, name string, cells int, w io.Writer) (Printer, bool) {
	switch format {
	case "text":
		return &text{w: w, words: words{cells}}, true
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
