package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp/followup"
)

// answerServer prepares an answer to what the server asks: to a request of its own that
// waits, or, in the modern era, to the questions in a result, by the request once more.
func (m *Model) answerServer() tea.Cmd {
	position, retry, _ := m.askedOfUs()
	if retry {
		m.composeRetry(position)
		return nil
	}
	line, err := m.journal.Line(position)
	if err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
		return nil
	}
	asked := followup.Request{Method: m.journal.Event(position).Method, Params: paramsOf(line), ID: m.journal.ID(position)}
	var all []choice
	for _, answer := range followup.Answers(asked, m.protocol()) {
		all = append(all, choice{
			text: answer.Name, about: safe(answer.About),
			take: func(m *Model) tea.Cmd {
				m.composeText(answer.Text)
				m.composer.toFirstGap()
				return nil
			},
		})
	}
	m.openChooser("answer: ", "to "+cleanString(asked.Method, nameCells)+"; it can be changed before it is sent", all)
	return nil
}

// composeRetry prepares the request that answers the questions in a result, with a new id
// and the requestState exactly as it came.
func (m *Model) composeRetry(answer int) {
	result, err := m.journal.Line(answer)
	var request []byte
	if err == nil {
		request, err = m.journal.Line(m.journal.Event(answer).Pair)
	}
	var text []byte
	if err == nil {
		text, err = followup.Retry(request, resultOf(result), fmt.Append(nil, m.session.NextID()), m.protocol())
	}
	if err != nil {
		m.say(m.theme.failure, "✗ "+cleanString(err.Error(), textCells))
		return
	}
	m.composeText(text)
	m.composer.asked = followup.InputRequests(resultOf(result))
	m.composer.toFirstGap()
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
	if e.Dir != framing.ServerToClient || e.Kind != framing.Request || e.Status != exchange.Pending {
		return 0, false, "nothing here waits for an answer from you"
	}
	return position, false, ""
}

func notAnswerable(m *Model) safe {
	_, _, why := m.askedOfUs()
	return why
}
