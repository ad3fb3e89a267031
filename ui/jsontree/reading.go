package jsontree

import (
	"bytes"

	"stdioscope/history/diff/walk"
)

// reading is how far the lines of a text are found: enough to go on at any time. The
// way up from here stands in the records, so depth costs nothing.
type reading struct {
	pos     int // up to where the text is read
	keyAt   int // where the name begins whose value comes next, or -1
	quoteAt int // where the string begins in which pos stands, or -1
	up      int // the opening line of the innermost open container, or -1
	place   int // how many children of that were found
	depth   int
	names   bool // that is an object
	plain   bool // the text is no JSON
	done    bool
}

// What one call of read does at most.
const (
	stepsAtOnce = 512
	bytesAtOnce = 256 << 10
)

// read finds some more lines, in well under a millisecond.
func (s *sheet) read() {
	stop := s.pos + bytesAtOnce
	for i := 0; i < stepsAtOnce && s.pos < stop && !s.done; i++ {
		switch {
		case s.plain:
			s.readText()
		case s.quoteAt >= 0:
			s.readString()
		default:
			s.readToken()
		}
	}
}

// indexed gives up to where in the text the lines are found.
func (s *sheet) indexed() int {
	switch {
	case s.done:
		return len(s.text)
	case s.keyAt >= 0:
		return s.keyAt
	case s.quoteAt >= 0:
		return s.quoteAt
	}
	return s.pos
}

func (s *sheet) readToken() {
	i := behindBlank(s.text, s.pos)
	s.pos = i
	if i == len(s.text) {
		s.done = true
		return
	}
	switch s.text[i] {
	case '"':
		s.quoteAt, s.pos = i, i+1
		s.readString()
	case '{':
		s.open(i, Object)
	case '[':
		s.open(i, Array)
	case '}', ']':
		s.pos = i + 1
		s.close(i)
	default:
		s.scalar(walk.Next(s.text, i))
	}
}

func (s *sheet) scalar(token walk.Token) {
	if s.pos = token.Stop; s.pos == len(s.text) && s.remark != "" {
		s.done = true // the text was cut, so this may be half a number
		return
	}
	kind := Number
	if token.Kind == walk.Literal {
		kind = Literal
	}
	s.value(kind, token.Start, token.Stop)
}

// readString goes on with a string. One that has no end, in a text that was cut, is
// not shown.
func (s *sheet) readString() {
	end, ended := stringEnd(s.text, s.pos, s.pos+bytesAtOnce)
	if s.pos = end; !ended {
		s.done = end == len(s.text)
		return
	}
	start := s.quoteAt
	if s.quoteAt = -1; s.names && s.keyAt < 0 {
		s.keyAt = start
		return
	}
	s.value(String, start, end)
}

// readText finds the next line of a text that is no JSON.
func (s *sheet) readText() {
	line, _, more := bytes.Cut(s.text[s.pos:], []byte("\n"))
	start, end := s.pos, s.pos+len(bytes.TrimSuffix(line, []byte("\r")))
	if s.pos += len(line) + 1; !more || s.pos == len(s.text) {
		s.pos, s.done = len(s.text), true
	}
	s.add(Text, start, start, end)
}

func (s *sheet) open(i int, kind Kind) {
	s.pos = i + 1
	if end := behindBlank(s.text, s.pos); end < len(s.text) && (s.text[end] == '}' || s.text[end] == ']') {
		s.pos = end + 1
		s.value(kind, i, s.pos).empty = true
		return
	}
	s.value(kind, i, 0)
	s.up, s.place, s.names = s.n-1, 0, kind == Object
	if s.depth >= s.level {
		s.folded.set(s.up, true)
	}
	s.depth++
}

func (s *sheet) close(i int) {
	s.keyAt = -1
	if s.up < 0 {
		return
	}
	opening := s.at(s.up)
	opening.end = uint32(s.n)
	s.depth--
	s.add(opening.kind+ObjectEnd, i, i, i+1)
	s.up, s.place = int(opening.up)-1, int(opening.place)+1
	s.names = s.up >= 0 && s.at(s.up).kind == Object
}

// value adds the line of a value behind the key that was read, if one was.
func (s *sheet) value(kind Kind, start, end int) *record {
	at := start
	if s.keyAt >= 0 {
		at, s.keyAt = s.keyAt, -1
	}
	r := s.add(kind, at, start, end)
	s.place++
	return r
}

// add adds a line inside the innermost open container.
func (s *sheet) add(kind Kind, at, value, end int) *record {
	s.shown.push(s.n, s.up < 0 || s.unfolded(s.up))
	s.folded.push(s.n, false)
	r := s.push()
	r.kind, r.at, r.value, r.end = kind, uint32(at), uint32(value), uint32(end)
	r.up, r.place, r.depth = uint32(s.up+1), uint32(s.place), uint32(s.depth)
	return r
}

func behindBlank(b []byte, i int) int {
	for i < len(b) && (b[i] <= ' ' || b[i] == ',' || b[i] == ':') {
		i++
	}
	return i
}

// near is within how many bytes an escape or a quote is looked for one by one: where
// they are dense, as in JSON within JSON, that is faster than a jump to each.
const near = 16

// stringEnd gives the index behind the string in which b[i] stands, which is not
// escaped. It looks up to about limit; where there is no end it gives where to go on.
func stringEnd(b []byte, i, limit int) (end int, ended bool) {
	limit = min(limit, len(b))
	for i < limit {
		for stop := min(i+near, limit); i < stop; i++ {
			if b[i] == '"' {
				return i + 1, true
			}
			if b[i] == '\\' {
				i++
				stop = min(i+near, limit)
			}
		}
		if i < limit {
			i = jump(b, i, limit)
		}
	}
	return min(i, len(b)), false
}

// jump gives the place of the next quote, or of limit; behind it where it is escaped.
func jump(b []byte, i, limit int) int {
	stop := limit
	if n := bytes.IndexByte(b[i:limit], '"'); n >= 0 {
		stop = i + n
	}
	back := stop
	for back > i && b[back-1] == '\\' {
		back--
	}
	return stop + (stop-back)%2
}
