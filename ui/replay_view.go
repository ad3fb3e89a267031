package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

func (m *Model) replayTable() table {
	r := &m.replay
	return table{
		list: &r.list, title: "Replay of " + r.name, note: r.progress(), by: -1,
		columns: []column{{"event", 7, true}, {"what", max(16, min(40, m.w/3)), false}, {"then", 8, true}, {"now", 8, true}, {"what became of it", 0, false}},
		mark:    func(row int) span { return m.outcomeMark(row) },
		cell:    m.replayCell,
		empty:   []safe{"there is nothing to send"},
		enter:   m.compareStep,
		below:   m.stepBelow,
	}
}

// progress says how far the run has come, or how it ended.
func (r *replaying) progress() safe {
	switch {
	case r.asked != nil && r.asked.Destructive:
		return "⚠ destructive: y sends it, n leaves it out, A sends all, x stops"
	case r.asked != nil:
		return "y sends the step, n leaves it out, A sends all, x stops"
	case r.feed != nil:
		return safe(fmt.Sprintf("%d of %d · x stops", len(r.results), len(r.plan.Steps)))
	}
	return r.summary
}

func (m *Model) outcomeMark(row int) span {
	r := &m.replay
	result := r.results[row]
	if result == nil {
		if r.asked != nil && r.asked.Number == row {
			return span{m.theme.accent, "?"}
		}
		if r.sent[row] {
			return span{m.theme.accent, "⏱"}
		}
		return span{}
	}
	switch result.Outcome {
	case replay.Equal:
		return span{m.theme.response, "✓"}
	case replay.Different, replay.TimedOut, replay.NotAnswered:
		return span{m.theme.failure, "✗"}
	case replay.NotSent, replay.NotCompared:
	}
	return span{m.theme.muted, "-"}
}

func (m *Model) replayCell(row, column int) span {
	step, result := m.replay.plan.Steps[row], m.replay.results[row]
	switch column {
	case 0:
		return span{m.theme.muted, "#" + number(step.Seq)}
	case 1:
		return span{"", cleanString(step.KindOf(), nameCells)}
	case 2:
		if !step.Timed {
			return span{m.theme.muted, "-"}
		}
		return span{m.theme.muted, latency(step.Latency)}
	case 3:
		if result == nil || result.Latency == 0 {
			return span{m.theme.muted, "-"}
		}
		return span{"", latency(result.Latency)}
	}
	return m.becameOf(result)
}

// becameOf says in a few words what became of a step.
func (m *Model) becameOf(result *replay.Result) span {
	if result == nil {
		return span{}
	}
	said := safe(result.Outcome.String())
	if n := len(result.Changes); n > 0 {
		said += ": " + cleanString(result.Changes[0].Path().String(), textCells)
		if n > 1 {
			said += safe(fmt.Sprintf(" and %d more", n-1))
		}
	}
	if result.Why != "" {
		said = dotted(said, cleanString(result.Why, textCells))
	}
	if result.Outcome == replay.Different {
		return span{m.theme.failure, said}
	}
	return span{m.theme.muted, said}
}

// stepBelow shows of a step how the answers differ, and the values that were replaced.
func (m *Model) stepBelow(row int) []span {
	result := m.replay.results[row]
	if result == nil {
		return nil
	}
	var said []span
	for _, c := range result.Changes {
		said = append(said, m.changeSpans(&c)...)
	}
	for _, c := range result.Notifications {
		said = append(said, span{m.theme.finding, safe(fmt.Sprintf("%s: %d then, %d now", cleanString(c.Method, nameCells), c.A, c.B))})
	}
	for _, v := range result.Values {
		said = append(said, span{m.theme.muted, cleanString(fmt.Sprintf("%s was %s, and is %s out of %s", v.Path, v.Then, v.Now, v.From), textCells)})
	}
	for _, stale := range result.Stale {
		said = append(said, span{m.theme.finding, "⚠ " + cleanString(stale, textCells)})
	}
	return said
}

// changeSpans are a path and both values at it.
func (m *Model) changeSpans(c *diff.Change) []span {
	const most = 4 << 10
	said := []span{{m.theme.key, cleanString(c.Path().String(), textCells)}}
	for _, side := range []struct {
		mark  safe
		style style
		value []byte
	}{{"- ", m.theme.failure, c.A}, {"+ ", m.theme.response, c.B}} {
		if side.value != nil {
			said = append(said, span{side.style, side.mark + clean(m.rows.journal.over(side.value[:min(len(side.value), most)]), most)})
		}
	}
	return said
}

// compareStep sets the recorded and the new answer side by side, or, of what has none,
// shows what was sent.
func (m *Model) compareStep(row int) tea.Cmd {
	r := &m.replay
	step, result := r.plan.Steps[row], r.results[row]
	if result == nil || result.Index == history.None {
		m.say(m.theme.muted, "this was not sent")
		return nil
	}
	answer := m.journal.Event(result.Index).Pair
	if step.Answer == history.None || answer == history.None {
		m.mode = m.base()
		m.reveal(result.Index)
		return m.refreshDetail()
	}
	return m.compare(r.then, step.Answer, answer, diff.Defaults()) // as the replay did
}

// replayBanner says that a replay goes on, or waits, while something else is looked at.
func (m *Model) replayBanner() span {
	r := &m.replay
	switch {
	case r.feed == nil || m.isListing(replayTable):
		return span{}
	case r.asked != nil:
		return span{m.theme.finding, "? a replay waits for a step to be sent or left out: `" + m.keyNow(":") + "replayed` shows it"}
	}
	return span{m.theme.accent, safe(fmt.Sprintf("⏱ replaying, %d of %d: ", len(r.results), len(r.plan.Steps))) + "`" + m.keyNow(":") + "replayed` shows it"}
}
