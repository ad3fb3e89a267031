package ui

import (
	"bytes"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/mcp/mutation"
)

// toggleRaw changes between a text that is folded to one line and one that is sent as it
// stands. The first time it asks, unless that is not wanted.
func (m *Model) toggleRaw() tea.Cmd {
	if m.composer.raw || m.warned {
		m.composer.setRaw(!m.composer.raw)
		return nil
	}
	m.ask(question{
		command: "raw", text: "raw mode sends what stands there, line breaks and faults included, which may end the session: go on?",
		yes: func(m *Model) tea.Cmd {
			m.warned = true
			m.composer.setRaw(true)
			return nil
		},
		moot: func(*Model) bool { return false },
	})
	return nil
}

// rawWarningWords switches the question before raw mode off, or on again.
func (m *Model) rawWarningWords(word string) tea.Cmd {
	switch word {
	case "on", "off":
		m.warned = word == "off"
		m.say(m.theme.response, "✓ the warning before raw mode is "+safe(word))
	default:
		m.say(m.theme.failure, "✗ raw-warning: on or off")
	}
	return nil
}

func (c *composer) setRaw(on bool) {
	c.raw = on
	c.edited()
}

// sendRaw sends the composer's text as it stands.
func (m *Model) sendRaw() {
	c := &m.composer
	plan, err := mutation.Raw(c.text)
	if err != nil {
		m.say(m.theme.failure, "✗ not sent: "+cleanString(err.Error(), textCells))
		return
	}
	m.sendPlan(plan, "sent "+size(int64(plan.Size()))+" as they stand")
	m.setFollow(true)
}

// rawCheck says what a raw text comes to.
func (c *composer) rawCheck(theme *theme) span {
	if c.rawFault != nil {
		return span{theme.failure, "✗ " + cleanString(c.rawFault.Error(), textCells)}
	}
	if bytes.Contains(c.text, []byte("\n#!")) || bytes.HasPrefix(c.text, []byte("#!")) {
		return span{theme.finding, "raw · with directives"}
	}
	return span{theme.finding, safe(fmt.Sprintf("raw · %s as they stand", count(bytes.Count(c.text, []byte("\n"))+1, "line")))}
}

// checkRaw looks at the directives of a raw text.
func (c *composer) checkRaw() {
	c.rawFault = nil
	if c.raw && bytes.Contains(c.text, []byte("#!")) {
		_, c.rawFault = mutation.Raw(c.text)
	}
}
