package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
)

// Extension is that of history files.
const Extension = ".jsonl"

// ErrNoHistory is returned when no saved history is meant by a name.
var ErrNoHistory = errors.New("no such history")

// StateDir is where histories are saved: $XDG_STATE_HOME/stdioscope.
func StateDir() string { return filepath.Join(xdg.StateHome, "stdioscope") }

// Find gives the file that a name on the command line means: a path, an id or its
// unique beginning; the newest history for the empty name.
func Find(name string) (string, error) {
	if name != "" {
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name, nil
		}
		if strings.ContainsRune(name, filepath.Separator) {
			return "", fmt.Errorf("%w: %s", ErrNoHistory, name)
		}
	}
	ids, err := savedIDs()
	if err != nil {
		return "", err
	}
	id, err := pick(ids, name)
	if err != nil {
		return "", err
	}
	return filepath.Join(StateDir(), id+Extension), nil
}

// savedIDs lists the saved histories, oldest first: ids sort by time. A file without
// a single byte is one that is just being made, or that a full disk left behind.
func savedIDs() ([]string, error) {
	entries, err := os.ReadDir(StateDir())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	var ids []string
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), Extension)
		if info, err := entry.Info(); ok && err == nil && info.Size() > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

func pick(ids []string, name string) (string, error) {
	if len(ids) == 0 {
		return "", fmt.Errorf("%w: none is saved in %s", ErrNoHistory, StateDir())
	}
	if name == "" {
		return ids[len(ids)-1], nil
	}
	matches := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !strings.HasPrefix(id, name) })
	switch {
	case len(matches) == 1 || len(matches) > 1 && matches[0] == name:
		return matches[0], nil
	case len(matches) > 1:
		return "", fmt.Errorf("%w: %q could be %s or %s", ErrNoHistory, name, matches[0], matches[1])
	default:
		return "", fmt.Errorf("%w: %q is neither a file nor the beginning of an id", ErrNoHistory, name)
	}
}
