package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history/recall"
)

// recalledMsg brings what was sent before.
type recalledMsg struct{ texts []recall.Text }

// recall looks for what was sent before.
func (m *Model) recall() tea.Cmd {
	m.openChooser("recall: ", "looking through what was sent …", nil)
	ctx, j := m.ctx, m.journal
	return func() tea.Msg { return recalledMsg{recall.Sent(ctx, j)} }
}

// recalled offers what was found, if that is still wanted.
func (m *Model) recalled(msg recalledMsg) {
	if m.mode != promptMode || m.prompt.label != "recall: " {
		return
	}
	all := make([]choice, len(msg.texts))
	for i, text := range msg.texts {
		all[i] = m.recallChoice(text)
	}
	typed := string(m.prompt.text)
	m.mode = m.prompt.from
	m.openChooser("recall: ", count(len(all), "text")+" were sent; words narrow them down", all)
	m.prompt.set([]byte(typed))
	m.fillMenu()
}

func (m *Model) recallChoice(text recall.Text) choice {
	about := text.Time.In(m.opt.Location).Format("2006-01-02 15:04 ") + text.Session
	return choice{
		text: string(m.rows.journal.over(text.Bytes)), about: cleanString(about, nameCells),
		take: func(m *Model) tea.Cmd {
			m.composeText(text.Bytes)
			m.composer.renew(m.session.NextID())
			return nil
		},
	}
}

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

func (msg recalledMsg) deliver(m *Model) tea.Cmd { //nolint:unparam // others have more to do
	m.recalled(msg)
	return nil
}
