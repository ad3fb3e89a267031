package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// chooseTemplate offers a template for every method of the revision in use.
func (m *Model) chooseTemplate() tea.Cmd {
	m.openChooser("new: ", "a message to start from; words narrow them down", m.templateChoices())
	return nil
}

// templateChoices are the messages that a client may send, then the answers that it may
// give.
func (m *Model) templateChoices() []choice {
	var all, answers []choice
	for _, method := range mcp.Methods(m.protocol()) {
		if method.Senders&mcp.ClientSide != 0 {
			all = append(all, m.templateChoice(method))
		}
		if method.Kind == mcp.Request && (method.Senders&mcp.ServerSide != 0 || method.Senders == 0) {
			answers = append(answers, m.answerChoice(method))
		}
	}
	return append(all, answers...)
}

func (m *Model) templateChoice(method mcp.Method) choice {
	kind := safe("request")
	if method.Kind == mcp.Notification {
		kind = "notification"
	}
	return choice{
		text: method.Name, about: kind + " · " + cleanString(method.Doc, textCells),
		take: func(m *Model) tea.Cmd { return m.composeTemplate(method.Name, m.protocol()) },
	}
}

// composeTemplate puts a template of a revision into the composer.
func (m *Model) composeTemplate(method, revision string) tea.Cmd {
	text, _ := mcp.Template(method, revision, m.session.NextID(), m.session.Client(revision)) // unknown methods get an envelope
	m.composeText([]byte(text))
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
		if e.Method == method && e.Dir != framing.ClientToServer {
			return m.journal.ID(int(position))
		}
	}
	return []byte("0")
}
