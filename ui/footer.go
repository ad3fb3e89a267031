package ui

import (
	"cmp"
	"math/bits"
	"slices"
)

// footer is the last line: a question, what just happened, or the keys that work
// here and now.
func (m *Model) footer(r rect) []string {
	l := newLine(r.w)
	l.put("", " ")
	switch {
	case m.mode == confirmMode:
		l.put(m.theme.finding, m.question.text+" ")
		l.put(m.theme.strong, "(y/n)")
	case m.mode == promptMode:
		m.prompt.render(l, m.theme)
	case m.notice.text != "":
		l.put(m.notice.style, m.notice.text)
	default:
		m.footerKeys(l)
	}
	return []string{l.between("", "", r.x+r.w)}
}

// footerKeys shows keys as far as there is room; help and the way out always.
func (m *Model) footerKeys(l *line) {
	var items, last []binding
	for _, b := range m.keys {
		switch {
		case b.short == "" || b.modes&m.mode == 0 || b.useless(m) != "" || b.offer != nil && !b.offer(m):
		case b.name == "help" || b.name == "quit" || b.name == paletteCommand || b.short == "back" || b.short == "leave":
			last = append(last, b)
		default:
			items = append(items, b)
		}
	}
	room := l.width - l.col
	// What works here alone comes first.
	slices.SortStableFunc(items, func(a, b binding) int {
		return cmp.Compare(bits.OnesCount16(uint16(a.modes)), bits.OnesCount16(uint16(b.modes)))
	})
	for _, b := range last {
		room -= itemWidth(b) + separatorWidth
	}
	var shown []binding
	for _, b := range items {
		if w := itemWidth(b) + separatorWidth; w <= room {
			shown = append(shown, b)
			room -= w
		}
	}
	for i, b := range append(shown, last...) {
		if i > 0 {
			l.put(m.theme.muted, " · ")
		}
		l.put(m.theme.strong, b.key())
		l.put(m.theme.muted, " "+safe(b.short))
	}
}

const separatorWidth = 3

func itemWidth(b binding) int {
	return widthOf(b.key()) + 1 + len(b.short)
}
