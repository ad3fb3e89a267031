package history

import (
	"errors"
	"fmt"
	"os"
)

// CheckFile says whether a session can be recorded into a file, which it makes if it is
// not there: ErrInUse, ErrNotHistory or another cause wrapped in ErrCannotRecord if not.
func CheckFile(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCannotRecord, err)
	}
	if err := errors.Join(checkFile(path, file), file.Close()); err != nil {
		return fmt.Errorf("%w into %s: %w", ErrCannotRecord, path, err)
	}
	return nil
}

func checkFile(path string, file *os.File) error {
	if err := lockFile(file); err != nil { // until it is closed
		return err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("stat: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: not a regular file", ErrNotHistory)
	case info.Size() == 0 || lookAt(file, info.Size()).Header.Version > 0:
		return nil
	}
	j := newJournal(path, newBodies(file, info.Size(), false))
	j.writeOnly = true
	return load(newIndexer(j), file)
}
