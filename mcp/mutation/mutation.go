package mutation

import (
	"errors"
	"fmt"
	"slices"

	"stdioscope/framing"
	"stdioscope/mcp/schema"
)

// ErrNotApplicable says that a mutation makes no sense for what it was given: that is
// no request, has no such member, or nothing is pending.
var ErrNotApplicable = errors.New("not for this request")

// Mutation is one way to break a request.
type Mutation struct {
	// Name is stable: small letters and hyphens.
	Name string
	// About says in one sentence what is sent.
	About string
	// Expect says what a good server does.
	Expect string

	apply func(request) (Plan, error)
}

// Context is what a mutation may need to know of the session.
type Context struct {
	// Pending are the raw ids of requests that are not answered yet.
	Pending [][]byte
}

// request is what is to be broken.
type request struct {
	line    []byte
	message framing.Message
	Context
}

// All gives the mutations in the order in which they are best tried.
func All() []Mutation {
	return slices.Concat(idMutations(), envelopeMutations(), lineMutations(), sizeMutations())
}

// Find gives the mutation of a name.
func Find(name string) (Mutation, bool) {
	all := All()
	i := slices.IndexFunc(all, func(m Mutation) bool { return m.Name == name })
	if i < 0 {
		return Mutation{}, false
	}
	return all[i], true
}

// Apply breaks a request, given as one line without its line end. It should have an
// id that is free. The error is ErrNotApplicable.
func (m Mutation) Apply(text []byte, c Context) (Plan, error) {
	r := request{line: text, Context: c}
	framing.Scan(text, &r.message)
	if k := r.message.Kind; k != framing.Request && k != framing.Notification {
		return nil, fmt.Errorf("%s: %w: it is %v", m.Name, ErrNotApplicable, k)
	}
	p, err := m.apply(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return p, nil
}

// put sends the request with another value at a place.
func put(pointer, raw string) func(request) (Plan, error) {
	return func(r request) (Plan, error) { return r.with(pointer, []byte(raw)) }
}

// withID sends the request with another id; not what has none.
func withID(raw string) func(request) (Plan, error) {
	return func(r request) (Plan, error) {
		if !r.message.ID.Present() {
			return nil, ErrNotApplicable
		}
		return r.with("/id", []byte(raw))
	}
}

// drop sends the request without a member.
func drop(pointer string) func(request) (Plan, error) {
	return func(r request) (Plan, error) {
		if schema.At(r.line, pointer) == nil {
			return nil, ErrNotApplicable
		}
		text, err := schema.Remove(r.line, pointer)
		if err != nil {
			return nil, notHere(err)
		}
		return line(text), nil
	}
}

// frame sends the line between other bytes.
func frame(before, after string) func(request) (Plan, error) {
	return func(r request) (Plan, error) { return once([]byte(before), r.line, []byte(after)), nil }
}

func (r request) with(pointer string, raw []byte) (Plan, error) {
	text, err := schema.Set(r.line, pointer, raw)
	if err != nil {
		return nil, notHere(err)
	}
	return line(text), nil
}

// fill puts a value into the params, under a name that no method knows; into the
// envelope where params are no object.
func (r request) fill(raw []byte) (Plan, error) {
	if p := r.message.Params.Of(r.line); p != nil && p[0] != '{' {
		return r.with("/filler", raw)
	}
	return r.with("/params/filler", raw)
}

func notHere(err error) error { return fmt.Errorf("%w: %w", ErrNotApplicable, err) }
