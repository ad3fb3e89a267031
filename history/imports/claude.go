package imports

import (
	"bytes"
	"time"

	"stdioscope/framing"
)

// claudeKind is the log that Claude Desktop keeps of one server or of all of them:
// a time, a level and a server in either order, and words.
func claudeKind() kind {
	return kind{
		name: "a log of Claude Desktop", unit: "in line", read: readClaude,
		shape: func(line []byte) bool { _, ok := parseClaude(line); return ok },
		limits: []string{
			"the client wrote the messages anew: order and spelling of their members, line ends, and lines that were no message are not those that crossed",
			"lines without a time are taken for the stderr of the server whose line stands before, with that line's time",
		},
	}
}

// claudeLine is one entry. A server or level that it does not name is empty.
type claudeLine struct {
	at            time.Time
	level, server string
	words         int // where they begin
}

// parseClaude reads the beginning of an entry. The level has changed places with the server once.
func parseClaude(line []byte) (claudeLine, bool) {
	stamp, rest, ok := bytes.Cut(line[:min(len(line), 40)], []byte(" "))
	if !ok || len(stamp) < 11 || stamp[10] != 'T' {
		return claudeLine{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, string(stamp))
	if err != nil || len(rest) == 0 || rest[0] != '[' {
		return claudeLine{}, false
	}
	e := claudeLine{at: at, words: len(stamp) + 1}
	first, second := e.bracket(line), ""
	if first != "" {
		second = e.bracket(line)
	}
	switch {
	case isLevel(first):
		e.level, e.server = first, second
	case first != "":
		e.level, e.server = second, first
	}
	return e, first != ""
}

// bracket steps over a word in brackets and gives it.
func (e *claudeLine) bracket(line []byte) string {
	const longest = 200
	rest := line[e.words:]
	if len(rest) == 0 || rest[0] != '[' {
		return ""
	}
	end := bytes.IndexByte(rest[:min(len(rest), longest)], ']')
	if end < 0 || end+1 < len(rest) && rest[end+1] != ' ' {
		return ""
	}
	e.words = min(e.words+end+2, len(line))
	return string(rest[1:end])
}

func isLevel(word string) bool {
	switch word {
	case "silly", "trace", "debug", "verbose", "info", "warn", "warning", "error":
		return true
	}
	return false
}

// claude reads a log of Claude Desktop.
type claude struct {
	log     *Log
	current *Import // the server that the line before was about
	named   bool    // a server has been named
	words   bool    // the line before was the client's own words
}

func readClaude(l *Log, in *lines) {
	c := claude{log: l}
	for in.next() {
		e, ok := parseClaude(in.Bytes)
		if !ok {
			c.bare(in)
			continue
		}
		l.at(e.at)
		c.turnTo(e.server)
		c.entry(in, e)
	}
}

// turnTo makes a server the current one. What stands before the first one that is
// named is taken to be about it.
func (c *claude) turnTo(server string) {
	switch {
	case server == "" && c.current == nil:
		c.current = c.log.only()
	case server == "":
	case c.current != nil && !c.named:
		c.current.Label = validText([]byte(server))
		c.log.servers[server] = c.current
	default:
		c.current = c.log.server(server, validText([]byte(server)))
	}
	c.named = c.named || server != ""
}

// bare takes a line without a time. Those that are indented belong to the client's
// words before them: an error and its stack.
func (c *claude) bare(in *lines) {
	if len(bytes.TrimSpace(in.Bytes)) == 0 {
		return
	}
	c.turnTo("")
	if c.words && bytes.ContainsAny(in.Bytes[:1], " \t}") {
		c.current.note(in.Bytes)
		return
	}
	c.words = false
	c.current.stderr(in.part(0))
}

func (c *claude) entry(in *lines, e claudeLine) {
	words := in.part(e.words)
	for dir, says := range [...]string{"Message from client: ", "Message from server: "} {
		if bytes.HasPrefix(words.Bytes, []byte(says)) {
			c.message(in, framing.Dir(dir), e.words+len(says))
			return
		}
	}
	c.words = true
	text := withoutMetadata(words.Bytes)
	switch {
	case bytes.HasPrefix(text, []byte("Initializing server")):
		c.current.starts(text)
	case e.level == "" || e.level == "info":
		c.current.note(text)
	default:
		c.current.note(append([]byte("["+e.level+"] "), text...))
	}
	c.current.begun = c.current.begun || isClaudeTalk(text)
}

// isClaudeTalk says whether these are words that no other program would use.
func isClaudeTalk(words []byte) bool {
	return bytes.Contains(words, []byte("transport closed")) || bytes.HasPrefix(words, []byte("Server started"))
}

func (c *claude) message(in *lines, dir framing.Dir, from int) {
	c.words = false
	line := in.part(from)
	if !line.Cut && !sound(line.Bytes) {
		line = whole(withoutMetadata(line.Bytes))
	}
	c.log.traffic(c.current, dir, line, in)
}

// traffic adds a message that is JSON, as a log of parsed messages must have it, or
// is too long to be kept whole. One that is not was damaged in the log: it becomes a note.
func (l *Log) traffic(m *Import, dir framing.Dir, line framing.Line, in *lines) {
	switch {
	case line.Cut:
		l.count("messages of more than 64 MiB, of which the beginning is kept", in.number)
		m.message(dir, line)
	case sound(line.Bytes):
		m.message(dir, line)
	default:
		l.count("messages that are damaged in the log, kept as notes", in.number)
		m.note(append([]byte("damaged message ("+dir.String()+"): "), line.Bytes...))
	}
}

// withoutMetadata cuts off what the logger of some versions adds: { metadata: undefined }.
func withoutMetadata(words []byte) []byte {
	at := bytes.LastIndex(words, []byte(" { metadata: "))
	if at < 0 || !bytes.HasSuffix(words, []byte("}")) {
		return words
	}
	return words[:at]
}
