package replay

import (
	"context"
	"fmt"
	"slices"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/redact"
	"stdioscope/mcp"
)

// origin is where a value that the client sent had first stood in what the server wrote.
type origin struct {
	key   string // the raw text then
	index int    // of the event in the source
	// step is the one that the event answered; -1 for none. note and ordinal are of a
	// notification: the how manyth of its method.
	step    int
	note    string
	ordinal int
	place
	used bool
	// plain says that the text alone tells nothing: see sought.
	plain bool
}

// sought is a text that steps use. One that may stand anywhere by chance, such as a small
// number, is found only under a name that agrees with that of its use.
type sought struct {
	name   string // empty where any will do
	origin *origin
	own    bool // the client sent it first
}

func (s *sought) mayStandUnder(names ...string) bool {
	if s.name == "" {
		return true
	}
	return slices.ContainsFunc(names, func(name string) bool { return agree(s.name, name) })
}

// from says where the value came from, for people.
func (o *origin) from(j *history.Journal) string {
	return fmt.Sprintf("%s of event %d", pathOf(o.path), j.Event(o.index).Seq)
}

// trace finds out which values of the steps came from the server. A value that the client
// sent before the server wrote it is its own.
func (p *Plan) trace(ctx context.Context) error {
	t := tracer{Plan: p, wanted: map[string][]*sought{}}
	for _, s := range p.Steps {
		t.collect(s)
	}
	if len(t.wanted) == 0 {
		return nil
	}
	for i, line := range p.Source.Lines(ctx, 0, p.Source.Len()) {
		switch e := p.Source.Event(i); e.Dir {
		case framing.ClientToServer:
			t.fromClient(line)
		case framing.ServerToClient:
			t.fromServer(i, e, line)
		default:
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("read the history: %w", context.Cause(ctx))
	}
	for _, s := range p.Steps {
		t.settle(s)
	}
	return nil
}

type tracer struct {
	*Plan
	wanted map[string][]*sought // by raw text
	ords   map[string]int
}

// collect finds the values of a step that may belong to a run.
func (t *tracer) collect(s *Step) {
	for v := range tokensOf(s.Line) {
		if !v.mayBeTraced(s.Method) {
			continue
		}
		for part := range partsOf(v, s.Line) {
			part.sought = t.seek(v.name(), part.key)
			s.uses = append(s.uses, part)
		}
	}
}

func (t *tracer) seek(name, text string) *sought {
	if !isPlain(name, text) {
		name = ""
	}
	for _, known := range t.wanted[text] {
		if known.name == name {
			return known
		}
	}
	s := &sought{name: name}
	t.wanted[text] = append(t.wanted[text], s)
	return s
}

func (t *tracer) fromClient(line []byte) {
	for v := range valuesOf(line) {
		for part := range partsOf(v, line) {
			for _, s := range t.wanted[part.key] {
				s.own = s.own || s.origin == nil && s.mayStandUnder(v.name())
			}
		}
	}
}

func (t *tracer) fromServer(i int, e history.Event, line []byte) {
	o := origin{index: i, step: -1}
	if e.Kind == framing.Notification {
		if t.ords == nil {
			t.ords = map[string]int{}
		}
		o.note, o.ordinal = e.Method, t.ords[e.Method]
		t.ords[e.Method]++
	}
	if steps := t.byAnswer[i]; len(steps) > 0 {
		o.step = steps[0]
	}
	for v := range valuesOf(line) {
		for text := range textsOf(v, line) {
			for _, s := range t.wanted[string(text.bytes)] {
				if s.origin == nil && !s.own && s.mayStandUnder(v.name(), nameBefore(text.before)) {
					at := o
					at.key, at.plain = string(text.bytes), s.name != ""
					at.place = place{slices.Clone(v.path), text.word, string(text.before)}
					s.origin = &at
				}
			}
		}
	}
}

// settle gives each use its origin, and drops those of the client's own making.
func (t *tracer) settle(s *Step) {
	var uses []use
	for _, u := range s.uses {
		o := u.sought.origin
		if o == nil || o.index > s.Index {
			continue
		}
		if !o.used {
			o.used = true
			t.origins[o.step] = append(t.origins[o.step], o)
		}
		u.origin = o
		within := func(whole use) bool { return whole.Start <= u.Start && u.End <= whole.End }
		if !slices.ContainsFunc(uses, within) { // else the whole of it is replaced
			uses = append(uses, u)
		}
	}
	s.uses = uses
}

// mayBeTraced says whether a value of a client's message could be one of the server's: by
// its place, or by its looks.
func (v value) mayBeTraced(method string) bool {
	if len(v.path) < 2 || v.path[0].name != "params" || v.path[1].name == "_meta" {
		return false
	}
	if len(v.path) == 2 && v.path[1].name == "name" && (method == mcp.MethodToolsCall || method == mcp.MethodPromptsGet) {
		return false // a tool is called by its name, whatever stands around it in the list
	}
	return true
}

// masked says where masks stand in a step that nothing takes the place of.
func (s *Step) masked() []string {
	var places []string
	for _, span := range redact.FindMasks(s.Line) {
		traced := slices.ContainsFunc(s.uses, func(u use) bool {
			return u.origin != nil && u.origin.step >= 0 && u.Start <= span.Start && span.End <= u.End
		})
		if !traced {
			places = append(places, fmt.Sprintf("event %d at %s", s.Seq, pathAt(s.Line, span.Start)))
		}
	}
	return places
}
