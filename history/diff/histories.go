package diff

import (
	"fmt"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// Report says how two histories differ.
type Report struct {
	// Pairs are the requests of the first history in order, each with the one that it
	// was matched with, then those that only the second has.
	Pairs []Pair
	// Notifications counts those that belong to no request, where the numbers differ.
	Notifications []Count
}

// Pair is a request of one history and the same one of the other.
type Pair struct {
	// A and B are the positions of the request; history.None in the history that lacks it.
	A, B         int
	Dir          framing.Dir
	Method, Tool string
	StatusA      exchange.Status
	StatusB      exchange.Status
	// LatencyA and LatencyB are the times to the answers; 0 where none came.
	LatencyA, LatencyB time.Duration
	// Request is how the requests differ, where no equal one was found; Answer how the
	// answers do.
	Request, Answer []Change
	// Notifications counts those about the request, where the numbers differ.
	Notifications []Count
	// Err says that a line could not be read.
	Err error
}

// Count is how often a method stands in each history.
type Count struct {
	Method string
	A, B   int
}

// Differs says whether anything but the latency does.
func (p Pair) Differs() bool {
	return p.A == history.None || p.B == history.None || p.StatusA != p.StatusB || p.Err != nil ||
		len(p.Request)+len(p.Answer)+len(p.Notifications) > 0
}

// Differs says whether the histories do.
func (r Report) Differs() bool {
	for _, p := range r.Pairs {
		if p.Differs() {
			return true
		}
	}
	return len(r.Notifications) > 0
}

// Histories compares two histories. Requests are matched by direction, method, name and
// arguments, the first with the first, the second with the second; those that are left
// by method and name alone. Requests within batches are not looked at one by one.
// Notifications are counted where the match is to be exact.
func Histories(a, b *history.Journal, opt Options) Report {
	h := histories{a: gather(a), b: gather(b), opt: opt}
	pairs := h.match()
	var r Report
	for _, p := range pairs {
		r.Pairs = append(r.Pairs, h.pair(p))
	}
	if opt.Match == Exact {
		r.Notifications = counts(h.a.loose, h.b.loose)
	}
	return r
}

// side is one of the two histories.
type side struct {
	journal  *history.Journal
	requests []int
	about    map[int]*tally // of notifications, by request
	loose    *tally
}

func gather(j *history.Journal) side {
	s := side{journal: j, about: map[int]*tally{}, loose: &tally{}}
	for i := range j.Len() {
		switch e := j.Event(i); e.Kind {
		case framing.Request:
			s.requests = append(s.requests, i)
		case framing.Notification:
			s.notified(e)
		default:
		}
	}
	return s
}

func (s *side) notified(e history.Event) {
	if e.Request == history.None {
		s.loose.add(e.Method)
		return
	}
	if s.about[e.Request] == nil {
		s.about[e.Request] = &tally{}
	}
	s.about[e.Request].add(e.Method)
}

// tally counts methods in the order in which they came first.
type tally struct {
	methods []string
	count   map[string]int
}

func (t *tally) add(method string) {
	if t.count == nil {
		t.count = map[string]int{}
	}
	if t.count[method] == 0 {
		t.methods = append(t.methods, method)
	}
	t.count[method]++
}

// counts gives the methods whose numbers differ. Either tally may be nil.
func counts(a, b *tally) []Count {
	var out []Count
	if a == nil {
		a = &tally{}
	}
	if b == nil {
		b = &tally{}
	}
	for _, m := range a.methods {
		if a.count[m] != b.count[m] {
			out = append(out, Count{m, a.count[m], b.count[m]})
		}
	}
	for _, m := range b.methods {
		if a.count[m] == 0 {
			out = append(out, Count{m, 0, b.count[m]})
		}
	}
	return out
}

// histories compares two of them.
type histories struct {
	a, b side
	opt  Options
}

// pair compares two matched requests and their answers.
func (h *histories) pair(m match) Pair {
	p := Pair{A: m.a, B: m.b}
	if m.b != history.None {
		p.Dir, p.Method, p.Tool, p.StatusB, p.LatencyB = about(h.b.journal, m.b)
	}
	if m.a != history.None {
		p.Dir, p.Method, p.Tool, p.StatusA, p.LatencyA = about(h.a.journal, m.a)
	}
	if m.a == history.None || m.b == history.None {
		return p
	}
	if h.opt.Match == Exact {
		p.Notifications = counts(h.a.about[m.a], h.b.about[m.b])
	}
	if !m.exact {
		p.Request, p.Err = h.lines(m.a, m.b)
	}
	x, y := h.a.journal.Event(m.a).Pair, h.b.journal.Event(m.b).Pair
	if x == history.None || y == history.None || p.Err != nil {
		return p // that one has no answer is told by its status
	}
	p.Answer, p.Err = h.lines(x, y)
	return p
}

func about(j *history.Journal, i int) (framing.Dir, string, string, exchange.Status, time.Duration) {
	e := j.Event(i)
	latency, _ := j.Latency(i)
	return e.Dir, e.Method, e.Tool, e.Status, latency
}

// lines compares an event of the first history with one of the second.
func (h *histories) lines(i, j int) ([]Change, error) {
	if h.opt.Match == Status {
		return nil, nil
	}
	a, err := h.a.journal.Line(i)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	b, err := h.b.journal.Line(j)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	return Values(a, b, h.opt), nil
}
