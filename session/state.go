package session

import "time"

// Phase is where a session stands.
type Phase uint8

const (
	// Starting means that the process runs and the handshake is not over.
	Starting Phase = iota
	// Ready means that the handshake is over, or was not wanted.
	Ready
	// Refused means that the server answered the handshake with an error.
	Refused
	// Stopping means that the shutdown has begun.
	Stopping
	// Ended means that there is no process.
	Ended
)

// String gives the phase in one word.
func (p Phase) String() string {
	return [...]string{"starting", "ready", "refused", "stopping", "ended"}[p]
}

// State is a snapshot of a session.
type State struct {
	Phase Phase
	PID   int
	// Since is when the process was started.
	Since time.Time
	// Protocol is the revision agreed on; empty before and without a handshake.
	Protocol string
	// Step says in words how far a shutdown has come.
	Step string
	// Refusal is the reason of a phase that is Refused.
	Refusal string
	// Unended says that the line sent last has no line end: what is sent next goes on there.
	Unended bool
	// Unread is how many bytes a server that does not read has let wait for
	// longer than it should; 0 while all is well.
	Unread int
}
