package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"stdioscope/framing"
)

// ErrUnreadable is returned for a history that cannot be read.
var ErrUnreadable = errors.New("cannot read history")

// Open reads a history. The caller closes the journal.
func Open(path string) (*Journal, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	j, err := openFile(path, file)
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%w %s: %w", ErrUnreadable, path, err)
	}
	return j, nil
}

func openFile(path string, file *os.File) (*Journal, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("stat: %w", err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%w but a directory", ErrNotHistory)
	}
	if !info.Mode().IsRegular() {
		return Read(file)
	}
	j := newJournal(path, newBodies(file, info.Size(), false))
	return j, load(newIndexer(j), file)
}

// Read reads a history from a stream to its end, keeping its bytes in a temporary
// file. The caller closes the journal.
func Read(r io.Reader) (*Journal, error) {
	file, err := unlinkedTemp()
	if err != nil {
		return nil, err
	}
	size, err := io.Copy(file, r)
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

// maxRecord is the longest record that is read: twice the longest line, which
// may be written in base64.
const maxRecord = 1 << 30

// publishEvery is how many events are indexed before readers see them.
const publishEvery = 1 << 13

// load indexes every whole record of a file. What cannot be read is noted as
// damage; a file without a single record is no history.
func load(x *indexer, r io.Reader) error {
	lines := framing.NewReader(r, maxRecord)
	var offset int64
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read history: %w", err)
		}
		x.loadRecord(line, offset)
		offset += line.Size + int64(len(line.EOL.Bytes()))
		if len(x.entries) >= publishEvery {
			x.publish()
		}
	}
	x.endStreams()
	x.publish()
	if x.journal.index.count == 0 && len(x.journal.headers) == 0 {
		if offset == 0 {
			return fmt.Errorf("%w: it is empty", ErrNotHistory)
		}
		return ErrNotHistory
	}
	return nil
}

func (x *indexer) loadRecord(raw framing.Line, offset int64) {
	if len(bytes.TrimSpace(raw.Bytes)) == 0 {
		return // nothing is lost with it
	}
	r, err := parseRecord(raw.Bytes)
	if err == nil && !raw.Cut {
		err = x.addRecord(r, raw.Bytes, offset)
	}
	if raw.Cut {
		err = fmt.Errorf("longer than %d bytes: %w", int64(maxRecord), errNotRecord)
	}
	if err != nil {
		x.damage = append(x.damage, Damage{Offset: offset, Bytes: raw.Size, Reason: err.Error()})
	}
}

func (x *indexer) addRecord(r record, raw []byte, offset int64) error {
	if r.isHead {
		var h Header
		if err := json.Unmarshal(raw, &h); err != nil {
			return fmt.Errorf("header: %w", err)
		}
		x.addHeader(h)
		return nil
	}
	if r.enc == asMsg && !isJSON(raw[r.body.Start:r.body.End]) {
		var err error // perhaps another member stands behind it
		if r, err = decodeRecord(raw); err != nil {
			return fmt.Errorf("msg is no JSON: %w", errNotRecord)
		}
	}
	stored := raw[r.body.Start:r.body.End]
	if r.dir == framing.Meta {
		var fact Fact
		if err := json.Unmarshal(raw, &fact); err != nil {
			return fmt.Errorf("fact: %w", err)
		}
		x.addFact(r, fact, offset, len(stored))
		return nil
	}
	line, err := lineOf(r, stored)
	if err != nil {
		return err
	}
	x.scan(r.dir, line)
	x.addLine(r, line, offset+int64(r.body.Start), len(stored))
	return nil
}

// lineOf gives the line that a record holds.
func lineOf(r record, stored []byte) (framing.Line, error) {
	bytes, err := decodeBody(stored, r.enc)
	if err != nil {
		return framing.Line{}, err
	}
	line := framing.Line{Bytes: bytes, EOL: r.eol, Size: int64(len(bytes)), Cut: r.cut}
	if r.cut {
		line.Size = r.size
	}
	return line, nil
}

func isJSON(line []byte) bool {
	var m framing.Message
	framing.Scan(line, &m)
	return m.Valid
}
