package replay

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

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
}

// from says where the value came from, for people.
func (o *origin) from(j *history.Journal) string {
	return fmt.Sprintf("%s of event %d", pathOf(o.path), j.Event(o.index).Seq)
}

// trace finds out which values of the steps came from the server. A value that the client
// sent before the server wrote it is its own.
func (p *Plan) trace(ctx context.Context) error {
	t := tracer{Plan: p, wanted: map[string]*origin{}, own: map[string]bool{}}
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
	wanted map[string]*origin // by raw text; nil until it is found
	own    map[string]bool
	ords   map[string]int
}

// collect finds the values of a step that may belong to a run.
func (t *tracer) collect(s *Step) {
	for v := range valuesOf(s.Line) {
		if !v.mayBeTraced(s.Method) {
			continue
		}
		for part := range partsOf(v, s.Line) {
			t.wanted[part.key] = nil
			s.uses = append(s.uses, part)
		}
	}
}

func (t *tracer) fromClient(line []byte) {
	for v := range valuesOf(line) {
		for part := range partsOf(v, line) {
			if found, asked := t.wanted[part.key]; asked && found == nil {
				t.own[part.key] = true
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
			key := string(text.bytes)
			if found, asked := t.wanted[key]; asked && found == nil && !t.own[key] {
				at := o
				at.key, at.place = key, place{slices.Clone(v.path), text.word, string(text.before)}
				t.wanted[key] = &at
			}
		}
	}
}

// settle gives each use its origin, and drops those of the client's own making.
func (t *tracer) settle(s *Step) {
	s.uses = slices.DeleteFunc(s.uses, func(u use) bool {
		o := t.wanted[u.key]
		return o == nil || o.index > s.Index
	})
	for i := range s.uses {
		s.uses[i].origin = t.wanted[s.uses[i].key]
		if o := s.uses[i].origin; !o.used {
			o.used = true
			t.origins[o.step] = append(t.origins[o.step], o)
		}
	}
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

// identities are how names of members end that hold what something is known by.
var identities = []string{"id", "handle", "token", "cursor", "key", "session", "uri", "ref", "state", "task", "job"}

// isHandle says whether a text may be known to one run only.
func isHandle(name string, text []byte) bool {
	name = strings.ToLower(name)
	for _, end := range identities {
		if strings.HasSuffix(name, end) {
			return len(text) > 0
		}
	}
	return looksLikeHandle(text)
}

// looksLikeHandle says so of a text alone.
func looksLikeHandle(text []byte) bool {
	const short, middle, long = 5, 8, 20
	switch {
	case redact.IsMask(text):
		return true
	case len(text) < short, bytes.ContainsAny(text, " \t"):
		return false
	case len(text) >= long, bytes.ContainsAny(text, "0123456789"):
		return true
	}
	capitals := 0
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			capitals++
		}
	}
	return len(text) >= middle && capitals > 1
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
