package redact

import (
	"bytes"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// frame is an object or array that is open.
type frame struct {
	start  int // the byte behind its bracket
	index  int // of the next element
	object bool
	place  place
	holds  holding
	label  bool  // the object's name or key speaks of a secret, so its value is one
	option sense // what the element before tells of the next, in a list of arguments
	// want is what values take over from what they stand in.
	want want
}

// want is what is known of a value before it comes.
type want struct {
	sense sense
	named bool
	place place // if it is an object or array
	keep  bool  // it must stay whatever it is
	all   bool  // a path of the user leads to it or to what is around it
	role  role
	// holds is what its members are, and held what it may be itself.
	holds, held holding
}

// role is what a value is to what stands around it.
type role uint8

const (
	label role = iota + 1 // it says what the member beside it holds
	value                 // it is that member, and the label speaks of a secret
	body                  // it is a line, in the record of a history
)

// deepest is how far down arrays and paths are followed. Below, a value has only its
// own name.
const deepest = 10_000

// json walks through a sound JSON value that stands in the line.
func (f *finder) json(at framing.Span, root place) {
	f.begin(want{place: root})
	b := f.line[:at.End]
	for i := at.Start; i < at.End; {
		t := walk.Next(b, i)
		f.take(t)
		i = t.Stop
	}
}

func (f *finder) begin(root want) {
	f.frames, f.states, f.beyond = f.frames[:0], f.states[:0], 0
	f.pending, f.at = root, f.rules.paths.Root(f.at[:0])
}

func (f *finder) take(t walk.Token) {
	switch t.Kind {
	case walk.End:
	case walk.Name:
		f.name(f.line[t.Start+1 : t.Stop-1])
	case walk.OpenObject, walk.OpenArray:
		f.open(t)
	case walk.CloseObject, walk.CloseArray:
		f.close()
	default:
		f.value(t)
	}
}

// top is the frame that values stand in; nil for none that is known.
func (f *finder) top() *frame {
	if len(f.frames) == 0 || f.beyond > 0 {
		return nil
	}
	return &f.frames[len(f.frames)-1]
}

// name notes what the name of a member tells of its value.
func (f *finder) name(name []byte) {
	if bytes.IndexByte(name, '\\') >= 0 {
		name = f.decoded.of(name)
	}
	f.pending = want{named: true, sense: f.sense(name), keep: f.pieces && pairing[string(name)]}
	top := f.top()
	if top == nil {
		return
	}
	f.pending.place = top.place.member(name)
	f.pending.keep = f.pending.keep || top.want.keep || top.place.keeps(name)
	f.pending.all = top.want.all
	f.pending.holds, f.pending.held = f.holds(name, top), top.holds
	if f.pending.sense == harmless && top.want.sense != harmless && !describes(name) {
		f.pending.sense = top.want.sense
	}
	f.pending.role = top.role(name)
	f.numbered = f.numbered || top.place == record && isNumber(name)
	if !f.rules.paths.Empty() && f.pending.place != whole {
		f.at = f.rules.paths.Member(f.at[:0], f.around(), string(name))
		f.pending.all = f.pending.all || f.rules.paths.Matches(f.at)
	}
}

func (in *frame) role(name []byte) role {
	switch string(name) {
	case "name", "key":
		return label
	case "value":
		if in.label {
			return value
		}
	case "text", "b64":
		if in.place == record {
			return body
		}
	}
	return 0
}

// around is the state of the paths at the innermost open value.
func (f *finder) around() walk.State {
	return f.states[len(f.states)-f.rules.paths.Size():]
}

// next takes what is known of the value that comes now.
func (f *finder) next() want {
	top := f.top()
	w := f.pending
	f.pending = want{} // in an array too: broken JSON may have names there
	if top == nil || top.object {
		return w
	}
	w = top.want
	w.place = top.place.element()
	if !f.rules.paths.Empty() && w.place != whole {
		f.at = f.rules.paths.Element(f.at[:0], f.around(), top.index)
		w.all = w.all || f.rules.paths.Matches(f.at)
	}
	top.index++
	return w
}

func (f *finder) open(t walk.Token) {
	w, object := f.next(), t.Kind == walk.OpenObject
	if len(f.frames) == deepest {
		f.beyond++
		return
	}
	if w.place == whole {
		f.at = f.rules.paths.Root(f.at[:0])
		w.all = f.rules.paths.Matches(f.at)
	}
	inside := want{all: w.all, keep: w.keep, sense: w.sense}
	if w.sense != harmless && f.describesOnly(w.held, object, t.Stop) {
		inside.sense = harmless
	}
	opened := frame{object: object, place: w.place.enter(object), want: inside, start: t.Stop}
	if object {
		opened.holds = w.holds
	}
	f.frames = append(f.frames, opened)
	f.states = append(f.states, f.at...)
}

func (f *finder) close() {
	switch {
	case f.beyond > 0:
		f.beyond--
	case len(f.frames) > 0:
		f.frames = f.frames[:len(f.frames)-1]
		f.states = f.states[:len(f.states)-f.rules.paths.Size()]
	}
}

// value takes a string, number or literal.
func (f *finder) value(t walk.Token) {
	w := f.next()
	if top := f.top(); top != nil && !top.object {
		f.argument(top, t, &w)
	}
	switch {
	case w.keep || t.Kind == walk.Literal:
	case w.role == body:
		f.bodies++
	case t.Kind == walk.Number:
		f.numberValue(w, framing.Span{Start: t.Start, End: t.Stop})
	default:
		f.stringValue(w, f.inside(t))
	}
}

// argument takes an element of what may be a list of arguments: an option, or what the
// option before it is given.
func (f *finder) argument(list *frame, t walk.Token, w *want) {
	given := list.option
	list.option = harmless
	if t.Kind == walk.String {
		if text := f.inside(t).Of(f.line); bytes.HasPrefix(text, []byte("-")) {
			list.option = f.optionSense(text)
			return
		}
	}
	w.sense = max(w.sense, given)
}

func (f *finder) numberValue(w want, s framing.Span) {
	top := f.top()
	switch {
	case f.pieces && !w.named && (top == nil || top.object): // it is free text
	case !w.all && w.role != value && w.sense != secret && !f.isGiven(s.Of(f.line)):
	case f.pieces:
		f.word(s)
	default:
		f.find(s, number)
	}
}

func (f *finder) stringValue(w want, inside framing.Span) {
	if w.role == label {
		if top := f.top(); top != nil {
			top.label = f.sense(f.line[inside.Start:inside.End]) != harmless
		}
	}
	if w.all || w.role == value || w.sense != harmless {
		f.wholeString(inside)
		return
	}
	if !f.pieces || bytes.IndexByte(inside.Of(f.line), '\\') >= 0 {
		f.text(inside, true) // of pieces, the rest was searched already
	}
}

// wholeString makes a secret of a string, but for the scheme of credentials.
func (f *finder) wholeString(inside framing.Span) {
	text := f.line[inside.Start:inside.End]
	if word, rest, ok := bytes.Cut(text, []byte(" ")); ok && isScheme(word) && len(bytes.TrimSpace(rest)) > 0 {
		inside.Start += len(word) + 1
		text = rest
	}
	if !isMasked(text) && len(bytes.Trim(text, blanks)) > 0 {
		f.find(inside, inText)
	}
}
