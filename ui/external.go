package ui

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages about the user's editor: the file that it is to show is there; it has ended.
type (
	writtenMsg struct {
		path string
		err  error
	}
	editedMsg struct {
		path string
		err  error
	}
)

// editorCommand is the user's editor with its arguments.
func editorCommand() []string {
	return strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi"))
}

// openInEditor shows the current event in the user's editor, laid out where it is JSON.
// What is changed there changes nothing here.
func (m *Model) openInEditor() tea.Cmd {
	position, _ := m.current()
	j := *m.rows.journal // as veiled as it is now
	return func() tea.Msg {
		line, err := j.Line(position)
		if err != nil {
			return writtenMsg{err: err}
		}
		file, err := os.CreateTemp("", "stdioscope-*.json")
		if err != nil {
			return writtenMsg{err: fmt.Errorf("open in editor: %w", err)}
		}
		_, err = file.Write(append(partOf(&j, position, line, "pretty"), '\n'))
		return writtenMsg{file.Name(), cmp.Or(err, file.Close())}
	}
}

// runEditor gives the terminal to the editor.
func (m *Model) runEditor(msg writtenMsg) tea.Cmd {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(msg.err.Error(), textCells))
		return nil
	}
	words := append(editorCommand(), msg.path)
	return tea.ExecProcess(exec.Command(words[0], words[1:]...), func(err error) tea.Msg { return editedMsg{msg.path, err} })
}

// editorEnded takes the terminal back.
func (m *Model) editorEnded(msg editedMsg) tea.Cmd {
	path := msg.path
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(editorCommand()[0], nameCells)+": "+cleanString(msg.err.Error(), textCells))
	}
	remove := func() tea.Msg {
		_ = os.Remove(path) // it was a copy
		return nil
	}
	return tea.Batch(remove, m.resumed())
}
