package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// bodies is the bytes behind a journal: a file, or several where the first could
// not take all. Offsets count through all of them, so an index needs only one number.
type bodies struct {
	mu       sync.RWMutex
	segments []segment
	end      int64
}

type segment struct {
	file *os.File
	base int64 // the offset of the file's first byte
	temp bool  // unlinked: gone when closed
}

func newBodies(file *os.File, size int64, temp bool) *bodies {
	return &bodies{segments: []segment{{file: file, temp: temp}}, end: size}
}

// ReadAt reads bytes that were appended before, through all files.
func (b *bodies) ReadAt(p []byte, off int64) (read int, err error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for i, s := range b.segments {
		last := i == len(b.segments)-1
		if off < s.base || !last && off >= b.segments[i+1].base {
			continue
		}
		part := p[read:]
		if !last { // what stands in the file behind this was never whole
			part = part[:min(int64(len(part)), b.segments[i+1].base-off)]
		}
		n, err := s.file.ReadAt(part, off-s.base)
		read, off = read+n, off+int64(n)
		if read == len(p) {
			return read, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return read, fmt.Errorf("read history: %w", err)
		}
	}
	return read, io.EOF
}

// append writes to the newest file and moves the end.
func (b *bodies) append(p []byte) error {
	s := b.segments[len(b.segments)-1]
	if n, err := s.file.WriteAt(p, b.end-s.base); err != nil {
		if n > 0 {
			_ = s.file.Truncate(b.end - s.base) // a part of a record helps nobody
		}
		return fmt.Errorf("write history: %w", err)
	}
	b.advance(len(p))
	return nil
}

func (b *bodies) advance(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end += int64(n)
}

// reach says up to where there is something to read.
func (b *bodies) reach(end int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end = end
}

// size is how many bytes there are to read.
func (b *bodies) size() int64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.end
}

// divert sends what follows to an unlinked temporary file.
func (b *bodies) divert() error {
	file, err := unlinkedTemp()
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.segments = append(b.segments, segment{file: file, base: b.end, temp: true})
	return nil
}

func (b *bodies) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var errs []error
	for _, s := range b.segments {
		errs = append(errs, s.file.Close())
	}
	return errors.Join(errs...)
}

// unlinkedTemp gives a file that leaves nothing behind, however the program ends.
// Where an open file cannot be removed (Windows) it is removed at the next boot
// at the latest, with the rest of the temporary folder.
func unlinkedTemp() (*os.File, error) {
	file, err := os.CreateTemp("", "stdioscope-")
	if err != nil {
		return nil, fmt.Errorf("create temporary history: %w", err)
	}
	_ = os.Remove(file.Name())
	return file, nil
}
