package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history/filter"
)

// prompt asks for one line of text in the footer, with a menu of choices above it.
type prompt struct {
	editor
	label safe
	then  func(m *Model, text string) tea.Cmd

	// The rest may be nil: changed is called after each edit, cancelled when it is left
	// with esc, and choices gives what may be chosen, of which tab takes one.
	changed   func(m *Model, text string) tea.Cmd
	cancelled func(m *Model) tea.Cmd
	choices   func(m *Model, text string, cursor int) []choice
	// remark is said above the choices: what is wrong, or what comes of the text.
	remark func(m *Model) span
	// lists says that up and down move in the menu instead of in what was entered before.
	lists bool

	menu   []choice
	at     int // the choice that is marked, -1 for none
	top    int // of the menu
	stem   []byte
	stemAt int // the cursor in stem, from which choices are taken
	past   *[]string
	recall int // how far back in past; 0 for the text itself
	draft  []byte
	from   mode // that it goes back to
}

// choice is a line of the menu. Text takes the place of what stands between start and
// end.
type choice struct {
	text       string
	start, end int
	about      safe
	// take is what is done when it is the marked one as the prompt is accepted; nil where
	// the text alone counts.
	take func(m *Model) tea.Cmd
}

func choicesOf(completions []filter.Completion) []choice {
	choices := make([]choice, len(completions))
	for i, c := range completions {
		choices[i] = choice{text: c.Text, start: c.Start, end: c.End, about: safe(c.About)}
	}
	return choices
}

func (p *prompt) render(l *line, theme *theme) {
	l.put(theme.accent, p.label)
	rest := newLine(l.width - l.col)
	p.resize(max(rest.width-1, 1))
	p.renderCursor(rest, p.rowOf(p.cursor), theme)
	l.append(rest)
}

// openPrompt opens a prompt that holds a text already.
func (m *Model) openPrompt(p prompt, text string) {
	p.at, p.from = -1, m.base()
	if m.mode == composerMode || m.mode == formMode {
		p.from = m.mode
	}
	m.prompt = p
	m.prompt.set([]byte(text))
	m.mode = promptMode
	m.fillMenu()
}

// askFor opens a prompt for a text.
func (m *Model) askFor(label safe, then func(*Model, string) tea.Cmd) {
	m.openPrompt(prompt{label: label, then: then}, "")
}

// fillMenu finds the choices for the text as it is now.
func (m *Model) fillMenu() {
	p := &m.prompt
	p.menu, p.at, p.top = nil, -1, 0
	if p.choices != nil {
		p.menu = p.choices(m, string(p.text), p.cursor)
	}
	if p.lists && len(p.menu) > 0 {
		p.at = 0
	}
	p.stem, p.stemAt = slices.Clone(p.text), p.cursor
}

// promptEdited sees to what follows from an edit.
func (m *Model) promptEdited() tea.Cmd {
	m.prompt.recall = 0
	return m.promptChanged()
}

func (m *Model) promptChanged() tea.Cmd {
	m.fillMenu()
	if m.prompt.changed == nil {
		return nil
	}
	return m.prompt.changed(m, string(m.prompt.text))
}

func (m *Model) accept() tea.Cmd {
	p := &m.prompt
	m.mode = p.from
	text := string(p.text)
	if p.lists && p.at >= 0 && p.at < len(p.menu) && p.menu[p.at].take != nil {
		return p.menu[p.at].take(m)
	}
	if p.past != nil && text != "" {
		*p.past = append(slices.DeleteFunc(*p.past, func(old string) bool { return old == text }), text)
	}
	return p.then(m, text)
}

func (m *Model) dismiss() tea.Cmd {
	m.mode = m.prompt.from
	if m.prompt.cancelled == nil {
		return nil
	}
	return m.prompt.cancelled(m)
}

// complete takes the next choice, or the one before.
func complete(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		p := &m.prompt
		if len(p.menu) == 0 {
			return nil
		}
		c := p.menu[max(p.at, 0)]
		if !p.lists || c.take != nil {
			p.mark(step)
			c = p.menu[p.at]
		}
		if c.take != nil {
			return nil
		}
		text := slices.Concat(p.stem[:c.start], []byte(c.text), p.stem[c.end:])
		p.set(text)
		p.cursor = c.start + len(c.text)
		if p.lists { // what may come next
			m.fillMenu()
		}
		if p.changed == nil {
			return nil
		}
		return p.changed(m, string(text))
	}
}

// mark moves the mark in the menu, around its ends.
func (p *prompt) mark(step int) {
	n := len(p.menu)
	if p.at < 0 && step < 0 {
		p.at = 0
	}
	p.at = (p.at + step + n) % n
}

// lookBack gives a text that was entered before, or moves in the menu.
func lookBack(step int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		p := &m.prompt
		switch {
		case p.lists && len(p.menu) > 0:
			p.mark(-step)
			return nil
		case p.past == nil:
			return complete(-step)(m)
		}
		to := p.recall + step
		if to < 0 || to > len(*p.past) {
			return nil
		}
		if p.recall == 0 {
			p.draft = slices.Clone(p.text)
		}
		p.recall = to
		text := p.draft
		if to > 0 {
			text = []byte((*p.past)[len(*p.past)-to])
		}
		p.set(slices.Clone(text))
		return m.promptChanged()
	}
}

// mostChoices is how many choices are in view.
const mostChoices = 10

// menuHeight is how many lines the menu wants.
func (m *Model) menuHeight() int {
	if m.mode != promptMode {
		return 0
	}
	h := min(len(m.prompt.menu), mostChoices)
	if m.prompt.remark != nil {
		h++
	}
	return h
}

// menuView draws the remark and the choices.
func (m *Model) menuView(r rect) []string {
	p := &m.prompt
	var lines []*line
	add := func() *line {
		l := newLine(r.w)
		lines = append(lines, l)
		return l
	}
	height := r.h
	if p.remark != nil {
		said := p.remark(m)
		add().put(said.style, " "+said.text)
		height--
	}
	p.top = min(max(p.top, p.at-height+1), max(p.at, 0))
	wide := 0
	for _, c := range p.menu {
		wide = max(wide, min(len(c.text), r.w/2))
	}
	for i := p.top; i < min(p.top+height, len(p.menu)); i++ {
		l := add()
		mark := safe("   ")
		if i == p.at {
			mark, l.base = " ▸ ", m.theme.selected
		}
		l.put(m.theme.accent, mark)
		l.field("", cleanString(p.menu[i].text, wide), wide)
		l.put(m.theme.muted, " "+p.menu[i].about)
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.between("", "", r.x+r.w)
	}
	return out
}
