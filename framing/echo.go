package framing

import "hash/maphash"

const (
	// echoMemory is how many of the lines that were sent are remembered.
	echoMemory = 4096
	// echoSearch is how far back a line is looked for that comes out of turn.
	echoSearch = 64
)

// echoes recognises lines that a peer sends back as it received them: a terminal
// that echoes, a server that is really cat.
//
// A peer may have every right to send a line that looks like one of ours: both
// sides ping, and both answer with {}. So a line is an echo only when it comes in
// its turn, as the one behind the last echo or the very first that was sent; or when
// it is a request with params, for nobody else's request has the same id, method and
// params.
type echoes struct {
	seed maphash.Seed
	sent []sentLine // a ring of echoMemory lines, made when the first is sent
	all  int        // lines ever sent
	turn int        // the number of the line whose echo would come next
}

type sentLine struct {
	hash uint64
	size int
}

func (e *echoes) send(line []byte) {
	if e.sent == nil {
		e.seed = maphash.MakeSeed()
		e.sent = make([]sentLine, echoMemory)
	}
	e.sent[e.all%echoMemory] = sentLine{maphash.Bytes(e.seed, line), len(line)}
	e.all++
}

// receive says whether the line is an echo.
func (e *echoes) receive(line []byte, m *Message) bool {
	if e.is(e.turn, line) {
		e.turn++
		return true
	}
	if m.Kind != Request || !m.Params.Present() {
		return false
	}
	for n := e.all - 1; n >= max(0, e.all-echoSearch); n-- {
		if e.is(n, line) {
			e.turn = n + 1
			return true
		}
	}
	return false
}

// is compares the line with the n-th that was sent, if that is still remembered.
func (e *echoes) is(n int, line []byte) bool {
	if n >= e.all || n < e.all-echoMemory {
		return false
	}
	s := e.sent[n%echoMemory]
	return s.size == len(line) && s.hash == maphash.Bytes(e.seed, line)
}
