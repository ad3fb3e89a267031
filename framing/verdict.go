package framing

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Verdict is what is wrong with a line, and what it holds all the same.
type Verdict struct {
	Findings []Finding
	// Inner are the messages recognised in the line, or ended by it, beyond the one
	// that Observation.Message stands for; one may be a Batch. No strict peer would
	// read them.
	Inner []Found
}

// How says how a message was recognised that is no line of its own.
type How uint8

const (
	// InText is a sound message with foreign text before or behind it on its line.
	InText How = iota + 1
	// OverLines is one message spread over several lines. A batch whose elements have
	// lines of their own is not put together: those are sound messages by themselves.
	OverLines
	// UnderHeader is a message under a Content-Length header that does not end with its line.
	UnderHeader
	// InUTF16 is a message in another encoding.
	InUTF16
	// Guessed is what the envelope of a broken line seems to say: Message has only Kind,
	// ID and Method, and may be wrong.
	Guessed
)

var hows = [...]string{"", "in foreign text", "over several lines", "under a Content-Length header", "in UTF-16", "guessed"}

// String says it in a few words.
func (h How) String() string { return hows[h] }

// Found is a message that was recognised though no line is it.
type Found struct {
	How     How
	Message Message
	// Text is what the spans of Message are offsets into: the line itself, several
	// lines joined, or the line in UTF-8. It holds as long as the line does.
	Text []byte
	// Back is how many lines before the one that ended it the message began.
	Back int
}

const (
	// typescriptLimit is the line length at which the TypeScript SDK closes the connection.
	typescriptLimit = 10 << 20
	// maxInner bounds how many messages are recognised in one line.
	maxInner = 16
)

// verdict judges a line that stands for itself.
func verdict(dir Dir, line Line, m *Message) (v Verdict) {
	v.Findings = lineFindings(line, m)
	switch m.Kind {
	case Request, Notification, Result, Error:
		v.Findings = shape(v.Findings, line.Bytes, m)
	case Batch:
		v.Findings = batchShape(v.Findings, line.Bytes, m)
	case Foreign:
		v.Findings = append(v.Findings, foreignFinding(dir, line.Bytes, m))
	case Invalid:
		return invalidVerdict(dir, line, m, v)
	case Unscanned, Blank, Echo:
	}
	if m.trailing > 0 {
		seen := fmt.Sprintf("%s stands behind the message, from byte %d on", quoted(line.Bytes[m.trailing:]), m.trailing)
		v.Findings = append(v.Findings, found(LineTrailingData, seen, m.trailing))
		v.Inner = inText(line.Bytes, m.trailing)
	}
	if names := DuplicateNames(line.Bytes, m); names != nil {
		v.Findings = append(v.Findings, duplicateFinding(line.Bytes, names))
	}
	return v
}

// duplicateFinding tells of the first name that stands twice and counts the others:
// one finding a line is enough.
func duplicateFinding(line []byte, names []Span) Finding {
	seen := fmt.Sprintf("the member name %s stands twice in one object, again at byte %d", excerpt(names[0].Of(line)), names[0].Start)
	if others := len(names) - 1; others > 0 {
		seen += fmt.Sprintf(" (and %d more names)", others)
	}
	return found(JSONDuplicateKey, seen, names[0].Start)
}

// lineFindings tells what is wrong with the line as bytes, whatever it says.
func lineFindings(line Line, m *Message) (fs []Finding) {
	if m.Kind == Blank {
		fs = append(fs, found(LineBlank, "the line is empty or white space", -1))
	}
	if line.EOL == CRLF {
		fs = append(fs, found(LineCRLF, "the line ends in CR LF", len(line.Bytes)))
	}
	if line.EOL == None && !line.Provisional {
		fs = append(fs, found(LineUnterminatedEOF, "the stream ended without a line end", len(line.Bytes)))
	}
	if line.Size > typescriptLimit {
		fs = append(fs, found(LineOversize, fmt.Sprintf("the line has %d bytes", line.Size), -1))
	}
	if m.bom {
		fs = append(fs, found(LineBOM, "the line begins with a byte order mark (EF BB BF)", 0))
	}
	bad := m.badUTF8 - 1
	if m.Kind == Invalid || m.trailing > 0 {
		bad = invalidUTF8(line) // Scan looked no further than the first value
	}
	if bad >= 0 {
		fs = append(fs, found(LineInvalidUTF8, badByte(line.Bytes, bad), bad))
	}
	return fs
}

// invalidUTF8 gives the first byte of the line that is not UTF-8, or -1. A
// character that the cut of a long line went through is not counted.
func invalidUTF8(line Line) int {
	b := line.Bytes
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		n := utf8Length(b[i:])
		if n == 0 {
			if line.Cut && !utf8.FullRune(b[i:]) {
				return -1
			}
			return i
		}
		i += n
	}
	return -1
}

// foreignFinding tells of JSON that is no message.
func foreignFinding(dir Dir, line []byte, m *Message) Finding {
	if m.JSONRPC.Present() {
		return found(MessageShape, "the object has neither method nor result nor error", m.Whole.Start)
	}
	return foreignJSON(dir, jsonType(line[m.Whole.Start])+", but no JSON-RPC message", m.Whole.Start)
}

func foreignJSON(dir Dir, seen string, offset int) Finding {
	if dir == ClientToServer {
		return found(StdinNotJSON, "the line is "+seen, offset)
	}
	return found(StdoutJSONNotMessage, "the line is "+seen, offset)
}

// invalidVerdict judges a line that is no JSON.
func invalidVerdict(dir Dir, line Line, m *Message, v Verdict) Verdict {
	b := line.Bytes
	v.Inner = inText(b, 0)
	text, order, wide := utf16Text(b)
	if wide {
		v.Inner = append(v.Inner, inUTF16(text)...)
	}
	var likely Message
	if len(v.Inner) == 0 && guess(b, &likely) {
		v.Inner = append(v.Inner, Found{How: Guessed, Message: likely, Text: b})
	}
	if line.Cut && tornAt(b, m.Fault) {
		return v // as far as the line was kept it is sound
	}
	seen := describe(b, m.Fault)
	if wide {
		seen = "the line is UTF-16 text (" + order + " endian)"
	}
	v.Findings = append(v.Findings, notJSON(dir, seen+hint(v.Inner, b), m.Fault.Offset))
	return v
}

func notJSON(dir Dir, seen string, offset int) Finding {
	if dir == ClientToServer {
		return found(StdinNotJSON, seen, offset)
	}
	return found(StdoutNotJSON, seen, offset)
}

// tornAt says whether a fault may come from the cut of a line alone: nothing but a
// piece of a number or word stands behind it.
func tornAt(b []byte, f ScanFault) bool {
	if f.Reason == UnexpectedEnd || f.Reason == OpenString {
		return true
	}
	return (f.Reason == ExpectedValue || f.Reason == BadNumber) && !bytes.ContainsAny(b[f.Offset:], " \"{}[]:,")
}

// inText collects the sound messages that stand in a line from a byte on.
func inText(line []byte, from int) (all []Found) {
	embedded(line, from, func(_ Span, m *Message) bool {
		all = append(all, Found{How: InText, Message: *m, Text: line})
		return len(all) < maxInner
	})
	return all
}

func inUTF16(text []byte) []Found {
	var m Message
	if Scan(text, &m); !m.carriesMessage() {
		return nil
	}
	return []Found{{How: InUTF16, Message: m, Text: text}}
}
