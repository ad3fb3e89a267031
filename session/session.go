package session

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session/process"
)

// Session is a server under inspection. It is safe for concurrent use.
type Session struct {
	cfg Config
	rec *history.Recorder
	box *mailbox
	// guard is told of every process group; nil where there is none.
	guard   *process.Guard
	watcher *watcher

	// asked is our request that is open, probe the last server/discover: the recorder's
	// goroutine's own.
	asked, probe asked
	// unserved counts requests of the server that are not answered since it asks faster
	// than it can be answered.
	unserved atomic.Int64
	opening  opening // the mailbox's goroutine's own

	restarting sync.Mutex // held by the one who starts the server anew

	listening sync.Mutex
	listeners []*Listener // never changed in place

	mu       sync.Mutex
	child    *child
	nextID   int64
	phase    Phase
	step     string
	protocol string
	refusal  string
	unended  bool // what was sent last did not end its line
	stopping bool // Stop was called
}

// child is one run of the server.
type child struct {
	process *process.Process
	sender  *sender
	stdout  *pump
	stderr  *pump
	// skip has a slot for each wish to hurry the shutdown.
	skip     chan struct{}
	stopping bool
	// done is closed when the process and its group are gone and all is recorded.
	done chan struct{}
}

// Start records a new history and starts the server. opt.Header, opt.Tap, opt.TapFact
// and opt.OnPanic are filled in here. When the server cannot be started the error is a
// *process.StartError, and the history, which says so, is kept.
// The caller ends a session with Stop, Done and Close, in this order.
func Start(cfg Config, label string, opt history.Options) (*Session, error) {
	s := &Session{cfg: cfg, box: newMailbox(), asked: noneAsked, probe: noneAsked}
	opt.Tap, opt.TapFact, opt.OnPanic = s.tap, s.tellFact, cfg.OnPanic
	opt.Header = cfg.newHeader(label, time.Now())
	if cfg.Listener != nil {
		s.Listen(cfg.Listener)
	}
	rec, err := history.Record(opt)
	if err != nil {
		return nil, fmt.Errorf("start session: %w", err)
	}
	s.rec = rec
	if s.guard, err = process.StartGuard(cfg.Guard); err != nil {
		rec.Note("%v: if this program is killed, processes of the server may stay", err)
	}
	if err := s.startChild(make(chan struct{}), nil); err != nil {
		rec.Note("%v", err)
		s.guard.Close()
		rec.Close()
		_ = rec.Journal().Close()
		return nil, err
	}
	go s.box.run(cfg.OnPanic) // ends when Close closes the mailbox
	if s.watcher, err = watch(cfg.RestartOn, s.filesChanged); err != nil {
		rec.Note("%v", err)
	}
	return s, nil
}

// Journal is the record of the session.
func (s *Session) Journal() *history.Journal { return s.rec.Journal() }

// Done is closed when the server and its group have ended and everything it wrote
// is recorded. The phase is Ended as soon as the server itself has.
// After Restart it is another channel.
func (s *Session) Done() <-chan struct{} { return s.current().done }

// Close ends the recording of a session that has ended. The journal stays
// readable; its owner closes it.
func (s *Session) Close() {
	s.watcher.close()
	s.restarting.Lock() // a restart that has begun ends first, and its child with it
	defer s.restarting.Unlock()
	<-s.Done()
	s.box.close()
	s.guard.Close()
	s.rec.Close()
}

// Send queues a line for the server; its line end is added. Lines are sent and
// recorded in the order in which Send was called. Text with line ends in it is as
// many lines. The bytes are copied.
func (s *Session) Send(text []byte, origin history.Origin) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for line := range bytes.SplitSeq(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		if err := s.send(framing.Line{Bytes: line}, origin); err != nil {
			return err
		}
	}
	return nil
}

// SendLine is Send for one line that keeps its line end, or has none.
func (s *Session) SendLine(line framing.Line, origin history.Origin) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.send(line, origin)
}

// send queues a line. The caller holds mu.
func (s *Session) send(line framing.Line, origin history.Origin) error {
	s.useID(line.Bytes)
	s.unended = line.EOL == framing.None
	if !s.child.sender.send(line, origin) {
		return ErrEnded
	}
	return nil
}

// NextID gives an integer id above all that were sent, but for those that no client would
// count to: a server may not take what comes behind them.
func (s *Session) NextID() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nextID
}

// State is where the session stands now.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return State{
		Phase: s.phase, PID: s.child.process.PID, Since: s.child.process.Started,
		Protocol: s.protocol, Step: s.step, Refusal: s.refusal, Unended: s.unended, Unread: s.child.sender.unread(),
	}
}

// Restart starts the command again, in the same journal, once the server has
// ended; while it runs it stops it first and waits. After Stop it is an error.
func (s *Session) Restart() error {
	if s.endWanted() {
		return ErrEnded
	}
	return s.restart("")
}

// filesChanged starts the server anew, unless its end is wanted.
func (s *Session) filesChanged(path string) {
	_ = s.restart(path + " has changed") // what failed is in the journal
}

func (s *Session) restart(why string) error {
	s.restarting.Lock()
	defer s.restarting.Unlock()
	if s.endWanted() {
		return nil
	}
	for !s.hasEnded() {
		s.mu.Lock()
		s.stop(s.child)
		s.mu.Unlock()
		<-s.Done()
	}
	if s.endWanted() {
		return nil
	}
	s.rec.Fact(history.Fact{Event: history.FactRestart, Text: why})
	if err := s.startChild(make(chan struct{}), nil); err != nil {
		s.rec.Note("%v", err)
		return err
	}
	return nil
}

func (s *Session) endWanted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopping
}

func (s *Session) hasEnded() bool {
	select {
	case <-s.Done():
		return true
	default:
		return false
	}
}

func (s *Session) isStopping(c *child) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.stopping
}

func (s *Session) current() *child {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.child
}

// startChild starts the process and all that belongs to it, and opens the
// conversation. done is closed when it has ended. probed is the run before that a
// probe has ended, if so: this one is not probed, and ends if that was to end.
func (s *Session) startChild(done chan struct{}, probed *child) error {
	p, err := process.Start(s.cfg.command())
	if err != nil {
		return err
	}
	s.guard.Watch(p.PID)
	s.rec.Fact(history.Fact{Event: history.FactStart, PID: p.PID})
	c := &child{
		process: p,
		sender:  newSender(p.Stdin, p.Stdout, s.rec, s.cfg.OnPanic),
		stdout:  s.startPump(framing.ServerToClient, p.Stdout),
		stderr:  s.startPump(framing.Stderr, p.Stderr),
		skip:    make(chan struct{}, len(ladder)),
		done:    done,
	}
	s.mu.Lock()
	s.child, s.phase, s.step, s.protocol = c, Starting, "", ""
	if s.stopping || probed != nil && probed.stopping { // since before it was there
		s.stop(c)
	}
	s.mu.Unlock()
	s.box.put(func() { s.open(c, probed != nil) })
	go p.ReapWhileRunning() // ends when the child has been reaped
	go s.await(c)           // ends when the process and its group have ended
	return nil
}

// await sees a run of the server to its end and records how it ended.
func (s *Session) await(c *child) {
	defer history.Rescue(s.cfg.OnPanic)
	s.watchStdout(c)
	<-c.process.Reaped
	endBy(time.Now().Add(drainTime), c.stdout, c.stderr)
	heard := c.sender.heard()
	c.sender.close(0)
	code, signal := c.process.Exit()
	if n := s.unserved.Swap(0); n > 0 {
		s.rec.Note("%d requests of the server were not answered: it asked faster than it could be answered", n)
	}
	s.rec.Fact(history.Fact{
		Event: history.FactExit, Code: code, Signal: signal,
		AfterMS: c.process.Ended.Sub(c.process.Started).Milliseconds(), Stopped: s.isStopping(c),
	})
	again := heard && s.probeKilled(c)
	if !again {
		s.setEnded()
	}
	s.endGroup(c)
	if again && !s.isStopping(c) && s.startAgain(c) {
		return // c.done is the new child's to close
	}
	s.setEnded()
	close(c.done)
}

func (s *Session) setEnded() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase, s.step = Ended, ""
}

// probeKilled says whether the process ended by itself when it was probed, as
// servers do that take an unknown first request for an error. One that ended
// without having read the probe would end without it as well.
func (s *Session) probeKilled(c *child) bool {
	probing := make(chan bool, 1)
	s.box.put(func() {
		o := &s.opening
		probing <- o.child == c && o.probing && o.method != ""
		o.stop()
	})
	return <-probing && !s.isStopping(c)
}

// startAgain starts a new process that is not probed.
func (s *Session) startAgain(c *child) bool {
	s.rec.Fact(history.Fact{Event: history.FactRestart, Text: "the server ended at the probe: a new process, for initialize"})
	if err := s.startChild(c.done, c); err != nil {
		s.rec.Note("%v", err)
		return false
	}
	return true
}

// watchStdout notes a server that closed its stdout and lives on: nothing it is
// asked can be answered any more, though its stderr may still speak.
func (s *Session) watchStdout(c *child) {
	select {
	case <-c.process.Reaped:
		return
	case <-c.stdout.done:
	}
	select {
	case <-c.process.Reaped:
	case <-time.After(drainTime):
		s.rec.Fact(history.Fact{
			Event: history.FactNote, Stream: framing.ServerToClient.String(),
			Text: fmt.Sprintf("stdout closed, process alive (pid %d)", c.process.PID),
		})
	}
}

// useID keeps NextID above the ids that were sent by hand. The caller holds mu.
func (s *Session) useID(line []byte) {
	var m framing.Message
	framing.Scan(line, &m)
	if m.Kind != framing.Request {
		return
	}
	const farthest = math.MaxInt32
	if id, ok := integerID(m.ID.Of(line)); ok && id >= s.nextID && id < farthest {
		s.nextID = id + 1
	}
}

// newHeader describes the session for its history.
func (cfg Config) newHeader(label string, now time.Time) history.Header {
	dir := cfg.Dir
	if dir == "" {
		dir, _ = os.Getwd() // a header without a directory is still a header
	}
	mode := history.ModeInspect
	if cfg.Source != "" {
		mode = history.ModeReplay
	}
	h := history.NewHeader(mode, label, slices.Clone(cfg.Command), dir, process.EnvNames(cfg.Env), cfg.ClientVersion, now)
	h.Source = cfg.Source
	return h
}
