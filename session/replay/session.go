package replay

import (
	"strings"

	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/session"
)

// Session is what differs beside the answers, once Conclude has looked.
type Session struct {
	// Handshake is how the answers to initialize or server/discover differ.
	Handshake     []diff.Change
	Notifications []Count
	// Notes are notifications that came then and now, and say something else.
	Notes []Note
	// Stderr are lines that came only then or only now.
	Stderr []diff.Line
	// ExitThen and ExitNow are set where they differ.
	ExitThen, ExitNow string
	// Findings are the ids of findings that there were none of then.
	Findings []string
	// Ended says that the server ended by itself before the replay did, and had not then.
	Ended bool
	// Silent says that it closed its stdout before, and lived on.
	Silent bool
}

// Count is how often notifications of a method came then, which is A, and now.
type Count struct {
	Method string
	A, B   int
}

// Differs says whether anything does.
func (s Session) Differs() bool {
	return len(s.Handshake)+len(s.Notifications)+len(s.Notes)+len(s.Stderr)+len(s.Findings) > 0 || s.ExitThen != s.ExitNow || s.Ended || s.Silent
}

// NothingCompared is the reason why a run without a difference is no success.
const NothingCompared = "nothing was compared"

// Reasons name what differs beside the answers.
func (r *Report) Reasons() (names []string) {
	for _, part := range []struct {
		name    string
		differs bool
	}{
		{"requests of the server", len(r.Asked) > 0},
		{"handshake", len(r.Handshake) > 0},
		{"notifications", len(r.Notifications)+len(r.Notes) > 0},
		{"stderr", len(r.Stderr) > 0},
		{"exit", r.ExitThen != r.ExitNow},
		{"findings", len(r.Findings) > 0},
		{"the server ended early", r.Ended},
		{"stdout was closed early", r.Silent},
		{NothingCompared, !r.Compared()},
	} {
		if part.differs {
			names = append(names, part.name)
		}
	}
	return names
}

// Compared says whether the answer to anything was held against the one that came then.
func (r *Report) Compared() bool {
	for i := range r.Results {
		res := &r.Results[i]
		if res.IsRequest() && res.Outcome != NotSent && res.Outcome != NotCompared {
			return true
		}
	}
	return false
}

func (r *Report) concludeExit(now *history.Journal) {
	b, ended := now.LastExit()
	if !ended {
		return
	}
	r.Ended = !b.Stopped && !r.plan.died && r.Count(NotSent)+r.lost() > 0
	a, known := r.plan.Source.LastExit()
	if !known || !r.compares("exit") || isForced(r.plan.Source) {
		return // how it ends when it is ended by force says nothing about it
	}
	then, ending := a.Ending(), b.Ending()
	if isForced(now) {
		ending += ", by force: it lived on when its input was closed"
	}
	if then != ending {
		r.ExitThen, r.ExitNow = then, ending
	}
}

// isForced says whether the last run of a server was ended by signals of ours.
func isForced(j *history.Journal) bool {
	exit, ok := j.LastExit()
	if !ok || !exit.Stopped {
		return false
	}
	forced := exit.Signal != ""
	for _, fact := range j.Facts(0) {
		switch {
		case fact.Event == history.FactStart:
			forced = exit.Signal != ""
		case fact.Event == history.FactNote && strings.HasPrefix(fact.Text, session.StillRuns):
			forced = true
		}
	}
	return forced
}
