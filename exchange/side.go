package exchange

import (
	"iter"
	"math"
	"slices"
	"strconv"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// request is one that is open.
type request struct {
	index    int
	key      string // of its id
	id       string // raw JSON, clipped
	method   string
	tool     string
	target   string // what it is about, for telling operations apart: the tool, or a digest of the uri
	revision string // under which it was sent; empty while none is known
	token    string // key of its progress token; empty without one
	near     []uint64
	modern   bool
	// unsure says that its answer may have crossed unseen.
	unsure bool
	// guessed says that its answer was only guessed from a broken line.
	guessed bool
	// retried is the operation that it carries on; nil for one that begins.
	retried *operation
}

// lost is what becomes of a request that nothing can answer any more. A stream of
// notifications was not waiting for an answer.
func (r *request) lost() Change {
	c := Change{Index: r.index, Pair: None, Status: Lost}
	if !r.isListen() && !r.unsure {
		c.Findings = []framing.Finding{found(RequestUnanswered, "no answer had come when the stream ended", -1)}
	}
	return c
}

const (
	// answeredMemory is how many answered ids a side are remembered, to tell a second
	// answer from one that nobody asked for.
	answeredMemory = 1 << 16
	// tokenMemory is how many progress tokens are remembered, of open requests and of
	// those that were answered.
	tokenMemory = 1 << 14
	// looseMemory is how many requests are remembered for which an answer, or a better
	// one, may still come: those that were cancelled, and those whose answer was
	// misframed.
	looseMemory = 1 << 12
	// longestNear is the longest id for which a near match is looked for, in bytes.
	longestNear = 64
)

// side is what one side has asked. Ids of the two sides are independent
// (JSON-RPC 2.0, and "Messages" in the specification's basic page).
type side struct {
	open     map[string][]*request // by id key, oldest first
	near     map[uint64][]*request // open ones by the numbers that their ids may turn into
	tokens   *recent[*token]       // by token key
	answered *recent[int]          // id key to position
	spent    *recent[int]          // token key to position
	// withdrawn were cancelled: an answer need not come, but may. loose were settled
	// by an answer that no strict client would take: the real one may still come.
	withdrawn *recent[*request]
	loose     *recent[*request]

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
		open: map[string][]*request{}, near: map[uint64][]*request{}, tokens: newRecent[*token](tokenMemory),
		answered: newRecent[int](answeredMemory), spent: newRecent[int](tokenMemory),
		withdrawn: newRecent[*request](looseMemory), loose: newRecent[*request](looseMemory),
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
	for _, open := range s.open {
		if len(open) == 1 {
			return open[0]
		}
	}
	return nil
}

// lost appends what becomes of the open requests when no answer can come any more.
func (s *side) lost(changes []Change) []Change {
	for r := range s.all() {
		changes = append(changes, r.lost())
	}
	return changes
}

// next gives the request that an answer with that id is for: the oldest open one,
// else one that was cancelled or has only had an answer that counts for less.
func (s *side) next(key string, o Observation) (r *request, cancelled bool) {
	if open := s.open[key]; len(open) > 0 {
		return open[0], false
	}
	if r, ok := s.withdrawn.get(key); ok {
		return r, true
	}
	if r, ok := s.loose.get(key); ok && (!o.Misframed || r.guessed && !o.Guessed) {
		return r, false
	}
	return nil, false
}

// add opens a request.
func (s *side) add(r *request) {
	s.open[r.key] = append(s.open[r.key], r)
	r.near = nearNumbers(r.id)
	for _, n := range r.near {
		s.near[n] = append(s.near[n], r)
	}
	if r.token != "" {
		s.tokens.add(r.token, &token{request: r})
	}
}

// withdraw takes an open request back.
func (s *side) withdraw(r *request) {
	s.remove(r)
	s.withdrawn.add(r.key, r)
}

// settle closes a request that was answered. goesOn says that its progress does: it
// has become a task.
func (s *side) settle(r *request, goesOn bool) {
	s.remove(r)
	s.withdrawn.forget(r.key)
	s.loose.forget(r.key)
	s.answered.add(r.key, r.index)
	if t, ok := s.tokens.get(r.token); ok && t.request == r && !goesOn {
		s.tokens.forget(r.token)
		s.spent.add(r.token, r.index)
	}
}

func (s *side) remove(r *request) {
	removeFrom(s.open, r.key, r)
	for _, n := range r.near {
		removeFrom(s.near, n, r)
	}
}

func removeFrom[K comparable](m map[K][]*request, key K, r *request) {
	rest := slices.DeleteFunc(m[key], func(other *request) bool { return other == r })
	if len(rest) == 0 {
		delete(m, key)
		return
	}
	m[key] = rest
}

// nearest finds the one open request whose id would be this one after a conversion
// that careless peers make. Where two fit, neither is taken.
func (s *side) nearest(id []byte) (r *request, why framing.NearReason) {
	for _, n := range nearNumbers(string(id[:min(len(id), longestNear+1)])) {
		for _, candidate := range s.near[n] {
			reason, fits := framing.NearID([]byte(candidate.id), id)
			switch {
			case !fits || candidate == r:
			case r != nil:
				return nil, 0
			default:
				r, why = candidate, reason
			}
		}
	}
	return r, why
}

// nearNumbers gives the numbers under which an id is looked for: its value as a
// double, and that without its fraction.
func nearNumbers(id string) []uint64 {
	if len(id) > longestNear {
		return nil
	}
	if len(id) > 1 && id[0] == '"' {
		id = framing.Unquote([]byte(id))
	}
	value, err := strconv.ParseFloat(id, 64)
	if err != nil {
		return nil
	}
	whole := math.Trunc(value)
	if whole == value {
		return []uint64{math.Float64bits(value)}
	}
	return []uint64{math.Float64bits(value), math.Float64bits(whole)}
}

func (r *request) isListen() bool { return r.method == mcp.MethodListen }
