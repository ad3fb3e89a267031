//go:build unix

package wrap

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// A client may share its end of a stream with us, and set it to never wait: then we
// are told to come again, and have to wait in another way.

func isAgain(err error) bool { return errors.Is(err, syscall.EAGAIN) }

// awaitMore waits until there is something to read, awaitRoom until there is room.
func awaitMore(f *os.File) { await(f, unix.POLLIN) }
func awaitRoom(f *os.File) { await(f, unix.POLLOUT) }

func await(f *os.File, events int16) {
	fds := []unix.PollFd{{Fd: int32(descriptor(f)), Events: events}}
	_, _ = unix.Poll(fds, -1) // what is wrong is seen when it is tried again
}
