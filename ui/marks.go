package ui

import (
	"maps"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// marks are events that were marked: for what is done to several, and with letters to
// come back to.
type marks struct {
	set     map[int]bool // by position
	letters map[byte]int // positions by letter; ' is where a jump began
}

func newMarks() marks { return marks{set: map[int]bool{}, letters: map[byte]int{}} }

// positions gives the marked events in order.
func (x *marks) positions() []int { return slices.Sorted(maps.Keys(x.set)) }

// toggleMark marks the current event, or takes its mark away, and goes on to the next.
func (m *Model) toggleMark() tea.Cmd {
	position, _ := m.current()
	if m.marks.set[position] {
		delete(m.marks.set, position)
	} else {
		m.marks.set[position] = true
	}
	if !m.showing {
		m.scroll(1)
	}
	m.say(m.theme.muted, count(len(m.marks.set), "event")+" marked")
	return nil
}

func (m *Model) clearMarks() tea.Cmd {
	m.marks.set = map[int]bool{}
	m.say(m.theme.muted, "no event is marked any more")
	return nil
}

// backMark is the letter of the place that the last jump left.
const backMark = '\''

// askLetter takes the next key for a letter.
func askLetter(label safe, then func(*Model, byte) tea.Cmd) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.openPrompt(prompt{
			label: label,
			changed: func(m *Model, text string) tea.Cmd {
				if text == "" {
					return nil
				}
				m.mode = m.base()
				return then(m, text[0])
			},
			then: func(*Model, string) tea.Cmd { return nil },
		}, "")
		return nil
	}
}

func (m *Model) setLetter(letter byte) tea.Cmd {
	position, ok := m.current()
	if !ok || letter < 'a' || letter > 'z' {
		m.say(m.theme.finding, "⚠ marks are the letters a to z")
		return nil
	}
	m.marks.letters[letter] = position
	m.say(m.theme.muted, "marked as "+safe(letter)+": ' and the letter come back here")
	return nil
}

// jumpTo goes to a marked event, and ” back to where the jump began.
func (m *Model) jumpTo(letter byte) tea.Cmd {
	position, ok := m.marks.letters[letter]
	if !ok {
		m.say(m.theme.finding, "⚠ nothing is marked as "+cleanString(string(rune(letter)), 1))
		return nil
	}
	if from, ok := m.current(); ok {
		m.marks.letters[backMark] = from
	}
	m.reveal(position)
	return m.refreshDetail()
}

func (m *Model) markWords(words string) tea.Cmd {
	if words == "" {
		return m.toggleMark()
	}
	return m.setLetter(words[0])
}
