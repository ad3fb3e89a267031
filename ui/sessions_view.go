package ui

import (
	"fmt"
	"strings"
	"time"

	"stdioscope/history"
)

// sessionsView draws the list of sessions.
func (m *Model) sessionsView(r rect) []string {
	f := frame{rect: r, theme: m.theme, focused: true, title: []span{{m.theme.title, "Sessions"}}}
	f.note = []span{{m.theme.muted, m.sessions.counts()}}
	inner := f.inner()
	columns := sessionColumns(inner.w)
	lines := []*line{m.sessionHeading(columns, inner.w)}
	m.sessions.fit(max(inner.h-1, 1), 0)
	for i := m.sessions.top; i < min(m.sessions.top+m.sessions.height, len(m.sessions.all)); i++ {
		lines = append(lines, m.sessionRow(columns, inner.w, m.sessions.all[i], i == m.sessions.cursor))
	}
	if len(m.sessions.all) == 0 {
		for _, text := range []safe{"there is no session yet", "put `stdioscope wrap` before the server's command in a client: it appears here by itself"} {
			l := newLine(inner.w)
			l.put(m.theme.muted, "  "+text)
			lines = append(lines, l)
		}
	}
	return f.render(lines)
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

// sessionColumn is a column of the list; the last takes what is left.
type sessionColumn struct {
	name  safe
	width int
	text  func(m *Model, s history.Saved) span
}

// sessionColumns are those that there is room for, in the order in which they matter
// less: what a session is called, who talks, how old it is, what is wrong with it.
func sessionColumns(width int) []sessionColumn {
	roomy := width >= 110
	label, client := 18, 16
	if roomy {
		label, client = 28, 24
	}
	columns := []sessionColumn{
		{"label", label, func(_ *Model, s history.Saved) span { return span{"", cleanString(s.Header.Label, nameCells)} }},
		{"client", client, func(m *Model, s history.Saved) span { return span{m.theme.muted, cleanString(s.Client, nameCells)} }},
		{"age", 6, func(m *Model, s history.Saved) span { return span{"", age(m.now().Sub(s.Header.Time))} }},
		{"findings", 8, findingsOf},
		{"state", 12, stateOf},
	}
	if roomy {
		columns = append(columns, sessionColumn{"events", 9, func(_ *Model, s history.Saved) span { return span{"", known(s.Events)} }})
	}
	return append(columns, sessionColumn{"command", 0, func(m *Model, s history.Saved) span {
		return span{m.theme.muted, cleanString(strings.Join(s.Header.Command, " "), textCells)}
	}})
}

func findingsOf(m *Model, s history.Saved) span {
	switch {
	case s.Findings > 0:
		return span{m.theme.finding, "⚠ " + number(int64(s.Findings))}
	case s.Findings == 0:
		return span{m.theme.muted, "-"}
	}
	return span{m.theme.muted, "?"}
}

func stateOf(m *Model, s history.Saved) span {
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

const sessionMark = 4 // cells before the first column: the cursor, and whether it lives

func (m *Model) sessionHeading(columns []sessionColumn, width int) *line {
	l := newLine(width)
	l.pad(sessionMark)
	for _, c := range columns {
		l.cell(m.theme.muted, c.name, c.width)
	}
	return l
}

func (m *Model) sessionRow(columns []sessionColumn, width int, s history.Saved, selected bool) *line {
	l := newLine(width)
	mark, glyph := safe("  "), span{m.theme.muted, "■ "}
	if selected {
		mark, l.base = "▸ ", m.theme.selected
	}
	if s.Live {
		glyph = span{m.theme.response, "● "}
	}
	l.put(m.theme.accent, mark)
	l.put(glyph.style, glyph.text)
	for _, c := range columns {
		said := c.text(m, s)
		l.cell(said.style, said.text, c.width)
	}
	return l
}

// cell appends text in a column of exactly w cells and a blank; of what is left of the
// line where w is 0.
func (l *line) cell(s style, text safe, w int) {
	if w == 0 {
		l.put(s, text)
		return
	}
	column := newLine(w)
	column.base = l.base
	column.put(s, text)
	if room := l.width - l.col; room < w {
		l.pad(l.width)
		return
	}
	l.append(column)
	l.put("", " ")
}
