package ui

import (
	"context"
	"os"
	"time"
)

// How long a program that is to end may take.
const (
	frozenTime = 2 * time.Second        // to leave the terminal
	endTime    = time.Second            // to end the server, when it has not
	hurryTime  = 100 * time.Millisecond // a step of that
)

// leaveFrozen ends a program that has not ended some time after its context: then a
// write to a terminal that does not read hangs, and nothing that Bubble Tea does
// helps. It returns when over is closed.
func leaveFrozen(ctx context.Context, over <-chan struct{}, s Session, mode terminalMode) {
	select {
	case <-over:
		return
	case <-ctx.Done():
	}
	select {
	case <-over:
		return
	case <-time.After(frozenTime):
	}
	if s != nil {
		endNow(s)
	}
	mode.restore()
	os.Exit(1)
}

// endNow takes the shutdown to its last step, and waits for the end no longer than
// it may take.
func endNow(s Session) {
	late := time.After(endTime)
	for {
		s.Stop()
		select {
		case <-s.Done():
			return
		case <-late:
			return
		case <-time.After(hurryTime):
		}
	}
}
