package history

import (
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// Origin says who wrote a line of the client's side.
type Origin uint8

const (
	// FromClient lines came from the wrapped client (and from the server, on its side).
	FromClient Origin = iota
	// FromComposer lines were written by hand.
	FromComposer
	// FromHandshake lines open the session on the user's behalf.
	FromHandshake
	// FromAutoReply lines answer the server's ping and roots/list.
	FromAutoReply
	// FromReplay lines were sent before, in another session.
	FromReplay
)

var originNames = [...]string{"client", "composer", "handshake", "auto-reply", "replay"}

// String gives the name used in histories and filters.
func (o Origin) String() string { return originNames[o] }

func parseOrigin(name string) Origin {
	for o, n := range originNames {
		if n == name {
			return Origin(o)
		}
	}
	return FromClient
}

// None is the position of no event.
const None = exchange.None

// Event is what the index knows of one entry of the journal. Its bytes are in
// the file: see Journal.Line and Journal.Head.
type Event struct {
	// Seq is the event's number in its file, counted from 1.
	Seq  uint32
	Time time.Time
	Dir  framing.Dir
	// Kind is what the line is as JSON-RPC; Unscanned for stderr and facts.
	Kind   framing.Kind
	Origin Origin
	EOL    framing.EOL
	// Cut says that fewer bytes are kept than the line had.
	Cut bool
	// Size is the length of the line in bytes, without its line end.
	Size int64
	// Method and Tool are those of the message; for an answer those of its request.
	Method, Tool string
	// Status is what became of a request.
	Status exchange.Status
	// Pair is the position of the other half of a request or an answer, or None.
	Pair int
	// Request is the position of the request that a notification is about, where that
	// is known; else None.
	Request int
	// Severity is that of the worst finding; 0 without one.
	Severity framing.Severity
}

// KindName is the kind as `show --format json` and filters name it.
func (e Event) KindName() string {
	switch e.Dir {
	case framing.Stderr:
		return "stderr"
	case framing.Meta:
		return "meta"
	case framing.ClientToServer, framing.ServerToClient:
	}
	return e.Kind.String()
}
