package replay

import (
	"strings"

	"stdioscope/framing"
	"stdioscope/framing/splice"
)

// bindings are values of the earlier run and those that stand for them now.
type bindings struct {
	now    map[string]string
	recent []string
}

// mostRecent is how many values are looked for within longer texts.
const mostRecent = 64

func newBindings() *bindings { return &bindings{now: map[string]string{}} }

func (b *bindings) add(then, now string) {
	if then == now {
		return
	}
	b.now[then] = now
	b.recent = append(b.recent, then)
	if len(b.recent) > mostRecent {
		b.recent = b.recent[1:]
	}
}

// explain says whether a text of the earlier run is that of this one, with its values in
// place.
func (b *bindings) explain(then, now string) bool {
	if known, ok := b.now[then]; ok {
		return known == now
	}
	for _, old := range b.recent {
		then = strings.ReplaceAll(then, old, b.now[old])
	}
	return then == now
}

// rewrite gives a line of the earlier run with the values of this one, and says whether
// there are any in it.
func (b *bindings) rewrite(line []byte) ([]byte, bool) {
	if len(b.now) == 0 {
		return line, false
	}
	var edits []splice.Edit
	for v := range tokensOf(line) {
		inner, isString := innerOf(v.Of(line))
		start := v.Start
		if isString {
			start++
		}
		if now, ok := b.now[string(inner)]; ok {
			u := use{Span: framing.Span{Start: start, End: start + len(inner)}, number: !isString}
			edits = append(edits, splice.Edit{Span: u.Span, Text: u.written([]byte(now))})
			continue
		}
		for word := range wordsOf(inner) {
			if now, ok := b.now[string(word.Of(inner))]; ok && isString {
				edits = append(edits, splice.Edit{Span: framing.Span{Start: start + word.Start, End: start + word.End}, Text: []byte(now)})
			}
		}
	}
	return splice.Apply(line, edits), len(edits) > 0
}

// between gives the values of another run for those of this one.
func (b *bindings) between(other *bindings) *bindings {
	out := newBindings()
	for then, now := range b.now {
		if there, ok := other.now[then]; ok {
			out.add(now, there)
		} else {
			out.add(now, then)
		}
	}
	for then, there := range other.now {
		if _, ok := b.now[then]; !ok {
			out.add(then, there)
		}
	}
	return out
}
