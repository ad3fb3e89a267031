package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/offer"
	"stdioscope/mcp/schema"
)

const newLabel = "new: "

// chooseTemplate offers what the server offers, and a template for every method of the
// revision in use. What the server offers is asked for when it is wanted first.
func (m *Model) chooseTemplate() tea.Cmd {
	if !m.offers.asked && len(m.offered()) == 0 && !m.ended() && m.protocol() != "" {
		m.fetchLists()
	}
	m.offerTemplates("")
	return loadSnippets
}

// composeOffered is chooseTemplate from outside the composer.
func (m *Model) composeOffered() tea.Cmd {
	m.mode = composerMode
	return m.chooseTemplate()
}

func (m *Model) offerTemplates(typed string) {
	m.openChooser(newLabel, cmp.Or(m.offers.cut, "what to send; words narrow it down"), m.templateChoices())
	if typed != "" {
		m.prompt.set([]byte(typed))
		m.fillMenu()
	}
}

// isOffering says whether what the server offers is being chosen from.
func (m *Model) isOffering() bool { return m.mode == promptMode && m.prompt.label == newLabel }

// refreshTemplates takes in what the server has offered since the choices were made.
func (m *Model) refreshTemplates() {
	if !m.offers.known && m.isOffering() {
		m.offerTemplatesAgain()
	}
}

// offerTemplatesAgain makes the choices anew. What was typed and chosen stays.
func (m *Model) offerTemplatesAgain() {
	typed, on := string(m.prompt.text), choice{}
	if at := m.prompt.at; at > 0 && at < len(m.prompt.menu) { // somebody has gone there
		on = m.prompt.menu[at]
	}
	m.mode = m.prompt.from
	m.offerTemplates(typed)
	for i, c := range m.prompt.menu {
		if c.text == on.text && c.about == on.about {
			m.prompt.at = i
		}
	}
}

// templateChoices are what the server offers, then the messages that a client may send,
// then the answers that it may give.
func (m *Model) templateChoices() []choice {
	var all, answers []choice
	for _, item := range m.offered() {
		all = append(all, m.itemChoice(item))
	}
	all = append(all, m.snippetChoices()...)
	for _, method := range m.methods() {
		if method.Senders&mcp.ClientSide != 0 {
			all = append(all, m.templateChoice(method))
		}
		if method.Kind == mcp.Request && (method.Senders&mcp.ServerSide != 0 || method.Senders == 0) {
			answers = append(answers, m.answerChoice(method))
		}
	}
	all = append(append(all, answers...), m.fetchChoice())
	return all
}

func (m *Model) fetchChoice() choice {
	return choice{
		text: "fetch the lists again", about: "tools, resources, templates and prompts, all pages",
		take: func(m *Model) tea.Cmd {
			m.fetchLists()
			m.offerTemplates("")
			return nil
		},
	}
}

// itemChoice offers what the server offers, dangers and faults first.
func (m *Model) itemChoice(item offer.Item) choice {
	about := []string{item.Kind.String()}
	if item.Hints.Dangerous() {
		about = append(about, "⚠ destructive")
	}
	for _, problem := range item.Problems {
		about = append(about, "⚠ "+problem)
	}
	if label := item.Label(); label != item.Name && label != item.URI {
		about = append(about, label)
	} else if item.Name != "" && item.URI != "" {
		about = append(about, item.Name)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(item.Description), "\n")
	if first != "" {
		about = append(about, first)
	}
	text := item.Name
	if text == "" || item.Kind == offer.Resource || item.Kind == offer.Template {
		text = item.URI
	}
	return choice{
		text: text, about: cleanString(strings.Join(about, " · "), textCells),
		take: func(m *Model) tea.Cmd { return m.composeItem(item) },
	}
}

// composeItem prepares the request that uses what the server offers.
func (m *Model) composeItem(item offer.Item) tea.Cmd {
	if names := item.Variables(); item.Kind == offer.Template && len(names) > 0 {
		m.askVariable(item, names, nil)
		return nil
	}
	m.composeUse(item, item.Params(schema.Options{}))
	return nil
}

func (m *Model) composeUse(item offer.Item, params []byte) {
	revision := m.protocol()
	text := mcp.RequestWith(item.Kind.Use(), revision, fmt.Append(nil, m.session.NextID()), params, m.session.Client(revision))
	m.composeText(m.withProgress(m.withLogLevel(text), item))
	m.composer.toFirstGap()
}

// withProgress asks for progress of a call, by its id: servers tell of none unasked
// (specification 2025-11-25, basic/utilities/progress).
func (m *Model) withProgress(text []byte, item offer.Item) []byte {
	if m.withoutProgress || item.Kind != offer.Tool {
		return text
	}
	with, err := schema.Set(text, "/params/_meta/"+mcp.MetaProgressToken, scanned(text).ID.Of(text))
	if err != nil {
		return text
	}
	return with
}

// progressWords says whether calls that are composed ask for progress.
func (m *Model) progressWords(word string) tea.Cmd {
	if word != "on" && word != "off" {
		m.say(m.theme.failure, "✗ progress: on or off")
		return nil
	}
	m.withoutProgress = word == "off"
	m.say(m.theme.response, "✓ calls that are composed ask for progress: "+safe(word))
	return nil
}

// askVariable asks for the variables of a resource template, one after the other.
func (m *Model) askVariable(item offer.Item, names []string, values []offer.Value) {
	name := names[0]
	m.askCompletion(item, name, "", values, nil)
	m.openPrompt(prompt{
		label: cleanString(name, nameCells) + ": ",
		remark: func(m *Model) span {
			return span{m.theme.muted, "a value for " + cleanString(item.URI, textCells) + "; without one it is left out · ↓ takes what the server suggests"}
		},
		choices: func(m *Model, _ string, _ int) []choice { return m.completedChoices(name) },
		changed: func(m *Model, text string) tea.Cmd {
			m.askCompletion(item, name, text, values, nil)
			return nil
		},
		then: func(m *Model, text string) tea.Cmd {
			values := values
			if text != "" {
				values = append(slices.Clone(values), offer.Value{Name: name, Text: text})
			}
			if len(names) > 1 {
				m.askVariable(item, names[1:], values)
				return nil
			}
			params, err := item.TemplateParams(values)
			if err != nil {
				m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
				return nil
			}
			m.composeUse(item, params)
			return nil
		},
	}, "")
}

// methods are those of the revision in use. While none is, they are those of the newest
// revision of either era: the handshake may be driven by hand.
func (m *Model) methods() []mcp.Method {
	if revision := m.protocol(); revision != "" {
		return mcp.Methods(revision)
	}
	all := mcp.Methods(mcp.LatestLegacy)
	for _, method := range mcp.Methods(mcp.LatestModern) {
		if !slices.ContainsFunc(all, func(known mcp.Method) bool { return known.Name == method.Name }) {
			all = append(all, method)
		}
	}
	return all
}

// revisionFor is the revision in use, or else the newest that has the method.
func (m *Model) revisionFor(method mcp.Method) string {
	switch revision := m.protocol(); {
	case revision != "":
		return revision
	case method.In(mcp.LatestLegacy):
		return mcp.LatestLegacy
	}
	return mcp.LatestModern
}

// newWords puts a template of a method into the composer, of a revision if one is named.
func (m *Model) newWords(words string) tea.Cmd {
	if m.session == nil {
		m.say(m.theme.muted, "new: "+noSession(m))
		return nil
	}
	method, revision, named := strings.Cut(words, " ")
	switch {
	case method == "":
		return m.chooseTemplate()
	case !named:
		known, _ := mcp.Lookup(method, mcp.LatestLegacy)
		revision = m.revisionFor(known)
	case !mcp.Known(revision):
		m.say(m.theme.finding, "⚠ new: "+cleanString(revision, nameCells)+" is no published revision; it is taken as it stands")
	}
	return m.composeTemplate(method, revision)
}

// templateWords completes a method and then a revision.
func templateWords(m *Model, before []string) []string {
	if len(before) > 0 {
		return mcp.Revisions()
	}
	var names []string
	for _, method := range m.methods() {
		if method.Senders&mcp.ClientSide != 0 {
			names = append(names, method.Name)
		}
	}
	return names
}

func (m *Model) templateChoice(method mcp.Method) choice {
	kind := safe("request")
	if method.Kind == mcp.Notification {
		kind = "notification"
	}
	return choice{
		text: method.Name, about: kind + " · " + cleanString(method.Doc, textCells),
		take: func(m *Model) tea.Cmd { return m.composeTemplate(method.Name, m.revisionFor(method)) },
	}
}

// composeTemplate puts a template of a revision into the composer.
func (m *Model) composeTemplate(method, revision string) tea.Cmd {
	text, _ := mcp.Template(method, revision, m.session.NextID(), m.session.Client(revision)) // unknown methods get an envelope
	m.composeText(m.withLogLevel([]byte(text)))
	m.composer.toFirstGap()
	return nil
}

func (m *Model) answerChoice(method mcp.Method) choice {
	return choice{
		text: "answer " + method.Name, about: "response · " + cleanString(method.Doc, textCells),
		take: func(m *Model) tea.Cmd {
			id := m.oldestUnanswered(method.Name)
			text, ok := mcp.ResultTemplate(method.Name, m.protocol(), id)
			if !ok {
				text = string(mcp.EmptyResult(id))
			}
			m.composeText([]byte(text))
			m.composer.toFirstGap()
			return nil
		},
	}
}

// oldestUnanswered gives the id of the server's request of a method that has waited
// longest; 0 where none waits.
func (m *Model) oldestUnanswered(method string) []byte {
	for _, position := range m.open {
		e := m.journal.Event(int(position))
		if e.Method == method && e.Dir == framing.ServerToClient {
			return m.journal.ID(int(position))
		}
	}
	return []byte("0")
}
