package imports

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// Log is a log that was read. Its content is kept in a temporary file until Close.
type Log struct {
	Format Format
	// Imports are the histories in the log: one for each server, in the order in
	// which they appear. There is at least one.
	Imports []*Import

	name    string // of the file, without its folders
	spool   *spool
	servers map[string]*Import
	tallies []*tally
	now     time.Time
	clock   time.Time // of the newest line that had a time
	timed   bool      // what is added has the time of the clock, and not that of a line before
}

// Import is what a log tells of one server.
type Import struct {
	// Label is the name of the server, as far as the log tells.
	Label  string
	Format Format
	// Header is that of the history. The caller may set its Program.
	Header history.Header
	// Messages, Stderr and Notes count the events.
	Messages, Stderr, Notes int
	// From and To are the times of the first and the last event; zero in a log without times.
	From, To time.Time

	log     *Log
	number  uint32
	command []string
	dir     string
	begun   bool // the server has been started once
	remarks []string
}

// maxServers bounds how many servers a log is divided into; the rest are one.
const maxServers = 256

// Read reads a log to its end. The name of its file, or "", helps to name servers.
// It returns ErrUnknownFormat for what is no log of a known format. The caller
// closes the log.
func Read(r io.Reader, name string) (*Log, error) {
	return read(r, name, time.Now())
}

func read(r io.Reader, name string, now time.Time) (*Log, error) {
	src := newSource(r)
	head, err := src.Peek(headSize)
	if len(head) == 0 {
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read log: %w", err)
		}
		return nil, fmt.Errorf("%w: it is empty", ErrUnknownFormat)
	}
	format, ok := Recognise(head)
	if !ok {
		return nil, Unknown()
	}
	l := &Log{Format: format, name: filepath.Base(name), servers: map[string]*Import{}, now: now}
	if l.spool, err = newSpool(); err != nil {
		return nil, err
	}
	if err := l.fill(src); err != nil {
		_ = l.Close() // nobody will see what it held
		return nil, err
	}
	return l, nil
}

// fill reads the log into the spool.
func (l *Log) fill(src *source) error {
	in := &lines{reader: framing.NewReader(src, framing.DefaultMaxLine)}
	l.Format.kind().read(l, in)
	if in.err != nil {
		l.count(fmt.Sprintf("reading ended before the end of the log (%v)", in.err), in.number)
	}
	if src.utf16 {
		l.count("the log is UTF-16; messages are kept as UTF-8", 0)
	}
	if err := l.spool.flush(); err != nil {
		return err
	}
	if !l.holdsAnything() {
		return fmt.Errorf("%w: it looks like %s but holds no message", ErrUnknownFormat, l.Format)
	}
	for _, m := range l.Imports {
		m.finish()
	}
	return nil
}

// holdsAnything says whether the log is about a server at all: other programs write
// lines of the same shape.
func (l *Log) holdsAnything() bool {
	for _, m := range l.Imports {
		if m.Messages > 0 || m.begun {
			return true
		}
	}
	return false
}

// Close gives up what the log held; its imports cannot be written afterwards.
func (l *Log) Close() error { return l.spool.close() }

// server gives the import of a server, which begins with its first line.
func (l *Log) server(key, label string) *Import {
	if m := l.servers[key]; m != nil {
		return m
	}
	if len(l.Imports) >= maxServers-1 {
		key, label = "\x00", "others" // no server has this name
		if m := l.servers[key]; m != nil {
			return m
		}
	}
	m := &Import{Label: label, Format: l.Format, log: l, number: uint32(len(l.Imports))}
	l.Imports = append(l.Imports, m)
	l.servers[key] = m
	return m
}

// only gives the import of a log that knows one server.
func (l *Log) only() *Import { return l.server("", l.label()) }

// label makes the name of a server out of that of its log.
func (l *Log) label() string {
	name := l.name
	for _, suffix := range []string{".gz", ".log", ".jsonl", ".ndjson", ".json", ".txt"} {
		name = strings.TrimSuffix(name, suffix)
	}
	for _, prefix := range []string{"mcp-server-", "mcpServer."} {
		name = strings.TrimPrefix(name, prefix)
	}
	if name == "" || name == "-" || name == "." {
		return "import"
	}
	return name
}

// Remark adds to what has to be known before the first event.
func (m *Import) Remark(words string) { m.remarks = append(m.remarks, words) }

// at sets the time of what follows. One that a history cannot hold counts as none.
func (l *Log) at(t time.Time) {
	if l.timed = t.Year() >= 1970 && t.Year() < 2262; l.timed {
		l.clock = t
	}
}

// atOf is at for the time that belongs to a message, which a log may lack.
func (l *Log) atOf(t time.Time, place int) {
	if l.at(t); !l.timed {
		l.count(withoutTime, place)
	}
}

// withoutTime is counted where a log has no time for a message.
const withoutTime = "messages without a time, which get that of what stands before"

// message adds a line of traffic. It holds no line end.
func (m *Import) message(dir framing.Dir, line framing.Line) {
	m.Messages++
	m.add(entry{dir: dir, body: line.Bytes, cut: line.Cut, size: line.Size, untimed: !m.log.timed})
}

// stderr adds a line of the server's stderr.
func (m *Import) stderr(line framing.Line) {
	m.Stderr++
	m.add(entry{dir: framing.Stderr, body: line.Bytes, cut: line.Cut, size: line.Size})
}

// note adds something that was no traffic, in the log's words.
func (m *Import) note(words []byte) {
	m.fact(history.Fact{Event: history.FactNote, Text: validText(words)})
}

// starts adds the log's words for the start of a server. One that was started before
// begins a session of its own: its ids begin anew.
func (m *Import) starts(words []byte) {
	if m.begun {
		m.fact(history.Fact{Event: history.FactRestart, Text: validText(words)})
		return
	}
	m.begun = true
	m.note(words)
}

func (m *Import) fact(fact history.Fact) {
	m.Notes++
	m.add(entry{dir: framing.Meta, body: membersOf(fact)})
}

func (m *Import) add(e entry) {
	e.server = m.number
	if !m.log.clock.IsZero() {
		e.at = m.log.clock.UnixNano()
		m.To = m.log.clock
		if m.From.IsZero() {
			m.From = m.log.clock
		}
	}
	m.log.spool.add(e)
}

// finish describes the history, now that all is known.
func (m *Import) finish() {
	m.Header = history.NewHeader(history.ModeImport, m.Label, m.command, m.dir, nil, "", m.start())
	m.Header.Untimed = m.From.IsZero()
	m.Label = m.Header.Label
}

// start is the time of what stands before the first time of the log.
func (m *Import) start() time.Time {
	if m.From.IsZero() {
		return m.log.now
	}
	return m.From
}
