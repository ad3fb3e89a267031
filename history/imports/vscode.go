package imports

import (
	"bytes"
	"time"

	"stdioscope/framing"
)

// vscodeKind is the output channel of a server in VS Code: local time, level, words.
func vscodeKind() kind {
	return kind{
		name: "an MCP log of VS Code", unit: "in line", read: readVSCode,
		shape: func(line []byte) bool { _, _, ok := parseVSCode(line); return ok },
		limits: []string{
			"the editor wrote the messages anew: order and spelling of their members and line ends are not those that crossed",
			"times have no zone: they are taken for local time here",
			"messages stand in the log only while its level is debug or trace; there may have been more",
		},
	}
}

const vscodeTime = "2006-01-02 15:04:05.000"

// parseVSCode gives the time of an entry and where its level and its words begin.
func parseVSCode(line []byte) (at time.Time, words int, ok bool) {
	if len(line) <= len(vscodeTime)+2 || line[10] != ' ' || line[len(vscodeTime)] != ' ' {
		return time.Time{}, 0, false
	}
	at, err := time.ParseInLocation(vscodeTime, string(line[:len(vscodeTime)]), time.Local)
	if err != nil {
		return time.Time{}, 0, false
	}
	words = len(vscodeTime) + 1
	level := claudeLine{words: words}
	return at, words, isLevel(level.bracket(line))
}

// vscodeMarks say whose words follow.
var vscodeMarks = []struct {
	mark string
	dir  framing.Dir
}{
	{"[editor -> server] ", framing.ClientToServer},
	{"[server -> editor] ", framing.ServerToClient},
	{"[Client Says] ", framing.ClientToServer},
	{"[Server Says] ", framing.ServerToClient},
	{"[server stderr] ", framing.Stderr},
}

func readVSCode(l *Log, in *lines) {
	m := l.only()
	before := framing.Meta
	for in.next() {
		at, level, ok := parseVSCode(in.Bytes)
		if !ok {
			m.goOn(before, in)
			continue
		}
		l.at(at)
		before = m.vscodeEntry(in, level)
	}
}

// goOn takes a line without a time: more of the words before it.
func (m *Import) goOn(before framing.Dir, in *lines) {
	switch {
	case len(bytes.TrimSpace(in.Bytes)) == 0:
	case before == framing.Stderr:
		m.stderr(in.part(0))
	default:
		m.note(in.Bytes)
	}
}

// vscodeEntry takes an entry whose level stands at an offset.
func (m *Import) vscodeEntry(in *lines, level int) framing.Dir {
	e := claudeLine{words: level}
	e.level = e.bracket(in.Bytes)
	words := in.Bytes[e.words:]
	for _, says := range vscodeMarks {
		if !bytes.HasPrefix(words, []byte(says.mark)) {
			continue
		}
		m.begun = true
		line := in.part(e.words + len(says.mark))
		if says.dir == framing.Stderr {
			m.stderr(line)
		} else {
			m.log.traffic(m, says.dir, line, in)
		}
		return says.dir
	}
	m.vscodeWords(e.level, words)
	return framing.Meta
}

// vscodeWords takes the editor's own words.
func (m *Import) vscodeWords(level string, words []byte) {
	name, starts := bytes.CutPrefix(words, []byte("Starting server "))
	switch {
	case starts && !bytes.HasPrefix(name, []byte("from ")):
		m.Label = validText(bytes.TrimSpace(name))
		m.restartAfterTraffic(words)
	case level == "info" || level == "debug":
		m.note(words)
	default:
		m.note(append([]byte("["+level+"] "), words...))
	}
}

func (m *Import) restartAfterTraffic(words []byte) {
	m.begun = m.Messages > 0
	m.starts(words)
}
