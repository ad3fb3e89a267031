package process

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// niceness is how far a process of ours that can wait stands back (setpriority(2)).
const niceness = 19

// LowerPriority has this process yield to all others. On linux each thread has a
// priority of its own, which those that it starts take over.
func LowerPriority() {
	threads, _ := os.ReadDir("/proc/self/task") // without it recording costs more, no more than that
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, id, niceness) // likewise
		}
	}
}
