package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// loader reads a file into its journal, in the background.
type loader struct {
	journal *Journal
	follow  bool
	first   chan struct{} // closed when the first events can be seen
	loaded  chan struct{} // closed when all that was there has been read
	done    chan struct{} // closed when the reading has ended
	stop    chan struct{} // closed to end it

	once  sync.Once
	early error // why nothing can be seen; set before first is closed
	err   error // how it ended; set before done is closed
}

// beginLoading starts the loader and waits for the first events.
func beginLoading(j *Journal, file *os.File, follow bool) error {
	l := &loader{
		journal: j, follow: follow, first: make(chan struct{}), loaded: make(chan struct{}),
		done: make(chan struct{}), stop: make(chan struct{}),
	}
	j.loader = l
	x := newIndexer(j)
	source := &growing{file: file, stop: l.stop, follow: follow, idle: func() {
		x.publish()
		j.lookForWriter(file)
		l.isLoaded()
	}}
	if follow {
		wake, end, err := watchFile(j.path)
		if err != nil {
			return err
		}
		source.wake = wake
		go l.run(x, source, end) // ends at the end of the file or, when it is followed, with Close
	} else {
		go l.run(x, source, func() {})
	}
	return l.awaitFirst()
}

func (l *loader) run(x *indexer, source *growing, end func()) {
	defer close(l.done)
	defer end()
	x.published = func() { l.once.Do(func() { close(l.first) }) }
	l.err = load(x, source)
	l.journal.lookForWriter(source.file)
	l.once.Do(func() { l.early = l.err; close(l.first) })
	l.isLoaded()
}

func (l *loader) isLoaded() {
	select {
	case <-l.loaded:
	default:
		close(l.loaded)
	}
}

func (l *loader) awaitFirst() error {
	<-l.first
	if l.early != nil {
		<-l.done
	}
	return l.early
}

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

// growing is a file that another process may still be writing. At its end Read
// waits for more where that is wanted.
type growing struct {
	file   *os.File
	offset int64
	// shift is how many bytes more were given than stand in the file before offset: it
	// was cut, and they are gone.
	shift  int64
	follow bool
	idle   func() // called before each wait
	wake   <-chan struct{}
	stop   <-chan struct{}
}

// Read gives what there is behind what was read before.
func (g *growing) Read(p []byte) (int, error) {
	for {
		select {
		case <-g.stop:
			return 0, io.EOF
		default:
		}
		n, err := g.file.ReadAt(p, g.offset)
		g.offset += int64(n)
		switch {
		case n > 0:
			return n, nil
		case err != nil && !errors.Is(err, io.EOF):
			return 0, fmt.Errorf("read file: %w", err)
		case !g.follow:
			return 0, io.EOF
		}
		if g.wasCut() {
			p[0] = '\n' // what was begun is not continued by what comes now
			return 1, nil
		}
		g.idle()
		select {
		case <-g.stop:
		case <-g.wake:
		}
	}
}

// wasCut says whether the file has become shorter than what was read of it, and if
// so goes on at its end.
func (g *growing) wasCut() bool {
	info, err := g.file.Stat()
	if err != nil || info.Size() >= g.offset {
		return false
	}
	g.shift += g.offset - info.Size() + 1 // the line end that stands for the cut
	g.offset = info.Size()
	return true
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
