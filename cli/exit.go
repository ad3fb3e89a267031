package cli

import (
	"errors"
	"fmt"

	"stdioscope/history"
	"stdioscope/session"
	"stdioscope/session/call"
	"stdioscope/session/process"
	"stdioscope/session/send"
)

// Exit codes, the same for every command.
const (
	exitDone       = 0
	exitDiffers    = 1
	exitUsage      = 2
	exitNotStarted = 3
	exitEnded      = 4
	exitTimeout    = 5
	exitUnreadable = 6
	exitSignal     = 128 // and the number of the signal, as from a shell
)

// usageError is a command line that cannot be meant.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func exitCode(err error) int {
	var wrong usageError
	var ended *endedError
	var status statusError
	var signalled interrupted
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &signalled):
		return exitSignal + int(signalled.by)
	case errors.As(err, &wrong):
		return exitUsage
	case errors.Is(err, process.ErrNotStarted):
		return exitNotStarted
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &ended), errors.Is(err, session.ErrEnded), errors.Is(err, errSilent):
		return exitEnded
	case errors.Is(err, call.ErrTimeout), errors.Is(err, send.ErrUnanswered):
		return exitTimeout
	case errors.Is(err, history.ErrNoHistory), errors.Is(err, history.ErrNotHistory),
		errors.Is(err, history.ErrInUse), errors.Is(err, history.ErrCannotRecord), errors.Is(err, history.ErrUnreadable):
		return exitUnreadable
	default:
		return exitDiffers
	}
}
