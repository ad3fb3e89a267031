package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// findingList is the list of what is wrong, by kind.
type findingList struct {
	list
	kinds []history.FindingKind
}

func (m *Model) listFindings() tea.Cmd {
	m.findings.take(m.journal.FindingKinds())
	return m.openTable(findingsTable)
}

// take takes the kinds as they are now. The cursor stays on its kind.
func (l *findingList) take(kinds []history.FindingKind) {
	id := ""
	if l.cursor >= 0 && l.cursor < len(l.kinds) {
		id = l.kinds[l.cursor].ID
	}
	l.kinds, l.whole = kinds, len(kinds)
	l.moveTo(0)
	for i, k := range kinds {
		if k.ID == id {
			l.moveTo(i)
		}
	}
}

func (m *Model) findingsTable() table {
	total := 0
	for _, k := range m.findings.kinds {
		total += k.Count
	}
	return table{
		list: &m.findings.list, title: "Findings", by: -1,
		note:    safe(fmt.Sprintf("%d, of %d kinds", total, len(m.findings.kinds))),
		columns: []column{{"severity", 8, false}, {"count", 7, true}, {"finding", 26, false}, {"what should be, and what a breach does", 0, false}},
		mark:    func(int) span { return span{m.theme.finding, "⚠"} },
		cell:    m.findingCell,
		empty:   []safe{"nothing was found wrong"},
		enter:   func(row int) tea.Cmd { return m.showFindings(m.findings.kinds[row].ID) },
		below:   m.findingWhole,
	}
}

func (m *Model) findingCell(row, column int) span {
	k := m.findings.kinds[row]
	switch column {
	case 0:
		if k.Severity == framing.Fault {
			return span{m.theme.failure, safe(k.Severity.String())}
		}
		return span{m.theme.finding, safe(k.Severity.String())}
	case 1:
		return span{"", number(int64(k.Count))}
	case 2:
		return span{"", cleanString(k.ID, nameCells)}
	}
	rule, ok := exchange.RuleOf(k.ID)
	if !ok {
		return span{}
	}
	return span{m.theme.muted, cleanString(rule.Rule+"; else "+rule.Breaks, textCells)}
}

// findingWhole says of a kind of finding what the rule is and what a breach does.
func (m *Model) findingWhole(row int) []span {
	k := m.findings.kinds[row]
	rule, ok := exchange.RuleOf(k.ID)
	if !ok {
		return nil
	}
	return []span{
		{m.theme.finding, cleanString(k.ID, nameCells)},
		{"", cleanString(rule.Rule, textCells) + "."},
		{m.theme.muted, "Else: " + cleanString(rule.Breaks, textCells) + "."},
	}
}

// showFindings shows the events with a kind of finding, from the first on.
func (m *Model) showFindings(id string) tea.Cmd {
	m.mode = m.base()
	m.setFollow(false)
	m.timeline = true
	return m.setFilter("find:" + id)
}
