//go:build unix

package history

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockFile makes this process the file's only writer. The lock ends with the
// process, however it ends.
func lockFile(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	for tries := 0; errors.Is(err, unix.EWOULDBLOCK) && tries < 20; tries++ {
		time.Sleep(5 * time.Millisecond) // somebody may only be asking, see writerOf
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return ErrInUse
	case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOLCK), errors.Is(err, unix.ENOSYS):
		return nil // a file system without locks: better unguarded than not at all
	case err != nil:
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

// writerOf says whether a process is writing the file.
func writerOf(file *os.File) Writer {
	err := unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB)
	switch {
	case err == nil:
		_ = unix.Flock(int(file.Fd()), unix.LOCK_UN)
		return WriterGone
	case errors.Is(err, unix.EWOULDBLOCK):
		return WriterLive
	}
	return WriterUnknown // a file system without locks
}
