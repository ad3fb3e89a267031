package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/history"
	"stdioscope/session/replay"
)

var replayNames = []string{"all", "here", "focused", "marked", "filtered"}

// replayWords sends again what the client has sent: of this session or of a saved one,
// all, from the current event on, or some of it.
func (m *Model) replayWords(words string) tea.Cmd {
	if why := cannotReplay(m); why != "" {
		m.say(m.theme.muted, "replay: "+why)
		return nil
	}
	wish := replayWish{keep: func(position int) bool { return m.journal.Event(position).Origin != history.FromReplay }}
	fields := strings.Fields(words)
	for i := 0; i < len(fields); i++ {
		switch word := fields[i]; word {
		case "fresh":
			wish.fresh = true
		case "step":
			wish.step = true
		case "from":
			wish.from, i = strings.Join(fields[i+1:], " "), len(fields)
			wish.keep = nil
			if wish.from == "" {
				m.say(m.theme.failure, "✗ replay: say from which history, by its path or its id")
				return nil
			}
		case "marked":
			if len(m.marks.positions()) == 0 {
				m.say(m.theme.finding, "⚠ replay: nothing is marked")
				return nil
			}
			m.chooseSteps(&wish, word)
		default:
			if !m.chooseSteps(&wish, word) {
				m.say(m.theme.failure, "✗ replay: "+cleanString(word, nameCells)+" is none of "+safe(strings.Join(replayNames, ", "))+", fresh, step, from")
				return nil
			}
		}
	}
	if m.replay.feed == nil {
		return m.plan(wish)
	}
	m.ask(question{
		command: "replay", text: "a replay is under way (`replayed` shows it): stop it and begin another?",
		yes:  func(m *Model) tea.Cmd { return m.plan(wish) },
		moot: func(*Model) bool { return false },
	})
	return nil
}

// chooseSteps says by a word which events are sent again.
func (m *Model) chooseSteps(wish *replayWish, word string) bool {
	switch word {
	case "all":
		return true
	case "here":
		from, ok := m.current()
		first := wish.keep
		wish.keep = func(position int) bool { return position >= from && first(position) }
		return ok
	case "focused", "marked", "filtered":
		positions := m.which(word)
		if positions == nil {
			return true // nothing is filtered
		}
		chosen, first := map[int]bool{}, wish.keep
		for _, p := range positions {
			chosen[p] = true
		}
		picked := word != "filtered" // by hand: then what was replayed counts as well
		wish.keep = func(position int) bool { return chosen[position] && (picked || first(position)) }
		return true
	}
	return false
}

func replayCompletions(_ *Model, before []string) []string {
	if len(before) > 0 && before[len(before)-1] == "from" {
		return nil
	}
	return append(append([]string{}, replayNames...), "fresh", "step", "from")
}

func cannotReplay(m *Model) safe {
	switch {
	case m.session == nil:
		return noSession(m) + ": `stdioscope replay HISTORY -- CMD` starts one"
	case m.opt.Replay == nil:
		return "nothing can be replayed here"
	}
	return ""
}

// showReplay shows the newest run again.
func (m *Model) showReplay(string) tea.Cmd {
	if m.replay.plan == nil {
		m.say(m.theme.muted, "nothing was replayed yet: `replay` does")
		return nil
	}
	return m.openTable(replayTable)
}

// decide answers the question whether a step is to be sent.
func decide(decision replay.Decision, all bool) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		f := m.replay.feed
		m.replay.asked = nil
		if all {
			f.mu.Lock()
			f.all = true
			f.mu.Unlock()
		}
		return func() tea.Msg {
			select {
			case f.answers <- decision:
			case <-f.ctx.Done():
			}
			return nil
		}
	}
}

func notAsked(m *Model) safe {
	if !m.isListing(replayTable) || m.replay.asked == nil {
		return "no step waits to be sent"
	}
	return ""
}

func isAsked(m *Model) bool { return notAsked(m) == "" }

func notReplaying(m *Model) safe {
	if !m.isListing(replayTable) || m.replay.feed == nil {
		return "nothing is being replayed"
	}
	return ""
}

func isReplaying(m *Model) bool { return notReplaying(m) == "" }

func (m *Model) stopReplay() tea.Cmd {
	m.replay.stop()
	return nil
}
