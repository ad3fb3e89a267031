package history

import (
	"fmt"
	"runtime/debug"
)

// Rescue turns a panic of the goroutine that defers it into a report, so that
// whoever owns the terminal can give it back before the program ends. Without
// report the panic goes on.
func Rescue(report func(error)) {
	if report == nil {
		return
	}
	if cause := recover(); cause != nil {
		report(fmt.Errorf("internal error: %v\n%s", cause, debug.Stack()))
	}
}
