package ui

import (
	"bytes"
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history/jq"
)

// query is a jq expression whose results the open event shows instead of itself.
type query struct {
	text       string
	generation int
	cancel     func() // ends the run that is under way
	err        error
	results    int
	running    bool
	past       []string
}

// queriedMsg brings what an expression gave.
type queriedMsg struct {
	generation int
	results    [][]byte
	err        error
}

// queryTime is how long an expression may run.
const queryTime = 5 * time.Second

func noJSON(m *Model) safe {
	if !m.detail.original().json {
		return "this is no JSON"
	}
	return ""
}

// original is the event itself, whatever a query shows of it.
func (d *detail) original() body {
	if d.queried {
		return d.whole
	}
	return d.body
}

// askQuery opens the prompt for an expression. What it gives is shown as it is typed.
func (m *Model) askQuery() tea.Cmd {
	m.openPrompt(prompt{
		label: "jq ", past: &m.query.past,
		changed:   (*Model).runQuery,
		cancelled: func(m *Model) tea.Cmd { return m.clearQuery() },
		choices:   (*Model).queryChoices,
		remark:    (*Model).queryRemark,
		then:      func(*Model, string) tea.Cmd { return nil },
	}, m.query.text)
	return m.runQuery(m.query.text)
}

// runQuery is a command that runs an expression over the event.
func (m *Model) runQuery(text string) tea.Cmd {
	q := &m.query
	if q.cancel != nil {
		q.cancel()
		q.cancel = nil
	}
	q.generation++
	q.text, q.err, q.running = text, nil, false
	parsed, err := jq.Parse(text)
	if err != nil {
		q.err = err
		return nil
	}
	ctx, cancel := context.WithTimeout(m.ctx, queryTime)
	q.cancel, q.running = cancel, true
	input, generation := m.detail.original().text, q.generation
	return func() tea.Msg {
		msg := queriedMsg{generation: generation}
		for result, err := range parsed.Run(ctx, input, jq.Limits{}) {
			if err != nil {
				msg.err = err
				break
			}
			msg.results = append(msg.results, bytes.Clone(result))
		}
		return msg
	}
}

// queried shows what an expression gave.
func (m *Model) queried(msg queriedMsg) tea.Cmd {
	q := &m.query
	if msg.generation != q.generation || !m.showing {
		return nil
	}
	q.running, q.err, q.results = false, msg.err, len(msg.results)
	if len(msg.results) == 0 && msg.err != nil {
		return nil // what is shown stays, the fault is told
	}
	text := bytes.Join(msg.results, []byte(","))
	if len(msg.results) != 1 {
		text = append(append([]byte{'['}, text...), ']')
	}
	d := &m.detail
	whole := d.original()
	d.show(body{text: text, json: true})
	d.whole, d.queried, d.faults = whole, true, nil
	return m.indexMore()
}

// clearQuery shows the event itself again.
func (m *Model) clearQuery() tea.Cmd {
	m.query.text, m.query.err = "", nil
	m.query.generation++
	if d := &m.detail; d.queried {
		d.queried = false
		d.faults = m.rows.journal.Findings(d.position)
		d.show(d.whole)
	}
	return m.indexMore()
}

func (m *Model) queryChoices(text string, cursor int) []choice {
	return choicesOf(jq.Complete(text, cursor, m.detail.original().text))
}

func (m *Model) queryRemark() span {
	q := &m.query
	switch {
	case errors.Is(q.err, context.DeadlineExceeded):
		return span{m.theme.finding, "⚠ given up after " + latency(queryTime)}
	case q.err != nil:
		return span{m.theme.finding, "⚠ " + cleanString(q.err.Error(), textCells)}
	case q.running:
		return span{m.theme.muted, "running"}
	}
	return span{m.theme.muted, count(q.results, "result") + ", several as one array; numbers as written, members in jq's order"}
}
