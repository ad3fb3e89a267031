package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// openChooser offers choices in a menu that words narrow down.
func (m *Model) openChooser(label, remark safe, all []choice) {
	style := m.theme.muted
	m.openPrompt(prompt{
		label: label, lists: true,
		choices: func(_ *Model, text string, _ int) []choice { return narrowed(all, text) },
		remark:  func(*Model) span { return span{style, remark} },
		then:    func(m *Model, _ string) tea.Cmd { m.say(m.theme.muted, "nothing was chosen"); return nil },
	}, "")
}

// narrowed gives the choices in which all words occur, those first whose text begins
// with the first of them.
func narrowed(all []choice, typed string) []choice {
	words := strings.Fields(strings.ToLower(typed))
	if len(words) == 0 {
		return all
	}
	var first, rest []choice
	for _, c := range all {
		text := strings.ToLower(c.text)
		about := strings.ToLower(string(c.about))
		switch {
		case !containsAll(text+" "+about, words):
		case strings.HasPrefix(text, words[0]):
			first = append(first, c)
		default:
			rest = append(rest, c)
		}
	}
	return append(first, rest...)
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
