package ui

import (
	"cmp"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

// life is what the journal's facts say of the newest process in it.
type life struct {
	started, ended time.Time // zero where it has not
	pid            int
	protocol       string
	exit           history.Fact
	exitAt         int  // position of the exit
	deaf           bool // its stdout ended while it lived
}

// take learns from one fact.
func (l *life) take(position int, at time.Time, f history.Fact) {
	switch f.Event {
	case history.FactStart:
		*l = life{started: at, pid: f.PID}
	case history.FactReady:
		l.protocol = f.Protocol
	case history.FactExit:
		l.ended, l.exit, l.exitAt = at, f, position
	case history.FactNote:
		l.deaf = l.deaf || f.Stream == framing.ServerToClient.String()
	}
}

// lasted is how long the process lived; the fact is more precise than its time.
func (l *life) lasted() time.Duration {
	if l.exit.AfterMS > 0 {
		return time.Duration(l.exit.AfterMS) * time.Millisecond
	}
	return l.ended.Sub(l.started)
}

// stdoutClosed says that no answer can come though the process lives.
func (l *life) stdoutClosed() bool {
	return l.ended.IsZero() && l.deaf
}

// state says where a live session or a saved one stands, glyph first.
func (m *Model) state() span {
	t := m.theme
	if m.session == nil {
		return m.savedState()
	}
	s := m.session.State()
	if s.Phase < session.Stopping && m.life.stdoutClosed() {
		return span{t.finding, "◐ stdout closed"}
	}
	switch s.Phase {
	case session.Starting:
		return span{t.accent, "○ " + safe(cmp.Or(s.Step, "starting"))}
	case session.Ready:
		return span{t.response, "● ready"}
	case session.Refused:
		return span{t.failure, "✕ refused the handshake"}
	case session.Stopping:
		return span{t.finding, "◌ stopping"}
	case session.Ended:
	}
	return span{t.failure, "✕ " + m.ending()}
}

func (m *Model) savedState() span {
	switch {
	case !m.life.ended.IsZero():
		return span{m.theme.muted, "■ saved · " + m.ending()}
	case m.journal.Writer() == history.WriterGone:
		return span{m.theme.finding, "■ cut off: its writer ended without a word"}
	case m.opt.Follow && !m.journal.Over():
		return span{m.theme.response, "● following"}
	case m.journal.Writer() == history.WriterLive:
		return span{m.theme.response, "◐ being written, -f follows it"}
	default:
		return span{m.theme.muted, "■ saved"}
	}
}

// ending says how the newest process ended, and when in its life.
func (m *Model) ending() safe {
	if m.life.exit.Event == "" {
		return "ended"
	}
	said := cleanString(m.life.exit.Ending(), nameCells)
	if m.life.started.IsZero() {
		return said
	}
	return said + " " + lived(m.life.lasted())
}

// since says when the process that runs was started. How long ago that is would
// need a clock, which an idle screen has none of.
func (m *Model) since() safe {
	started := m.life.started
	if started.IsZero() || !m.life.ended.IsZero() {
		return ""
	}
	if !m.live() { // it is long gone, and nobody knows since when
		return safe(started.In(m.opt.Location).Format("started 2006-01-02 15:04:05"))
	}
	return safe(started.In(m.opt.Location).Format("since 15:04:05"))
}
