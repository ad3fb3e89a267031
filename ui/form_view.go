package ui

import (
	"strings"

	"stdioscope/mcp/schema"
)

// formTable is the form as it is drawn.
func (m *Model) formTable() table {
	m.formRows()
	f := &m.form
	nameWidth := 8
	for _, row := range f.rows {
		nameWidth = min(max(nameWidth, 2*row.depth+widthOf(nameOf(row))), max(m.w/3, 16))
	}
	valueWidth := max((m.w-nameWidth)/3, 12)
	return table{
		list: &f.list, title: "Form · " + f.part.about, by: -1,
		note:    "s sends · esc back to the text",
		columns: []column{{"field", nameWidth, false}, {"value", valueWidth, false}, {"what it is", 0, false}},
		mark:    func(row int) span { return m.fieldMark(f.rows[row]) },
		cell:    func(row, column int) span { return m.fieldCell(f.rows[row], column) },
		empty:   []safe{"the schema describes no fields: write them into the text"},
	}
}

// fieldMark says whether a field has to be there, and is not.
func (m *Model) fieldMark(row formRow) span {
	state := schema.StateAt(m.composer.text, m.form.part.at(row.Field))
	switch {
	case row.adds:
		return span{m.theme.accent, "+"}
	case row.Required && state == schema.Absent:
		return span{m.theme.finding, "⚠"}
	case row.Required:
		return span{m.theme.muted, "*"}
	}
	return span{}
}

func (m *Model) fieldCell(row formRow, column int) span {
	switch column {
	case 0:
		return span{"", repeat("  ", row.depth) + nameOf(row)}
	case 1:
		return m.fieldValue(row)
	}
	return span{m.theme.muted, cleanString(aboutField(row), textCells)}
}

func nameOf(row formRow) safe {
	if row.adds {
		return "another"
	}
	return cleanString(row.Name, nameCells)
}

// aboutField says in one line what a field is.
func aboutField(row formRow) string {
	var said []string
	if len(row.origin.Alternatives) > 0 {
		said = append(said, "one of: "+strings.Join(row.origin.Alternatives, " | "))
	}
	if options := optionsOf(row); options != "" {
		said = append(said, options)
	}
	said = append(said, row.Summary())
	said = append(said, row.Constraints...)
	if row.Default != nil {
		said = append(said, "default "+string(row.Default))
	}
	return strings.Join(said, " · ")
}

// optionsOf lists the only values that a field may have.
func optionsOf(row formRow) string {
	const most = 8
	var all []string
	for i, option := range row.Options {
		if i == most {
			all = append(all, "…")
			break
		}
		all = append(all, string(option.Value))
	}
	return strings.Join(all, " | ")
}

// fieldValue shows which of the four states a field is in, each in its own way.
func (m *Model) fieldValue(row formRow) span {
	if row.adds {
		return span{m.theme.muted, "enter adds it"}
	}
	pointer := m.form.part.at(row.Field)
	value := schema.At(m.composer.text, pointer)
	switch schema.StateAt(m.composer.text, pointer) {
	case schema.Absent:
		return span{m.theme.muted, "absent"}
	case schema.Null:
		return span{m.theme.literal, "null"}
	case schema.Empty:
		return span{m.theme.text, clean(value, textCells) + " empty"}
	case schema.Given:
	}
	switch value[0] {
	case '{', '[':
		return span{m.theme.muted, clean(value, textCells)}
	case '"':
		return span{m.theme.text, clean(value, textCells)}
	}
	return span{m.theme.number, clean(value, textCells)}
}
