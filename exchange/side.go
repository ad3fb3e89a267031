package exchange

import (
	"iter"

	"stdioscope/framing"
)

// request is one that is open.
type request struct {
	index     int
	id        string // raw JSON
	method    string
	tool      string
	revision  string // under which it was sent; empty while none is known
	token     string // key of its progress token; empty without one
	modern    bool
	cancelled bool
}

// lost is what becomes of a request that nothing can answer any more. A stream of
// notifications was not waiting for an answer.
func (r *request) lost() Change {
	c := Change{Index: r.index, Pair: None, Status: Lost}
	if !r.isListen() {
		c.Findings = []framing.Finding{found(RequestUnanswered, "no answer had come when the stream ended", -1)}
	}
	return c
}

const (
	// answeredMemory is how many answered ids a side are remembered, to tell a second
	// answer from one that nobody asked for.
	answeredMemory = 1 << 16
	// tokenMemory is how many progress tokens of answered requests are remembered.
	tokenMemory = 1 << 12
	// looseLimit is how many requests are remembered for which a better answer may come.
	looseLimit = 1 << 10
	// nearLimit is how many open requests are compared with an id that fits none.
	nearLimit = 1 << 10
)

// side is what one side has asked. Ids of the two sides are independent
// (JSON-RPC 2.0, and "Messages" in the specification's basic page).
type side struct {
	open     map[string][]*request // by id key, oldest first
	tokens   map[string]*token     // by token key
	answered *recent               // id key to position
	spent    *recent               // token key to position
	// loose are requests that were settled by an answer which no strict client would
	// take: the real one may still come.
	loose map[string]*request

	// unreadable says that this side wrote a line that is no JSON: an error without
	// an id from the other side may be the answer.
	unreadable bool
	// notified says that the last message of this side was a notification.
	notified bool
}

// token is the progress token of an open request.
type token struct {
	request  *request
	progress float64
	told     bool // progress is set
}

func newSide() *side {
	return &side{
		open: map[string][]*request{}, tokens: map[string]*token{}, loose: map[string]*request{},
		answered: newRecent(answeredMemory), spent: newRecent(tokenMemory),
	}
}

// all gives the open requests in no order.
func (s *side) all() iter.Seq[*request] {
	return func(yield func(*request) bool) {
		for _, open := range s.open {
			for _, r := range open {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// only gives the single open request, if there is exactly one.
func (s *side) only() *request {
	if len(s.open) != 1 {
		return nil
	}
	for r := range s.all() {
		if !r.cancelled && len(s.open[string(framing.AppendIDKey(nil, []byte(r.id)))]) == 1 {
			return r
		}
	}
	return nil
}

// lost appends what becomes of the open requests when no answer can come any more.
func (s *side) lost(changes []Change) []Change {
	for r := range s.all() {
		if !r.cancelled {
			changes = append(changes, r.lost())
		}
	}
	return changes
}

// next gives the request that an answer with that id is for: the oldest that was not
// cancelled, since an answer need not come to one that was.
func (s *side) next(key string) *request {
	open := s.open[key]
	for _, r := range open {
		if !r.cancelled {
			return r
		}
	}
	if len(open) > 0 {
		return open[0]
	}
	return nil
}

// add opens a request.
func (s *side) add(key string, r *request) {
	s.open[key] = append(s.open[key], r)
	if r.token != "" {
		s.tokens[r.token] = &token{request: r}
	}
}

// settle closes a request that was answered.
func (s *side) settle(key string, r *request) {
	open := s.open[key]
	for i := range open {
		if open[i] == r {
			open = append(open[:i], open[i+1:]...)
			break
		}
	}
	if len(open) == 0 {
		delete(s.open, key)
	} else {
		s.open[key] = open
	}
	s.answered.add(key, r.index)
	if r.token != "" {
		delete(s.tokens, r.token)
		s.spent.add(r.token, r.index)
	}
}

// settledLoosely remembers a request whose answer was misframed.
func (s *side) settledLoosely(key string, r *request) {
	if len(s.loose) < looseLimit {
		s.loose[key] = r
	}
}

// near finds the one open request whose id would be this one after a conversion
// that careless peers make. Where two fit, neither is taken.
func (s *side) near(id []byte) (key string, r *request, why framing.NearReason) {
	if len(s.open) > nearLimit {
		return "", nil, 0
	}
	for k, open := range s.open {
		reason, fits := framing.NearID([]byte(open[0].id), id)
		if !fits {
			continue
		}
		if r != nil || len(open) > 1 {
			return "", nil, 0
		}
		key, r, why = k, open[0], reason
	}
	return key, r, why
}
