package history

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrUnreadable is returned for a history that cannot be read.
var ErrUnreadable = errors.New("cannot read history")

// Open reads a history to its end. The caller closes the journal.
func Open(path string) (*Journal, error) {
	j, err := Begin(path, false)
	if err != nil {
		return nil, err
	}
	if err := j.Wait(); err != nil {
		_ = j.Close()
		return nil, fmt.Errorf("%w %s: %w", ErrUnreadable, path, err)
	}
	return j, nil
}

// Begin starts to read a history and returns as soon as its first events can be
// seen; the journal's bell tells of more. With follow the reading goes on at the
// end of the file with what another process appends, until Close. The caller
// closes the journal.
func Begin(path string, follow bool) (*Journal, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	j, err := beginFile(path, file, follow)
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%w %s: %w", ErrUnreadable, path, err)
	}
	return j, nil
}

func beginFile(path string, file *os.File, follow bool) (*Journal, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("stat: %w", err)
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%w but a directory", ErrNotHistory)
	case info.Mode()&os.ModeDevice != 0:
		return nil, fmt.Errorf("%w but a device", ErrNotHistory)
	case !info.Mode().IsRegular() && follow:
		return ReadOn(file)
	case !info.Mode().IsRegular():
		return Read(file)
	case !mayHold(file, info.Size()):
		return nil, ErrNotHistory
	}
	j := newJournal(path, newBodies(file, info.Size(), false))
	if err := beginLoading(j, file, follow); err != nil {
		return nil, err
	}
	return j, nil
}

// Read reads a history from a stream to its end, keeping its bytes in a temporary
// file. The caller closes the journal.
func Read(r io.Reader) (*Journal, error) {
	file, err := unlinkedTemp()
	if err != nil {
		return nil, err
	}
	size, err := io.Copy(file, &guarded{Reader: r})
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("read history: %w", err)
	}
	j := newJournal("", newBodies(file, size, true))
	if err := load(newIndexer(j), io.NewSectionReader(file, 0, size)); err != nil {
		_ = file.Close()
		return nil, err
	}
	return j, nil
}

// ReadOn is Read for a stream that is looked at while it comes. It returns as soon as
// the first events can be seen. The caller closes the journal.
func ReadOn(r io.Reader) (*Journal, error) {
	file, err := unlinkedTemp()
	if err != nil {
		return nil, err
	}
	j := newJournal("", newBodies(file, 0, true))
	wake, over := make(chan struct{}, 1), make(chan struct{})
	l := newLoader(j, file)
	l.follow, l.source.wake, l.source.over = true, wake, over
	l.writer = func() Writer {
		if isClosed(over) {
			return WriterGone
		}
		return WriterLive
	}
	go func() { // ends with the stream, or when it has something to say and the file is closed
		defer close(over)
		_, err := io.Copy(spooler{j.bodies, wake}, &guarded{Reader: r})
		if err != nil && !errors.Is(err, ErrNotHistory) { // else reading it says so
			j.setTrouble(fmt.Sprintf("the stream broke off: %v", err))
		}
	}()
	if err := l.begin(func() {}); err != nil {
		_ = file.Close()
		return nil, err
	}
	return j, nil
}

// spooler keeps a stream in the file of its journal.
type spooler struct {
	bodies *bodies
	wake   chan<- struct{}
}

func (s spooler) Write(p []byte) (int, error) {
	if err := s.bodies.append(p); err != nil {
		return 0, err
	}
	select {
	case s.wake <- struct{}{}:
	default: // it has not looked yet since the last time
	}
	return len(p), nil
}

// Empty gives a journal without events.
func Empty() *Journal { return newJournal("", &bodies{}) }
