package wrap

import (
	"os"

	"golang.org/x/sys/unix"
)

// watchParent gives a descriptor that can be read once the process that started us has
// ended, and how often to ask in milliseconds, -1 for never.
func watchParent() (fd int, poll int) {
	fd, err := unix.PidfdOpen(os.Getppid(), 0)
	if err != nil {
		return -1, askOften
	}
	return fd, -1
}
