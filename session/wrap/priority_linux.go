package wrap

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowerPriority has the calling goroutine yield the processor to whoever forwards: it
// gets a thread of its own with a lower priority, which ends with it.
func lowerPriority() {
	const niceness = 19
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), niceness) // without it recording costs more, no more than that
}
