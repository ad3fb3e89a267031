package ui

import (
	"bytes"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history/recall"
)

const recallLabel = "recall: "

// recalledMsg brings what was sent before.
type recalledMsg struct{ texts []recall.Text }

// written is a text that stood in the composer: one that was replaced before it was sent,
// or one that is more than a line.
type written struct {
	text  []byte
	raw   bool
	about safe
}

// mostWritten is how many are kept.
const mostWritten = 100

// keepDraft keeps a text that is about to be replaced, though it was not sent.
func (m *Model) keepDraft() {
	if m.composer.draft {
		m.keepWritten("draft, not sent")
	}
}

func (m *Model) keepWritten(about safe) {
	c := &m.composer
	m.written = slices.DeleteFunc(m.written, func(w written) bool { return bytes.Equal(w.text, c.text) })
	m.written = append(m.written, written{bytes.Clone(c.text), c.raw, about})
	m.written = m.written[max(0, len(m.written)-mostWritten):]
	c.draft = false
}

// writtenChoices offer what was written, newest first.
func (m *Model) writtenChoices() []choice {
	var all []choice
	for _, w := range slices.Backward(m.written) {
		all = append(all, choice{
			text: string(m.rows.journal.over(w.text)), about: w.about,
			take: func(m *Model) tea.Cmd {
				if m.composeText(w.text) {
					m.composer.setRaw(w.raw)
				}
				return nil
			},
		})
	}
	return all
}

// recall looks for what was sent before.
func (m *Model) recall() tea.Cmd {
	m.openChooser(recallLabel, "looking through what was sent …", m.writtenChoices())
	ctx, j := m.ctx, m.journal
	return func() tea.Msg { return recalledMsg{recall.Sent(ctx, j)} }
}

// recalled offers what was found, if that is still wanted.
func (m *Model) recalled(msg recalledMsg) {
	if m.mode != promptMode || m.prompt.label != recallLabel {
		return
	}
	all := m.writtenChoices()
	for _, text := range msg.texts {
		all = append(all, m.recallChoice(text))
	}
	typed := string(m.prompt.text)
	m.mode = m.prompt.from
	m.openChooser(recallLabel, count(len(all), "text")+" were sent; words narrow them down", all)
	m.prompt.set([]byte(typed))
	m.fillMenu()
}

func (m *Model) recallChoice(text recall.Text) choice {
	about := text.Time.In(m.opt.Location).Format("2006-01-02 15:04 ") + text.Session
	return choice{
		text: string(m.rows.journal.over(text.Bytes)), about: cleanString(about, nameCells),
		take: func(m *Model) tea.Cmd {
			if m.composeText(text.Bytes) {
				m.composer.renew(m.session.NextID())
			}
			return nil
		},
	}
}

func (msg recalledMsg) deliver(m *Model) tea.Cmd { //nolint:unparam // others have more to do
	m.recalled(msg)
	return nil
}
