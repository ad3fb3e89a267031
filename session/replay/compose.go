package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"stdioscope/framing"
	"stdioscope/framing/splice"
)

// Value is a value of a run that took the place of a recorded one.
type Value struct {
	// Path is its place in what is sent, From where it comes from.
	Path string `json:"path"`
	From string `json:"from"`
	Then string `json:"then"`
	Now  string `json:"now"`
}

// compose writes the line of a step for this run, and says which values it took over, and
// which it could not: those are sent as they were then.
func (r *runner) compose(s *Step) (line []byte, values []Value, stale []string) {
	if r.opt.Literal {
		return s.Line, nil, nil
	}
	edits := make([]splice.Edit, 0, len(s.marks)+len(s.uses))
	for _, m := range s.marks {
		edits = append(edits, splice.Edit{Span: m.Span, Text: r.fresh(m, m.Of(s.Line))})
	}
	for _, u := range s.uses {
		now, ok := r.lookUp(u.origin)
		switch {
		case !ok:
			stale = append(stale, fmt.Sprintf("%s is of the earlier run: it came from %s, and nothing stands there now", pathOf(u.path), u.origin.from(r.plan.Source)))
		case string(now) != u.key:
			edits = append(edits, splice.Edit{Span: u.Span, Text: u.written(now)})
			values = append(values, Value{Path: pathOf(u.path), From: u.origin.from(r.plan.Source), Then: u.key, Now: string(now)})
		}
	}
	return splice.Apply(s.Line, edits), values, stale
}

// written is a text as it stands in the place of the value. What is no number any more
// needs quotes.
func (u use) written(now []byte) []byte {
	if u.number && !isNumber(now) {
		return append(append([]byte{'"'}, now...), '"')
	}
	return now
}

func isNumber(raw []byte) bool {
	return len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') && json.Valid(raw)
}

// fresh gives an id or a token of this run, of the type that was used then. A token that
// was the request's own id is so again.
func (r *runner) fresh(m mark, then []byte) []byte {
	id := strconv.AppendInt(nil, r.idOf(m.of), 10)
	if then[0] == '"' {
		return append(append([]byte{'"'}, id...), '"')
	}
	return id
}

// idOf is the id of a step in this run. The members of a batch have theirs in a row.
func (r *runner) idOf(step int) int64 {
	c := &r.calls[step]
	if c.id == 0 {
		r.nextID = max(r.nextID+1, r.s.NextID(), 1)
		c.id = r.nextID
	}
	return c.id
}

// lookUp gives the text that stands now where a value came from. One that stands in the
// new answer anywhere needs no other: lists may come in another order.
func (r *runner) lookUp(o *origin) ([]byte, bool) {
	line := r.source(o)
	if line == nil {
		return nil, false
	}
	if o.plain && standsUnder(line, o) || !o.plain && containsText(line, o.key) {
		return []byte(o.key), true
	}
	return o.find(line)
}

// standsUnder says whether a plain text stands in a line under the name that it had.
func standsUnder(line []byte, o *origin) bool {
	name := value{path: o.path}.name()
	for v := range valuesOf(line) {
		if inner, _ := innerOf(v.Of(line)); !o.word && string(inner) == o.key && v.name() == name {
			return true
		}
	}
	return false
}

func (r *runner) source(o *origin) []byte {
	switch {
	case o.step >= 0:
		return r.calls[o.step].answer
	case o.note != "" && o.ordinal < len(r.noted[o.note]):
		return r.noted[o.note][o.ordinal]
	}
	return nil
}

// containsText says whether a text stands in a line, and not as a part of a longer word.
func containsText(line []byte, text string) bool {
	for at := 0; ; {
		i := bytes.Index(line[at:], []byte(text))
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(text)
		if !isWordByte(line, start-1) && !isWordByte(line, end) {
			return true
		}
		at = start + 1
	}
}

func isWordByte(line []byte, at int) bool {
	return at >= 0 && at < len(line) && bytes.IndexByte([]byte(wordEnds+partEnds), line[at]) < 0
}

// batchIDs gives the members of a batch ids of their own: all marks of a batch are of one
// step, whose id they would share.
func (r *runner) batchIDs(s *Step, line []byte) []byte {
	var m framing.Message
	framing.Scan(line, &m)
	var edits []splice.Edit
	for _, member := range framing.BatchElements(line, &m) {
		if id := member.ID.Of(line); member.Kind == framing.Request && isFresh(id) {
			edits = append(edits, splice.Edit{Span: member.ID, Text: r.fresh(mark{of: s.Number}, id)})
			r.calls[s.Number].id = 0
		}
	}
	return splice.Apply(line, edits)
}
