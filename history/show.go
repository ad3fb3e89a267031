package history

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"time"

	"stdioscope/framing"
)

// ShowText prints events for people: a heading for each, and below it the line.
// Positions are those of the events to print; nil for all.
func ShowText(w io.Writer, j *Journal, positions []int) error { return show(w, j, positions, showText) }

// ShowJSON prints one object an event (docs/history-format.md).
func ShowJSON(w io.Writer, j *Journal, positions []int) error { return show(w, j, positions, showJSON) }

// ShowRaw prints the lines' own bytes with their own line ends, and no facts.
func ShowRaw(w io.Writer, j *Journal, positions []int) error { return show(w, j, positions, showRaw) }

func show(w io.Writer, j *Journal, positions []int, one func(*bufio.Writer, *Journal, int) error) error {
	out := bufio.NewWriterSize(w, 1<<16)
	for i := range chosen(j, positions) {
		if err := one(out, j, i); err != nil {
			return fmt.Errorf("show: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("show: %w", err)
	}
	return nil
}

func chosen(j *Journal, positions []int) iter.Seq[int] {
	if positions != nil {
		return slices.Values(positions)
	}
	return func(yield func(int) bool) {
		for i := range j.Len() {
			if !yield(i) {
				return
			}
		}
	}
}

func showRaw(w *bufio.Writer, j *Journal, i int) error {
	e := j.Event(i)
	if e.Dir == framing.Meta {
		return nil
	}
	line, err := j.Line(i)
	if err != nil {
		return err
	}
	_, _ = w.Write(line) // a bufio.Writer keeps its first error for Flush
	_, _ = w.WriteString(e.EOL.Bytes())
	return nil
}

func showJSON(w *bufio.Writer, j *Journal, i int) error {
	line, err := j.Line(i)
	if err != nil {
		return err
	}
	out := make([]byte, 0, 256+len(line))
	if j.Event(i).Dir == framing.Meta {
		out = append(append(out, `{"kind":"meta",`...), line[1:]...)
	} else {
		out = j.appendJSON(out, i, line)
	}
	_, _ = w.Write(append(out, '\n')) // a bufio.Writer keeps its first error for Flush
	return nil
}

// appendJSON writes the documented object of one line.
func (j *Journal) appendJSON(out []byte, i int, line []byte) []byte {
	e, entry := j.Event(i), j.entry(i)
	var times recordWriter
	out = times.appendStart(out, e.Seq, entry.at, e.Dir)
	out = appendMember(out, "kind", e.KindName())
	if id := j.ID(i); id != nil {
		out = append(append(out, `,"id":`...), id...)
	}
	out = appendMember(out, "method", e.Method)
	out = appendMember(out, "tool", e.Tool)
	if e.Pair != None {
		out = strconv.AppendUint(append(out, `,"pair":`...), uint64(j.Event(e.Pair).Seq), 10)
	}
	out = appendMember(out, "status", e.Status.String())
	if latency, ok := j.Latency(i); ok {
		ms := float64(latency) / float64(time.Millisecond)
		out = strconv.AppendFloat(append(out, `,"latency_ms":`...), ms, 'f', -1, 64)
	}
	out = strconv.AppendInt(append(out, `,"size":`...), e.Size, 10)
	if e.Cut {
		out = append(out, `,"cut":true`...)
	}
	if e.Dir == framing.ClientToServer && e.Origin != FromClient {
		out = appendMember(out, "origin", e.Origin.String())
	}
	out = appendFindings(out, j.Findings(i))
	out = append(append(append(out, `,"`...), encodingNames[entry.enc()]...), `":`...)
	return append(appendBody(out, line, entry.enc()), '}')
}

func appendMember(out []byte, name, value string) []byte {
	if value == "" {
		return out
	}
	text, _ := json.Marshal(value) // a string always marshals
	return append(append(append(append(out, `,"`...), name...), `":`...), text...)
}

func appendFindings(out []byte, findings []framing.Finding) []byte {
	if len(findings) == 0 {
		return out
	}
	ids := make([]string, len(findings))
	for i, f := range findings {
		ids[i] = f.ID
	}
	text, _ := json.Marshal(ids) // strings always marshal
	return append(append(out, `,"findings":`...), text...)
}
