//go:build unix && !linux

package process

import "golang.org/x/sys/unix"

// niceness is how far a process of ours that can wait stands back (setpriority(2)).
const niceness = 19

// LowerPriority has this process yield to all others.
func LowerPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness) } // without it recording costs more, no more than that
