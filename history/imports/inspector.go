package imports

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/tidwall/pretty"

	"stdioscope/framing"
)

// inspectorKind is the protocol log that the official Inspector exports: one array
// of entries; a request holds its answer and how long that took.
func inspectorKind() kind {
	return kind{
		name: "an export of the Inspector", unit: "in entry", read: readInspector,
		shape: func([]byte) bool { return false }, // it has no lines: see isInspector
		limits: []string{
			"the Inspector wrote the messages anew: order and spelling of their members, line ends, stderr, and lines that were no message are not in its export",
			"an answer's time is that of its request and the duration given; events are in the order of their times",
			"white space between the members of a message that stands on several lines is left out",
		},
	}
}

// isInspector says whether a log begins as an array of the Inspector's entries.
func isInspector(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	if !bytes.HasPrefix(head, []byte("[")) {
		return false
	}
	first := bytes.TrimLeft(head[1:], " \t\r\n")
	return has(first, "direction") && has(first, "timestamp")
}

// inspectorEntry is an element of the export.
type inspectorEntry struct {
	Timestamp json.RawMessage `json:"timestamp"`
	Origin    string          `json:"origin"`
	Message   json.RawMessage `json:"message"`
	Response  json.RawMessage `json:"response"`
	Duration  *float64        `json:"duration"` // in ms
}

// timed is a message with its time, and whether that is known.
type timed struct {
	at    time.Time
	known bool
	dir   framing.Dir
	line  []byte
}

// longestExport is how much is read of an export. It is one text in the Inspector,
// and no browser holds a longer one.
const longestExport = 512 << 20

// inspector puts an export in order.
type inspector struct {
	log    *Log
	d      *deducer
	last   time.Time
	events []timed
}

const missingEnd = "entries of which the end is missing"

func readInspector(l *Log, in *lines) {
	x := inspector{log: l, d: newDeducer()}
	number, size := 0, 0
	var cut objects
	for in.next() && size < longestExport {
		size += len(in.Bytes)
		for element := range cut.line(in.Bytes) {
			number++
			x.element(element, number)
		}
		for ; cut.lost > 0; cut.lost-- {
			number++
			l.count(missingEnd, number)
		}
	}
	if cut.depth > 1 || size >= longestExport {
		l.count(missingEnd, number+1)
	}
	x.write()
	in.number = number
}

func (x *inspector) element(raw []byte, place int) {
	var e inspectorEntry
	if json.Unmarshal(raw, &e) != nil || len(e.Message) == 0 {
		x.log.count("entries that cannot be read, kept as notes", place)
		x.log.only().note(raw)
		return
	}
	at := timeOf(e.Timestamp)
	known := !at.IsZero()
	if !known {
		x.log.count("entries without a time, which get that of the entry before", place)
		at = x.last
	}
	x.last = at
	dir := x.dirOf(e, place)
	x.add(timed{at, known, dir, e.Message})
	if len(e.Response) > 0 && string(e.Response) != "null" {
		took, told := e.took()
		if !told {
			x.log.count("answers without a duration, which get the time of their request", place)
		}
		x.add(timed{at.Add(took), known && told, opposite(dir), e.Response})
	}
}

// took is how long the answer took; false where the entry does not tell.
func (e inspectorEntry) took() (time.Duration, bool) {
	const day = 86_400_000 // ms; a longer duration is none
	if e.Duration == nil || *e.Duration < 0 || *e.Duration > day {
		return 0, false
	}
	return time.Duration(*e.Duration * float64(time.Millisecond)), true
}

// dirOf says who sent the message of an entry. Old exports do not.
func (x *inspector) dirOf(e inspectorEntry, place int) framing.Dir {
	var m framing.Message
	framing.Scan(e.Message, &m)
	dir, sure := x.d.sender(e.Message, &m)
	switch {
	case e.Origin == "client":
		return framing.ClientToServer
	case e.Origin == "server":
		return framing.ServerToClient
	case !sure:
		x.log.count("messages that either side could have sent; the sender is a guess", place)
	}
	return dir
}

func (x *inspector) add(e timed) {
	e.line = oneLine(e.line)
	x.events = append(x.events, e)
}

// write hands the events over in the order of their times: a request holds an
// answer that came after other messages.
func (x *inspector) write() {
	slices.SortStableFunc(x.events, func(a, b timed) int { return a.at.Compare(b.at) })
	to := x.log.only()
	for _, e := range x.events {
		x.log.at(e.at)
		x.log.timed = x.log.timed && e.known
		to.message(e.dir, whole(e.line))
	}
}

// oneLine gives a message without the line ends that were put between its tokens.
// No token is touched.
func oneLine(raw []byte) []byte {
	if bytes.IndexByte(raw, '\n') < 0 || !json.Valid(raw) {
		return bytes.TrimSpace(raw)
	}
	return pretty.Ugly(raw)
}
