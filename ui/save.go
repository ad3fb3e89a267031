package ui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// savedMsg tells how saving went. again asks for another file; nil for what is not
// asked for.
type savedMsg struct {
	path  string
	err   error
	again func(m *Model, path string, why error)
}

// askWhereToSave asks for a file, which must not be there yet.
func (m *Model) askWhereToSave() tea.Cmd {
	m.askWhere(m.journal.Header().ID+".jsonl", nil)
	return nil
}

// askWhere asks for a file; once more, and with a word about it, where the first could
// not be had.
func (m *Model) askWhere(path string, why error) {
	p := prompt{label: "save as: ", then: func(m *Model, path string) tea.Cmd {
		if path == "" {
			return nil
		}
		j := m.journal
		return func() tea.Msg { return savedMsg{path, j.SaveAs(path), (*Model).askWhere} }
	}}
	if why != nil {
		p.remark = func(m *Model) span { return span{m.theme.failure, "✗ " + cleanString(why.Error(), textCells)} }
	}
	m.openPrompt(p, path)
}

func (m *Model) saved(msg savedMsg) {
	switch {
	case msg.err == nil:
		m.say(m.theme.response, "✓ saved as "+cleanString(msg.path, textCells))
	case msg.again != nil && m.mode&browsing != 0:
		msg.again(m, msg.path, msg.err)
	default:
		m.say(m.theme.failure, "✗ "+cleanString(msg.err.Error(), textCells))
	}
}
