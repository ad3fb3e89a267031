package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"stdioscope/session/replay"
)

// binding is a command with its keys. The one table of them feeds the keyboard,
// the footer, the help and the documentation.
type binding struct {
	name  string // of the command
	keys  key.Binding
	group string
	help  string
	short string // in the footer; empty for what is not shown there
	modes mode   // in which the keys work
	// unless says in a few words why the command makes no sense here and now; it
	// gives nothing where it does. nil for a command that always does.
	unless func(*Model) safe
	// offer says whether the footer shows it; nil where it does whenever there is room.
	offer func(*Model) bool
	do    func(*Model) tea.Cmd
}

// Groups of commands.
const (
	groupMove    = "Move"
	groupLook    = "Look"
	groupSend    = "Send"
	groupCompose = "Compose"
	groupProgram = "Program"
)

// groups are in the order in which the help has them.
var groups = []string{groupMove, groupLook, groupSend, groupCompose, groupProgram}

// Key documents one command.
type Key struct {
	Group, Command, Help string
	Keys                 []string
	modes                mode // in which they work
}

// Keys lists the commands and their keys, in the order of the help.
func Keys() []Key {
	var all []Key
	for _, b := range bindings() {
		if b.help == "" {
			continue
		}
		all = append(all, Key{Group: b.group, Command: b.name, Help: b.help, Keys: b.keys.Keys(), modes: b.modes})
	}
	slices.SortStableFunc(all, func(a, b Key) int { return slices.Index(groups, a.Group) - slices.Index(groups, b.Group) })
	return all
}

func bindings() []binding {
	return slices.Concat(moveKeys(), sendKeys(), lookKeys(), composeKeys(), formKeys(), editKeys(), programKeys())
}

const browsing = listMode | detailMode

func moveKeys() []binding {
	const g, both = groupMove, listMode | detailMode | helpMode | tableMode | formMode
	return []binding{
		{name: "down", keys: on("j", "down"), group: g, help: "down", modes: both, do: scroll(1)},
		{name: "up", keys: on("k", "up"), group: g, help: "up", modes: both, do: scroll(-1)},
		{name: "page-down", keys: on("pgdown", "ctrl+d"), group: g, help: "a page down", modes: both, do: page(1)},
		{name: "page-up", keys: on("pgup", "ctrl+u"), group: g, help: "a page up", modes: both, do: page(-1)},
		{name: "first", keys: on("g", "home"), group: g, help: "to the first", modes: both, do: (*Model).toFirst},
		{name: "last", keys: on("G", "end"), group: g, help: "to the last, and follow", modes: both, do: (*Model).toLast},
		{name: "next-pane", keys: on("tab"), group: g, help: "next pane", short: "focus", modes: listMode, do: nextPane(1)},
		{name: "previous-pane", keys: on("shift+tab"), group: g, help: "previous pane", modes: listMode, do: nextPane(-1)},
		{name: "requests", keys: on("1"), group: g, help: "requests", modes: browsing, do: focusOn(requestPane)},
		{name: "responses", keys: on("2"), group: g, help: "responses", modes: browsing, do: focusOn(responsePane)},
		{name: "notifications", keys: on("3"), group: g, help: "notifications", modes: browsing, do: focusOn(notificationPane)},
		{name: "stderr", keys: on("4"), group: g, help: "stderr", modes: browsing, do: focusOn(stderrPane)},
		{name: "open", keys: on("enter"), group: g, help: "open the event whole", short: "detail", modes: listMode, unless: noSelection, do: (*Model).openDetail},
		{name: "fold", keys: on("enter"), group: groupLook, help: "in an event: fold, unfold, or open a string", short: "fold", modes: detailMode, unless: noTree, do: (*Model).toggleFold},
		{name: "filter", keys: on("/"), group: groupLook, help: "show only what matches (in an event: search in it)", short: "filter", modes: listMode, do: (*Model).askFilter},
		{name: "compose", keys: on("i", "5"), group: g, help: "write in the composer", short: "compose", modes: browsing, unless: noSession, do: (*Model).compose},
	}
}

func lookKeys() []binding {
	const g = groupLook
	return []binding{
		{name: "other-half", keys: on("p"), group: g, help: "the other half of the exchange", short: "other half", modes: browsing, unless: noPair, do: (*Model).otherHalf},
		{name: "next-event", keys: on("J", "right"), group: g, help: "open the next event", short: "next", modes: detailMode, do: openNext(1)},
		{name: "previous-event", keys: on("K", "left"), group: g, help: "open the previous event", modes: detailMode, do: openNext(-1)},
		{name: "next-finding", keys: on("]"), group: g, help: "next finding", short: "finding", modes: browsing, unless: noFindings, do: finding(1)},
		{name: "previous-finding", keys: on("["), group: g, help: "previous finding", modes: browsing, unless: noFindings, do: finding(-1)},
		{name: "follow", keys: on("f"), group: g, help: "follow the newest, or stop", short: "follow", modes: listMode, unless: noGrowth, do: (*Model).toggleFollow},
		{name: "timeline", keys: on("t"), group: g, help: "panes or timeline", short: "timeline", modes: browsing, do: (*Model).toggleTimeline},
		{name: "zoom", keys: on("z"), group: g, help: "zoom the pane", short: "zoom", modes: listMode, do: (*Model).toggleZoom},
		{name: "grow", keys: on(">"), group: g, help: "more room for the pane, or for the event", modes: browsing, unless: notSplit, do: resize(step)},
		{name: "shrink", keys: on("<"), group: g, help: "less room for it", modes: browsing, unless: notSplit, do: resize(-step)},
		{name: "even", keys: on("0"), group: g, help: "the usual room for each", modes: browsing, do: (*Model).even},
		{name: "filter-like", keys: on("F"), group: g, help: "show only what is like this", modes: browsing, unless: noSelection, do: (*Model).filterLikeThis},
		{name: "filter-like-edit", keys: on("="), group: g, help: "the same, to be edited first", modes: browsing, unless: noSelection, do: (*Model).editFilterLikeThis},
		{name: "next-found", keys: on("n"), group: g, help: "next match of the last filter, or in the event", short: "next match", modes: listMode, unless: noLastFilter, offer: wasFiltered, do: findMatch(1)},
		{name: "previous-found", keys: on("N"), group: g, help: "previous match", modes: listMode, unless: noLastFilter, do: findMatch(-1)},
		{name: "search", keys: on("/"), help: "", short: "search", modes: detailMode, do: (*Model).askPattern},
		{name: "next-match", keys: on("n"), short: "next match", modes: detailMode, unless: noPattern, do: search(1)},
		{name: "previous-match", keys: on("N"), modes: detailMode, unless: noPattern, do: search(-1)},
		{name: "copy", keys: on("y"), group: g, help: "copy the line as it came", short: "copy", modes: browsing, unless: noSelection, do: (*Model).copyLine},
		{name: "editor", keys: on("E"), group: g, help: "show the event in $EDITOR", modes: browsing, unless: noSelection, do: (*Model).openInEditor},
		{name: "save", keys: on("s"), group: g, help: "save the history to another file", modes: browsing, do: (*Model).askWhereToSave},
		{name: "secrets", keys: on("v"), group: g, help: "show secrets, or mask them", modes: browsing, do: (*Model).toggleSecrets},
		{name: "sessions", keys: on("L"), group: g, help: "the list of sessions, live ones first", short: "sessions", modes: browsing, unless: noSessions, do: (*Model).listSessions},
		{name: "enter-row", keys: on("enter"), short: "open", modes: tableMode, unless: noRow, do: (*Model).enterRow},
		{name: "leave-table", keys: on("esc"), short: "back", modes: tableMode, offer: isSomewhere, do: (*Model).closeTable},
		{name: "send-step", keys: on("y"), short: "send", modes: tableMode, unless: notAsked, offer: isAsked, do: decide(replay.Send, false)},
		{name: "skip-step", keys: on("n"), short: "leave out", modes: tableMode, unless: notAsked, offer: isAsked, do: decide(replay.Skip, false)},
		{name: "send-all-steps", keys: on("A"), short: "all", modes: tableMode, unless: notAsked, offer: isAsked, do: decide(replay.Send, true)},
		{name: "stop-replay", keys: on("x"), short: "stop", modes: tableMode, unless: notReplaying, offer: isReplaying, do: (*Model).stopReplay},
		{name: "sort-next", keys: on(">", "right"), short: "order by", modes: tableMode, unless: noSorting, offer: isSortable, do: sorting(1)},
		{name: "sort-previous", keys: on("<", "left"), modes: tableMode, unless: noSorting, do: sorting(-1)},
		{name: "run", keys: on("o"), group: g, help: "open a row that stands for many events, or close it", short: "open the run", modes: listMode, unless: noRun, do: (*Model).toggleRun},
		{name: "pending", keys: on("w"), group: g, help: "who waits for whom, and for how long", short: "waiting", modes: browsing, unless: noneWaits, do: (*Model).listPending},
		{name: "findings", keys: on("!"), group: g, help: "what was found wrong, by kind", short: "findings", modes: browsing, unless: noFindings, do: (*Model).listFindings},
		{name: "statistics", keys: on("#"), group: g, help: "counts and latencies by method and tool", short: "statistics", modes: browsing, do: (*Model).listStatistics},
		{name: "mark", keys: on(" "), group: g, help: "mark the event, or take its mark away", modes: browsing, unless: noSelection, do: (*Model).toggleMark},
		{name: "diff", keys: on("d"), group: g, help: "how the two marked events differ", short: "diff", modes: browsing, unless: notTwoMarks, do: (*Model).compareMarked},
		{name: "unmark-all", keys: on("U"), group: g, help: "take all marks away", modes: browsing, do: (*Model).clearMarks},
		{name: "set-mark", keys: on("M"), group: g, help: "mark the event with a letter", modes: browsing, unless: noSelection, do: askLetter("mark as ", (*Model).setLetter)},
		{name: "jump", keys: on("'"), group: g, help: "to the event marked with a letter; '' back", modes: browsing, do: askLetter("to mark ", (*Model).jumpTo)},
		{name: "back", keys: on("esc"), group: g, help: "back", modes: listMode, do: (*Model).back},
		{name: "close", keys: on("esc", "q"), short: "back", modes: detailMode, do: (*Model).leaveDetail},
		{name: "fold-up", keys: on("h"), group: g, help: "fold, then go up", modes: detailMode, unless: noTree, do: (*Model).foldAround},
		{name: "unfold", keys: on("l"), group: g, help: "unfold", modes: detailMode, unless: noTree, do: (*Model).unfold},
		{name: "open-string", keys: on("o"), group: g, help: "in an event: show what a string holds in place, or close it", short: "open string", modes: detailMode, unless: noTree, do: (*Model).openString},
		{name: "insert", keys: on("I"), group: groupSend, help: "in an event: put the value into the composer", modes: detailMode, unless: noSession, do: (*Model).insertHere},
		{name: "fold-most", keys: on("-"), group: g, help: "fold all but the outermost", modes: detailMode, unless: noTree, do: (*Model).foldMost},
		{name: "unfold-all", keys: on("+"), group: g, help: "unfold all", modes: detailMode, unless: noTree, do: (*Model).unfoldAll},
		{name: "jq", keys: on("|"), group: g, help: "in an event: what a jq expression makes of it", short: "jq", modes: detailMode, unless: noJSON, do: (*Model).askQuery},
		{name: "manner", keys: on("b"), group: g, help: "as a tree, as it came, or in hex", short: "raw", modes: detailMode, do: (*Model).changeManner},
	}
}

func sendKeys() []binding {
	const g = groupSend
	return []binding{
		{name: "skip-probe", keys: on("S"), group: g, help: "do not wait for the answer to the probe", short: "skip the probe", modes: browsing, unless: noProbe, do: skipProbe},
		{name: restartCommand, keys: on("R"), group: g, help: "restart the server", short: "restart", modes: browsing | confirmMode, unless: notRestartable, offer: wantsRestart, do: (*Model).restart},
		{name: "edit", keys: on("e"), group: g, help: "edit a copy in the composer, with a fresh id", short: "edit & resend", modes: browsing, unless: notEditable, do: (*Model).edit},
		{name: "resend", keys: on("r"), group: g, help: "send again, with a fresh id", short: "resend", modes: browsing, unless: notEditable, do: (*Model).resend},
		{name: "cancel", keys: on("x"), group: g, help: "cancel the request in flight", short: "cancel", modes: browsing, unless: notCancellable, do: (*Model).cancel},
		{name: "next-page", keys: on("."), group: g, help: "ask for the next page of a list", short: "next page", modes: browsing, unless: noPage, offer: hasNextPage, do: (*Model).nextPage},
		{name: "answer", keys: on("a"), group: g, help: "answer what the server asks", short: "answer", modes: browsing, unless: notAnswerable, do: (*Model).answerServer},
		{name: "compose-offered", keys: on("ctrl+t"), group: g, help: "compose: choose a tool, prompt, resource or template", modes: browsing, unless: noSession, do: (*Model).composeOffered},
	}
}

func composeKeys() []binding {
	const g, m = groupCompose, composerMode
	return []binding{
		{name: "send", keys: on("enter"), group: g, help: "send", short: "send", modes: m, do: (*Model).sendText},
		{name: "line-break", keys: on("alt+enter", "ctrl+j"), group: g, help: "break the line (what is sent is one line)", short: "line break", modes: m, do: typing("\n")},
		{name: "templates", keys: on("ctrl+t"), group: g, help: "tools, prompts, resources, templates", short: "new", modes: m, do: (*Model).chooseTemplate},
		{name: "form", keys: on("ctrl+f"), group: g, help: "the arguments as a form", short: "form", modes: m, do: (*Model).openForm},
		{name: "raw", keys: on("ctrl+b"), group: g, help: "raw mode: send what stands there, as it stands", short: "raw", modes: m, do: (*Model).toggleRaw},
		{name: "recall", keys: on("ctrl+r"), group: g, help: "what was sent before, in all sessions", short: "recall", modes: m, do: (*Model).recall},
		{name: "edit-outside", keys: on("ctrl+e"), group: g, help: "edit the text in $EDITOR", short: "$EDITOR", modes: m, do: (*Model).editOutside},
		{name: "leave", keys: on("esc", "shift+tab"), group: g, help: "leave and keep the text", short: "leave", modes: m, do: (*Model).leaveComposer},
		{name: "complete-text", keys: on("tab"), group: g, help: "complete what is begun (a tab in raw mode)", short: "complete", modes: m, do: (*Model).completeText},
		{name: "row-up", keys: on("up"), modes: m, do: change(func(e *editor) { e.down(-1) })},
		{name: "row-down", keys: on("down"), modes: m, do: change(func(e *editor) { e.down(1) })},
	}
}

// formKeys are those of a form: each of the four states of a field has one.
func formKeys() []binding {
	const g, m = groupCompose, formMode
	return []binding{
		{name: "enter-field", keys: on("enter"), group: g, help: "in a form: change the field", short: "change", modes: m, unless: noField, do: (*Model).enterField},
		{name: "remove-field", keys: on("d", "delete"), group: g, help: "take the field away", short: "absent", modes: m, unless: noField, do: (*Model).removeField},
		{name: "null-field", keys: on("n"), group: g, help: "null", short: "null", modes: m, unless: noField, do: (*Model).nullField},
		{name: "empty-field", keys: on("e"), group: g, help: "the empty value of its type", short: "empty", modes: m, unless: noField, do: (*Model).emptyField},
		{name: "other-alternative", keys: on("c"), group: g, help: "choose between alternatives", short: "choose", modes: m, unless: noField, do: (*Model).chooseAlternative},
		{name: "send-form", keys: on("s"), group: g, help: "send", short: "send", modes: m, do: (*Model).sendForm},
		{name: "close-form", keys: on("esc", "ctrl+f"), group: g, help: "back to the text", short: "back", modes: m, do: (*Model).closeForm},
	}
}

func editKeys() []binding {
	const g, m = groupCompose, composerMode | promptMode
	return []binding{
		{name: "empty", keys: on("ctrl+u"), group: g, help: "empty the text", short: "empty", modes: m, do: (*Model).emptyText},
		{name: "delete-back", keys: on("backspace", "ctrl+h"), modes: m, do: change((*editor).backspace)},
		{name: "delete", keys: on("delete"), modes: m, do: change((*editor).deleteForward)},
		{name: "delete-word", keys: on("ctrl+w", "alt+backspace"), group: g, help: "delete a word", modes: m, do: change((*editor).deleteWord)},
		{name: "left", keys: on("left"), modes: m, do: change((*editor).left)},
		{name: "right", keys: on("right"), modes: m, do: change((*editor).right)},
		{name: "word-left", keys: on("ctrl+left", "alt+left", "alt+b"), group: g, help: "a word left", modes: m, do: change((*editor).wordLeft)},
		{name: "word-right", keys: on("ctrl+right", "alt+right", "alt+f"), group: g, help: "a word right", modes: m, do: change((*editor).wordRight)},
		{name: "row-start", keys: on("home", "ctrl+a"), modes: m, do: change((*editor).home)},
		{name: "row-end", keys: on("end"), modes: m, do: change((*editor).endOfRow)},
		{name: "text-start", keys: on("ctrl+home"), modes: m, do: change((*editor).start)},
		{name: "text-end", keys: on("ctrl+end"), modes: m, do: change((*editor).end)},
		{name: "accept", keys: on("enter"), short: "go", modes: promptMode, do: (*Model).accept},
		{name: "dismiss", keys: on("esc"), short: "back", modes: promptMode, do: (*Model).dismiss},
		{name: "complete", keys: on("tab"), short: "complete", modes: promptMode, offer: hasChoices, do: complete(1)},
		{name: "complete-back", keys: on("shift+tab"), modes: promptMode, do: complete(-1)},
		{name: "earlier", keys: on("up", "ctrl+p"), modes: promptMode, do: lookBack(1)},
		{name: "later", keys: on("down", "ctrl+n"), modes: promptMode, do: lookBack(-1)},
	}
}

func programKeys() []binding {
	const g, all = groupProgram, listMode | detailMode | composerMode | helpMode | confirmMode | promptMode | tableMode | formMode
	return []binding{
		{name: paletteCommand, keys: on(":"), group: g, help: "any command by its name, and more", short: "commands", modes: browsing, do: (*Model).openPalette},
		{name: "palette-of-table", keys: on(":"), short: "commands", modes: tableMode, unless: nowhere, offer: isSomewhere, do: (*Model).openPalette},
		{name: "help", keys: on("?"), group: g, help: "this help", short: "help", modes: browsing, do: (*Model).openHelp},
		{name: "close-help", keys: on("esc", "?", "q", "enter"), short: "back", modes: helpMode, do: (*Model).closeHelp},
		{name: "mouse", keys: on("m"), group: g, help: "mouse on or off", modes: browsing, do: (*Model).toggleMouse},
		{name: "suspend", keys: on("ctrl+z"), group: g, help: "suspend; the server runs on", modes: all, do: func(*Model) tea.Cmd { return tea.Suspend }},
		{name: quitCommand, keys: on("q"), group: g, help: "quit; again: do not wait for the server", short: "quit", modes: listMode | confirmMode | tableMode, do: (*Model).quit},
		{name: "interrupt", keys: on("ctrl+c"), group: g, help: "the same, wherever you are", modes: all, do: (*Model).quit},
		{name: "yes", keys: on("y", "Y"), short: "yes", modes: confirmMode, do: func(m *Model) tea.Cmd { return m.answer(true) }},
		{name: "no", keys: on("n", "N", "esc"), short: "no", modes: confirmMode, do: func(m *Model) tea.Cmd { return m.answer(false) }},
	}
}

// on binds keys, as Bubble Tea names them.
func on(keys ...string) key.Binding { return key.NewBinding(key.WithKeys(keys...)) }

// key names the first key of a command.
func (b *binding) key() safe { return safe(keyName(b.keys.Keys()[0])) }

// bindingFor finds the command of a key in the mode that is on.
func (m *Model) bindingFor(msg tea.KeyMsg) (binding, bool) {
	for _, b := range m.keys {
		if b.modes&m.mode != 0 && key.Matches(msg, b.keys) {
			return b, true
		}
	}
	return binding{}, false
}

// key takes a key press. Keys typed so fast that they come as one are taken apart,
// except where they are text.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	m.notice = span{}
	if msg.Type != tea.KeyRunes || msg.Paste || msg.Alt || len(msg.Runes) < 2 {
		return m.press(msg)
	}
	var commands []tea.Cmd
	for i, r := range msg.Runes {
		if m.typing() {
			commands = append(commands, m.typed(string(msg.Runes[i:])))
			break
		}
		commands = append(commands, m.press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}))
	}
	return tea.Batch(commands...)
}

func (m *Model) press(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste {
		return m.pasted(string(msg.Runes))
	}
	if b, ok := m.bindingFor(msg); ok {
		if why := b.useless(m); why != "" {
			m.say(m.theme.muted, safe(keyName(msg.String()))+": "+why)
			return nil
		}
		return b.do(m)
	}
	if m.typing() && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) && !msg.Alt {
		return m.typed(string(msg.Runes))
	}
	return nil
}

// useless says why the command makes no sense here and now; nothing where it does.
func (b *binding) useless(m *Model) safe {
	if b.unless == nil {
		return ""
	}
	return b.unless(m)
}

// keyNow names a key of the lists as it has to be pressed where the keys go now.
func (m *Model) keyNow(key safe) safe {
	if m.mode&browsing == 0 {
		return "esc, " + key
	}
	return key
}

// quitKey is the key that quits where the keys go now.
func (m *Model) quitKey() safe {
	if m.mode == listMode {
		return "q"
	}
	return "ctrl-c"
}

// keyName writes a key for people.
func keyName(key string) string {
	names := map[string]string{" ": "space", "+": "+", "up": "↑", "down": "↓", "left": "←", "right": "→"}
	if name, ok := names[key]; ok {
		return name
	}
	return strings.ReplaceAll(key, "+", "-")
}
