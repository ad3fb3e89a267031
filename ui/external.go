package ui

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages about the user's editor: the file that it is to show is there; it has ended.
type (
	writtenMsg struct {
		path    string
		err     error
		compose bool // what is in the file afterwards goes into the composer
	}
	editedMsg writtenMsg
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
		return forEditor(append(partOf(&j, position, line, "pretty", ""), '\n'))
	}
}

// editOutside gives the composer's text to the user's editor and takes it back.
func (m *Model) editOutside() tea.Cmd {
	text := bytes.Clone(m.composer.text)
	return func() tea.Msg {
		msg := forEditor(text)
		msg.compose = true
		return msg
	}
}

// forEditor writes a file for the editor, which nobody else may read.
func forEditor(text []byte) writtenMsg {
	file, err := os.CreateTemp("", "stdioscope-*.json")
	if err != nil {
		return writtenMsg{err: fmt.Errorf("open in editor: %w", err)}
	}
	_, err = file.Write(text)
	return writtenMsg{path: file.Name(), err: cmp.Or(err, file.Close())}
}

// runEditor gives the terminal to the editor.
func (m *Model) runEditor(msg writtenMsg) tea.Cmd {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(msg.err.Error(), textCells))
		return nil
	}
	words := append(editorCommand(), msg.path)
	return tea.Exec(&onTerminal{exec.Command(words[0], words[1:]...)}, func(err error) tea.Msg {
		return editedMsg{msg.path, err, msg.compose}
	})
}

// editorEnded takes the terminal back.
func (m *Model) editorEnded(msg editedMsg) tea.Cmd {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(editorCommand()[0], nameCells)+": "+cleanString(msg.err.Error(), textCells))
	}
	takesBack := msg.compose && msg.err == nil
	finish := func() tea.Msg {
		defer func() { _ = os.Remove(msg.path) }() // it was a copy
		if !takesBack {
			return nil
		}
		text, err := readText(msg.path)
		return takenBackMsg{text, err}
	}
	return tea.Batch(finish, m.resumed())
}

// takenBackMsg brings what the editor has left in the file of the composer's text.
type takenBackMsg struct {
	text []byte
	err  error
}

func (msg takenBackMsg) deliver(m *Model) tea.Cmd { //nolint:unparam // others have more to do
	m.takeBack(msg)
	return nil
}

// readText reads a file that is no longer than the composer can hold.
func readText(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	if info.Size() > maxText {
		return nil, fmt.Errorf("the composer holds no more than %s", size(maxText))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return text, nil
}

// takeBack puts what the editor has left into the composer. Editors end the last line,
// which the text may not have done.
func (m *Model) takeBack(msg takenBackMsg) {
	if msg.err != nil {
		m.say(m.theme.failure, "✗ not taken back: "+cleanString(msg.err.Error(), textCells))
		return
	}
	text := msg.text
	raw := m.composer.raw
	if !raw {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if !bytes.HasSuffix(m.composer.text, []byte("\n")) {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	if m.composeText(text) {
		m.composer.setRaw(raw)
	}
}

// onTerminal is a command that gets the terminal itself: what Bubble Tea hands over are
// our own reader and writer around it, to which a pipe would have to be laid.
type onTerminal struct{ *exec.Cmd }

// SetStdin gives the command its input.
func (c *onTerminal) SetStdin(r io.Reader) {
	c.Stdin = r
	if ours, ok := r.(*input); ok {
		c.Stdin = ours.File
	}
}

// SetStdout gives the command its output.
func (c *onTerminal) SetStdout(w io.Writer) { c.Stdout = bareOutput(w) }

// SetStderr gives the command its output for errors.
func (c *onTerminal) SetStderr(w io.Writer) { c.Stderr = bareOutput(w) }

func bareOutput(w io.Writer) io.Writer {
	if ours, ok := w.(*output); ok {
		return ours.File
	}
	return w
}
