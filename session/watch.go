package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settleTime is how long files must have been left alone after a change: a build
// writes many, an editor writes one several times.
const settleTime = 200 * time.Millisecond

// watcher starts the server anew when files change.
type watcher struct {
	notify *fsnotify.Watcher
	// files are the only ones that count within their directories; in a directory
	// that is not named here all count.
	files map[string]bool
	dirs  map[string]bool
	done  chan struct{}
}

// watch begins to look at files and, with all below them, at directories. changed
// is called on a goroutine of the watcher's own.
func watch(paths []string, changed func(path string)) (*watcher, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	w := &watcher{notify: notify, files: map[string]bool{}, dirs: map[string]bool{}, done: make(chan struct{})}
	for _, path := range paths {
		if err := w.add(path); err != nil {
			return nil, errors.Join(err, notify.Close())
		}
	}
	go w.run(changed) // ends when close closes notify
	return w, nil
}

// add watches the directory that a file is in: editors replace a file by another
// of the same name, which the first one's watch would not see.
func (w *watcher) add(path string) error {
	info, err := os.Stat(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	switch {
	case err != nil:
	case info.IsDir():
		return w.addTree(path)
	default:
		err = w.addFile(path)
	}
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	return nil
}

// addFile watches a file and, where it is a link, what it leads to.
func (w *watcher) addFile(path string) error {
	w.files[path] = true
	if err := w.notify.Add(filepath.Dir(path)); err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil || target == path {
		return nil //nolint:nilerr // a link that leads nowhere is watched itself
	}
	w.files[target] = true
	if err := w.notify.Add(filepath.Dir(target)); err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	return nil
}

// addTree watches a directory and those below it. What cannot be read is not watched.
func (w *watcher) addTree(root string) error {
	w.dirs[root] = true
	if err := w.notify.Add(root); err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	for _, entry := range entries {
		if entry.IsDir() && !isGenerated(entry.Name()) {
			_ = w.addTree(filepath.Join(root, entry.Name()))
		}
	}
	return nil
}

// isGenerated says whether a directory holds what programs write by themselves.
func isGenerated(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "__pycache__"
}

func (w *watcher) run(changed func(path string)) {
	defer close(w.done)
	quiet := time.NewTimer(0)
	<-quiet.C
	latest := ""
	for {
		select {
		case event, ok := <-w.notify.Events:
			if !ok {
				return
			}
			if w.counts(event) {
				latest = event.Name
				quiet.Reset(settleTime)
			}
		case _, ok := <-w.notify.Errors:
			if !ok {
				return
			}
		case <-quiet.C:
			changed(latest)
		}
	}
}

func (w *watcher) counts(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	if event.Has(fsnotify.Create) && w.dirs[filepath.Dir(event.Name)] {
		if info, err := os.Stat(event.Name); err == nil && info.IsDir() && !isGenerated(filepath.Base(event.Name)) {
			_ = w.add(event.Name) // a new directory that is gone again need not be watched
		}
	}
	return w.files[event.Name] || w.dirs[filepath.Dir(event.Name)]
}

func (w *watcher) close() {
	if w != nil {
		_ = w.notify.Close()
		<-w.done
	}
}
