package ui

import "strings"

// helpView is the overlay that explains keys and marks.
type helpView struct{ top, height int }

func (h *helpView) move(n int) { h.top = max(0, h.top+n) }

// legend explains the marks of rows.
func legend() [][2]safe {
	return [][2]safe{
		{"▸", "selected, and what belongs to it in the other panes"},
		{"→ ←", "to the server, from the server"},
		{"» •", "stderr, what happened to the process"},
		{"✓ ✗ ⚠", "sound, failed, a finding"},
		{"⏱", "waits for its answer"},
		{"↓ +3 new", "keeps to the newest; does not, and there is more"},
	}
}

// lines are all that there is to say.
func (h *helpView) lines(m *Model, width int) []*line {
	var out []*line
	group := ""
	for _, k := range Keys() {
		if k.Group != group {
			group = k.Group
			out = append(out, newLine(width), h.heading(m, width, safe(group)))
		}
		names := make([]string, len(k.Keys))
		for i, key := range k.Keys {
			names[i] = keyName(key)
		}
		out = append(out, h.item(m, width, safe(strings.Join(names, "  ")), safe(k.Help)))
	}
	out = append(out, newLine(width), h.heading(m, width, "Marks"))
	for _, mark := range legend() {
		out = append(out, h.item(m, width, mark[0], mark[1]))
	}
	return out[1:]
}

func (h *helpView) heading(m *Model, width int, text safe) *line {
	l := newLine(width)
	l.put(m.theme.title, " "+text)
	return l
}

func (h *helpView) item(m *Model, width int, keys, text safe) *line {
	l := newLine(width)
	l.put("", "  ")
	l.field(m.theme.accent, keys, 24)
	l.put("", text)
	return l
}

// columnWidth is what one column of the help takes.
const columnWidth = 74

// render draws the help, in as many columns as there is room for.
func (h *helpView) render(m *Model, r rect) []*line {
	columns := max(1, r.w/columnWidth)
	lines := h.lines(m, r.w/columns)
	per := max((len(lines)+columns-1)/columns, 1)
	h.height = r.h
	h.top = max(0, min(h.top, per-r.h))
	var out []*line
	for i := h.top; i < min(h.top+r.h, per); i++ {
		l := newLine(r.w)
		for c := range columns {
			if at := c*per + i; at < len(lines) {
				l.append(lines[at])
			}
		}
		out = append(out, l)
	}
	return out
}
