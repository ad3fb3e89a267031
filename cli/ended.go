package cli

import (
	"fmt"

	"stdioscope/framing/printable"
	"stdioscope/history"
)

// endedError is a server that ended before it was told to.
type endedError struct {
	label string
	exit  history.Fact
	said  string // its last words on stderr
}

func (e *endedError) Error() string {
	text := fmt.Sprintf("%s: %s after %s", e.label, e.exit.Ending(), e.exit.Age())
	if e.said != "" {
		text += ": " + e.said
	}
	return text
}

// endedEarly tells of a server that ended by itself: how, and what it said last.
func endedEarly(j *history.Journal) error {
	exit, ok := j.LastExit()
	if !ok || exit.Stopped {
		return nil
	}
	e := &endedError{label: j.Header().Label, exit: exit.Fact}
	for _, i := range j.LastStderr(exit.Index, 1) {
		if line, err := j.Line(i); err == nil {
			e.said = printable.Text(line)
		}
	}
	return e
}
