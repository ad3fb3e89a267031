package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"
)

// The command palette: every key is a command with a name, and some commands that
// take words have no key.

// spoken is a command that takes words behind its name.
type spoken struct {
	name, usage, help string
	// words are those that may come next; nil for anything.
	words func(m *Model, before []string) []string
	run   func(m *Model, words string) tea.Cmd
}

func spokenCommands() []spoken {
	return []spoken{
		{"filter", "EXPRESSION", "show only what matches", nil, (*Model).setFilterOrSayNow},
		{"go", "NUMBER", "to the event with that number", nil, (*Model).goToNumber},
		{"copy", "[WHICH] [PART]", "copy lines: of these events, of each this part", wordsOf(whichNames, partNames), (*Model).copyWords},
		{"save", "[WHICH] [FORMAT] FILE", "save these events in this format", wordsOf(whichNames, formatNames), (*Model).saveWords},
		{"payload", "FILE", "save what the string under the cursor holds in base64", nil, (*Model).payloadWords},
		{"mark", "[LETTER]", "mark the event, with a letter to come back to", nil, (*Model).markWords},
		{"new", "[METHOD [REVISION]]", "put a message to start from into the composer", templateWords, (*Model).newWords},
		{"replay", "[WHICH] [fresh] [step] [from HISTORY]", "send again what the client sent, and compare the answers", replayCompletions, (*Model).replayWords},
		{"replayed", "", "the newest replay again", nil, (*Model).showReplay},
		{"mutate", "[NAME]", "send the selected request broken in a way that has a name", wordsOf(mutationNames()), (*Model).mutateWords},
		{"log-level", "LEVEL", "ask the server for log messages from that level on", wordsOf(logLevels), (*Model).logLevelWords},
		{"subscribe", "[URI]", "ask to be told when this resource changes", nil, (*Model).subscribeWords},
		{"insert", "[NUMBER] PATH", "put a value of an event into the composer", nil, (*Model).insertWords},
		{"progress", "on|off", "whether calls that are composed ask for progress", wordsOf([]string{"on", "off"}), (*Model).progressWords},
		{"save-snippet", "NAME", "keep the composer's text under a name", nil, (*Model).snippetWords},
		{"raw-warning", "on|off", "whether raw mode asks before it begins", wordsOf([]string{"on", "off"}), (*Model).rawWarningWords},
		{"resend-exactly", "", "send the same bytes again, id and all", nil, (*Model).resendExactly},
		{"theme", "dark|light|unknown", "colours for that background", wordsOf([]string{"dark", "light", "unknown"}), (*Model).themeWords},
	}
}

// wordsOf completes the first word from one list, the next from the next.
func wordsOf(lists ...[]string) func(*Model, []string) []string {
	return func(_ *Model, before []string) []string {
		if len(before) < len(lists) {
			return lists[len(before)]
		}
		return nil
	}
}

// openPalette asks for a command by its name.
func (m *Model) openPalette() tea.Cmd {
	from := m.base()
	m.openPrompt(prompt{
		label: ":", lists: true, past: &m.spoken,
		choices: func(m *Model, text string, cursor int) []choice { return m.paletteChoices(from, text, cursor) },
		remark:  func(m *Model) span { return m.paletteRemark() },
		then:    func(m *Model, text string) tea.Cmd { return m.runNamed(from, text) },
	}, "")
	return nil
}

// nowhere says that no journal is open: then there is nothing to command.
func nowhere(m *Model) safe {
	if !isSomewhere(m) {
		return "open a session first"
	}
	return ""
}

func (m *Model) paletteRemark() span {
	name, _, found := strings.Cut(string(m.prompt.text), " ")
	if c, ok := spokenNamed(name); ok && found {
		return span{m.theme.muted, safe(c.name + " " + c.usage + ": " + c.help)}
	}
	return span{m.theme.muted, "a command by its name, or a part of it"}
}

func spokenNamed(name string) (spoken, bool) {
	for _, c := range spokenCommands() {
		if c.name == name {
			return c, true
		}
	}
	return spoken{}, false
}

// paletteChoices are the commands that fit what is typed, or the words that may follow.
func (m *Model) paletteChoices(from mode, text string, cursor int) []choice {
	if name, rest, found := strings.Cut(text[:cursor], " "); found {
		return m.wordChoices(name, rest, cursor)
	}
	var all []choice
	for _, c := range spokenCommands() {
		all = append(all, choice{text: c.name + " ", end: len(text), about: safe(c.usage + " · " + c.help)})
	}
	for _, b := range m.commandsIn(from) {
		if _, twice := spokenNamed(b.name); twice {
			continue
		}
		all = append(all, choice{text: b.name, end: len(text), about: b.key() + " · " + safe(b.help)})
	}
	return fuzzily(all, text)
}

func (m *Model) wordChoices(name, rest string, cursor int) []choice {
	c, ok := spokenNamed(name)
	if !ok || c.words == nil {
		return nil
	}
	words := strings.Fields(rest)
	typed := ""
	if len(words) > 0 && !strings.HasSuffix(rest, " ") {
		typed = words[len(words)-1]
		words = words[:len(words)-1]
	}
	var all []choice
	for _, w := range c.words(m, words) {
		all = append(all, choice{text: w + " ", start: cursor - len(typed), end: cursor})
	}
	return fuzzily(all, typed)
}

// commandsIn gives the commands with keys that can be run by name, that is, all that
// make sense here and now.
func (m *Model) commandsIn(from mode) []binding {
	var found []binding
	for _, b := range m.keys {
		if b.help != "" && b.modes&from != 0 && b.name != paletteCommand && b.useless(m) == "" {
			found = append(found, b)
		}
	}
	return found
}

type choices []choice

func (c choices) String(i int) string { return strings.TrimSuffix(c[i].text, " ") }
func (c choices) Len() int            { return len(c) }

// fuzzily keeps the choices that have the typed letters in order, the best first.
func fuzzily(all []choice, typed string) []choice {
	if typed == "" {
		return all
	}
	var found []choice
	for _, match := range fuzzy.FindFrom(typed, choices(all)) {
		found = append(found, all[match.Index])
	}
	return found
}

// runNamed runs what was typed; without a command of that name the one that is marked.
func (m *Model) runNamed(from mode, text string) tea.Cmd {
	name, words, _ := strings.Cut(strings.TrimSpace(text), " ")
	if c, ok := spokenNamed(name); ok {
		return c.run(m, strings.TrimSpace(words))
	}
	for _, b := range m.keys {
		if b.name == name && b.modes&from != 0 && b.help != "" {
			return m.runBinding(b)
		}
	}
	if p := &m.prompt; words == "" && p.at >= 0 && p.at < len(p.menu) {
		chosen := strings.TrimSpace(p.menu[p.at].text)
		if chosen != name {
			return m.runNamed(from, chosen)
		}
	}
	m.say(m.theme.failure, "✗ there is no command "+cleanString(name, nameCells)+" here")
	return nil
}

func (m *Model) runBinding(b binding) tea.Cmd {
	if why := b.useless(m); why != "" {
		m.say(m.theme.muted, safe(b.name)+": "+why)
		return nil
	}
	return b.do(m)
}
