package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/mcp/schema"
	"stdioscope/session/snippets"
)

// snippetsMsg brings the texts that were saved by name, and what is wrong with their file.
type snippetsMsg struct {
	all      []snippets.Snippet
	problems []snippets.Problem
	err      error
}

// loadSnippets is a command that reads them.
func loadSnippets() tea.Msg {
	file, problems, err := snippets.Load(snippets.Path())
	return snippetsMsg{file.Snippets(), problems, err}
}

func (msg snippetsMsg) deliver(m *Model) tea.Cmd { //nolint:unparam // others have more to do
	if msg.err != nil {
		m.say(m.theme.failure, "✗ snippets: "+cleanString(msg.err.Error(), textCells))
	}
	for _, p := range msg.problems {
		m.say(m.theme.finding, "⚠ "+cleanString(fmt.Sprintf("%s, line %d: %s", snippets.Path(), p.Line, p.Message), textCells))
	}
	m.snippets = msg.all
	if len(msg.all) > 0 && m.isOffering() {
		m.offerTemplatesAgain()
	}
	return nil
}

// snippetChoices are the texts that were saved by name.
func (m *Model) snippetChoices() []choice {
	var all []choice
	for _, s := range m.snippets {
		all = append(all, choice{
			text: s.Name, about: "snippet · " + cleanString(s.About, textCells),
			take: func(m *Model) tea.Cmd {
				m.fillSnippet(s, map[string]string{})
				return nil
			},
		})
	}
	return all
}

// fillSnippet asks for the parameters of a snippet, one after the other, and puts its
// text into the composer.
func (m *Model) fillSnippet(s snippets.Snippet, values map[string]string) {
	parameters := s.Parameters()
	if len(values) == len(parameters) {
		if m.composeText([]byte(s.Fill(values))) {
			m.composer.renew(m.session.NextID())
		}
		return
	}
	p := parameters[len(values)]
	m.openPrompt(prompt{
		label:  cleanString(p.Name, nameCells) + ": ",
		remark: func(m *Model) span { return span{m.theme.muted, "for the snippet " + cleanString(s.Name, nameCells)} },
		then: func(m *Model, text string) tea.Cmd {
			if before, _, found := strings.Cut(s.Text, "${"+p.Name); found && inString([]byte(before)) {
				quoted := schema.Quote(text)
				text = string(quoted[1 : len(quoted)-1])
			}
			values[p.Name] = text
			m.fillSnippet(s, values)
			return nil
		},
	}, p.Default)
}

// snippetWords saves the composer's text under a name.
func (m *Model) snippetWords(name string) tea.Cmd {
	if len(m.composer.text) == 0 {
		m.say(m.theme.failure, "✗ save-snippet: the composer is empty")
		return nil
	}
	s := snippets.Snippet{Name: strings.TrimSpace(name), Text: string(m.composer.text)}
	return func() tea.Msg {
		path := snippets.Path()
		err := snippets.Update(path, func(f snippets.File) (snippets.File, error) { return f.With(s) })
		return savedMsg{path: path, err: err}
	}
}
