package ui

import (
	"io"

	"github.com/atotto/clipboard"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// mostCopied is the longest text that a terminal can be expected to copy, in bytes.
const mostCopied = 1 << 20

// copiedMsg tells how copying went.
type copiedMsg struct {
	bytes  int // of what was copied
	err    error
	system bool // the system's clipboard has it
	note   safe
}

// copyLine copies the event's bytes, as they are shown.
func (m *Model) copyLine() tea.Cmd { return m.copyWords("") }

// toClipboards hands text to the terminal, which may be far from us, and to the
// clipboard of the system that we run on, which may have none.
func toClipboards(out io.Writer, text []byte) copiedMsg {
	_, err := io.WriteString(out, ansi.SetSystemClipboard(string(text)))
	msg := copiedMsg{bytes: len(text), err: err}
	msg.system = !clipboard.Unsupported && clipboard.WriteAll(string(text)) == nil
	return msg
}

func (m *Model) copied(msg copiedMsg) {
	copied := "✓ " + size(int64(msg.bytes))
	switch {
	case msg.err != nil:
		m.say(m.theme.failure, "✗ not copied: "+cleanString(msg.err.Error(), textCells))
	case msg.bytes == 0:
		m.say(m.theme.finding, "⚠ there is nothing of that to copy")
	case msg.system:
		m.say(m.theme.response, copied+" copied: to the system's clipboard, and handed to the terminal (OSC 52)"+msg.note)
	default:
		m.say(m.theme.response, copied+" handed to the terminal's clipboard (OSC 52)"+msg.note)
	}
}
