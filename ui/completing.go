package ui

import (
	"bytes"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/offer"
	"stdioscope/mcp/schema"
)

// completion is what the server was asked to complete last (specification 2025-11-25,
// server/utilities/completion).
type completion struct {
	id       string // raw, of the request; empty where none is on its way
	argument string
	params   []byte // of the question: the prompt, the argument, what was typed, the others
	values   []string
	then     func(m *Model) // what is done with the values; nil for showing them where they are
	answer   int            // position of the answer that has come and was not read; None for none
}

// take notices the answer.
func (c *completion) take(position int, e *history.Event, j *history.Journal) {
	if c.id != "" && e.Kind.IsResponse() && e.Method == mcp.MethodComplete && string(j.ID(position)) == c.id {
		c.id, c.answer = "", position
	}
}

// completed reads the answer.
func (m *Model) completed() {
	c := &m.completion
	if c.answer == history.None {
		return
	}
	line, err := m.journal.Line(c.answer)
	c.answer = history.None
	if err != nil {
		return
	}
	if result := resultOf(line); result != nil {
		c.values, _ = offer.Completions(result)
	}
	if c.then != nil {
		c.then(m)
	} else if m.mode == promptMode {
		m.fillMenu()
	}
}

// completedChoices are the values that the server has given for an argument.
func (m *Model) completedChoices(argument string) []choice {
	c := &m.completion
	if c.argument != argument {
		return nil
	}
	typed := len(m.prompt.text)
	all := make([]choice, len(c.values))
	for i, value := range c.values {
		all[i] = choice{text: value, end: typed, about: "from the server"}
	}
	return all
}

// completeArgument asks the server how an argument of the form's prompt may go on.
func (m *Model) completeArgument(argument, text string) tea.Cmd {
	if item := m.form.part.item; item.Kind == offer.Prompt && item.Name != "" {
		m.askCompletion(item, argument, text, m.otherArguments(item, argument), nil)
	}
	return nil
}

// otherArguments are the values that the other arguments of a prompt have in the text.
func (m *Model) otherArguments(item offer.Item, but string) []offer.Value {
	var others []offer.Value
	for _, a := range item.Arguments {
		value := schema.At(m.composer.text, schema.Join("/params/arguments", a.Name))
		if a.Name != but && len(value) > 0 && value[0] == '"' {
			others = append(others, offer.Value{Name: a.Name, Text: framing.Unquote(value)})
		}
	}
	return others
}

// askCompletion sends the question, unless the same one was asked last or the server
// does not complete.
func (m *Model) askCompletion(item offer.Item, argument, text string, others []offer.Value, then func(*Model)) {
	c := &m.completion
	if m.ended() || !m.offers.declared("completions") {
		return
	}
	params := item.CompleteParams(argument, text, others, m.protocol())
	if bytes.Equal(c.params, params) && c.values != nil && then == nil {
		return
	}
	id := fmt.Sprint(m.session.NextID())
	*c = completion{id: id, argument: argument, params: params, then: then, answer: history.None}
	request := mcp.RequestWith(mcp.MethodComplete, m.protocol(), []byte(id), params, m.session.Client(m.protocol()))
	_ = m.session.Send(request, history.FromComposer) // without an answer nothing is completed
}

// completeText offers what may stand at the cursor of the composer.
func (m *Model) completeText() tea.Cmd {
	c := &m.composer
	if c.raw {
		return m.typed("\t")
	}
	for _, part := range m.governed() {
		if m.completePart(part) {
			return nil
		}
	}
	if found, ok := m.namesAtCursor(); ok {
		m.offerCompletion(found)
		return nil
	}
	m.say(m.theme.muted, "nothing is known that may stand here")
	return nil
}

// completePart offers what the schema of a part says, or for an argument of a prompt
// what the server does.
func (m *Model) completePart(part governed) bool {
	c := &m.composer
	found := schema.Read(part.raw).Complete(part.pointer, c.text, c.cursor)
	if part.item.Kind == offer.Prompt && part.item.Name != "" && m.completePrompt(part.item) {
		return true
	}
	if len(found.Candidates) == 0 {
		return false
	}
	m.offerCompletion(found)
	return true
}

// completePrompt asks the server for values of the argument that the cursor is in.
func (m *Model) completePrompt(item offer.Item) bool {
	c := &m.composer
	for _, a := range item.Arguments {
		at, ok := schema.Locate(c.text, schema.Join("/params/arguments", a.Name))
		if !ok || c.cursor <= at.Start || c.cursor >= at.End || c.text[at.Start] != '"' {
			continue
		}
		typed := framing.Unquote(append(c.text[at.Start:c.cursor:c.cursor], '"'))
		m.askCompletion(item, a.Name, typed, m.otherArguments(item, a.Name), func(m *Model) {
			if m.mode != composerMode {
				return
			}
			found := schema.Completion{Replace: at}
			for _, value := range m.completion.values {
				found.Candidates = append(found.Candidates, schema.Candidate{Text: schema.Quote(value), Detail: "from the server"})
			}
			m.offerCompletion(found)
		})
		return m.completion.id != ""
	}
	return false
}

// namesAtCursor are the methods, or the names of tools and prompts, if the cursor is in
// the value of such a member.
func (m *Model) namesAtCursor() (found schema.Completion, ok bool) {
	c := &m.composer
	begun, ok := c.atCursor()
	if !ok {
		return found, false
	}
	found.Replace = begun.span
	switch begun.name {
	case "method":
		for _, method := range m.methods() {
			if method.Senders&mcp.ClientSide != 0 {
				found.Candidates = append(found.Candidates, schema.Candidate{Text: schema.Quote(method.Name), Detail: method.Doc})
			}
		}
	case "name":
		method := looseString(c.text, "method")
		for _, item := range m.offered() {
			if item.Kind.Use() == method && item.Name != "" {
				found.Candidates = append(found.Candidates, schema.Candidate{Text: schema.Quote(item.Name), Detail: item.Label()})
			}
		}
	default:
		return found, false
	}
	found.Candidates = fitting(found.Candidates, begun.typed)
	return found, len(found.Candidates) > 0
}

// offerCompletion inserts the only candidate, or offers all.
func (m *Model) offerCompletion(found schema.Completion) {
	switch len(found.Candidates) {
	case 0:
		m.say(m.theme.muted, "nothing is known that may stand here")
		return
	case 1:
		m.insertCandidate(found.Replace, found.Candidates[0].Text)
		return
	}
	var all []choice
	for _, candidate := range found.Candidates {
		all = append(all, choice{
			text: string(candidate.Text), about: cleanString(candidate.Detail, textCells),
			take: func(m *Model) tea.Cmd {
				m.insertCandidate(found.Replace, candidate.Text)
				return nil
			},
		})
	}
	m.openChooser("complete: ", "what may stand here", all)
}

// insertCandidate puts a text in the place of what was begun. The cursor goes behind it,
// into a string that is empty.
func (m *Model) insertCandidate(replace framing.Span, text []byte) {
	c := &m.composer
	c.remove(replace.Start, replace.End)
	c.cursor = replace.Start
	c.insert(text)
	if string(text) == `""` {
		c.cursor--
	}
	c.edited()
}
