package ui

import (
	"slices"
	"strings"
)

// helpView is the overlay that explains keys and marks.
type helpView struct {
	top, height int
	from        mode // where it was asked for: what works there comes first
}

func (h *helpView) move(n int) { h.top = max(0, h.top+n) }

// legend explains the marks of rows.
func legend() [][2]safe {
	return [][2]safe{
		{"▸", "selected, and what belongs to it in the other panes"},
		{"◆", "marked"},
		{"→ ←", "to the server, from the server"},
		{"» •", "stderr, what happened to the process"},
		{"✓ ✗ ⚠", "sound, failed, a finding"},
		{"⏱", "waits for its answer"},
		{"…", "there is more; at the end of a pane: no line end has come yet"},
		{"↓ +3 new", "keeps to the newest; does not, and there is more"},
	}
}

// helpGroup is a heading with what stands under it.
type helpGroup struct {
	name  string
	items [][2]safe
}

// groups are all that there is to say: the keys that work where the help was asked for,
// those that work elsewhere, and the marks.
func (h *helpView) groups(m *Model) []helpGroup {
	here := h.keys(m, "", func(k Key) bool { return k.modes&h.from != 0 })
	elsewhere := h.keys(m, "Elsewhere: ", func(k Key) bool { return k.modes&h.from == 0 })
	return slices.Concat(here, elsewhere, []helpGroup{{"Marks", legend()}})
}

// keys are the groups of the keys that are wanted.
func (h *helpView) keys(m *Model, before string, wanted func(Key) bool) []helpGroup {
	var all []helpGroup
	group := ""
	for _, k := range Keys() {
		if !wanted(k) || m.session == nil && (k.Group == groupSend || k.Group == groupCompose || k.Command == "compose") {
			continue // there is nobody to send to
		}
		if k.Group != group {
			group = k.Group
			all = append(all, helpGroup{name: before + group})
		}
		names := make([]string, len(k.Keys))
		for i, key := range k.Keys {
			names[i] = keyName(key)
		}
		last := &all[len(all)-1]
		last.items = append(last.items, [2]safe{safe(strings.Join(names, "  ")), safe(k.Help)})
	}
	return all
}

// lines lays the groups out, each with its texts in a column of their own.
func (h *helpView) lines(m *Model, width int) []*line {
	var out []*line
	for i, g := range h.groups(m) {
		if i > 0 {
			out = append(out, newLine(width))
		}
		l := newLine(width)
		l.put(m.theme.title, " "+safe(g.name))
		out = append(out, l)
		wide := 0
		for _, item := range g.items {
			wide = max(wide, widthOf(item[0]))
		}
		for _, item := range g.items {
			l := newLine(width)
			l.put("", "  ")
			l.field(m.theme.accent, item[0], wide+1)
			l.put("", item[1])
			out = append(out, l)
		}
	}
	return out
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
