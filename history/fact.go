package history

import (
	"cmp"
	"fmt"
	"strings"

	"stdioscope/framing"
)

// Names of facts: what happened to the process or to the recording.
const (
	FactStart   = "start"
	FactReady   = "ready"
	FactExit    = "exit"
	FactRestart = "restart"
	FactGap     = "gap"
	FactNote    = "note"
)

// Fact is an event that is no line. Members that do not belong to its kind are empty.
type Fact struct {
	Event string `json:"event"`
	// PID is the process started (start).
	PID int `json:"pid,omitempty"`
	// Protocol and Era are what was agreed on (ready).
	Protocol string `json:"protocol,omitempty"`
	Era      string `json:"era,omitempty"`
	// Server is the name and version that the server gave itself (ready).
	Server string `json:"server,omitempty"`
	// Code is the exit code; nil where Signal ended the process (exit).
	Code   *int   `json:"code,omitempty"`
	Signal string `json:"signal,omitempty"`
	// AfterMS is how long the process lived, Unanswered how many requests it left open (exit).
	AfterMS    int64 `json:"after_ms,omitempty"`
	Unanswered int   `json:"unanswered,omitempty"`
	// Findings is how many findings the history holds (exit).
	Findings int `json:"found,omitempty"`
	// Stopped says that the end was asked for (exit).
	Stopped bool `json:"stopped,omitempty"`
	// Client is the name and version that the client gave itself (ready).
	Client string `json:"client,omitempty"`
	// Sibling is the id of another history of the same client and command (note).
	Sibling string `json:"sibling,omitempty"`
	// Lines and Bytes are what could not be observed (gap).
	Lines int64 `json:"lines,omitempty"`
	Bytes int64 `json:"bytes,omitempty"`
	// Stream is the stream that ended while the process lived (note), or of which
	// something is missing (gap; empty for any): c2s, s2c or stderr.
	Stream string `json:"stream,omitempty"`
	// Text says it in words (note, and wherever there is more to say).
	Text string `json:"text,omitempty"`
	// record is the whole of a fact that another writer, or a newer one, has put there.
	record string
}

// isKnown says whether all that a fact of its kind tells is known here.
func (f Fact) isKnown() bool {
	switch f.Event {
	case FactStart, FactReady, FactExit, FactRestart, FactGap:
		return true
	}
	return f.Event == FactNote && f.Text != ""
}

// rewritten gives a fact whose texts have gone through a function.
func (f Fact) rewritten(text func(string) string) Fact {
	for _, s := range []*string{&f.Protocol, &f.Server, &f.Signal, &f.Client, &f.Text, &f.record} {
		*s = text(*s)
	}
	return f
}

// endsProcess says whether what comes next is of another process.
func (f Fact) endsProcess() bool { return f.Event == FactExit || f.Event == FactRestart }

// endsAnswers says whether the process lives and can answer nothing any more.
func (f Fact) endsAnswers() bool {
	return f.Event == FactNote && f.Stream == framing.ServerToClient.String()
}

// hidesMessages says whether messages crossed that are not on record.
func (f Fact) hidesMessages() bool {
	return f.Event == FactGap && f.Stream != framing.Stderr.String()
}

// String says the fact in one line.
func (f Fact) String() string {
	switch f.Event {
	case FactStart:
		return fmt.Sprintf("started, pid %d", f.PID)
	case FactReady:
		return f.ready()
	case FactExit:
		return f.Ending()
	case FactRestart:
		return strings.TrimSuffix("restarted: "+f.Text, ": ")
	case FactGap:
		return f.gap()
	case FactNote:
		return cmp.Or(f.Text, f.record, f.Event)
	default:
		return cmp.Or(f.record, f.Text, f.Event)
	}
}

func (f Fact) gap() string {
	said := fmt.Sprintf("not recorded: %d lines, %d bytes", f.Lines, f.Bytes)
	for _, more := range []string{f.Stream, f.Text} {
		if more != "" {
			said += ", " + more
		}
	}
	return said
}

func (f Fact) ready() string {
	said := "ready, revision " + f.Protocol
	for _, more := range []string{f.Server, f.Text} {
		if more != "" {
			said += ", " + more
		}
	}
	return said
}

// Ending says how the process ended: "exited 3", "killed by SIGKILL".
func (f Fact) Ending() string {
	switch {
	case f.Signal != "":
		return "killed by " + f.Signal
	case f.Code != nil:
		return fmt.Sprintf("exited %d", *f.Code)
	default:
		return "ended"
	}
}
