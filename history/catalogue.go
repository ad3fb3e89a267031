package history

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const (
	// mostListed is how many of the newest histories are kept in view.
	mostListed = 500
	// mostFollowed is how many live ones are followed at a time.
	mostFollowed = 32
	// rescanTime is the least time between two looks at the state directory.
	rescanTime = 250 * time.Millisecond
)

// Catalogue is the list of the newest saved histories, kept up to date while sessions
// begin, grow and end. Live ones are followed, so that what is found in them is known.
// It is safe for concurrent use.
type Catalogue struct {
	bell       chan struct{}
	stop, done chan struct{}

	mu  sync.Mutex
	all []Saved

	files    sync.Mutex          // held while files are looked at
	journals map[string]*Journal // followed, by path
	opened   map[string]bool     // those that were given out
}

// WatchCatalogue begins to watch the state directory, which it makes if it is not
// there. The caller closes the catalogue.
func WatchCatalogue() (*Catalogue, error) {
	dir := StateDir()
	if err := makePrivate(dir); err != nil {
		return nil, err
	}
	c := &Catalogue{
		bell: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}),
		journals: map[string]*Journal{}, opened: map[string]bool{},
	}
	c.scan()
	wake, end, err := watchFile(dir)
	if err != nil {
		return nil, err
	}
	go c.run(wake, end) // ends with Close
	return c, nil
}

// Bell has one slot, which is filled whenever the list has changed.
func (c *Catalogue) Bell() <-chan struct{} { return c.bell }

// List gives the live histories and then the others, the newest first of both.
func (c *Catalogue) List() []Saved {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.all)
}

// Open gives a history to look at, followed. It belongs to the catalogue and holds
// until that is closed.
func (c *Catalogue) Open(path string) (*Journal, error) {
	c.files.Lock()
	defer c.files.Unlock()
	c.opened[path] = true
	return c.follow(path)
}

// Close ends the watch and closes all journals.
func (c *Catalogue) Close() error {
	close(c.stop)
	<-c.done
	var errs []error
	for _, j := range c.journals {
		errs = append(errs, j.Close())
	}
	return errors.Join(errs...)
}

func (c *Catalogue) run(wake <-chan struct{}, end func()) {
	defer close(c.done)
	defer end()
	for {
		select {
		case <-c.stop:
			return
		case <-wake:
		}
		select {
		case <-c.stop:
			return
		case <-time.After(rescanTime):
		}
		c.scan()
	}
}

// scan looks at the state directory and rings where something has changed.
func (c *Catalogue) scan() {
	ids, err := savedIDs()
	if err != nil {
		return // what cannot be listed now may be later
	}
	ids = ids[max(0, len(ids)-mostListed):]
	c.files.Lock()
	defer c.files.Unlock()
	known := map[string]Saved{}
	for _, s := range c.List() {
		known[s.Path] = s
	}
	all := make([]Saved, 0, len(ids))
	for _, id := range slices.Backward(ids) {
		path := filepath.Join(StateDir(), id+Extension)
		if s, ok := c.look(path, known[path]); ok {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b Saved) int { return cmp.Compare(rank(a), rank(b)) })
	c.dropOver(all)
	c.publish(all)
}

// publish rings where the list is another one.
func (c *Catalogue) publish(all []Saved) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.EqualFunc(all, c.all, sameSaved) {
		return
	}
	c.all = all
	select {
	case c.bell <- struct{}{}:
	default: // it is ringing
	}
}

func rank(s Saved) int {
	if s.Live {
		return 0
	}
	return 1
}

func sameSaved(a, b Saved) bool {
	return a.Path == b.Path && a.Live == b.Live && a.Events == b.Events && a.Findings == b.Findings &&
		a.Ending == b.Ending && a.Client == b.Client
}

// look gives what there is to say of a history; what has not changed is not read again.
func (c *Catalogue) look(path string, before Saved) (Saved, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return Saved{}, false // it is gone
	}
	if !before.Live && before.Size == info.Size() && before.Changed.Equal(info.ModTime()) {
		return before, true
	}
	s, err := glance(path)
	if err != nil || s.Header.Version == 0 {
		return Saved{}, false
	}
	if s.Live {
		c.askJournal(&s)
	}
	return s, true
}

// askJournal learns of a live history what only following it tells.
func (c *Catalogue) askJournal(s *Saved) {
	if len(c.journals) >= mostFollowed && c.journals[s.Path] == nil {
		return
	}
	j, err := c.follow(s.Path)
	if err != nil {
		return // it may have no record yet
	}
	s.Events, s.Findings = j.Len(), j.FindingCount()
	s.Client = cmp.Or(j.client(), s.Client)
}

// follow gives the journal of a path. The caller holds files.
func (c *Catalogue) follow(path string) (*Journal, error) {
	if j := c.journals[path]; j != nil {
		return j, nil
	}
	j, err := Begin(path, true)
	if err != nil {
		return nil, err
	}
	c.journals[path] = j
	return j, nil
}

// dropOver closes the journals of sessions that are over and that nobody looks at.
func (c *Catalogue) dropOver(all []Saved) {
	live := map[string]bool{}
	for _, s := range all {
		live[s.Path] = s.Live
	}
	for path, j := range c.journals {
		if !live[path] && !c.opened[path] {
			_ = j.Close() // it was only read
			delete(c.journals, path)
		}
	}
}

// client is what the newest client in the journal calls itself.
func (j *Journal) client() string {
	j.mu.RLock()
	defer j.mu.RUnlock()
	for _, f := range slices.Backward(j.facts) {
		if f.Client != "" {
			return f.Client
		}
	}
	return ""
}
