package schema

import (
	"bytes"
	"errors"
	"fmt"

	"stdioscope/framing"
)

// ErrNoPlace says that a text has no such place, nor one where it could be made: the
// pointer leads into a string, say, or beyond the end of an array.
var ErrNoPlace = errors.New("no such place in the text")

// Set puts a raw value at a place of a text and leaves every other byte as it is. A
// new member or element comes last, set apart as those before it are. Objects around
// it that are missing are made; an array is made where the next token is "0" or "-",
// which stands for the element behind the last one. The text must be sound JSON up
// to the place; the value is taken as it is. The result is the caller's. Errors are
// ErrNotJSON and ErrNoPlace.
func Set(text []byte, pointer string, raw []byte) ([]byte, error) {
	if err := checkJSON(text); err != nil {
		return nil, fmt.Errorf("set %q: %w", pointer, err)
	}
	span, _ := whole(text)
	tokens := tokensOf(pointer)
	for i, token := range tokens {
		below, ok := inside(text, span, token)
		if ok {
			span = below
			continue
		}
		value := wrap(tokens[i+1:], raw)
		at, piece, err := addition(span.Of(text), token, value)
		if err != nil {
			return nil, fmt.Errorf("set %q: %w", pointer, err)
		}
		at += span.Start
		return splice(text, framing.Span{Start: at, End: at}, piece), nil
	}
	return splice(text, span, raw), nil
}

func checkJSON(text []byte) error {
	var m framing.Message
	framing.Scan(text, &m)
	if m.Kind == framing.Invalid || m.Kind == framing.Blank {
		return fmt.Errorf("%w: %v", ErrNotJSON, m.Fault)
	}
	return nil
}

// wrap puts containers around a value for the tokens that lead to it.
func wrap(tokens []string, raw []byte) []byte {
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i] == "0" || tokens[i] == "-" {
			raw = fmt.Appendf(nil, "[%s]", raw)
		} else {
			raw = fmt.Appendf(nil, "{%s:%s}", Quote(tokens[i]), raw)
		}
	}
	return raw
}

// addition says what has to be inserted, and where, to add a value to a container.
func addition(container []byte, token string, value []byte) (at int, piece []byte, err error) {
	elements, lastStart, lastEnd := 0, 0, 0
	switch container[0] {
	case '{':
		for name, v := range framing.Members(container) {
			elements, lastStart, lastEnd = elements+1, name.Start, v.End
		}
		value = fmt.Appendf(nil, "%s:%s%s", Quote(token), afterColon(container), value)
	case '[':
		for v := range framing.Elements(container) {
			elements, lastStart, lastEnd = elements+1, v.Start, v.End
		}
		if index, ok := indexOf(token); token != "-" && (!ok || index != elements) {
			return 0, nil, fmt.Errorf("%w: the array has %d elements", ErrNoPlace, elements)
		}
	default:
		return 0, nil, fmt.Errorf("%w: %q would have to be inside of what is no object", ErrNoPlace, token)
	}
	if elements == 0 {
		return 1, value, nil
	}
	lead := container[:lastStart]
	lead = lead[len(bytes.TrimRight(lead, " \t\r\n")):]
	return lastEnd, fmt.Appendf(nil, ",%s%s", lead, value), nil
}

// afterColon gives the white space that stands behind the first colon of an object.
func afterColon(object []byte) []byte {
	for name, value := range framing.Members(object) {
		between := object[name.End:value.Start]
		return between[bytes.IndexByte(between, ':')+1:]
	}
	return nil
}

// Remove takes a member or an element out of a text, with the comma that it leaves
// over, and leaves every other byte as it is. Of members that stand twice all go. What
// is not there is no error. The result is the caller's.
func Remove(text []byte, pointer string) ([]byte, error) {
	if err := checkJSON(text); err != nil {
		return nil, fmt.Errorf("remove %q: %w", pointer, err)
	}
	tokens := tokensOf(pointer)
	if len(tokens) == 0 {
		return nil, fmt.Errorf("remove the whole text: %w", ErrNoPlace)
	}
	last := len(tokens) - 1
	parent := ""
	for _, token := range tokens[:last] {
		parent = Join(parent, token)
	}
	text = bytes.Clone(text)
	for {
		around, ok := Locate(text, parent)
		if !ok {
			return text, nil
		}
		cut, ok := removal(around.Of(text), tokens[last])
		if !ok {
			return text, nil
		}
		cut.Start, cut.End = cut.Start+around.Start, cut.End+around.Start
		text = splice(text, cut, nil)
		if text[around.Start] == '[' {
			return text, nil
		}
	}
}

// removal gives the bytes that stand for one member or element of a container.
func removal(container []byte, token string) (framing.Span, bool) {
	spans, which := partsOf(container, token)
	switch {
	case which < 0:
		return framing.Span{}, false
	case which > 0:
		return framing.Span{Start: spans[which-1].End, End: spans[which].End}, true
	case len(spans) > 1:
		return framing.Span{Start: spans[0].Start, End: spans[1].Start}, true
	}
	return framing.Span{Start: 1, End: spans[0].End}, true
}

// partsOf gives the members, with their names, or the elements of a container, and
// which of them is meant; -1 for none.
func partsOf(container []byte, token string) (spans []framing.Span, which int) {
	which = -1
	for name, value := range framing.Members(container) {
		if framing.Unquote(name.Of(container)) == token {
			which = len(spans)
		}
		spans = append(spans, framing.Span{Start: name.Start, End: value.End})
	}
	for element := range framing.Elements(container) {
		spans = append(spans, element)
	}
	if i, ok := indexOf(token); ok && container[0] == '[' && i < len(spans) {
		which = i
	}
	return spans, which
}

func splice(text []byte, cut framing.Span, piece []byte) []byte {
	out := make([]byte, 0, len(text)-(cut.End-cut.Start)+len(piece))
	out = append(out, text[:cut.Start]...)
	out = append(out, piece...)
	return append(out, text[cut.End:]...)
}
