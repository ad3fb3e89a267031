package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"stdioscope/history"
	"stdioscope/history/redact"
	"stdioscope/mcp"
	"stdioscope/mcp/mutation"
	"stdioscope/session"
	"stdioscope/session/snippets"
)

// Session is a live server as the screen needs it.
type Session interface {
	// Send queues a line for the server; its line end is added.
	Send(line []byte, origin history.Origin) error
	// SendPlan queues bytes that are written as they are.
	SendPlan(plan mutation.Plan, origin history.Origin) error
	// Respond is the bare result for a request of the server that stands inside a result;
	// false where a person has to answer.
	Respond(method string) (json.RawMessage, bool)
	// LeavesOpen says whether requests of the server of a method wait for a person.
	LeavesOpen(method string) bool
	// NextID is the next integer id that no request has had.
	NextID() int64
	State() session.State
	// Client is how our requests of that revision introduce us.
	Client(revision string) mcp.Client
	// SkipProbe stops waiting for the answer to a probe.
	SkipProbe()
	// Restart starts the same command again, in the same journal.
	Restart() error
	// Stop begins the shutdown; a second call skips the step that is under way.
	Stop()
	// Done is closed when the server has ended and all it wrote is recorded. After
	// Restart it is another channel.
	Done() <-chan struct{}
}

// mode says who gets the keys.
type mode uint16

const (
	listMode mode = 1 << iota
	detailMode
	composerMode
	helpMode
	confirmMode
	promptMode
	tableMode
	formMode
)

// Model is the root model of the program.
type Model struct {
	ctx     context.Context
	journal *history.Journal
	session Session // nil for a saved history
	opt     Options
	theme   *theme
	now     func() time.Time
	keys    []binding

	feed  *feed
	taken int // events taken in so far
	batch []history.Event
	open  []uint32 // requests that wait for an answer
	life  life
	// questions are requests whose answers asked for something.
	questions []uint32
	takenUp   map[int]bool // those of them that were answered from here
	// awaited is the end of the server's run that is waited for.
	awaited <-chan struct{}

	panes    [paneCount]*pane
	rows     rows
	focus    paneID
	follow   bool // keep every pane at its end
	seen     int  // events that there were when following stopped
	timeline bool
	zoom     bool

	mode       mode
	detail     detail
	showing    bool // the detail is open
	composer   composer
	help       helpView
	offers     offers
	snippets   []snippets.Snippet // as they were when they were wanted last
	form       form
	completion completion
	logLevel   string // that requests of the modern era ask for; empty for none
	written    []written
	// withoutProgress says that calls are composed without a progress token.
	withoutProgress bool
	warned          bool // of what raw mode does
	// checkAfter is how long nothing must be typed before a text is checked.
	checkAfter time.Duration
	proposed   proposal
	question   question
	asked      mode // who had the keys before the question
	prompt     prompt
	sessions   sessionList

	listed     tableID // in tableMode
	findings   findingList
	statistics statistics
	waiting    waitingList
	replay     replaying
	marks      marks
	query      query
	difference difference
	spoken     []string // commands given by name, oldest first

	filtering filtering
	keep      int // the event that cursors stay near while the lists change
	notice    span

	ticking, mouse       bool
	quitting, restarting bool

	w, h    int
	layout  layout
	splits  splits
	held    seam // by the mouse
	picture picture
	pulse   *pulse    // nil without a terminal
	out     io.Writer // the terminal, for what is no picture
}

// proposal is what the first text of the composer was made from.
type proposal struct {
	id       int64
	revision string
}

// New makes the model of a screen over a journal. s is nil for a saved history.
func New(j *history.Journal, s Session, opt Options) *Model {
	opt = opt.withDefaults()
	m := &Model{
		ctx: context.Background(), journal: j, session: s, opt: opt, now: opt.Now,
		theme: newTheme(*opt.Profile, opt.Background), keys: bindings(),
		checkAfter: checkAfter,
		panes:      newPanes(), follow: s != nil || opt.Follow, mode: listMode, out: io.Discard,
	}
	m.feed = newFeed(m.ctx, j)
	m.takenUp = map[int]bool{}
	m.rows = rows{journal: &veil{Journal: j, rules: cmp.Or(opt.Secrets, redact.New())}, theme: m.theme, zone: opt.Location, now: opt.Now, told: told{}}
	m.marks = newMarks()
	m.completion.answer = history.None
	m.filtering.methods, m.filtering.tools = map[string]bool{}, map[string]bool{}
	m.picture.dirty, m.composer.pristine = true, true
	m.ingest()
	m.start()
	m.startSessions()
	return m
}

// start selects the first rows of a saved history.
func (m *Model) start() {
	m.propose()
	if m.follow {
		return
	}
	for _, p := range m.panes {
		p.moveTo(0)
	}
	m.link()
}

// Init starts what tells the model of changes.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.feed.wait, m.tick(), ingestNow, m.watchEnd(), m.watchSessions())
}

func ingestNow() tea.Msg { return ingestMsg{} }

// Update takes one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	command := tea.Batch(m.update(msg), m.checkSoon())
	m.reconsider()
	if m.picture.dirty {
		return m, tea.Batch(command, m.watch())
	}
	return m, command
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case feedMsg:
		if msg.of != nil && msg.of != m.feed {
			return nil // of a journal that is no longer looked at
		}
		return tea.Batch(m.grow(), m.feed.wait)
	case ingestMsg:
		return m.grow()
	case drawMsg:
		m.picture.scheduled, m.picture.dirty = false, true
		return nil
	case restMsg:
		if m.pulse.rest(m.picture.count) {
			return m.watch()
		}
		return nil
	case tea.KeyMsg:
		m.picture.dirty = true
		return m.key(msg)
	}
	return m.rare(msg)
}

// delivery is a message that knows who it is for.
type delivery interface {
	deliver(m *Model) tea.Cmd
}

// rare takes the messages that come seldom. Those that it does not know change
// nothing on the screen.
func (m *Model) rare(msg tea.Msg) tea.Cmd {
	var command tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.MouseMsg:
		command = m.point(msg)
	case tickMsg:
		m.ticking = false
		m.sweep()
		command = m.tick()
	case savedMsg:
		m.saved(msg)
	case bodyMsg:
		if msg.generation == m.detail.generation {
			m.showBody(msg.body)
			command = m.indexMore()
		}
	case endedMsg:
		command = m.serverEnded()
	case restartedMsg:
		command = m.restarted(msg)
	case filteredMsg:
		command = m.filtered(msg)
	case indexMsg:
		command = m.goOnIndexing(msg)
	case delivery:
		command = msg.deliver(m)
	case writtenMsg:
		command = m.runEditor(msg)
	case editedMsg:
		command = m.editorEnded(msg)
	case comparedMsg:
		m.compared(msg)
	case queriedMsg:
		command = m.queried(msg)
	case countMsg:
		command = m.count()
	case copiedMsg:
		m.copied(msg)
	case foundMsg:
		command = m.foundEvent(msg)
	case sessionsMsg:
		command = m.sessionsChanged()
	case sessionOpenedMsg:
		command = m.sessionOpened(msg)
	case quitMsg:
		command = m.stop()
	case tea.ResumeMsg:
		command = m.resumed()
	default:
		return nil
	}
	m.picture.dirty = true
	return command
}

// grow takes in what is new in the journal.
func (m *Model) grow() tea.Cmd {
	var next tea.Cmd
	if m.ingest() {
		next = ingestNow
	}
	m.propose()
	m.fetchOn()
	m.completed()
	m.refreshTemplates()
	return tea.Batch(m.draw(), next, m.tick(), m.watchEnd(), m.judge(), m.recount())
}

// propose keeps the composer's first text in step with the session until somebody
// touches it.
func (m *Model) propose() {
	if m.session == nil {
		return
	}
	if !m.composer.pristine {
		m.keepFresh()
		return
	}
	p := proposal{m.session.NextID(), m.protocol()}
	if len(m.composer.text) > 0 && p == m.proposed {
		return
	}
	m.proposed = p
	m.composer.propose(p.revision, p.id, m.session.Client(p.revision))
}

// keepFresh gives the text another id where somebody else has used the one that we had
// put there: a handshake, say.
func (m *Model) keepFresh() {
	c := &m.composer
	if next := m.session.NextID(); c.auto > 0 && c.auto < next && !c.raw && string(c.message.ID.Of(c.text)) == fmt.Sprint(c.auto) {
		c.renew(next)
	}
}

// active is the pane that the keys move in.
func (m *Model) active() *pane {
	if m.timeline {
		return m.panes[timelinePane]
	}
	return m.panes[m.focus]
}

// ended says that there is no server to send to.
func (m *Model) ended() bool {
	return m.session == nil || m.session.State().Phase == session.Ended
}

// base is the mode that esc leads back to.
func (m *Model) base() mode {
	if m.showing {
		return detailMode
	}
	return listMode
}

// unfollow stops keeping to the newest.
func (m *Model) unfollow() {
	if !m.follow {
		return
	}
	m.follow, m.seen = false, m.taken
}

// say shows something in the footer until the next key.
func (m *Model) say(s style, text safe) { m.notice = span{s, text} }

// Options are what a screen depends on beside its journal and its session.
type Options struct {
	// Follow keeps to the newest event of a journal that another process writes.
	Follow bool
	// Sessions are the histories that can be changed to; nil for none. With a journal
	// that is history.Empty the screen begins with their list.
	Sessions Sessions
	// Replay runs a plan on the session; nil where nothing can be replayed.
	Replay ReplayFunc
	// Secrets are what is masked on the screen; nil for what is known to look like one.
	Secrets *redact.Rules
	// Profile says which colours to use; nil for what the environment says.
	Profile *termenv.Profile
	// Background is what the colours stand on. When it is unknown and COLORFGBG does
	// not tell, only the terminal's own sixteen colours are used.
	Background Background
	// Now and Location are the clock and the time zone; nil for the real ones.
	Now      func() time.Time
	Location *time.Location
}
