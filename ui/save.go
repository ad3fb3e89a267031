package ui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// savedMsg tells how saving went.
type savedMsg struct {
	path string
	err  error
}

// askWhereToSave asks for a file, which must not be there yet.
func (m *Model) askWhereToSave() tea.Cmd {
	m.openPrompt(prompt{label: "save as: ", then: func(m *Model, path string) tea.Cmd {
		if path == "" {
			return nil
		}
		j := m.journal
		return func() tea.Msg { return savedMsg{path, j.SaveAs(path)} }
	}}, m.journal.Header().ID+".jsonl")
	return nil
}

func (m *Model) saved(msg savedMsg) {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(msg.err.Error(), textCells))
		return
	}
	m.say(m.theme.response, "✓ saved as "+cleanString(msg.path, textCells))
}
