package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp/mutation"
)

// mutateWords sends the selected request broken in a way that has a name; without one
// it offers them.
func (m *Model) mutateWords(name string) tea.Cmd {
	if why := notEditable(m); why != "" {
		m.say(m.theme.muted, "mutate: "+why)
		return nil
	}
	if way, ok := mutation.Find(name); ok {
		m.mutate(way)
		return nil
	}
	if name != "" {
		m.say(m.theme.failure, "✗ mutate: there is no mutation "+cleanString(name, nameCells))
		return nil
	}
	var all []choice
	for _, way := range mutation.All() {
		all = append(all, choice{
			text: way.Name, about: safe(way.About),
			take: func(m *Model) tea.Cmd {
				m.mutate(way)
				return nil
			},
		})
	}
	m.openChooser("send broken: ", "what to do to the selected request before it is sent", all)
	return nil
}

func mutationNames() []string {
	var names []string
	for _, way := range mutation.All() {
		names = append(names, way.Name)
	}
	return names
}

// mutate sends the selected request broken, and says what a good server does with it.
func (m *Model) mutate(way mutation.Mutation) {
	line, ok := m.sendableLine()
	if !ok {
		return
	}
	m.unfollow() // the next one is about the same request
	plan, err := way.Apply(renewed(line, m.session.NextID()), mutation.Context{Pending: m.pendingIDs()})
	if err != nil {
		m.say(m.theme.failure, "✗ mutate: "+cleanString(err.Error(), textCells))
		return
	}
	m.sendPlan(plan, "sent "+safe(way.Name)+"; a good server: "+safe(way.Expect))
}

// pendingIDs are the raw ids of our requests that have no answer.
func (m *Model) pendingIDs() [][]byte {
	var ids [][]byte
	for _, position := range m.open {
		e := m.journal.Event(int(position))
		if e.Dir == framing.ClientToServer && e.Kind == framing.Request && e.Status == exchange.Pending {
			ids = append(ids, m.journal.ID(int(position)))
		}
	}
	return ids
}

// sendPlan hands over what is sent as it is.
func (m *Model) sendPlan(plan mutation.Plan, done safe) {
	m.handOver(func() error { return m.session.SendPlan(plan, history.FromComposer) }, done)
}
