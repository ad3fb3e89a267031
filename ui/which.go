package ui

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/tidwall/pretty"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/exports"
)

// Which events a command is about, and what of them.
var (
	whichNames = []string{"focused", "marked", "filtered", "all"}
	partNames  = []string{"message", "params", "result", "error", "id", "method", "pretty", "path", "value", "call"}
)

// formatNames are the formats in which events are saved, as they are offered.
var formatNames = []string{"text", "json", "raw", "exchanges", "markdown", "mermaid", "html", "history"}

// firstOf takes a word off the front if it is one of a list; else the first of the list.
func firstOf(words []string, list []string) (chosen string, rest []string) {
	if len(words) > 0 && slices.Contains(list, words[0]) {
		return words[0], words[1:]
	}
	return list[0], words
}

// which gives the positions that a word means; nil for all.
func (m *Model) which(word string) []int {
	switch word {
	case "marked":
		return append([]int{}, m.marks.positions()...)
	case "filtered":
		if m.filtering.filter == nil {
			return nil
		}
		shown := make([]int, m.panes[timelinePane].len())
		for row := range shown {
			shown[row] = m.panes[timelinePane].at(row)
		}
		return shown
	case "all":
		return nil
	}
	if position, ok := m.current(); ok {
		return []int{position}
	}
	return []int{}
}

// setFilterOrSayNow applies an expression and says what is wrong with it.
func (m *Model) setFilterOrSayNow(text string) tea.Cmd {
	command := m.setFilter(text)
	if err := m.filtering.err; err != nil {
		m.say(m.theme.failure, "✗ filter: "+cleanString(err.Error(), textCells))
	}
	return command
}

// themeWords changes the colours to those for a background.
func (m *Model) themeWords(text string) tea.Cmd {
	backgrounds := map[string]Background{"dark": DarkBackground, "light": LightBackground, "unknown": UnknownBackground}
	on, ok := backgrounds[text]
	if !ok {
		m.say(m.theme.failure, "✗ theme: dark, light or unknown")
		return nil
	}
	m.theme = newTheme(*m.opt.Profile, on)
	m.rows.theme = m.theme
	return nil
}

// mostCopiedEvents is how many events are copied at a time.
const mostCopiedEvents = 10_000

// copyWords copies a part of some events, a line each.
func (m *Model) copyWords(text string) tea.Cmd {
	which, words := firstOf(strings.Fields(text), whichNames)
	part, words := firstOf(words, partNames)
	if len(words) > 0 {
		m.say(m.theme.failure, "✗ copy: "+cleanString(words[0], nameCells)+" is neither which events nor what of them")
		return nil
	}
	positions := m.which(which)
	if positions == nil {
		positions = make([]int, min(m.taken, mostCopiedEvents+1))
		for i := range positions {
			positions[i] = i
		}
	}
	if len(positions) > mostCopiedEvents {
		m.say(m.theme.failure, "✗ not copied: more than "+safe(strconv.Itoa(mostCopiedEvents))+" events")
		return nil
	}
	if part == "path" || part == "value" {
		return m.copyAtCursor(part)
	}
	veiled, out, protocol := *m.rows.journal, m.out, m.protocol()
	return func() tea.Msg {
		text, err := partsOf(&veiled, positions, part, protocol)
		if err != nil || len(text) == 0 {
			return copiedMsg{err: err}
		}
		msg := toClipboards(out, text)
		if e := veiled.Event(positions[0]); len(positions) == 1 && e.Cut {
			msg.note = " · " + cutTo(len(text), e)
		}
		return msg
	}
}

// partsOf gives a part of each event that has it, a line each.
func partsOf(j *veil, positions []int, part, protocol string) ([]byte, error) {
	var out bytes.Buffer
	for _, p := range positions {
		line, err := j.Line(p)
		if err != nil {
			return nil, err
		}
		if got := partOf(j, p, line, part, protocol); len(got) > 0 {
			if out.Len() > 0 {
				out.WriteByte('\n')
			}
			out.Write(got)
		}
		if out.Len() > mostCopied {
			return nil, fmt.Errorf("more than %s are too much for a terminal", size(mostCopied))
		}
	}
	return out.Bytes(), nil
}

// deepestPretty is how deep a message may be that is laid out: pretty recurses.
const deepestPretty = 100

// copyAtCursor copies where the cursor is in the open event, or what is there.
func (m *Model) copyAtCursor(part string) tea.Cmd {
	l, ok := m.detail.cursorLine()
	if !m.showing || !ok {
		m.say(m.theme.failure, "✗ copy: open an event and put the cursor on a value")
		return nil
	}
	text := bytes.Clone(l.Text[l.Value.Start:l.Value.End])
	if part == "path" {
		text = []byte(m.detail.tree.Path(m.detail.cursor))
	}
	out := m.out
	return func() tea.Msg { return toClipboards(out, text) }
}

func partOf(j *veil, position int, line []byte, part, protocol string) []byte {
	var m framing.Message
	framing.Scan(line, &m)
	switch part {
	case "params":
		return m.Params.Of(line)
	case "result":
		return m.Result.Of(line)
	case "error":
		return m.Error.Of(line)
	case "id":
		return m.ID.Of(line)
	case "method":
		return []byte(j.Event(position).Method)
	case "call":
		return callLine(line, j.Header().Command, protocol)
	case "pretty":
		if m.Valid && m.Depth <= deepestPretty && len(line) <= mostCopied {
			return bytes.TrimSuffix(pretty.PrettyOptions(line, &pretty.Options{Width: 1, Indent: "  "}), []byte("\n"))
		}
	}
	return line
}

// saveWords saves some events in a format.
func (m *Model) saveWords(text string) tea.Cmd {
	words := strings.Fields(text)
	which := "all"
	if len(words) > 0 && slices.Contains(whichNames, words[0]) {
		which, words = words[0], words[1:]
	}
	format := "history"
	if len(words) > 0 && slices.Contains(formatNames, words[0]) {
		format, words = words[0], words[1:]
	}
	path, quoted := unquotedPath(words)
	if len(words) > 1 && !quoted && !strings.ContainsAny(words[0], `./\`) {
		m.say(m.theme.failure, "✗ save: "+cleanString(words[0], nameCells)+" is neither which events nor a format; a path with blanks stands in quotes")
		return nil
	}
	if path == "" {
		m.say(m.theme.failure, "✗ save: say where to, as in `save marked markdown report.md`")
		return nil
	}
	positions := m.which(which)
	if positions != nil && len(positions) == 0 {
		m.say(m.theme.finding, "⚠ save: nothing is "+safe(which))
		return nil
	}
	if format == "history" {
		if positions != nil {
			m.say(m.theme.failure, "✗ save: a history is saved whole; say json, raw, markdown or html for a part of it")
			return nil
		}
		j := m.journal
		return func() tea.Msg { return savedMsg{path: path, err: j.SaveAs(path)} }
	}
	j, write := m.journal, exports.Formats()[format]
	if secrets := m.rows.journal; exports.ForPeople(format) && !secrets.lifted {
		j = j.Veiled(secrets.rules.Veil)
	}
	return func() tea.Msg {
		return savedMsg{path: path, err: saveNew(path, func(w io.Writer) error { return write(w, j, positions) })}
	}
}

// unquotedPath puts the words of a path together, and takes quotes off.
func unquotedPath(words []string) (path string, quoted bool) {
	path = strings.Join(words, " ")
	if len(path) > 1 && path[0] == '"' && path[len(path)-1] == '"' {
		return path[1 : len(path)-1], true
	}
	return path, false
}

// saveNew writes a file that is not there yet.
func saveNew(path string, write func(io.Writer) error) error {
	const private = 0o600
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, private)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	if err := write(file); err != nil {
		_ = file.Close() // what went wrong is known
		return fmt.Errorf("save %s: %w", path, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("save %s: %w", path, err)
	}
	return nil
}

// goToNumber goes to the event with a number.
func (m *Model) goToNumber(text string) tea.Cmd {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 32)
	if err != nil {
		m.say(m.theme.failure, "✗ go: "+cleanString(text, nameCells)+" is no number of an event")
		return nil
	}
	at := m.positionOf(n)
	if at == history.None {
		m.say(m.theme.failure, "✗ go: there is no event "+cleanString(text, nameCells))
		return nil
	}
	m.reveal(at)
	return m.refreshDetail()
}

// positionOf gives the position of the event with a number; None where there is none.
func (m *Model) positionOf(number uint64) int {
	at := sort.Search(m.taken, func(i int) bool { return uint64(m.journal.Event(i).Seq) >= number })
	if at == m.taken || uint64(m.journal.Event(at).Seq) != number {
		return history.None
	}
	return at
}
