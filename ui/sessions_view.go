package ui

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
)

// sessionsTable lists what a session is called, who talks, how old it is, and what is
// wrong with it; on a wide screen with more room for each.
func (m *Model) sessionsTable() table {
	columns := []column{{"label", 18, false}, {"client", 16, false}, {"age", 6, false}, {"findings", 8, false}, {"state", 12, false}, {"events", 9, true}}
	const roomy, beforeEvents = 110, 5
	if m.w < roomy {
		columns = columns[:beforeEvents]
	} else {
		columns[0].width, columns[1].width = 28, 24
	}
	columns = append(columns, column{"command", 0, false})
	return table{
		list: &m.sessions.list, title: "Sessions", note: m.sessions.counts(), by: -1, columns: columns,
		mark: func(row int) span { return m.lifeOf(m.sessions.all[row]) },
		cell: func(row, i int) span { return m.sessionCell(m.sessions.all[row], columns[i].name) },
		empty: []safe{
			"there is no session yet",
			"put `stdioscope wrap` before the server's command in a client: it appears here by itself",
		},
		enter: func(int) tea.Cmd { return m.openChosen() },
	}
}

func (l *sessionList) counts() safe {
	live := 0
	for _, s := range l.all {
		if s.Live {
			live++
		}
	}
	return safe(fmt.Sprintf("%d live · %d in all", live, len(l.all)))
}

func (m *Model) lifeOf(s history.Saved) span {
	if s.Live {
		return span{m.theme.response, "●"}
	}
	return span{m.theme.muted, "■"}
}

func (m *Model) sessionCell(s history.Saved, column safe) span {
	switch column {
	case "label":
		return span{"", cleanString(s.Header.Label, nameCells)}
	case "client":
		return span{m.theme.muted, cleanString(s.Client, nameCells)}
	case "age":
		return span{"", age(m.now().Sub(s.Header.Time))}
	case "findings":
		return m.foundIn(s)
	case "state":
		return m.stateOf(s)
	case "events":
		return span{"", known(s.Events)}
	}
	return span{m.theme.muted, cleanString(strings.Join(s.Header.Command, " "), textCells)}
}

func (m *Model) foundIn(s history.Saved) span {
	switch {
	case s.Findings > 0:
		return span{m.theme.finding, "⚠ " + number(int64(s.Findings))}
	case s.Findings == 0:
		return span{m.theme.muted, "-"}
	}
	return span{m.theme.muted, "?"}
}

func (m *Model) stateOf(s history.Saved) span {
	switch {
	case s.Live:
		return span{m.theme.response, "live"}
	case s.Ending == "":
		return span{m.theme.finding, "cut off"}
	}
	return span{m.theme.muted, cleanString(s.Ending, nameCells)}
}

func known(n int) safe {
	if n < 0 {
		return "?"
	}
	return number(int64(n))
}

// age writes how long ago something began, as coarsely as it is drawn seldom.
func age(d time.Duration) safe {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return safe(fmt.Sprintf("%d min", int(d.Minutes())))
	case d < 24*time.Hour:
		return safe(fmt.Sprintf("%d h", int(d.Hours())))
	default:
		return safe(fmt.Sprintf("%d d", int(d.Hours()/24)))
	}
}
