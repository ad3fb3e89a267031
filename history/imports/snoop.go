package imports

import (
	"bytes"
	"encoding/json"

	"stdioscope/framing"
	"stdioscope/history"
)

// snoopKind is a session log of mcpsnoop: an envelope a line, the message in it.
func snoopKind() kind {
	return kind{
		name: "a session log of mcpsnoop", unit: "in line", read: readSnoop,
		shape: func(line []byte) bool {
			return has(line, "session_id") && has(line, "direction") && has(line, "seq")
		},
		limits: []string{
			"white space between members, the spelling of some characters and bytes that are not UTF-8 may have changed when the log was written; line ends are not in it",
		},
	}
}

// has says whether a line begins as a JSON object with that member.
func has(line []byte, name string) bool {
	for member := range framing.Members(line) {
		if string(member.Of(line)) == `"`+name+`"` {
			return true
		}
	}
	return false
}

// envelope is what mcpsnoop writes around a line.
type envelope struct {
	Session   string          `json:"session_id"`
	Label     string          `json:"server_label"`
	Seq       int64           `json:"seq"`
	Time      json.RawMessage `json:"ts"`
	Direction string          `json:"direction"`
	Transport string          `json:"transport"`
	Raw       json.RawMessage `json:"raw"`
	Text      *string         `json:"text"`
	Truncated bool            `json:"truncated"`
	Redacted  bool            `json:"redacted"`
	Batch     bool            `json:"batch"`
}

// numbering is how far the numbers of a session have been read.
type numbering struct {
	last int64
	// unread is how many entries behind it could not be read: they have numbers too.
	unread int64
}

const unreadable = "entries that cannot be read, kept as notes"

func readSnoop(l *Log, in *lines) {
	numbers := map[*Import]numbering{}
	var m *Import
	named := false
	for in.next() {
		var e envelope
		switch {
		case len(bytes.TrimSpace(in.Bytes)) == 0:
			continue
		case in.Cut:
			l.count("lines of more than 64 MiB, left out", in.number)
			continue
		case json.Unmarshal(in.Bytes, &e) != nil:
			if m == nil {
				m = l.only()
			}
			m.unread(in)
			n := numbers[m]
			numbers[m] = numbering{n.last, n.unread + 1}
			continue
		}
		l.atOf(timeOf(e.Time), in.number)
		if m != nil && !named { // what stands before the first session is about it
			m.Label, l.servers[e.Session] = e.Label, m
		}
		m, named = l.server(e.Session, e.Label), true
		m.gap(numbers[m], e.Seq, in.number)
		numbers[m] = numbering{last: max(numbers[m].last, e.Seq)}
		m.envelope(e, in)
	}
}

// unread keeps an entry that is no line of any stream.
func (m *Import) unread(in *lines) {
	m.log.count(unreadable, in.number)
	m.note(in.Bytes)
}

// gap says which numbers are missing before an entry: its recorder dropped frames.
func (m *Import) gap(before numbering, seq int64, place int) {
	missing := seq - before.last - 1 - before.unread
	switch {
	case before.last == 0 && missing > 0:
		m.log.count("sessions whose first entries are missing", place)
	case before.last > 0 && seq <= before.last:
		m.log.count("entries that stand behind later ones", place)
	case before.last > 0 && missing > 0:
		m.log.count("places where frames are missing: the recorder dropped them", place)
		m.fact(history.Fact{Event: history.FactGap, Lines: missing})
	}
}

func (m *Import) envelope(e envelope, in *lines) {
	for _, mark := range []struct {
		is   bool
		what string
	}{
		{e.Redacted, "messages that the recorder redacted"},
		{e.Truncated, "messages that the recorder cut; their full length is lost"},
		{e.Batch, "messages that crossed in a batch, each written by itself"},
		{e.Transport == "http", "messages that crossed HTTP, not stdio"},
	} {
		if mark.is {
			m.log.count(mark.what, in.number)
		}
	}
	line := whole(e.Raw)
	if len(e.Raw) == 0 && e.Text != nil {
		line = whole([]byte(*e.Text))
	}
	line.Cut = e.Truncated
	dir, ok := framing.ParseDir(e.Direction)
	switch {
	case !ok || line.Bytes == nil:
		m.unread(in)
	case dir == framing.Stderr:
		m.stderr(line)
	case dir != framing.Meta:
		m.message(dir, line)
	case !m.describe(e.Raw):
		m.note(line.Bytes)
	}
}

// describe takes the entry that says which command was run.
func (m *Import) describe(raw []byte) bool {
	var about struct {
		Command []string `json:"command"`
		Dir     string   `json:"cwd"`
	}
	if json.Unmarshal(raw, &about) != nil || len(about.Command) == 0 {
		return false
	}
	m.command, m.dir, m.begun = about.Command, about.Dir, true
	return true
}
