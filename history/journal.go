package history

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"stdioscope/framing"
)

// Journal is the ordered record of a session: an index in memory over bytes in
// a file. All methods may be called at any time from any goroutine.
type Journal struct {
	*contents
	veil func(line []byte) []byte // nil where everything is shown as it is
}

// contents are what a journal shares with those that show the same through a veil.
type contents struct {
	path   string
	bodies *bodies
	bell   chan struct{}
	loader *loader // nil for a journal that is not read from a file

	mu       sync.RWMutex
	index    index
	headers  []placedHeader
	facts    []PlacedFact
	findings findingStore
	tails    [3][]byte   // by Dir
	firsts   map[int]int // of requests that carry on an operation, where it began
	damage   []Damage
	trouble  string
	writer   Writer

	// writeOnly says that nobody reads it here: events are counted and not kept.
	writeOnly bool
	found     int // findings, kept or not
}

// PlacedFact is a fact with its position in the journal.
type PlacedFact struct {
	Index int
	Fact
}

// placedHeader is a header with the position of the first event behind it.
type placedHeader struct {
	index int
	Header
}

// Damage is a place in the file that could not be read.
type Damage struct {
	// Offset and Bytes are where the damaged record stands in the file.
	Offset, Bytes int64
	Reason        string
}

func newJournal(path string, b *bodies) *Journal {
	return &Journal{contents: &contents{
		path: path, bodies: b, bell: make(chan struct{}, 1),
		findings: newFindingStore(), firsts: map[int]int{},
	}}
}

// Path is the history's file; empty where nothing is kept.
func (j *Journal) Path() string { return j.path }

// Bell has one slot, which is filled whenever the journal has grown or changed.
// It serves one waiter, who then asks Len.
func (j *Journal) Bell() <-chan struct{} { return j.bell }

// Len is the number of events; those below it can be read.
func (j *Journal) Len() int {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.index.count
}

// Veiled gives the same journal with its lines, findings, facts and headers shown through
// a function, as to mask secrets. It has the file and the bell of this one, and ends with it.
func (j *Journal) Veiled(veil func(line []byte) []byte) *Journal {
	return &Journal{contents: j.contents, veil: veil}
}

func (j *Journal) shownText(text string) string { return string(j.veil([]byte(text))) }

func (j *Journal) shownFact(f Fact) Fact {
	if j.veil == nil {
		return f
	}
	return f.rewritten(j.shownText)
}

func (j *Journal) shown(line []byte, err error) ([]byte, error) {
	if err != nil || j.veil == nil {
		return line, err
	}
	return j.veil(line), nil
}

// Line gives the event's own bytes, without its line end; for a fact its record.
func (j *Journal) Line(i int) ([]byte, error) {
	return j.shown(j.line(i))
}

func (j *Journal) line(i int) ([]byte, error) {
	e := j.entry(i)
	stored := make([]byte, e.stored)
	if err := j.read(&e, stored, e.body); err != nil {
		return nil, err
	}
	return decodeBody(stored, e.enc())
}

// Head gives the first bytes of the event's line, at most most of them, without
// reading the rest.
func (j *Journal) Head(i, most int) ([]byte, error) {
	e := j.entry(i)
	if e.enc() == asB64 || e.enc() == asText {
		return j.encodedHead(i, e, most)
	}
	stored := make([]byte, min(int(e.stored), most))
	if err := j.read(&e, stored, e.body); err != nil {
		return nil, err
	}
	return j.shown(stored, nil)
}

// encodedHead decodes a whole line where it is short and only as much as is
// needed where it is long.
func (j *Journal) encodedHead(i int, e entry, most int) ([]byte, error) {
	const longest = 6 // bytes of a stored string for one byte of the line (\u0000)
	if int(e.stored) <= longest*most+2 {
		line, err := j.Line(i)
		return line[:min(len(line), most)], err
	}
	stored := make([]byte, longest*most/12*12+1) // whole groups of base64 behind the quote
	if err := j.read(&e, stored, e.body); err != nil {
		return nil, err
	}
	line, err := decodeBody(closeString(stored, e.enc()), e.enc())
	return j.shown(line[:min(len(line), most)], err)
}

// closeString ends a string that was cut, before an escape that was cut too.
func closeString(stored []byte, enc encoding) []byte {
	if enc == asText {
		const longestEscape = 6
		tail := max(1, len(stored)-longestEscape)
		if at := slices.Index(stored[tail:], '\\'); at >= 0 {
			stored = stored[:tail+at]
		}
	}
	return append(stored, '"')
}

// Tail gives bytes that stand on a stream without a line end and have for a while
// (a prompt), for showing only: they are no event until their line is complete. Nil
// where there are none.
func (j *Journal) Tail(dir framing.Dir) []byte {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.tails[dir]
}

// setTail shows a tail; nil takes it away.
func (j *Journal) setTail(dir framing.Dir, tail []byte) {
	j.mu.Lock()
	j.tails[dir] = tail
	j.mu.Unlock()
	j.ring()
}

// SaveAs writes the history into a new file, as it is now. It may be recorded at the
// same time.
func (j *Journal) SaveAs(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if info, statErr := os.Stat(path); errors.Is(err, os.ErrExist) && statErr == nil && info.IsDir() {
		return fmt.Errorf("save history: %s is a directory", path)
	}
	if err != nil {
		return fmt.Errorf("save history: %w", err)
	}
	return errors.Join(j.Copy(file), file.Close())
}

// Copy writes the bytes of the history as they stand in its file.
func (j *Journal) Copy(w io.Writer) error {
	if _, err := io.Copy(w, io.NewSectionReader(j.bodies, 0, j.bodies.size())); err != nil {
		return fmt.Errorf("copy history: %w", err)
	}
	return nil
}

// ID gives the raw JSON id of a message; nil where there is none.
func (j *Journal) ID(i int) []byte {
	e := j.entry(i)
	if e.idLen == 0 {
		return nil
	}
	if e.enc() != asMsg {
		line, err := j.line(i)
		if err != nil {
			return nil
		}
		return line[e.idAt : e.idAt+uint32(e.idLen)]
	}
	id := make([]byte, e.idLen)
	if err := j.read(&e, id, e.body+int64(e.idAt)); err != nil {
		return nil
	}
	return id
}

// Findings gives what was found wrong with the event at position i.
func (j *Journal) Findings(i int) []framing.Finding {
	j.mu.RLock()
	defer j.mu.RUnlock()
	found := j.findings.of(i)
	for k := range found {
		if j.veil != nil {
			found[k].Message = j.shownText(found[k].Message)
		}
	}
	return found
}

// FindingKinds gives the kinds of findings that there are, the gravest first.
func (j *Journal) FindingKinds() []FindingKind {
	j.mu.RLock()
	defer j.mu.RUnlock()
	kinds := make([]FindingKind, 0, len(j.findings.kinds))
	for _, k := range j.findings.kinds {
		kinds = append(kinds, *k)
	}
	slices.SortFunc(kinds, func(a, b FindingKind) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Count, a.Count), cmp.Compare(a.ID, b.ID))
	})
	return kinds
}

// FindingCount is the number of findings in the whole journal.
func (j *Journal) FindingCount() int {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.found
}

// Operation gives the position of the request with which the operation began that
// the request at position i carries on (the rounds of a multi round trip, the
// polling of a task), and the time from there to the answer of i, or to i itself
// while there is none. False for any other event.
func (j *Journal) Operation(i int) (first int, elapsed time.Duration, ok bool) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	first, ok = j.firsts[i]
	if !ok {
		return None, 0, false
	}
	end := j.index.event(i)
	if end.Pair != None {
		end = j.index.event(end.Pair)
	}
	return first, end.Time.Sub(j.index.event(first).Time), true
}

// Facts gives the facts of the journal from position from on, oldest first.
func (j *Journal) Facts(from int) []PlacedFact {
	j.mu.RLock()
	defer j.mu.RUnlock()
	at, _ := slices.BinarySearchFunc(j.facts, from, func(f PlacedFact, i int) int { return f.Index - i })
	facts := slices.Clone(j.facts[at:])
	for k := range facts {
		facts[k].Fact = j.shownFact(facts[k].Fact)
	}
	return facts
}

// Fact gives the fact at position i.
func (j *Journal) Fact(i int) (Fact, bool) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	at, ok := slices.BinarySearchFunc(j.facts, i, func(f PlacedFact, i int) int { return f.Index - i })
	if !ok {
		return Fact{}, false
	}
	return j.shownFact(j.facts[at].Fact), true
}

// Header gives the header of the newest session in the journal.
func (j *Journal) Header() Header {
	j.mu.RLock()
	defer j.mu.RUnlock()
	if len(j.headers) == 0 {
		return Header{}
	}
	h := j.headers[len(j.headers)-1].Header
	if j.veil == nil {
		return h
	}
	return h.rewritten(j.shownText)
}

// Damage lists the places in the file that could not be read.
func (j *Journal) Damage() []Damage {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return slices.Clone(j.damage)
}

// Trouble says in one line why the journal is not kept in its file (a full disk);
// empty while all is well.
func (j *Journal) Trouble() string {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return j.trouble
}

// setTrouble says whether there was none before.
func (j *Journal) setTrouble(text string) (first bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	first = j.trouble == ""
	j.trouble = text
	return first
}

// Close releases the file. The journal must not be read afterwards.
func (j *Journal) Close() error {
	j.loader.close()
	return j.bodies.close()
}

func (j *Journal) entry(i int) entry {
	j.mu.RLock()
	defer j.mu.RUnlock()
	return *j.index.at(i)
}

func (j *Journal) ring() {
	select {
	case j.bell <- struct{}{}:
	default: // the bell is ringing already
	}
}
