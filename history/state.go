package history

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/adrg/xdg"
)

// Extension is that of history files.
const Extension = ".jsonl"

// ErrNoHistory is returned when no saved history is meant by a name.
var ErrNoHistory = errors.New("no such history")

// StateDir is where histories are saved: $XDG_STATE_HOME/stdioscope.
func StateDir() string { return filepath.Join(stateHome(), "stdioscope") }

// stateHome is where the user's programs keep their state. Some start a program without
// telling it whose home it is in.
func stateHome() string {
	if runtime.GOOS != "linux" || os.Getenv("XDG_STATE_HOME") != "" || os.Getenv("HOME") != "" {
		return xdg.StateHome
	}
	u, err := user.Current()
	if err != nil || u.HomeDir == "" {
		return xdg.StateHome
	}
	return filepath.Join(u.HomeDir, ".local", "state")
}

// Find gives the file that a name on the command line means: a path, an id or its
// unique beginning; the newest history for the empty name.
func Find(name string) (string, error) {
	isDir := false
	if name != "" {
		info, err := os.Stat(name)
		if err == nil && !info.IsDir() {
			return name, nil
		}
		isDir = err == nil
		if strings.ContainsRune(name, filepath.Separator) && !isDir {
			return "", fmt.Errorf("%w: %s: there is no such file", ErrNoHistory, name)
		}
	}
	ids, err := savedIDs()
	if err != nil {
		return "", err
	}
	id, err := pick(ids, name)
	switch {
	case err != nil && isDir:
		return "", fmt.Errorf("%w: %s is a directory", ErrNoHistory, name)
	case err != nil:
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
		if !ok {
			continue
		}
		if info, err := os.Stat(filepath.Join(StateDir(), entry.Name())); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

func pick(ids []string, name string) (string, error) {
	if name == "" && len(ids) == 0 {
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
		return "", fmt.Errorf("%w: neither a file nor a saved history is called %q, or begins like that", ErrNoHistory, name)
	}
}
