package redact

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
)

// Report says what File has done.
type Report struct {
	// Records is the number of records that were written, Changed that of records in
	// which something was masked, Masks that of all masks.
	Records, Changed, Masks int
	// Dropped is the number of damaged records that were left out, for nobody can say
	// what stands in them, and DroppedBytes what they held.
	Dropped      int
	DroppedBytes int64
}

// maxRecord is the longest record that is read.
const maxRecord = 1 << 30

// File copies a history (format version 1) with masks in place of secrets: in lines, in
// facts, in the header's command. Each header says "redacted":true from then on. All
// else stays as it is, byte for byte. Records that stand on damaged lines are saved as a
// reader saves them; what is damaged is dropped and counted. A file without a single record is history.ErrNotHistory.
func File(w io.Writer, r io.Reader, rules *Rules) (Report, error) {
	var report Report
	out := bufio.NewWriterSize(w, 1<<16)
	lines := framing.NewReader(struct{ io.Reader }{r}, maxRecord) // hides deadlines: a file has no prompts
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return report, fmt.Errorf("redact: %w", err)
		}
		if len(bytes.TrimSpace(line.Bytes)) == 0 {
			continue
		}
		report.line(out, line, rules)
	}
	if err := out.Flush(); err != nil {
		return report, fmt.Errorf("redact: %w", err)
	}
	if report.Records == 0 {
		return report, fmt.Errorf("redact: %w", history.ErrNotHistory)
	}
	return report, nil
}

var errNoRecord = errors.New("no record")

// line writes the records that stand on a line of the file.
func (r *Report) line(out *bufio.Writer, line framing.Line, rules *Rules) {
	lost := []history.Damage{{Bytes: line.Size}}
	if !line.Cut {
		lost = history.Salvage(line.Bytes, func(raw []byte, _ int) error {
			record, masked, ok := rules.record(raw)
			if !ok {
				return errNoRecord
			}
			r.add(masked)
			_, _ = out.Write(append(record, '\n')) // a bufio.Writer keeps its first error for Flush
			return nil
		})
	}
	for _, d := range lost {
		r.Dropped++
		r.DroppedBytes += d.Bytes
	}
}

func (r *Report) add(masked int) {
	r.Records++
	r.Masks += masked
	if masked > 0 {
		r.Changed++
	}
}

// record gives a record with masks; false for what is none.
func (r *Rules) record(raw []byte) (out []byte, masked int, ok bool) {
	raw = bytes.TrimRight(raw, " \t\r")
	var m framing.Message
	framing.Scan(raw, &m)
	if m.Kind == framing.Invalid || m.Kind == framing.Blank || m.Whole.Start != 0 || m.Whole.End != len(raw) || raw[0] != '{' {
		return nil, 0, false
	}
	if isHeader := framing.Member(raw, "stdioscope").Present(); isHeader {
		raw = maskCommand(raw)
		framing.Scan(raw, &m)
	}
	f := r.finder(raw)
	defer r.release(f)
	f.json(m.Whole, record)
	if f.bodies > 1 || !f.numbered {
		return nil, 0, false // no reader takes it
	}
	out, masked = f.render(nil), len(f.found)
	if f.bodies == 1 {
		body, inBody, ok := r.maskBody(out)
		if !ok {
			return nil, 0, false
		}
		out, masked = body, masked+inBody
	}
	if framing.Member(out, "stdioscope").Present() {
		out = sayRedacted(out)
	}
	return out, masked, true
}

// maskCommand masks in a header the arguments that a recorder masks: another writer may
// not have.
func maskCommand(header []byte) []byte {
	value := framing.Member(header, "command")
	var command []string
	if !value.Present() || json.Unmarshal(value.Of(header), &command) != nil {
		return header
	}
	masked := history.MaskArgs(command)
	if slices.Equal(masked, command) {
		return header
	}
	text, _ := json.Marshal(masked) // strings always marshal
	return slices.Concat(header[:value.Start], text, header[value.End:])
}

// maskBody masks the line that a record holds as text or b64; false where it cannot
// be decoded.
func (r *Rules) maskBody(raw []byte) (out []byte, masked int, ok bool) {
	body := framing.Member(raw, "text")
	encode, line := appendString, []byte(framing.Unquote(body.Of(raw)))
	if !body.Present() {
		body = framing.Member(raw, "b64")
		text, err := base64.StdEncoding.DecodeString(framing.Unquote(body.Of(raw)))
		if err != nil {
			return nil, 0, false
		}
		encode, line = appendBase64, text
	}
	redacted, masked := r.Line(nil, line)
	if masked == 0 {
		return raw, 0, true
	}
	out = encode(append([]byte{}, raw[:body.Start]...), redacted)
	return append(out, raw[body.End:]...), masked, true
}

func appendBase64(dst, line []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), line), '"')
}

// appendString writes a JSON string and escapes only what has to be, as histories do.
func appendString(dst, line []byte) []byte {
	dst = append(dst, '"')
	for _, c := range line {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ' || c == 0x7f:
			dst = fmt.Appendf(dst, `\u%04x`, c)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// sayRedacted adds "redacted":true to a header.
func sayRedacted(header []byte) []byte {
	const member = `,"redacted":true}`
	if value := framing.Member(header, "redacted"); string(value.Of(header)) == "true" {
		return header
	}
	return append(append([]byte{}, header[:len(header)-1]...), member...)
}
