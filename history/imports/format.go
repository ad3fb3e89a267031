package imports

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Format is one of the kinds of log that can be read.
type Format uint8

// The formats.
const (
	// ClaudeDesktop is a file mcp.log or mcp-server-NAME.log.
	ClaudeDesktop Format = iota
	// VSCode is the output channel of a server in VS Code.
	VSCode
	// MCPSnoop is a session log of mcpsnoop.
	MCPSnoop
	// Inspector is the protocol log that the official Inspector exports.
	Inspector
	// TypedLines are JSON objects that hold a message and say who sent it, as tools
	// for language servers write them.
	TypedLines
	// Framed is a stream of messages under Content-Length headers.
	Framed
	// BareLines are JSON-RPC messages, one a line, and nothing else.
	BareLines
)

// kind is all that there is to know of a format.
type kind struct {
	name string
	// shape says whether a line is typical of the format.
	shape func(line []byte) bool
	read  func(*Log, *lines)
	// unit is what places in the log are counted in.
	unit string
	// limits is what no log of the format can tell.
	limits []string
}

func (f Format) kind() kind {
	switch f {
	case ClaudeDesktop:
		return claudeKind()
	case VSCode:
		return vscodeKind()
	case MCPSnoop:
		return snoopKind()
	case Inspector:
		return inspectorKind()
	case TypedLines:
		return typedKind()
	case Framed:
		return framedKind()
	default:
		return bareKind()
	}
}

// String names the format for people.
func (f Format) String() string { return f.kind().name }

// ErrUnknownFormat is returned for a log of which no format is known.
var ErrUnknownFormat = errors.New("not a log that can be read")

// Unknown is ErrUnknownFormat with what could have been read.
func Unknown() error {
	names := make([]string, 0, BareLines+1)
	for f := range BareLines + 1 {
		names = append(names, f.String())
	}
	return fmt.Errorf("%w (known are: %s)", ErrUnknownFormat, strings.Join(names, ", "))
}

// headSize is how much of a log is looked at to recognise it.
const headSize = 64 << 10

// Recognise tells the format of a log by its first bytes: the one that most of its
// lines are typical of. 64 KiB are enough, and as many lines as they hold.
func Recognise(head []byte) (Format, bool) {
	head = decodeHead(head)
	if isInspector(head) {
		return Inspector, true
	}
	if _, ok := contentLength(head); ok {
		return Framed, true
	}
	var votes [BareLines + 1]int
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		for f := range votes {
			if Format(f).kind().shape(line) {
				votes[f]++
				break
			}
		}
	}
	best := 0
	for f, n := range votes {
		if n > votes[best] {
			best = f
		}
	}
	return Format(best), votes[best] > 0
}
