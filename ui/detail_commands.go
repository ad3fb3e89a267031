package ui

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history/filter"
	"stdioscope/ui/jsontree"
)

// Commands in the open event.

func noTree(m *Model) safe {
	if m.detail.how() != asTree {
		return "this is not shown as a tree"
	}
	return ""
}

// toggleFold folds what is under the cursor, or opens it again; a string opens in place.
func (m *Model) toggleFold() tea.Cmd {
	d := &m.detail
	l, ok := d.tree.Line(d.cursor)
	switch {
	case !ok:
	case l.Foldable:
		d.tree.Toggle(d.cursor)
	case l.Kind == jsontree.String:
		return m.openString()
	default:
		m.say(m.theme.muted, "there is nothing to fold here; h goes up to what it is in")
	}
	return nil
}

// openString shows what a string holds in place, or closes it.
func (m *Model) openString() tea.Cmd {
	d := &m.detail
	if l, ok := d.tree.Line(d.cursor); ok && l.Opened {
		d.cursor, _ = d.tree.Close(d.cursor)
		return nil
	}
	if !d.tree.Open(d.cursor) {
		m.say(m.theme.muted, "this is no string that holds anything")
	}
	return nil
}

// foldAround goes up to what the cursor is in, and folds what it is on first.
func (m *Model) foldAround() tea.Cmd {
	d := &m.detail
	if l, ok := d.tree.Line(d.cursor); ok && l.Foldable && !l.Folded && l.Kind != jsontree.String {
		d.tree.Fold(d.cursor)
		return nil
	}
	if id, ok := d.tree.Parent(d.cursor); ok {
		d.cursor = id
	}
	return nil
}

func (m *Model) unfold() tea.Cmd {
	d := &m.detail
	if l, ok := d.tree.Line(d.cursor); ok && l.Kind == jsontree.String && !l.Opened {
		return m.openString()
	}
	d.tree.Unfold(d.cursor)
	return nil
}

// foldMost leaves the message and the names of its members.
func (m *Model) foldMost() tea.Cmd {
	const shown = 1
	m.detail.tree.FoldAll(shown)
	return nil
}

func (m *Model) unfoldAll() tea.Cmd {
	m.detail.tree.UnfoldAll()
	return nil
}

// changeManner shows the event as a tree, as it came, or in hex.
func (m *Model) changeManner() tea.Cmd {
	d := &m.detail
	d.manner = (d.how() + 1) % mannerCount
	d.top = 0
	m.say(m.theme.muted, [...]safe{"as a tree", "as it came", "in hex"}[d.how()])
	return nil
}

// goOnIndexing finds more lines of the tree that is shown.
func (m *Model) goOnIndexing(msg indexMsg) tea.Cmd {
	if msg.generation != m.detail.generation || m.detail.indexed {
		return nil
	}
	m.detail.index()
	return m.indexMore()
}

// indexMore is a command that asks for more lines; nil where all are known.
func (m *Model) indexMore() tea.Cmd {
	if m.detail.indexed {
		return nil
	}
	generation := m.detail.generation
	return func() tea.Msg { return indexMsg{generation} }
}

// pointAtFault puts the cursor where the first finding points.
func (d *detail) pointAtFault() {
	for _, f := range d.faults {
		if f.Offset <= 0 || d.tree == nil {
			continue
		}
		if id, ok := d.tree.Reveal(f.Offset); ok {
			d.cursor = id
			return
		}
	}
}

// valueFilter is a filter for the value under the cursor; empty for one that none finds.
func (d *detail) valueFilter() string {
	if d.how() != asTree {
		return ""
	}
	l, ok := d.tree.Line(d.cursor)
	if !ok {
		return ""
	}
	path := d.tree.Path(d.cursor)
	const longest = 200
	switch l.Kind {
	case jsontree.String:
		if value := d.tree.Decoded(d.cursor, longest); len(value) < longest {
			return path + "=" + filter.Quote(string(value))
		}
		return ""
	case jsontree.Number, jsontree.Literal:
		return path + "=" + string(l.Text[l.Value.Start:l.Value.End])
	case jsontree.Object, jsontree.Array, jsontree.ObjectEnd, jsontree.ArrayEnd, jsontree.Text:
	}
	return path
}

// payloadWords saves the bytes that the string under the cursor holds in base64.
func (m *Model) payloadWords(path string) tea.Cmd {
	d := &m.detail
	if !m.showing || d.how() != asTree {
		m.say(m.theme.failure, "✗ payload: open an event and put the cursor on a string of base64")
		return nil
	}
	kind, data, err := d.tree.Payload(d.cursor)
	switch {
	case err != nil:
		m.say(m.theme.failure, "✗ payload: "+cleanString(err.Error(), textCells))
		return nil
	case path == "":
		m.say(m.theme.finding, "⚠ payload: say where to save "+cleanString(kind, nameCells)+" of "+size(int64(len(data))))
		return nil
	}
	return func() tea.Msg {
		return savedMsg{path: path, err: saveNew(path, writing(data))}
	}
}

// writing gives a function that writes bytes.
func writing(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err //nolint:wrapcheck // saveNew does
	}
}
