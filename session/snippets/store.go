package snippets

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// maxFile is how large a file may be to be read, in bytes.
const maxFile = 64 << 20

// ErrLarge says that a file is too large to be one of snippets.
var ErrLarge = errors.New("the file is too large")

// ErrChanged says that the file is not what it was when it was read.
var ErrChanged = errors.New("the file was changed meanwhile")

// Path is where the snippets of a person are: snippets.txt in the data directory (XDG
// Base Directory Specification).
func Path() string { return filepath.Join(xdg.DataHome, "stdioscope", "snippets.txt") }

// Load reads a file of snippets. One that is not there is an empty one. Errors are
// those of the file system, and ErrLarge.
func Load(path string) (File, []Problem, error) {
	data, err := readFile(path)
	if err != nil {
		return File{}, nil, err
	}
	f, problems := Parse(data)
	return f, problems, nil
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read snippets: %w", err)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("read snippets: %s: %w", path, ErrLarge)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read snippets: %w", err)
	}
	return data, nil
}

// Update changes a file of snippets: it reads it, and writes what change makes of it,
// whole or not at all. Nobody else may read a new file. What another program wrote
// between the two is not lost: the error is then ErrChanged. Other errors are those of
// change and of the file system.
func Update(path string, change func(File) (File, error)) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link that a person made stays one
	}
	data, err := readFile(path)
	if err != nil {
		return err
	}
	f, _ := Parse(data)
	changed, err := change(f)
	if err != nil {
		return fmt.Errorf("change snippets: %w", err)
	}
	return replace(path, data, changed.Bytes())
}

func replace(path string, old, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write snippets: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".snippets-")
	if err != nil {
		return fmt.Errorf("write snippets: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	if info, statErr := os.Stat(path); statErr == nil {
		_ = temp.Chmod(info.Mode().Perm()) // as far as the system has modes
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return fmt.Errorf("write snippets: %w", err)
	}
	now, err := readFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, old) {
		return fmt.Errorf("write snippets: %w", ErrChanged)
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return fmt.Errorf("write snippets: %w", err)
	}
	return nil
}
