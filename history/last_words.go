package history

import (
	"bytes"
	"regexp"
)

// mostTrace is how many lines of a stack trace are gone through.
const mostTrace = 200

// tracePart recognises what runtimes write behind the line that says why they gave up:
// frames and what is indented like them, what closes an object that was printed, and
// parting lines (Go's goroutines and frames, Node's version, Rust's hint).
var tracePart = regexp.MustCompile(`^(\s|[}\])]|goroutine \d+ |created by |\[signal |exit status |Node\.js v|note: run with |\S+\.\S+\(.*\)$)`)

// LastWords is the position of the line on stderr that says why the server ended before
// the event at position before: the last one, or the last before a stack trace. False
// where it said nothing.
func (j *Journal) LastWords(before int) (position int, ok bool) {
	said := j.LastStderr(before, mostTrace)
	for n := len(said) - 1; n >= 0; n-- {
		const enough = 512
		head, err := j.Head(said[n], enough)
		if err == nil && !tracePart.Match(bytes.TrimRight(head, "\r\n")) {
			return said[n], true
		}
	}
	if len(said) == 0 {
		return 0, false
	}
	return said[len(said)-1], true // nothing but a trace: its last line
}
