package ui

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/followup"
	"stdioscope/mcp/offer"
)

// offers is what the server offers, as its lists say that stand in the journal, whoever
// asked for them.
type offers struct {
	pages [4][]int // positions of the answers to each kind's list, oldest first
	items []offer.Item
	known bool // items is what the pages say
	// capabilities are those that the server declared last; nil while none are known.
	capabilities []byte
	// fetching are the raw ids of the requests for lists whose next pages are wanted too,
	// due the positions of answers to them, which may have such a page.
	fetching map[string]bool
	due      []int
	asked    bool // the lists were asked for in this session
	cut      safe // says of which lists there is more than is fetched unasked
}

const (
	// mostPages is how many pages of a list are remembered.
	mostPages = 1000
	// pagesAtOnce is how many are asked for without being told to.
	pagesAtOnce = 50
)

// take learns from an answer.
func (o *offers) take(position int, e *history.Event, j *history.Journal) {
	if e.Kind != framing.Result || e.Dir != framing.ServerToClient || e.Pair == history.None {
		return
	}
	switch kind, isList := offer.KindOf(e.Method); {
	case isList:
		pages := &o.pages[kind]
		if len(*pages) >= mostPages {
			*pages = slices.Delete(*pages, 0, 1)
		}
		*pages = append(*pages, position)
		o.known = false
		if len(o.fetching) > 0 && o.fetching[string(j.ID(position))] {
			o.due = append(o.due, position)
		}
	case e.Method == mcp.MethodInitialize || e.Method == mcp.MethodDiscover:
		if line, err := j.Line(position); err == nil {
			o.capabilities = bytes.Clone(framing.ValueAt(line, "result", "capabilities"))
		}
	}
}

// restarted forgets what was asked of a server that is no more.
func (o *offers) restarted() { o.fetching, o.due, o.asked, o.cut = nil, nil, false, "" }

// declared says whether the server has declared a capability, or may have: a path of
// members joined by dots.
func (o *offers) declared(capability string) bool {
	if o.capabilities == nil {
		return true
	}
	value := framing.ValueAt(o.capabilities, strings.Split(capability, ".")...)
	return value != nil && string(value) != "false" && string(value) != "null"
}

// offered gives what the newest lists offer.
func (m *Model) offered() []offer.Item {
	o := &m.offers
	if o.known {
		return o.items
	}
	o.items, o.known = nil, true
	for _, kind := range offer.Kinds() {
		for _, position := range m.newestPages(kind) {
			if line, err := m.journal.Line(position); err == nil {
				o.items = append(o.items, offer.Read(kind, resultOf(line)).Items...)
			}
		}
	}
	return o.items
}

// newestPages gives the answers from the newest first page of a list on.
func (m *Model) newestPages(kind offer.Kind) []int {
	pages := m.offers.pages[kind]
	for i := len(pages) - 1; i >= 0; i-- {
		request, err := m.journal.Line(m.journal.Event(pages[i]).Pair)
		if err != nil || framing.ValueAt(paramsOf(request), "cursor") == nil {
			return pages[i:]
		}
	}
	return pages
}

func scanned(line []byte) *framing.Message {
	var m framing.Message
	framing.Scan(line, &m)
	return &m
}

// resultOf and paramsOf give a member of a message; nil where it has none.
func resultOf(line []byte) []byte { return scanned(line).Result.Of(line) }
func paramsOf(line []byte) []byte { return scanned(line).Params.Of(line) }

// item finds what is offered under a name.
func (m *Model) item(kind offer.Kind, name string) (offer.Item, bool) {
	items := m.offered()
	at := slices.IndexFunc(items, func(i offer.Item) bool { return i.Kind == kind && i.Name == name })
	if at < 0 {
		return offer.Item{}, false
	}
	return items[at], true
}

// fetchLists asks for all lists that the server may have, every page of them.
func (m *Model) fetchLists() {
	m.offers.asked, m.offers.cut = true, ""
	for _, kind := range offer.Kinds() {
		if m.offers.declared(gateOf(kind)) {
			id := m.session.NextID()
			text, known := mcp.Template(kind.List(), m.protocol(), id, m.session.Client(m.protocol()))
			if known {
				m.fetch([]byte(text), id)
			}
		}
	}
}

// gateOf is the capability that a list needs.
func gateOf(kind offer.Kind) string {
	return [...]string{"tools", "resources", "resources", "prompts"}[kind]
}

func (m *Model) fetch(request []byte, id int64) {
	if m.offers.fetching == nil {
		m.offers.fetching = map[string]bool{}
	}
	m.offers.fetching[fmt.Sprint(id)] = true
	_ = m.session.Send(request, history.FromComposer) // a server that has ended offers nothing
}

// fetchOn asks for the next pages of lists that are being fetched. A cursor that was
// used before leads nowhere.
func (m *Model) fetchOn() {
	due := m.offers.due
	m.offers.due = nil
	for _, position := range due {
		delete(m.offers.fetching, string(m.journal.ID(position)))
		e := m.journal.Event(position)
		kind, _ := offer.KindOf(e.Method)
		loops := slices.ContainsFunc(m.journal.Findings(position), func(f framing.Finding) bool { return f.ID == exchange.PaginationLoop })
		if loops || !m.isOffering() {
			continue
		}
		if len(m.newestPages(kind)) >= pagesAtOnce {
			m.offers.cut = "⚠ " + safe(kind.List()) + " has more than " + number(int64(pagesAtOnce)) + " pages: . on the last one asks for the next"
			continue
		}
		id := m.session.NextID()
		if next, err := m.pageBehind(position, id); err == nil {
			m.fetch(next, id)
		}
	}
}

// pageBehind prepares the request for the page behind an answer.
func (m *Model) pageBehind(answer int, id int64) ([]byte, error) {
	result, err := m.journal.Line(answer)
	if err != nil {
		return nil, fmt.Errorf("next page: %w", err)
	}
	request, err := m.journal.Line(m.journal.Event(answer).Pair)
	if err != nil {
		return nil, fmt.Errorf("next page: %w", err)
	}
	next, err := followup.NextPage(request, resultOf(result), fmt.Append(nil, id))
	if err != nil {
		return nil, fmt.Errorf("next page: %w", err)
	}
	return next, nil
}

// nextPage asks for the page behind the current one.
func (m *Model) nextPage() tea.Cmd {
	answer, _ := m.currentPage()
	next, err := m.pageBehind(answer, m.session.NextID())
	if err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
		return nil
	}
	m.send(next, "asked for the next page")
	return nil
}

// currentPage is the answer of a list that the current exchange has.
func (m *Model) currentPage() (answer int, why safe) {
	position, ok := m.current()
	switch {
	case m.session == nil:
		return 0, noSession(m)
	case !ok:
		return 0, noSelection(m)
	}
	e := m.journal.Event(position)
	if e.Kind == framing.Request && e.Pair != history.None {
		position, e = e.Pair, m.journal.Event(e.Pair)
	}
	if _, isList := offer.KindOf(e.Method); !isList && e.Method != mcp.MethodTasksList || e.Kind != framing.Result {
		return 0, "this is no page of a list"
	}
	return position, ""
}

func noPage(m *Model) safe {
	_, why := m.currentPage()
	return why
}

// hasNextPage says whether a page that is quickly read has another behind it.
func hasNextPage(m *Model) bool {
	answer, why := m.currentPage()
	if why != "" || m.journal.Event(answer).Size > wholeBytes {
		return false
	}
	line, err := m.journal.Line(answer)
	if err != nil {
		return false
	}
	cursor := framing.ValueAt(resultOf(line), "nextCursor")
	return cursor != nil && string(cursor) != "null"
}
