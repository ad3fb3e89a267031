package ui

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

// form shows a part of the composer's text as the fields that its schema describes. It
// holds no values: what it shows stands in the text, and what it changes changes there.
type form struct {
	list
	part governed
	rows []formRow
	// taken are the alternatives that were chosen, by the pointer of the field.
	taken map[string]int
	made  int // generation of the text that rows were made for, plus one
}

// formRow is one field, or the place where another element can be added.
type formRow struct {
	schema.Field
	depth int
	adds  bool
	names bool // the place where a member of any name can be added
	// origin is the field before one of its alternatives was taken.
	origin schema.Field
}

// Bounds of a form.
const (
	mostFields   = 2000
	deepestField = 32
)

// openForm shows the fields of what the composer holds.
func (m *Model) openForm() tea.Cmd {
	parts := m.governed()
	switch len(parts) {
	case 0:
		m.say(m.theme.muted, "form: nothing says which fields there are: call a tool that was listed, or answer an elicitation")
	case 1:
		m.openFormOf(parts[0])
	default:
		var all []choice
		for _, part := range parts {
			all = append(all, choice{text: string(part.about), take: func(m *Model) tea.Cmd {
				m.openFormOf(part)
				return nil
			}})
		}
		m.openChooser("form: ", "which part", all)
	}
	return nil
}

func (m *Model) openFormOf(part governed) {
	if !m.composer.message.Valid {
		m.say(m.theme.failure, "✗ form: the text is no JSON: "+place(m.composer.text, m.composer.message.Fault))
		return
	}
	m.form = form{part: part, taken: map[string]int{}}
	m.mode = formMode
	m.formRows()
	m.form.moveTo(0)
}

func (m *Model) closeForm() tea.Cmd {
	m.mode = composerMode
	return nil
}

// sendForm sends the text and shows what comes of it.
func (m *Model) sendForm() tea.Cmd {
	return tea.Batch(m.closeForm(), m.sendText())
}

// isFormShown says whether the form is on the screen.
func (m *Model) isFormShown() bool {
	return m.mode == formMode || m.mode == promptMode && m.prompt.from == formMode
}

// formRows makes the rows anew after the text was changed.
func (m *Model) formRows() {
	f := &m.form
	if f.made == m.composer.generation+1 {
		return
	}
	f.made = m.composer.generation + 1
	f.rows = f.rows[:0]
	f.grow(m.composer.text, schema.Read(f.part.raw).Fields(), 0)
	f.whole = len(f.rows)
	f.moveTo(f.cursor)
}

// grow adds a field and what is in it, as far as the text has it.
func (f *form) grow(text []byte, field schema.Field, depth int) {
	row := formRow{Field: field, depth: depth, origin: field}
	if index, chosen := f.taken[field.Pointer]; chosen && index < len(field.Alternatives) {
		field = field.Alternative(index)
		row.Field = field
	}
	if len(f.rows) >= mostFields || depth > deepestField {
		return
	}
	if field.Pointer != "" || len(row.origin.Alternatives) > 0 {
		f.rows = append(f.rows, row)
		depth++
	}
	value := schema.At(text, f.part.at(field))
	switch {
	case len(value) > 0 && value[0] == '[':
		f.growElements(text, field, value, depth)
	case len(value) > 0 && value[0] == '{', field.Pointer == "":
		f.growMembers(text, field, value, depth)
	}
}

func (f *form) growElements(text []byte, field schema.Field, value []byte, depth int) {
	n := 0
	for range framing.Elements(value) {
		if len(f.rows) >= mostFields {
			return
		}
		f.grow(text, field.Element(n), depth)
		n++
	}
	f.rows = append(f.rows, formRow{Field: field.Element(n), depth: depth, adds: true})
}

// growMembers adds the members that the schema describes, and then those that the text
// has beside them.
func (f *form) growMembers(text []byte, field schema.Field, value []byte, depth int) {
	described := map[string]bool{}
	for _, member := range field.Fields() {
		described[member.Name] = true
		f.grow(text, member, depth)
	}
	if len(value) == 0 || value[0] != '{' {
		return
	}
	for name := range framing.Members(value) {
		if plain := framing.Unquote(name.Of(value)); !described[plain] {
			described[plain] = true
			f.grow(text, field.Member(plain), depth)
		}
	}
	if len(field.Fields()) == 0 { // a map: its members have any names
		f.rows = append(f.rows, formRow{Field: field, depth: depth, adds: true, names: true})
	}
}

// Changing.

// setField puts a raw value in the place of a field.
func (m *Model) setField(f schema.Field, raw []byte) {
	text, err := schema.Set(m.composer.text, m.form.part.at(f), raw)
	m.formChanged(text, err)
}

func (m *Model) formChanged(text []byte, err error) {
	if err != nil {
		m.say(m.theme.failure, "✗ form: "+cleanString(err.Error(), textCells))
		return
	}
	c := &m.composer
	c.set(text)
	c.edited()
	m.formRows()
}

// formRow gives the row under the cursor.
func (m *Model) formRow() (formRow, bool) {
	f := &m.form
	if f.cursor < 0 || f.cursor >= len(f.rows) {
		return formRow{}, false
	}
	return f.rows[f.cursor], true
}

func noField(m *Model) safe {
	if _, ok := m.formRow(); !ok {
		return "there are no fields"
	}
	return ""
}

// enterField changes the field under the cursor in the way that fits it.
func (m *Model) enterField() tea.Cmd {
	row, _ := m.formRow()
	value := schema.At(m.composer.text, m.form.part.at(row.Field))
	switch {
	case row.names:
		m.askName(row)
	case row.adds:
		m.setField(row.Field, row.Skeleton(schema.Options{}))
	case len(row.Alternatives) > 0:
		m.chooseAlternative()
	case len(row.Options) > 0:
		m.chooseOption(row)
	case slices.Equal(row.Types, []string{"boolean"}):
		m.setField(row.Field, map[bool][]byte{true: []byte("false"), false: []byte("true")}[string(value) == "true"])
	case isNested(row, value):
		m.enterNested(row, value)
	default:
		return m.askValue(row, value)
	}
	return nil
}

// askName asks for the name of a member that no schema names.
func (m *Model) askName(row formRow) {
	m.askFor("name: ", func(m *Model, name string) tea.Cmd {
		member := row.Member(name)
		raw := member.Skeleton(schema.Options{})
		if len(raw) == 0 {
			raw = []byte(`""`)
		}
		m.setField(member, raw)
		return nil
	})
}

// isNested says whether a field has fields of its own.
func isNested(row formRow, value []byte) bool {
	if len(value) > 0 && (value[0] == '{' || value[0] == '[') {
		return true
	}
	return len(value) == 0 && len(row.Types) == 1 && (row.Types[0] == "object" || row.Types[0] == "array")
}

func (m *Model) enterNested(row formRow, value []byte) {
	if len(value) > 0 {
		m.say(m.theme.muted, "its fields stand below; d takes it away, e empties it")
		return
	}
	m.setField(row.Field, row.Skeleton(schema.Options{}))
}

// chooseOption offers the only values that a field may have.
func (m *Model) chooseOption(row formRow) {
	var all []choice
	for _, option := range row.Options {
		all = append(all, choice{
			text: string(option.Value), about: cleanString(option.Label, nameCells),
			take: func(m *Model) tea.Cmd {
				m.setField(row.Field, option.Value)
				return nil
			},
		})
	}
	m.openChooser(cleanString(row.Name, nameCells)+": ", cleanString(row.Description, textCells), all)
}

// chooseAlternative offers what a field may be instead.
func (m *Model) chooseAlternative() tea.Cmd {
	row, _ := m.formRow()
	if len(row.origin.Alternatives) == 0 {
		m.say(m.theme.muted, "there is nothing to choose between")
		return nil
	}
	var all []choice
	for i, name := range row.origin.Alternatives {
		all = append(all, choice{
			text: strconv.Itoa(i+1) + " " + name,
			take: func(m *Model) tea.Cmd {
				m.form.taken[row.Pointer] = i
				chosen := row.origin.Alternative(i)
				m.setField(chosen, chosen.Skeleton(schema.Options{}))
				return nil
			},
		})
	}
	m.openChooser(cleanString(row.Name, nameCells)+": ", "one of these", all)
	return nil
}

// askValue asks for a value: the text of a string, any other as it is written in JSON.
func (m *Model) askValue(row formRow, value []byte) tea.Cmd {
	said := cleanString(row.Summary(), textCells)
	shown := string(value)
	if len(value) > 0 && value[0] == '"' {
		shown = framing.Unquote(value)
	}
	m.openPrompt(prompt{
		label:   cleanString(row.Name, nameCells) + ": ",
		remark:  func(m *Model) span { return span{m.theme.muted, said} },
		choices: func(m *Model, _ string, _ int) []choice { return m.completedChoices(row.Name) },
		changed: func(m *Model, text string) tea.Cmd { return m.completeArgument(row.Name, text) },
		then: func(m *Model, text string) tea.Cmd {
			m.setField(row.Field, rawOf(text, row.Types))
			return nil
		},
	}, shown)
	return m.completeArgument(row.Name, shown)
}

// rawOf writes what was typed as JSON: as it stands where a field may be something else
// than a string and that is what was typed.
func rawOf(text string, types []string) []byte {
	trimmed := bytes.TrimSpace([]byte(text))
	if len(trimmed) == 0 || slices.Equal(types, []string{"string"}) || !scanned(trimmed).Valid || trimmed[0] == '"' {
		return schema.Quote(text)
	}
	return trimmed
}

// The four states of a field.

func (m *Model) removeField() tea.Cmd {
	row, _ := m.formRow()
	if row.adds {
		return nil
	}
	text, err := schema.Remove(m.composer.text, m.form.part.at(row.Field))
	m.formChanged(text, err)
	return nil
}

func (m *Model) nullField() tea.Cmd {
	row, _ := m.formRow()
	m.setField(row.Field, []byte("null"))
	return nil
}

// emptyField gives the field the empty value of its type.
func (m *Model) emptyField() tea.Cmd {
	row, _ := m.formRow()
	empty := `""`
	value := schema.At(m.composer.text, m.form.part.at(row.Field))
	holds := func(t string) bool { return slices.Contains(row.Types, t) }
	switch {
	case len(row.Types) > 0 && !holds("string") && !holds("object") && !holds("array"):
		m.say(m.theme.muted, "a "+cleanString(strings.Join(row.Types, " or "), nameCells)+" has no empty value")
		return nil
	case slices.Contains(row.Types, "object") || len(value) > 0 && value[0] == '{':
		empty = "{}"
	case slices.Contains(row.Types, "array") || len(value) > 0 && value[0] == '[':
		empty = "[]"
	}
	m.setField(row.Field, []byte(empty))
	return nil
}
