//go:build unix

package history

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile makes this process the file's only writer. The lock ends with the
// process, however it ends.
func lockFile(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
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
