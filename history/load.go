package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stdioscope/framing"
)

const (
	// maxRecord is the longest record that is read, in bytes: more than the longest
	// line, which may be written in base64.
	maxRecord = 1 << 30
	// enoughDamage is how many damaged records without a sound one make a file no
	// history.
	enoughDamage = 1 << 10
	// publishEvery is how many events are indexed before readers see them.
	publishEvery = 1 << 13
)

// load indexes every whole record of a stream. What cannot be read is noted as
// damage; a stream without a single record is no history.
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
		if g, ok := r.(*growing); !ok || !g.wasBroken() {
			x.loadLine(line, placeOf(r, offset))
		}
		offset += line.Size + int64(len(line.EOL.Bytes()))
		switch {
		case len(x.entries) >= publishEvery:
			x.publish()
		case len(x.damage) >= enoughDamage:
			x.publish()
			if err := x.journal.verdict(offset); err != nil {
				return err
			}
		}
	}
	x.endStreams()
	x.publish()
	return x.journal.verdict(offset)
}

// placeOf gives where in the file bytes stand that came at an offset of the stream.
// The two differ only behind a place where a followed file was cut.
func placeOf(r io.Reader, offset int64) int64 {
	if g, ok := r.(*growing); ok {
		return offset - g.shift
	}
	return offset
}

// verdict says whether what was read is a history at all.
func (j *Journal) verdict(size int64) error {
	j.mu.RLock()
	defer j.mu.RUnlock()
	switch {
	case j.index.count > 0 || len(j.headers) > 0:
		return nil
	case size == 0:
		return fmt.Errorf("%w: it is empty", ErrNotHistory)
	default:
		return ErrNotHistory
	}
}

func (x *indexer) loadLine(raw framing.Line, offset int64) {
	if len(bytes.TrimSpace(raw.Bytes)) == 0 {
		return // nothing is lost with it
	}
	if raw.Cut {
		x.damage = append(x.damage, Damage{Offset: offset, Bytes: raw.Size, Reason: fmt.Sprintf("longer than %d bytes", int64(maxRecord))})
		return
	}
	if x.loadRecord(raw.Bytes, offset) == nil {
		return
	}
	lost := Salvage(raw.Bytes, func(record []byte, at int) error { return x.loadRecord(record, offset+int64(at)) })
	for _, d := range lost {
		d.Offset += offset
		x.damage = append(x.damage, d)
	}
}

func (x *indexer) loadRecord(raw []byte, offset int64) error {
	r, usual := x.quick.parse(raw)
	if !usual {
		var err error
		if r, err = parseRecord(raw); err != nil {
			return err
		}
	}
	return x.addRecord(r, raw, offset)
}

func (x *indexer) addRecord(r record, raw []byte, offset int64) error {
	if r.isHead {
		var h Header
		if err := x.decode(raw, offset, &h); err != nil {
			return fmt.Errorf("header: %w", err)
		}
		h.Command = MaskArgs(h.Command) // another writer may not have
		x.addHeader(h)
		if h.Version > Version {
			x.damage = append(x.damage, Damage{Offset: offset, Reason: fmt.Sprintf("the format is version %d, known here is %d: what is new in it is left out", h.Version, Version)})
		}
		return nil
	}
	if r.dir == framing.Meta {
		var fact Fact
		if err := x.decode(raw, offset, &fact); err != nil {
			return fmt.Errorf("fact: %w", err)
		}
		if !fact.isKnown() {
			fact.record = string(raw)
		}
		x.addFact(r, fact, offset, r.body.End-r.body.Start)
		return nil
	}
	return x.addRecordedLine(r, raw, offset)
}

// decode reads the members of a header or fact. One of another type than it should
// have costs only itself.
func (x *indexer) decode(raw []byte, offset int64, into any) error {
	err := json.Unmarshal(raw, into) // which goes on behind a wrong type
	var odd *json.UnmarshalTypeError
	if errors.As(err, &odd) {
		x.damage = append(x.damage, Damage{Offset: offset, Reason: fmt.Sprintf("%s is %s: it is left out", odd.Field, withArticle(odd.Value))})
		return nil
	}
	if err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return nil
}

// withArticle gives a kind of JSON value as a sentence names it: "an object".
func withArticle(kind string) string {
	if kind != "" && strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

func (x *indexer) addRecordedLine(r record, raw []byte, offset int64) error {
	stored := raw[r.body.Start:r.body.End]
	line, err := lineOf(r, stored)
	if err != nil {
		return x.addRearranged(r, raw, offset, err)
	}
	x.scan(r.at, r.dir, line)
	if r.enc == asMsg && !x.isJSON {
		x.unscan(r.dir)
		return x.addRearranged(r, raw, offset, fmt.Errorf("msg is no JSON: %w", errNotRecord))
	}
	x.addLine(r, line, offset+int64(r.body.Start), len(stored))
	return nil
}

// addRearranged takes a record whose body is not its last member, as another writer
// may have put it; any other is damaged.
func (x *indexer) addRearranged(r record, raw []byte, offset int64, reason error) error {
	whole, err := decodeRecord(raw)
	if err != nil || whole.body == r.body {
		return reason
	}
	return x.addRecordedLine(whole, raw, offset)
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
