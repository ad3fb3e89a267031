package cli

import (
	"fmt"

	"stdioscope/framing/printable"
	"stdioscope/history"
)

const (
	// longestWords is how many bytes of a server's last words are looked at, mostCells
	// how many cells are shown.
	longestWords = 4096
	mostCells    = 300
)

// endedError is a server that ended before it was told to.
type endedError struct {
	label string
	exit  history.Fact
	said  string // on stderr, why
}

func (e *endedError) Error() string {
	text := fmt.Sprintf("%s: %s %s", e.label, e.exit.Ending(), e.exit.Lived())
	if e.said != "" {
		text += ": " + e.said
	}
	return text
}

// endedEarly tells of a server that ended by itself: how, and what it said why.
func endedEarly(j *history.Journal) error {
	exit, ok := j.LastExit()
	if !ok || exit.Stopped {
		return nil
	}
	e := &endedError{label: j.Header().Label, exit: exit.Fact}
	if i, ok := j.LastWords(exit.Index); ok {
		if head, err := j.Head(i, longestWords); err == nil {
			shown, _, _ := printable.Fit(printable.Log(head), 0, mostCells)
			e.said = string(shown)
		}
	}
	return e
}
