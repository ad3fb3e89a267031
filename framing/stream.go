package framing

// Dir says on which stream a line crossed, or that an event is no line at all.
type Dir uint8

const (
	// ClientToServer is the server's stdin.
	ClientToServer Dir = iota
	// ServerToClient is the server's stdout.
	ServerToClient
	// Stderr is the server's stderr.
	Stderr
	// Meta marks a fact about the process or the recording: no line crossed.
	Meta
)

var dirNames = [...]string{"c2s", "s2c", "stderr", "meta"}

// String gives the name used in histories and filters: c2s, s2c, stderr or meta.
func (d Dir) String() string { return dirNames[d] }

// ParseDir is the inverse of String.
func ParseDir(name string) (Dir, bool) {
	for d, n := range dirNames {
		if n == name {
			return Dir(d), true
		}
	}
	return 0, false
}

// EOL says how a line ended.
type EOL uint8

const (
	// LF is the line end that the transport prescribes.
	LF EOL = iota
	// CRLF is LF with a carriage return before it, which is not part of Line.Bytes.
	CRLF
	// None marks the last bytes of a stream that ended without a line end.
	None
)

var eolBytes = [...]string{"\n", "\r\n", ""}

// Bytes gives the line end as it stood on the wire.
func (e EOL) Bytes() string { return eolBytes[e] }

// Line is what stood between two line ends on one stream.
type Line struct {
	// Bytes is the line without its line end. It belongs to the Reader that gave
	// it and holds only until the next call.
	Bytes []byte
	EOL   EOL
	// Size is the true length of the line in bytes, without its line end. It
	// exceeds len(Bytes) only when Cut is set.
	Size int64
	// Cut is set when the line was longer than the reader's limit: Bytes is its head.
	Cut bool
	// Provisional is set on what there is of a line that has had no line end for a
	// while (a prompt, an LSP header). The same bytes come again when there is more of
	// it, and when the line is complete. It is Cut as the whole line would be.
	Provisional bool
}
