package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"stdioscope/framing"
)

// Saved is what a list of histories says of one.
type Saved struct {
	Path string
	Size int64
	// Changed is when the file was written to last.
	Changed time.Time
	// Header is that of the first session in the file; zero where it cannot be read.
	Header Header
	// Client is what the client calls itself, or its process is called; empty where
	// neither is known.
	Client string
	// Events and Findings count the whole file; -1 where that is not known without
	// reading all of a large one.
	Events, Findings int
	// Ending says how the last session ended: "exited 0"; empty where nothing says so.
	Ending string
	// Live says that a process is writing it now.
	Live bool
}

// ID is the name by which the history is found.
func (s Saved) ID() string {
	name := filepath.Base(s.Path)
	return name[:len(name)-len(Extension)]
}

// List gives the saved histories, oldest first.
func List() ([]Saved, error) {
	ids, err := savedIDs()
	if err != nil {
		return nil, err
	}
	all := make([]Saved, 0, len(ids))
	for _, id := range ids {
		s, err := look(filepath.Join(StateDir(), id+Extension))
		if errors.Is(err, os.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if s.Header.Version > 0 { // else it is something else, and none of ours to remove
			all = append(all, s)
		}
	}
	return all, nil
}

const (
	// tailSize is how much of a file's end is read to see how it ended, in bytes.
	tailSize = 64 << 10
	// wholeSize is up to which size a file whose end does not tell is read whole.
	wholeSize = 32 << 20
)

// look says what there is to say of a history, for which it reads a small one whole if
// its end does not tell.
func look(path string) (Saved, error) {
	s, err := glance(path)
	if err == nil && s.Findings < 0 && s.Size <= wholeSize {
		s.readWhole()
	}
	return s, err
}

// glance reads a history's beginning and end.
func glance(path string) (Saved, error) {
	file, err := os.Open(path)
	if err != nil {
		return Saved{}, fmt.Errorf("open: %w", err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return Saved{}, fmt.Errorf("stat: %w", err)
	}
	s := lookAt(file, info.Size())
	s.Path, s.Changed, s.Live = path, info.ModTime(), writerOf(file) == WriterLive
	return s, nil
}

// lookAt reads the beginning and the end of an open file.
func lookAt(file io.ReaderAt, size int64) Saved {
	s := Saved{Size: size, Events: -1, Findings: -1}
	s.readStart(file)
	s.Header.Command = MaskArgs(s.Header.Command) // another writer may not have
	s.readEnd(file)
	return s
}

// readStart reads the header, and looks behind it for what the client calls itself.
func (s *Saved) readStart(file io.ReaderAt) {
	lines := framing.NewReader(io.NewSectionReader(file, 0, tailSize), tailSize)
	head, _ := lines.Next()                   // a file that cannot be read has no header
	_ = json.Unmarshal(head.Bytes, &s.Header) // nor has one that begins with something else
	if s.Header.Client != nil {
		s.Client = s.Header.Client.Name
	}
	for {
		line, err := lines.Next()
		if err != nil {
			return // all of the beginning has been read, or it cannot be
		}
		var fact Fact
		if bytes.Contains(line.Bytes, []byte(`"event":"ready"`)) && json.Unmarshal(line.Bytes, &fact) == nil && fact.Client != "" {
			s.Client = fact.Client
			return
		}
	}
}

// readEnd looks for the last exit and the last number near the file's end.
func (s *Saved) readEnd(file io.ReaderAt) {
	from := max(0, s.Size-tailSize)
	tail := make([]byte, s.Size-from)
	if _, err := file.ReadAt(tail, from); err != nil && !errors.Is(err, io.EOF) {
		return
	}
	for _, line := range slices.Backward(bytes.Split(tail, []byte("\n"))) {
		r, err := parseRecord(line)
		if err != nil || r.isHead {
			continue
		}
		s.Events = max(s.Events, int(r.seq))
		var fact Fact
		if r.dir == framing.Meta && json.Unmarshal(line, &fact) == nil && fact.Event == FactExit {
			s.Ending, s.Findings = fact.Ending(), fact.Findings
			return
		}
	}
}

func (s *Saved) readWhole() {
	j, err := Open(s.Path)
	if err != nil {
		return
	}
	defer func() { _ = j.Close() }()
	s.Events, s.Findings = j.Len(), j.FindingCount()
	if exit, ok := j.LastExit(); ok {
		s.Ending = exit.Ending()
	}
}

// Limits say which saved histories are to go. One that is nil is none.
type Limits struct {
	// OlderThan removes what was last written to longer ago.
	OlderThan *time.Duration
	// Keep removes all but the newest so many.
	Keep *int
	// MaxSize removes the oldest until the rest is no larger, in bytes.
	MaxSize *int64
}

// Prune chooses from a list, oldest first, the histories that go beyond the limits.
// Those that are being written are never among them.
func Prune(all []Saved, limits Limits, now time.Time) []Saved {
	var total int64
	for _, s := range all {
		total += s.Size
	}
	var gone []Saved
	for i, s := range all {
		tooOld := limits.OlderThan != nil && now.Sub(s.Changed) > *limits.OlderThan
		tooMany := limits.Keep != nil && len(all)-i > *limits.Keep
		tooLarge := limits.MaxSize != nil && total > *limits.MaxSize
		if !s.Live && (tooOld || tooMany || tooLarge) {
			gone = append(gone, s)
			total -= s.Size
		}
	}
	return gone
}
