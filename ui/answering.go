package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp"
	"stdioscope/mcp/followup"
	"stdioscope/mcp/schema"
)

// answerServer prepares an answer to what the server asks: to a request of its own that
// waits, or, in the modern era, to the questions in a result, by the request once more.
func (m *Model) answerServer() tea.Cmd {
	position, retry, _ := m.askedOfUs()
	line, err := m.journal.Line(position)
	if err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
		return nil
	}
	if retry {
		m.prepareRetry(position, line)
		return nil
	}
	asked := followup.Request{Method: m.journal.Event(position).Method, Params: paramsOf(line), ID: m.journal.ID(position)}
	m.offerAnswers(asked, "", func(m *Model, answer followup.Answer) {
		m.composeText(answer.Text)
		m.fillAnswer(asked, "/result/content")
	})
	return nil
}

// offerAnswers offers the ways to answer a request, with what it asks.
func (m *Model) offerAnswers(asked followup.Request, which safe, take func(*Model, followup.Answer)) {
	var all []choice
	for _, answer := range followup.Answers(asked, m.protocol()) {
		all = append(all, choice{
			text: answer.Name, about: safe(answer.About),
			take: func(m *Model) tea.Cmd {
				take(m, answer)
				return nil
			},
		})
	}
	remark := which + "to " + cleanString(asked.Method, nameCells)
	if question := framing.StringOf(framing.ValueAt(asked.Params, "message")); question != "" {
		remark = which + "the server asks: " + cleanString(question, textCells)
	}
	m.openChooser("answer: ", remark, all)
}

// fillAnswer has a person fill in what an elicitation asks for: only what has to be there
// stands there before.
func (m *Model) fillAnswer(asked followup.Request, pointer string) {
	requested := framing.ValueAt(asked.Params, "requestedSchema")
	if asked.Method != mcp.MethodElicit || requested == nil || schema.At(m.composer.text, pointer) == nil {
		m.composer.toFirstGap()
		return
	}
	text, err := schema.Set(m.composer.text, pointer, schema.Read(requested).Skeleton(schema.Options{}))
	if err != nil {
		m.composer.toFirstGap()
		return
	}
	questions := m.composer.asked
	m.composeText(text)
	m.composer.asked = questions
	for _, part := range m.governed() {
		if part.pointer == pointer {
			m.openFormOf(part)
		}
	}
}

// prepareRetry prepares the request that answers the questions in a result, with a new id
// and the requestState exactly as it came. What the session answers by itself, such as the
// roots, is filled in; a person is asked for the others, one after the other.
func (m *Model) prepareRetry(answer int, result []byte) {
	request, err := m.journal.Line(m.journal.Event(answer).Pair)
	var text []byte
	if err == nil {
		text, err = followup.Retry(request, resultOf(result), fmt.Append(nil, m.session.NextID()), m.protocol())
	}
	if err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
		return
	}
	asked := followup.InputRequests(resultOf(result))
	m.answerNext(text, m.journal.Event(answer).Pair, asked, 0)
}

// answerNext asks for the answers from the n-th question about a request on, and then shows
// the retry.
func (m *Model) answerNext(text []byte, request int, asked []followup.Request, n int) {
	if n == len(asked) {
		m.composeText(text)
		m.composer.asked, m.composer.retries = asked, request
		if parts := m.governed(); len(parts) > 0 && schema.At(text, parts[0].pointer) != nil {
			m.openFormOf(parts[0])
		}
		return
	}
	pointer := schema.Join("/params/inputResponses", asked[n].Key)
	put := func(m *Model, raw []byte) {
		with, err := schema.Set(text, pointer, raw)
		if err != nil {
			m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
			return
		}
		m.answerNext(with, request, asked, n+1)
	}
	if raw, ok := m.session.Respond(asked[n].Method); ok {
		put(m, raw)
		return
	}
	which := safe(fmt.Sprintf("question %d of %d, ", n+1, len(asked)))
	m.offerAnswers(asked[n], which, func(m *Model, answer followup.Answer) {
		raw := answer.Text
		if requested := framing.ValueAt(asked[n].Params, "requestedSchema"); requested != nil && schema.At(raw, "/content") != nil {
			if bare, err := schema.Set(raw, "/content", schema.Read(requested).Skeleton(schema.Options{})); err == nil {
				raw = bare
			}
		}
		put(m, raw)
	})
}

// askedOfUs is the event that asks something of us: a request of the server, or a
// result that has to be answered by a retry; else why there is none.
func (m *Model) askedOfUs() (position int, retry bool, why safe) {
	position, ok := m.current()
	switch {
	case m.session == nil:
		return 0, false, noSession(m)
	case m.ended():
		return 0, false, saysEnded
	case !ok:
		return 0, false, noSelection(m)
	}
	if op := m.active().lane.rounds.of(position); op != nil && !m.showing {
		position = op.last() // the newest round is the one that waits
	}
	e := m.journal.Event(position)
	if e.Kind == framing.Request && e.Status == exchange.InputRequired {
		return e.Pair, true, ""
	}
	if e.Kind.IsResponse() && e.Pair != history.None && m.journal.Event(e.Pair).Status == exchange.InputRequired {
		return position, true, ""
	}
	if e.Dir == framing.ServerToClient && e.Kind == framing.Request && e.Status == exchange.Pending {
		return position, false, ""
	}
	return m.onlyQuestion()
}

// onlyQuestion is what asks something of us where only one does, wherever it stands.
func (m *Model) onlyQuestion() (position int, retry bool, why safe) {
	switch waiting := m.waitingForUs(); len(waiting) {
	case 0:
		return 0, false, "nothing waits for an answer from you"
	case 1:
		if e := m.journal.Event(waiting[0]); e.Status == exchange.InputRequired {
			return e.Pair, true, ""
		}
		return waiting[0], false, ""
	}
	return 0, false, "this row waits for no answer from you: " + m.keyNow("w") + " lists those that do"
}

func notAnswerable(m *Model) safe {
	_, _, why := m.askedOfUs()
	return why
}
