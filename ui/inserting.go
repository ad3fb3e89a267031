package ui

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
	"stdioscope/history/filter"
)

// insertWords puts a value from an event into the composer: `$.result.nextCursor` of the
// current one, `12 $.result.id` of event 12; nothing for what is under the cursor in an
// open event.
func (m *Model) insertWords(words string) tea.Cmd {
	if m.session == nil {
		m.say(m.theme.muted, "insert: "+noSession(m))
		return nil
	}
	value, err := m.valueFor(words)
	if err != nil {
		m.say(m.theme.failure, "✗ insert: "+cleanString(err.Error(), textCells))
		return nil
	}
	m.insertValue(value)
	return nil
}

// errNoValue says that there is no value at a path.
var errNoValue = errors.New("there is nothing at that path")

func (m *Model) valueFor(words string) ([]byte, error) {
	if words == "" {
		if l, ok := m.detail.cursorLine(); m.showing && ok {
			return bytes.Clone(l.Text[l.Value.Start:l.Value.End]), nil
		}
		return nil, errors.New("open an event and put the cursor on a value, or say which: `insert 12 $.result.id`")
	}
	position, path, err := m.eventAndPath(words)
	if err != nil {
		return nil, err
	}
	line, err := m.journal.Line(position)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	value, err := filter.ValueAt(line, path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	if value == nil {
		return nil, errNoValue
	}
	return value, nil
}

// eventAndPath reads `12 $.result` or `$.result`, which is of the current event.
func (m *Model) eventAndPath(words string) (position int, path string, err error) {
	number, path, found := strings.Cut(words, " ")
	if !found {
		position, ok := m.current()
		if !ok {
			return 0, "", errors.New("nothing is selected")
		}
		return position, words, nil
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(number, "#"), 10, 32)
	if err != nil {
		return 0, "", fmt.Errorf("%q is no number of an event", number)
	}
	if position = m.positionOf(n); position == history.None {
		return 0, "", fmt.Errorf("there is no event %d", n)
	}
	return position, strings.TrimSpace(path), nil
}

// insertValue puts a raw value at the composer's cursor: into a string that is being
// written without its quotes.
func (m *Model) insertValue(value []byte) {
	c := &m.composer
	if inString(c.text[:c.cursor]) && len(value) > 1 && value[0] == '"' {
		value = value[1 : len(value)-1]
	}
	m.mode = composerMode
	m.took(c.insert(value))
	c.edited()
}

// inString says whether a text ends inside a string of JSON.
func inString(text []byte) bool {
	in, escaped := false, false
	for _, b := range text {
		switch {
		case escaped:
			escaped = false
		case b == '\\' && in:
			escaped = true
		case b == '"':
			in = !in
		}
	}
	return in
}

// insertHere puts the value under the cursor into the composer.
func (m *Model) insertHere() tea.Cmd { return m.insertWords("") }
