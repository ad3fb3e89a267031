package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"stdioscope/history"
	"stdioscope/history/imports"
)

// stream is what can be read only once: standard input, or a named pipe.
type stream struct {
	*os.File
	name string
}

// streamOf gives the stream that the arguments mean; nil where they mean a file, or a
// saved history.
func streamOf(args []string) (*stream, error) {
	if len(args) == 0 {
		return nil, nil // none is meant
	}
	if args[0] == "-" {
		return standardInput()
	}
	info, err := os.Stat(args[0])
	switch {
	case err != nil, info.IsDir(), info.Mode().IsRegular():
		return nil, nil //nolint:nilerr // it is no stream, or nothing at all: who opens it says so
	case info.Mode()&os.ModeDevice != 0: // many have no end, and some do things when they are opened
		return nil, fmt.Errorf("%w: %s is a device", history.ErrUnreadable, args[0])
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", history.ErrUnreadable, err)
	}
	return &stream{file, args[0]}, nil
}

func standardInput() (*stream, error) {
	const name = "standard input"
	info, err := os.Stdin.Stat()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", history.ErrUnreadable, name, err)
	case info.IsDir():
		return nil, fmt.Errorf("%w: %s is a directory", history.ErrUnreadable, name)
	case info.Mode()&os.ModeDevice != 0 && !isTerminal(os.Stdin):
		return nil, fmt.Errorf("%w: %s is a device", history.ErrUnreadable, name)
	}
	return &stream{os.Stdin, name}, nil
}

func (h *historyArg) followStream(s *stream) (*history.Journal, error) {
	j, err := history.ReadOn(s)
	switch {
	case errors.Is(err, history.ErrNotHistory):
		return nil, fmt.Errorf("%s: %w: only a history can be followed, leave out -f to read another tool's log", s.name, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", history.ErrUnreadable, s.name, err)
	}
	return h.native(j)
}

// readStream reads a stream to its end.
func (h *historyArg) readStream(s *stream) (*history.Journal, error) {
	path, err := spool(s)
	switch {
	case errors.Is(err, imports.ErrUnknownFormat):
		return nil, notKnown(s.name, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", history.ErrUnreadable, s.name, err)
	}
	defer func() { _ = os.Remove(path) }()
	return h.readFile(path, s.name, history.Open) // all of it, while the file is there
}

// spool copies a stream into a temporary file, whose path it gives. What begins as nothing
// that could be read is refused at once: it may have no end.
func spool(r io.Reader) (string, error) {
	in := bufio.NewReaderSize(r, history.HeadSize)
	head, _ := in.Peek(history.HeadSize) // what keeps it from being read is met again
	if _, known := imports.Recognise(head); !known && !history.MayBegin(head) {
		return "", imports.Unknown()
	}
	file, err := os.CreateTemp("", "stdioscope-")
	if err != nil {
		return "", fmt.Errorf("keep what comes: %w", err)
	}
	_, err = io.Copy(file, in)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name())
		return "", fmt.Errorf("read to its end: %w", err)
	}
	return file.Name(), nil
}
