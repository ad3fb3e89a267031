package filter

import (
	"slices"
	"strings"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

// termKind is a named term: how its value is read and what it is for.
type termKind struct {
	name, about string
	// read gives the term for what stands behind the colon.
	read func(p *parser, name string) (*leaf, error)
	// known lists the values, where the term has a fixed set of them.
	known []string
}

func termKinds() []termKind {
	kinds := []termKind{
		{name: "method:", about: "what is called", read: nameTerm(func(e *history.Event) string { return e.Method })},
		{name: "tool:", about: "the tool or prompt", read: nameTerm(func(e *history.Event) string { return e.Tool })},
		{name: "id:", about: "the id of the message", read: idTerm},
		{name: "dir:", about: "the stream", known: spelled(framing.ClientToServer, framing.Meta)},
		{name: "kind:", about: "what the line is", known: append(spelled(framing.Blank, framing.Echo), "stderr", "meta")},
		{name: "status:", about: "what became of the request", known: spelled(exchange.Pending, exchange.Malformed)},
		{name: "origin:", about: "who wrote the client's line", known: spelled(history.FromClient, history.FromReplay)},
		{name: "find:", about: "a finding by its id", read: findTerm},
		{name: "has:", about: "what the event has", known: []string{"finding", "warn", "error", "pair", "cut"}},
		{name: "latency:", about: "time until the answer, >100ms", read: latencyTerm},
		{name: "size:", about: "bytes of the line, >4k", read: sizeTerm},
		{name: "seq:", about: "number of the event, 10..20", read: seqTerm},
	}
	for i := range kinds {
		if known := kinds[i].known; known != nil {
			kinds[i].read = choiceTerm(known, choices()[kinds[i].name])
		}
	}
	return kinds
}

// term reads one term.
func (p *parser) term() (*leaf, error) {
	for _, kind := range termKinds() {
		if p.has(kind.name) {
			p.at += len(kind.name)
			return kind.read(p, kind.name)
		}
	}
	switch {
	case p.has("/"):
		return p.expressionTerm()
	case p.has("$") && len(p.rest()) > 1 && strings.IndexByte(".[=!~<>", p.rest()[1]) >= 0:
		return p.pathTerm()
	}
	return p.textTerm()
}

// spelled gives the names of a run of constants.
func spelled[T interface {
	~uint8
	String() string
}](first, last T,
) []string {
	var names []string
	for v := first; v <= last; v++ {
		names = append(names, v.String())
	}
	return names
}

// choice is a term whose values are a fixed set.
type choice struct {
	// of gives those that an event has, as bits in the order in which they are known.
	of       func(c *candidate) uint64
	volatile bool
}

func choices() map[string]choice {
	return map[string]choice{
		"dir:":    {of: func(c *candidate) uint64 { return 1 << c.event.Dir }},
		"kind:":   {of: kindOf},
		"origin:": {of: originOf},
		"status:": {of: func(c *candidate) uint64 { return 1 << c.status() >> exchange.Pending }, volatile: true},
		"has:":    {of: traitsOf, volatile: true},
	}
}

func kindOf(c *candidate) uint64 {
	switch c.event.Dir {
	case framing.Stderr:
		return 1 << framing.Echo
	case framing.Meta:
		return 1 << (framing.Echo + 1)
	default:
		return 1 << c.event.Kind >> framing.Blank
	}
}

// originOf is none for a server's lines.
func originOf(c *candidate) uint64 {
	if c.event.Dir != framing.ClientToServer {
		return 0
	}
	return 1 << c.event.Origin
}

func traitsOf(c *candidate) (traits uint64) {
	for i, has := range [...]bool{
		c.event.Severity > 0, c.event.Severity >= framing.Warn, c.event.Severity >= framing.Fault,
		c.event.Pair != history.None, c.event.Cut,
	} {
		if has {
			traits |= 1 << i
		}
	}
	return traits
}

// choiceTerm reads values of a fixed set. Wildcards are resolved here, and a value
// that is not in the set is an error, because no event can ever have it.
func choiceTerm(known []string, kind choice) func(*parser, string) (*leaf, error) {
	return func(p *parser, name string) (*leaf, error) {
		values, err := p.values(name)
		if err != nil {
			return nil, err
		}
		wanted := uint64(0)
		for _, v := range values {
			bits := uint64(0)
			for i, k := range known {
				if v.matchesName(k) {
					bits |= 1 << i
				}
			}
			if bits == 0 {
				return nil, wrong(v.offset, "%s is one of %s", name, strings.Join(known, ", "))
			}
			wanted |= bits
		}
		return &leaf{event: func(c *candidate) bool { return kind.of(c)&wanted != 0 }, volatile: kind.volatile}, nil
	}
}

func nameTerm(of func(*history.Event) string) func(*parser, string) (*leaf, error) {
	return func(p *parser, name string) (*leaf, error) {
		values, err := p.values(name)
		if err != nil {
			return nil, err
		}
		return &leaf{event: func(c *candidate) bool { return matchesAny(values, of(c.event)) }}, nil
	}
}

func findTerm(p *parser, name string) (*leaf, error) {
	values, err := p.values(name)
	if err != nil {
		return nil, err
	}
	found := func(c *candidate) bool {
		return c.event.Severity > 0 && slices.ContainsFunc(c.journal.Findings(c.index), func(f framing.Finding) bool {
			return matchesAny(values, f.ID)
		})
	}
	return &leaf{event: found, volatile: true}, nil
}
