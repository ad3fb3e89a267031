package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// loader reads a file into its journal, in the background.
type loader struct {
	journal *Journal
	source  *growing
	follow  bool
	writer  func() Writer // who may still append to the file
	first   chan struct{} // closed when the first events can be seen
	loaded  chan struct{} // closed when all that was there has been read
	done    chan struct{} // closed when the reading has ended
	stop    chan struct{} // closed to end it

	once  sync.Once
	early error // why nothing can be seen; set before first is closed
	err   error // how it ended; set before done is closed
}

func newLoader(j *Journal, file *os.File) *loader {
	l := &loader{
		journal: j, writer: func() Writer { return writerOf(file) },
		first: make(chan struct{}), loaded: make(chan struct{}), done: make(chan struct{}), stop: make(chan struct{}),
	}
	l.source = &growing{file: file, stop: l.stop}
	j.loader = l
	return l
}

// beginLoading starts to read a file and waits for the first events.
func beginLoading(j *Journal, file *os.File, follow bool) error {
	l := newLoader(j, file)
	if !follow {
		over := make(chan struct{})
		close(over)
		l.source.over = over
		return l.begin(func() {})
	}
	wake, end, err := watchFile(j.path)
	if err != nil {
		return err
	}
	l.follow, l.source.wake, l.source.shared = true, wake, j.bodies
	return l.begin(end)
}

// begin starts the reading, which ends at the end of the file or, when that is
// followed, with Close, and then calls end.
func (l *loader) begin(end func()) error {
	x := newIndexer(l.journal)
	x.published = func() { l.once.Do(func() { close(l.first) }) }
	l.source.idle = func() (goOn bool) { return l.idle(x) }
	l.source.cut = x.cut
	go l.run(x, end)
	return l.awaitFirst()
}

func (l *loader) run(x *indexer, end func()) {
	defer close(l.done)
	defer end()
	l.err = load(x, l.source)
	l.journal.setWriter(l.writer())
	l.once.Do(func() { l.early = l.err; close(l.first) })
	l.isLoaded()
}

// idle lets all be seen that was read, and says whether to wait for more: not behind
// what is no history.
func (l *loader) idle(x *indexer) (goOn bool) {
	x.settleHeld(time.Now().UnixNano())
	x.publish()
	l.journal.setWriter(l.writer())
	l.lookForFile()
	if l.journal.verdict(1) != nil {
		return l.journal.Writer() == WriterLive && len(l.journal.Damage()) == 0 // its first record is still to come
	}
	l.isLoaded()
	return true
}

func (l *loader) isLoaded() {
	select {
	case <-l.loaded:
	default:
		close(l.loaded)
		l.journal.ring()
	}
}

// removed is what is said of a followed file that is not where it was.
const removed = "the file was removed or renamed: what is seen here may be kept nowhere any more"

// lookForFile says whether a followed file still stands where it was opened: what is
// appended to one that does not can be seen, but it is found by nobody else.
func (l *loader) lookForFile() {
	if l.source.shared == nil {
		return
	}
	here, err := l.source.file.Stat()
	if err != nil {
		return
	}
	there, err := os.Stat(l.journal.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return
	}
	trouble := ""
	if err != nil || !os.SameFile(here, there) {
		trouble = removed
	}
	if trouble != l.journal.Trouble() {
		l.journal.setTrouble(trouble)
		l.journal.ring()
	}
}

func (l *loader) awaitFirst() error {
	<-l.first
	if l.early != nil {
		<-l.done
	}
	return l.early
}

// Follows says whether the journal takes in what another process appends.
func (j *Journal) Follows() bool { return j.loader != nil && j.loader.follow }

// Wait waits until all that was in the file has been read, and gives what went
// wrong with it.
func (j *Journal) Wait() error {
	if j.loader == nil {
		return nil
	}
	<-j.loader.loaded
	if j.loader.follow {
		return nil
	}
	<-j.loader.done
	return j.loader.err
}

// Loaded says whether all that was in the file has been read.
func (j *Journal) Loaded() bool {
	if j.loader == nil {
		return true
	}
	select {
	case <-j.loader.loaded:
		return true
	default:
		return false
	}
}

func (l *loader) close() {
	if l != nil {
		close(l.stop)
		<-l.done
	}
}

// How often a followed file is looked at without being told: rarely, since file
// systems tell; often where this one does not.
const (
	lookRarely = 2 * time.Second
	lookOften  = 25 * time.Millisecond
)

// watchFile gives a channel that gets a value when the file may have grown, and a
// function that ends the watch.
func watchFile(path string) (wake <-chan struct{}, end func(), err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, nil, fmt.Errorf("follow history: %w", err)
	}
	rung := make(chan struct{}, 1)
	stop, done := make(chan struct{}), make(chan struct{})
	every := lookRarely
	notify, err := fsnotify.NewWatcher()
	if err == nil {
		err = notify.Add(path)
	}
	var events chan fsnotify.Event
	if err != nil {
		every = lookOften
	} else {
		events = notify.Events
	}
	go func() { // ends when end is called
		defer close(done)
		look := time.NewTicker(every)
		defer look.Stop()
		for {
			select {
			case <-stop:
				return
			case <-events:
			case <-look.C:
			}
			select {
			case rung <- struct{}{}:
			default: // it has not looked yet since the last time
			}
		}
	}()
	return rung, func() {
		close(stop)
		<-done
		if notify != nil {
			_ = notify.Close()
		}
	}, nil
}
