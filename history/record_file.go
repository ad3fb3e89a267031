package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNotHistory is returned for a file that holds something else.
var ErrNotHistory = errors.New("the file is not a history")

// ErrCannotRecord is returned when the file that was asked for cannot be written.
var ErrCannotRecord = errors.New("cannot record")

// ErrInUse is returned when another process is writing the history.
var ErrInUse = errors.New("another process is writing this history")

// Options say what is recorded, and where to.
type Options struct {
	Header Header
	// File is where to record; empty for a file named by the header's id in the
	// state directory. A file that is a history gets a session appended; any
	// other file that is not empty is refused.
	File string
	// Discard keeps the history only until the program ends.
	Discard bool
	// Redact writes a line with masks in place of its secrets behind dst, and says how
	// many; nil keeps the truth. Facts and the header go through it too.
	Redact func(dst, line []byte) (out []byte, masked int)
	// Tap is called for every line in order on the recorder's goroutine, and may give a
	// fact that is to stand behind the line; nil for none. It must
	// not block nor call the recorder. May be nil.
	Tap func(Observed) *Fact
	// TapFact is called likewise for every fact, with the position that it is about to
	// have. May be nil.
	TapFact func(index int, fact Fact)
	// WriteOnly is for a recording that nobody looks at in this process: its journal
	// only counts, so that memory does not grow. What the file does not take is a gap,
	// and what cannot be recorded at all an error. One goroutine uses the recorder: it
	// records there and then, and writes at Flush, and at Close.
	WriteOnly bool
	// OnTrouble is told on the recorder's goroutine when the file takes no more; nil for
	// nobody.
	OnTrouble func(text string)
	// OnPanic is told of a panic on the recorder's goroutine; nil lets it go on.
	OnPanic func(error)
}

// Record starts a recording. Without a writable state directory it records into
// a temporary file, and Journal.Trouble says so; a File that was asked for and
// cannot be written is an error. The caller closes the recorder, then the journal.
func Record(opt Options) (*Recorder, error) {
	if opt.Redact != nil {
		opt.Header = opt.maskedHeader()
	}
	if opt.Discard {
		return recordTemporary(opt, "")
	}
	if opt.File != "" {
		return recordInto(opt, opt.File)
	}
	path, err := newFile(opt.Header.ID)
	for tries := 0; errors.Is(err, os.ErrExist) && tries < 3; tries++ { // two sessions that began in the same second
		opt.Header.ID = newID(opt.Header.Label, opt.Header.Time)
		path, err = newFile(opt.Header.ID)
	}
	if err == nil {
		var r *Recorder
		if r, err = recordInto(opt, path); err == nil {
			return r, nil
		}
		_ = os.Remove(path) // nothing was written to it
	}
	if opt.WriteOnly {
		return nil, fmt.Errorf("%w: %w", ErrCannotRecord, err)
	}
	return recordTemporary(opt, trouble("no history is saved of this session", err))
}

// maskedHeader is the header with masks in place of secrets. An id that was made of the
// label is made anew.
func (opt *Options) maskedHeader() Header {
	h := opt.Header.rewritten(opt.maskedText)
	if h.Label != opt.Header.Label {
		h.ID = newID(h.Label, h.Time)
	}
	return h
}

func (opt *Options) maskedText(text string) string {
	masked, _ := opt.Redact(nil, []byte(text))
	return string(masked)
}

// trouble says what happens to the history, the cause first: a long path must not
// push it off the screen.
func trouble(what string, err error) string {
	var cause syscall.Errno
	if errors.As(err, &cause) {
		return fmt.Sprintf("%s: %s (%v)", cause, what, err)
	}
	return fmt.Sprintf("%s: %v", what, err)
}

// newFile gives the path of a new history in the state directory, which it makes.
func newFile(id string) (string, error) {
	dir := StateDir()
	if err := makePrivate(dir); err != nil {
		return "", err
	}
	path := filepath.Join(dir, id+Extension)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("create history: %w", err)
	}
	if err := file.Close(); err != nil {
		return "", fmt.Errorf("create history: %w", err)
	}
	return path, nil
}

// makePrivate makes a directory of ours, and keeps others out of one that is there.
func makePrivate(dir string) error {
	const private = 0o700
	if err := os.MkdirAll(dir, private); err != nil {
		return fmt.Errorf("make state directory: %w", err)
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&^private != 0 {
		_ = os.Chmod(dir, private) // some file systems have no modes to set; the files are private too
	}
	return nil
}

func recordTemporary(opt Options, trouble string) (*Recorder, error) {
	file, err := unlinkedTemp()
	if err != nil {
		return nil, err
	}
	j := newJournal("", newBodies(file, 0, true))
	j.trouble = trouble
	return startRecorder(j, newIndexer(j), 0, opt)
}

func recordInto(opt Options, path string) (*Recorder, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCannotRecord, err)
	}
	r, err := recordOn(opt, path, file)
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%w into %s: %w", ErrCannotRecord, path, err)
	}
	return r, nil
}

func recordOn(opt Options, path string, file *os.File) (*Recorder, error) {
	if err := lockFile(file); err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("stat: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrNotHistory)
	}
	j := newJournal(path, newBodies(file, info.Size(), false))
	j.writeOnly = opt.WriteOnly
	x := newIndexer(j)
	if info.Size() == 0 {
		_ = file.Chmod(0o600) // it may have been there; some file systems have no modes to set
		return startRecorder(j, x, 0, opt)
	}
	seq, err := seqToGoOnFrom(j, x, file, info.Size())
	if err != nil {
		return nil, err
	}
	if err := endLine(file, j.bodies); err != nil {
		return nil, err
	}
	return startRecorder(j, x, seq, opt)
}

// seqToGoOnFrom reads a history that another session is to be appended to. Of one
// that is only written to it reads as little as it can.
func seqToGoOnFrom(j *Journal, x *indexer, file *os.File, size int64) (uint32, error) {
	if j.writeOnly {
		if s := lookAt(file, size); s.Header.Version > 0 && s.Events > 0 {
			return uint32(s.Events), nil
		}
	}
	if err := load(x, file); err != nil {
		return 0, err
	}
	return lastSeq(j), nil
}

// endLine makes a torn last record end, so that the next begins on a line of its own.
func endLine(file *os.File, b *bodies) error {
	var last [1]byte
	if _, err := file.ReadAt(last[:], b.end-1); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if last[0] == '\n' {
		return nil
	}
	return b.append([]byte("\n"))
}

func lastSeq(j *Journal) uint32 {
	if j.writeOnly {
		return uint32(j.index.count)
	}
	var last uint32
	for i := range j.index.count {
		last = max(last, j.index.at(i).seq)
	}
	return last
}

// startRecorder writes the session's header and starts the recording.
func startRecorder(j *Journal, x *indexer, seq uint32, opt Options) (*Recorder, error) {
	opt.Header.Redacted = opt.Redact != nil
	record, err := appendHeader(nil, opt.Header)
	if err != nil {
		return nil, err
	}
	if err := j.bodies.append(record); err != nil {
		return nil, err
	}
	x.addHeader(opt.Header)
	x.publish()
	return newRecorder(j, x, seq, opt), nil
}
