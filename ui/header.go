package ui

import (
	"strings"

	"stdioscope/history"
)

// header is the first line: what is inspected, and how it is.
func (m *Model) header(r rect) []string {
	l := newLine(r.w)
	if m.isNowhere() {
		l.put(m.theme.title, " stdioscope")
		return []string{l.between("", "", r.x+r.w)}
	}
	h := m.journal.Header()
	label := m.veiled(h.Label, nameCells)
	left := []span{{"", " "}, {m.theme.title, label}}
	command := strings.Join(h.Command, " ")
	switch {
	case label == "": // of another writer
		left[1].text = m.veiled(command, textCells)
	case command != "" && command != h.Label:
		left = append(left, span{m.theme.muted, " · " + m.veiled(command, textCells)})
	}
	right := m.status()
	least := min(widthOf(label)+2, r.w/3) // of the left part
	for len(right) > 1 && widthOfSpans(right) > r.w-least {
		right = right[:len(right)-1]
	}
	l.ends(left, right)
	return []string{l.between("", "", r.x+r.w)}
}

// veiled is text of the history's header, in which secrets are masked as in lines.
func (m *Model) veiled(text string, cells int) safe {
	return clean(m.rows.journal.over([]byte(text)), cells)
}

// status is the right part of the header, most important first.
func (m *Model) status() []span {
	t := m.theme
	state := m.state()
	right := []span{{"", " "}, state}
	if m.journal.Header().Redacted {
		right = append(right, span{t.finding, "  redacted"})
	}
	if n := m.journal.FindingCount(); n > 0 {
		right = append(right, span{"", "  "}, span{t.finding, "⚠ " + count(n, "finding")})
	}
	if pid := m.life.pid; pid > 0 && m.life.ended.IsZero() {
		right = append(right, span{t.muted, "  pid " + number(int64(pid))})
	}
	if protocol := m.protocol(); protocol != "" {
		right = append(right, span{t.muted, "  " + cleanString(protocol, idCells)})
	}
	if since := m.since(); since != "" {
		right = append(right, span{t.muted, "  " + since})
	}
	return append(right, span{"", " "})
}

// protocol is the revision agreed on.
func (m *Model) protocol() string {
	if m.session != nil {
		return m.session.State().Protocol
	}
	return m.life.protocol
}

func widthOfSpans(spans []span) int {
	w := 0
	for _, s := range spans {
		w += widthOf(s.text)
	}
	return w
}

// tabs is the bar that says which panes there are where only one is shown.
func (m *Model) tabs(r rect) []string {
	l := newLine(r.w)
	for _, s := range m.tabBar(r.w) {
		l.put(s.style, s.text)
	}
	return []string{l.between("", "", r.x+r.w)}
}

// tabBar is a span for each pane.
func (m *Model) tabBar(width int) []span {
	const short = 4 // letters of a name where whole names do not fit
	spans := m.tabSpans(len("Notifications"))
	if widthOfSpans(spans) > width {
		spans = m.tabSpans(short)
	}
	return spans
}

func (m *Model) tabSpans(letters int) []span {
	var spans []span
	for id := firstPane; id <= lastPane; id++ {
		p := m.panes[id]
		said := p.key + " " + p.name[:min(len(p.name), letters)] + " " + number(int64(p.rows()))
		if len(m.tails(p.id)) > 0 {
			said += "…"
		}
		if id == m.focus {
			spans = append(spans, span{m.theme.title, "[" + said + "]"})
		} else {
			spans = append(spans, span{m.theme.muted, " " + said + " "})
		}
	}
	return spans
}

// banner says what the user has to know at once, most important first.
func (m *Model) banner() []span {
	t := m.theme
	var lines []span
	if m.session != nil {
		lines = m.sessionBanner()
		if said, ok := m.waitingBanner(); ok {
			lines = append(lines, said)
		}
	}
	if said := m.replayBanner(); said.text != "" {
		lines = append(lines, said)
	}
	if m.life.stdoutClosed() {
		said := safe("⚠ stdout closed, process alive: no answer can come")
		if m.session != nil {
			said += " · " + m.keyNow("R") + " restarts it"
		}
		lines = append(lines, span{t.finding, said})
	}
	if trouble := m.journal.Trouble(); trouble != "" {
		lines = append(lines, span{t.failure, "⚠ " + cleanString(trouble, textCells)})
	}
	if m.filtering.filter != nil && m.mode != promptMode {
		lines = append(lines, m.filterBar())
	}
	if damage := m.journal.Damage(); len(damage) > 0 {
		lines = append(lines, span{t.finding, "⚠ " + damaged(damage)})
	}
	return lines
}

// damaged says how much of the file could not be read, and where that begins.
func damaged(places []history.Damage) safe {
	said := count(len(places), "place") + " in the file could not be read"
	if len(places) > 1 {
		said += ", the first"
	}
	return said + " at byte " + number(places[0].Offset) + ": " + cleanString(places[0].Reason, textCells)
}

func (m *Model) sessionBanner() []span {
	s := m.session.State()
	switch {
	case m.quitting:
		return []span{{m.theme.finding, "◌ stopping the server: " + cleanString(s.Step, textCells) + " · " + m.quitKey() + " skips ahead"}}
	case m.restarting:
		return []span{{m.theme.finding, "◌ " + m.restartStep()}}
	case m.ended():
		return m.obituary()
	case s.Unread > 0:
		return []span{{m.theme.finding, "⚠ the server is not reading: " + size(int64(s.Unread)) + " wait"}}
	}
	return nil
}

// lastWords is how many stderr lines of a dead server are shown.
const lastWords = 3

// obituary says how the server ended and what it said last.
func (m *Model) obituary() []span {
	said := "✕ " + m.ending()
	if n := m.life.exit.Unanswered; n > 0 {
		said += " · " + count(n, "request") + " unanswered"
	}
	lines := []span{{m.theme.failure, said + " · " + m.keyNow("R") + " starts it again"}}
	for _, text := range m.lastStderr() {
		lines = append(lines, span{m.theme.muted, "  » " + text})
	}
	return lines
}

// lastStderr is what the dead server said last on stderr.
func (m *Model) lastStderr() []safe {
	p := m.panes[stderrPane]
	var words []safe
	for row := p.search(m.life.exitAt) - 1; row >= 0 && len(words) < lastWords; row-- {
		position := p.at(row)
		e := m.journal.Event(position)
		if isFact(e) {
			if f, _ := m.journal.Fact(position); f.Event == history.FactStart {
				break
			}
			continue
		}
		words = append([]safe{m.rows.textOf(position, e).label}, words...)
	}
	return words
}

func (m *Model) renderBanner(r rect, lines []span) []string {
	var out []string
	for _, s := range lines[:min(len(lines), r.h)] {
		l := newLine(r.w)
		l.put("", " ")
		l.put(s.style, s.text)
		out = append(out, l.between("", "", r.x+r.w))
	}
	return out
}
