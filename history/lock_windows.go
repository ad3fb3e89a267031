package history

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile makes this process the file's only writer. The lock ends with the
// process, however it ends. Windows locks keep others from reading what they
// cover, so the lock is on one byte far behind any end of the file.
func lockFile(file *os.File) error {
	const far = 1 << 30
	place := &windows.Overlapped{OffsetHigh: far}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, place)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

// writerOf says whether a process is writing the file.
func writerOf(file *os.File) Writer {
	const far = 1 << 30
	place := &windows.Overlapped{OffsetHigh: far}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, place)
	switch {
	case err == nil:
		_ = windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, place)
		return WriterGone
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return WriterLive
	}
	return WriterUnknown // a file system without locks
}
