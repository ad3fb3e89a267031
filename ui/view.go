package ui

import (
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/history"
)

// picture is what View gave last. It is made anew only when something has changed,
// in a flood no more often than once per frameTime.
type picture struct {
	text      string
	dirty     bool
	scheduled bool // a drawMsg is on its way
	made      time.Time
	count     int
}

// draw asks for a new picture, now or when the next one is due.
func (m *Model) draw() tea.Cmd {
	p := &m.picture
	if p.dirty || p.scheduled {
		return nil
	}
	wait := frameTime - time.Since(p.made)
	if wait <= 0 {
		p.dirty = true
		return nil
	}
	p.scheduled = true
	return after(m.ctx, wait, drawMsg{})
}

// View gives the whole screen.
func (m *Model) View() string {
	if m.picture.dirty && m.w > 0 && m.h > 0 {
		m.picture.text = m.screen()
		m.picture.dirty, m.picture.made = false, time.Now()
		m.picture.count++
		m.pulse.wake()
	}
	return m.picture.text
}

// part is a drawn rectangle.
type part struct {
	rect
	lines []string
}

// screen draws all parts and puts them together.
func (m *Model) screen() string {
	banner := m.banner()
	m.layout = arrange(m.shape(len(banner)))
	m.rows.live = m.live() && !m.isOver()
	l := &m.layout
	var parts []part
	add := func(r rect, draw func(rect) []string) {
		if !r.empty() {
			parts = append(parts, part{r, draw(r)})
		}
	}
	add(l.header, m.header)
	add(l.banner, func(r rect) []string { return m.renderBanner(r, banner) })
	add(l.tabs, m.tabs)
	for _, p := range m.panes {
		add(l.panes[p.id], func(r rect) []string { return m.pane(p, r) })
	}
	add(l.detail, m.detailView)
	add(l.composer, m.composerView)
	add(l.help, m.helpOverlay)
	add(l.table, m.tableView)
	add(l.menu, m.menuView)
	add(l.footer, m.footer)
	return stitch(parts, m.w, m.h)
}

// stitch lays the parts out on the screen, which they tile.
func stitch(parts []part, w, h int) string {
	slices.SortStableFunc(parts, func(a, b part) int { return a.x - b.x })
	var b strings.Builder
	b.Grow(4 * w * h)
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		for _, p := range parts {
			if i := y - p.y; i >= 0 && i < p.h && i < len(p.lines) {
				b.WriteString(p.lines[i])
			}
		}
	}
	return b.String()
}

func (m *Model) shape(banner int) shape {
	s := shape{
		w: m.w, h: m.h, banner: banner, focus: m.focus, splits: m.splits,
		composer: m.session != nil, composing: m.mode == composerMode,
		timeline: m.timeline, zoom: m.zoom, detail: m.showing, help: m.mode == helpMode, table: m.mode == tableMode, form: m.isFormShown(), menu: m.menuHeight(),
	}
	if s.composer {
		m.composer.resize(max(m.w-3, 1)) // the border, and a cell for the cursor
		s.text = m.composer.lines(max(m.h/3, 1))
	}
	return s
}

// pane draws a pane with its border.
func (m *Model) pane(p *pane, r rect) []string {
	active := p == m.active()
	f := frame{rect: r, theme: m.theme, focused: active && m.mode == listMode}
	f.title = []span{{m.theme.accent, p.key + " "}, {m.theme.title, p.name}}
	f.note = m.paneNote(p)
	inner := f.inner()
	tails := m.tails(p.id)
	p.fit(inner.h, len(tails))
	how := look{width: inner.w, active: active, pane: p.id}
	marked := m.markedRow(p)
	var lines []*line
	for row := p.top; row < min(p.top+inner.h, p.len()); row++ {
		position := p.at(row)
		how.selected = row == marked
		how.marked = m.marks.set[position]
		how.run = p.lane.folded(row)
		how.operation = p.lane.operationAt(row)
		lines = append(lines, m.rows.row(position, m.journal.Event(position), how))
	}
	for _, t := range tails {
		if p.top+inner.h > p.len() { // the last row is in view
			lines = append(lines, m.rows.tail(t, how))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, m.emptyPane(p, inner.w))
	}
	return f.render(lines)
}

func (m *Model) paneNote(p *pane) []span {
	note := []span{{m.theme.muted, p.counts(len(m.open))}}
	n := p.len() - p.search(m.seen) // rows that have come since following stopped
	switch {
	case m.follow && p == m.active():
		return append([]span{{m.theme.accent, "↓ "}}, note...)
	case !m.follow && m.live() && n > 0:
		return append([]span{{m.theme.accent, "+" + number(int64(n)) + " new"}, {m.theme.muted, " · "}}, note...)
	}
	return note
}

func (m *Model) emptyPane(p *pane, width int) *line {
	says := [paneCount]safe{"nothing sent yet", "nothing answered yet", "no notifications", "nothing on stderr", "nothing has happened yet"}
	l := newLine(width)
	said := says[p.id]
	if m.filtering.filter != nil && m.taken > 0 {
		said = "nothing here matches"
	}
	l.put(m.theme.muted, "  "+said)
	return l
}

func (m *Model) detailView(r rect) []string {
	e := m.journal.Event(m.detail.position)
	f := frame{rect: r, theme: m.theme, focused: m.mode == detailMode}
	f.title = []span{{m.theme.title, "Detail"}, {m.theme.muted, " #" + number(e.Seq)}}
	if m.detail.queried {
		f.title = append(f.title, span{m.theme.accent, " · jq " + cleanString(m.query.text, nameCells)})
	}
	inner := f.inner()
	lines := m.detail.render(inner.w, inner.h, m.about, m.theme)
	f.note = []span{{m.theme.muted, m.detail.where()}}
	return f.render(lines)
}

func (m *Model) composerView(r rect) []string {
	f := frame{rect: r, theme: m.theme, focused: m.mode == composerMode}
	f.title = []span{{m.theme.accent, "5 "}, {m.theme.title, "Composer"}, {m.theme.muted, " · " + m.composer.what()}}
	f.note = []span{m.composerNote()}
	f.note[0].text = clean([]byte(f.note[0].text), max(r.w/2, 1))
	inner := f.inner()
	m.composer.resize(max(inner.w-1, 1))
	return f.render(m.composer.render(inner.w, inner.h, m.theme, f.focused))
}

func (m *Model) helpOverlay(r rect) []string {
	f := frame{rect: r, theme: m.theme, focused: true, title: []span{{m.theme.title, "Help"}}}
	f.note = []span{{m.theme.muted, "j k to scroll"}}
	return f.render(m.help.render(m, f.inner()))
}

func isFact(e history.Event) bool { return e.Dir == framing.Meta }
