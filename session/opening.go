package session

import (
	"fmt"
	"strconv"
	"time"

	"stdioscope/history"
	"stdioscope/mcp"
)

// probeTime is how long a server may be silent after server/discover before it is
// taken for one that does not know it.
const probeTime = 3 * time.Second

// opening is how the conversation with a process begins. It belongs to the
// goroutine of the mailbox.
type opening struct {
	child *child
	// method is the request that is open: server/discover, initialize or none.
	method string
	id     int64
	// revision is what it asks for, probing whether a refusal means another era.
	revision string
	probing  bool
	// remembered says that the era was not asked for, late is what the server answered
	// to a probe that had been given up.
	remembered bool
	late       greeting
	// found says how the era was found out, for the user.
	found string
	timer *time.Timer
}

// open begins the conversation with a new process. legacy says that the probe has
// ended the process before it.
func (s *Session) open(c *child, legacy bool) {
	s.opening.stop()
	s.opening = opening{child: c}
	switch p := s.cfg.Protocol; {
	case !s.cfg.Handshake:
		s.ready("", "", "")
	case legacy:
		s.initialize(mcp.LatestLegacy, "the server ended at the probe")
	case p == "" || p == ProtocolAuto:
		s.openAsRemembered()
	case p == ProtocolLegacy:
		s.initialize(mcp.LatestLegacy, "")
	case mcp.EraOf(p) == mcp.Legacy:
		s.initialize(p, "")
	default:
		s.discover(p, false)
	}
}

// openAsRemembered spares a server that is known the probe.
func (s *Session) openAsRemembered() {
	if era, ok := s.cfg.Eras.recall(s.cfg); ok && era == mcp.Legacy {
		s.opening.remembered = true
		s.initialize(mcp.LatestLegacy, "remembered from an earlier session")
		return
	}
	s.discover(mcp.LatestModern, true)
}

// discover asks a server which revisions it knows (specification 2026-07-28,
// basic/versioning). While probing, anything but the answer of a modern server
// means that it is a legacy one.
func (s *Session) discover(revision string, probing bool) {
	s.opening.method, s.opening.revision, s.opening.probing = mcp.MethodDiscover, revision, probing
	if probing {
		s.setStep("probing for the revision")
	}
	c := s.opening.child
	s.opening.await(probeTime, func() { s.box.put(func() { s.silent(c) }) })
	s.request(mcp.MethodDiscover, revision)
}

// initialize begins the legacy handshake (specification 2025-11-25, basic/lifecycle).
func (s *Session) initialize(revision, found string) {
	s.opening.method, s.opening.revision, s.opening.found = mcp.MethodInitialize, revision, found
	s.opening.probing = false
	s.setStep("")
	c := s.opening.child
	if s.cfg.Timeout > 0 {
		s.opening.await(s.cfg.Timeout, func() { s.box.put(func() { s.silent(c) }) })
	}
	s.request(mcp.MethodInitialize, revision)
}

// silent is called when the open request has been unanswered for too long.
func (s *Session) silent(c *child) {
	switch o := &s.opening; {
	case o.child != c:
	case o.method == mcp.MethodInitialize:
		// It goes on all the same: whether a slow server is waited for is up to who
		// looks at it.
		s.rec.Note("no usable answer to initialize after %s", s.cfg.Timeout)
	case o.method == mcp.MethodDiscover && o.probing:
		s.giveUp()
		s.initialize(mcp.LatestLegacy, fmt.Sprintf("the probe was unanswered after %s", probeTime))
	case o.method == mcp.MethodDiscover:
		s.giveUp()
		s.ready(o.revision, "", fmt.Sprintf("server/discover was unanswered after %s", probeTime))
	}
}

// giveUp withdraws our open request, as a sender should that waits no longer
// (specification 2025-11-25, basic/lifecycle, "Timeouts").
func (s *Session) giveUp() {
	id := strconv.AppendInt(nil, s.opening.id, 10)
	_ = s.Send(mcp.CancelledNotification(id, "no answer"), history.FromHandshake) // a server that is gone already says so by itself
}

// SkipProbe stops waiting for the answer to a probe.
func (s *Session) SkipProbe() {
	c := s.current()
	s.box.put(func() {
		if s.opening.probing {
			s.silent(c)
		}
	})
}

// opened takes the answer to our open request.
func (s *Session) opened(c *child, line []byte) {
	o := &s.opening
	if o.child != c {
		return
	}
	method := o.method
	o.method = ""
	o.stop()
	switch method {
	case mcp.MethodInitialize:
		s.initialized(line)
	case mcp.MethodDiscover:
		s.discovered(line)
	}
}

func (s *Session) discovered(line []byte) {
	o := &s.opening
	answer := readGreeting(line)
	revision, modern := answer.choose(o.revision)
	legacy := answer.legacy()
	switch {
	case modern && revision == "" && legacy != "" && s.isAuto():
		s.initialize(legacy, "it answered the probe with "+answer.told())
	case modern && revision == "":
		s.refused("the server speaks none of the revisions known here: %s", answer.told())
	case modern && answer.isError() && o.probing: // it named what it speaks: ask again with that
		s.discover(revision, false)
	case modern && answer.isError():
		s.refused("the server refused revision %s: %s", o.revision, answer.told())
	case modern:
		s.cfg.Eras.learn(s.cfg, mcp.Modern)
		s.ready(revision, answer.server(), "it answered server/discover")
	case o.probing:
		s.initialize(mcp.LatestLegacy, "it answered the probe with "+answer.told())
	default:
		s.refused("the server refused revision %s: %s", o.revision, answer.told())
	}
}

// initialized takes the answer to our initialize and ends the handshake.
func (s *Session) initialized(line []byte) {
	answer := readGreeting(line)
	if answer.isError() {
		s.initializeRefused(answer)
		return
	}
	// The notification goes first: "ready" means that requests are welcome now.
	_ = s.Send(mcp.InitializedNotification(), history.FromHandshake) // a server that is gone already says so by itself
	if s.isAuto() {
		s.cfg.Eras.learn(s.cfg, mcp.Legacy)
	}
	revision, found := answer.revision(), s.opening.found
	if revision == "" {
		revision, found = s.opening.revision, "it named no protocolVersion"
	}
	s.ready(revision, answer.server(), found)
}

// initializeRefused looks for signs that the server is of the modern era after all.
func (s *Session) initializeRefused(answer greeting) {
	revision, modern := answer.choose(mcp.LatestModern)
	switch late, isLate := s.opening.late.choose(mcp.LatestModern); {
	case !s.isAuto():
	case isLate && late != "":
		s.readyModern(late, s.opening.late)
		return
	case modern && revision != "":
		s.cfg.Eras.forget(s.cfg)
		s.discover(revision, false)
		return
	case s.opening.remembered:
		s.opening.remembered = false
		s.cfg.Eras.forget(s.cfg)
		s.discover(mcp.LatestModern, true)
		return
	}
	s.refused("the server refused initialize: %s", answer.told())
}

// discoveredLate takes the answer to a probe that had been given up. It counts only
// where initialize is refused: a session that has begun goes on as it is.
func (s *Session) discoveredLate(c *child, line []byte) {
	if s.opening.child != c || !s.isAuto() {
		return
	}
	s.opening.late = readGreeting(line)
	if revision, modern := s.opening.late.choose(mcp.LatestModern); modern && revision != "" && s.isRefused() {
		s.readyModern(revision, s.opening.late)
	}
}

func (s *Session) readyModern(revision string, answer greeting) {
	s.cfg.Eras.learn(s.cfg, mcp.Modern)
	s.setPhase(Starting)
	s.ready(revision, answer.server(), "it answered server/discover late")
}

func (s *Session) isRefused() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == Refused
}

func (s *Session) setPhase(p Phase) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase == Refused {
		s.phase = p
	}
}

func (s *Session) isAuto() bool { return s.cfg.Protocol == "" || s.cfg.Protocol == ProtocolAuto }

// ready says that requests are welcome. Without a revision nothing was agreed on.
func (s *Session) ready(revision, server, found string) {
	s.opening.stop()
	s.mu.Lock()
	if s.phase == Starting {
		s.phase = Ready
	}
	s.protocol, s.step = revision, ""
	s.mu.Unlock()
	if s.cfg.Handshake {
		s.rec.Fact(history.Fact{
			Event: history.FactReady, Protocol: revision, Era: mcp.EraOf(revision).String(), Server: server, Text: found,
		})
	}
}

func (s *Session) refused(format string, args ...any) {
	s.mu.Lock()
	if s.phase == Starting {
		s.phase = Refused
	}
	s.step, s.refusal = "", fmt.Sprintf(format, args...)
	s.mu.Unlock()
	s.rec.Note(format, args...)
}

func (s *Session) setStep(step string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase == Starting {
		s.step = step
	}
}

func (o *opening) await(d time.Duration, late func()) {
	o.stop()
	o.timer = time.AfterFunc(d, late)
}

func (o *opening) stop() {
	if o.timer != nil {
		o.timer.Stop()
	}
}
