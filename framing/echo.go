package framing

import "hash/maphash"

const (
	// echoMemory is how many of the lines that were sent are remembered.
	echoMemory = 4096
	// echoSearch is how far back a line is looked for that comes out of turn.
	echoSearch = 64
	// surely is how many certain echoes must be among what has come back.
	surely = 2
)

// echoes recognises lines that a peer sends back as it received them: a terminal
// that echoes, a server that is really cat.
//
// An echo is not paired with anything, so it must be certain. A peer has every right
// to send lines that look like ours: both sides ping with the same id and then both
// answer with {}, and a { of ours says nothing of a { of theirs. When in doubt a line
// is no echo. These are:
//   - a request whose params say more than a progress token: nobody else's request has
//     the same id, method and params;
//   - whatever comes in its turn from a peer that has sent back all it ever got, each
//     line in its turn, two such requests among them.
type echoes struct {
	seed    maphash.Seed
	sent    []sentLine // a ring of echoMemory lines, made when the first is sent
	all     int        // lines ever sent
	turn    int        // how many of them have come back, the first one first
	certain int        // how many of these could be nothing but echoes
}

// sentLine is a line that was sent; of one that was not kept whole the size is -1.
type sentLine struct {
	hash uint64
	size int
}

func (e *echoes) send(line Line) {
	if e.sent == nil {
		e.seed = maphash.MakeSeed()
		e.sent = make([]sentLine, echoMemory)
	}
	s := sentLine{size: -1}
	if !line.Cut {
		s = sentLine{e.hash(line.Bytes), len(line.Bytes)}
	}
	e.sent[e.all%echoMemory] = s
	e.all++
}

// receive says whether the line is an echo.
func (e *echoes) receive(line Line, m *Message) bool {
	if line.Cut || e.all == 0 {
		return false
	}
	candidate := m.Kind == Request && m.Params.Present()
	n := e.find(line.Bytes, candidate)
	if n < 0 {
		return false
	}
	certain := candidate && tellsMuch(m.Params.Of(line.Bytes))
	if n != e.turn {
		return certain
	}
	e.turn++
	if certain {
		e.certain++
	}
	return certain || e.certain >= surely
}

// find gives the number of the line that may have come back: the one whose turn it
// is, or if it may be far off one of the latest; -1 for none.
func (e *echoes) find(line []byte, far bool) int {
	if e.turn >= e.all-echoMemory && e.size(e.turn) == len(line) && e.is(e.turn, e.hash(line)) {
		return e.turn
	}
	if !far {
		return -1
	}
	hashed, hash := false, uint64(0)
	for n := e.all - 1; n >= max(0, e.all-echoSearch); n-- {
		if e.size(n) != len(line) {
			continue // most lines differ in size already
		}
		if !hashed {
			hashed, hash = true, e.hash(line)
		}
		if e.is(n, hash) {
			return n
		}
	}
	return -1
}

func (e *echoes) hash(line []byte) uint64 { return maphash.Bytes(e.seed, line) }

// size is that of the n-th line sent, -1 if there is none yet.
func (e *echoes) size(n int) int {
	if n >= e.all {
		return -1
	}
	return e.sent[n%echoMemory].size
}

func (e *echoes) is(n int, hash uint64) bool { return e.sent[n%echoMemory].hash == hash }

// tellsMuch says whether params are an object with anything in it but a progress
// token, which two sides may well choose alike.
func tellsMuch(params []byte) bool {
	for name, value := range Members(params) {
		if !isName(name.Of(params), "_meta") {
			return true
		}
		meta := value.Of(params)
		for inner := range Members(meta) {
			if !isName(inner.Of(meta), "progressToken") {
				return true
			}
		}
	}
	return false
}
