package schema

import (
	"bytes"
	"strings"

	"stdioscope/framing"
)

// State is what stands at a place of a text. A server may tell all four apart.
type State uint8

const (
	// Absent is a member or an element that is not there.
	Absent State = iota
	// Null is null.
	Null
	// Empty is a string, an array or an object with nothing in it.
	Empty
	// Given is any other value.
	Given
)

// String gives one word for people.
func (s State) String() string {
	return [...]string{"absent", "null", "empty", "given"}[s]
}

// StateAt says what stands at a pointer in a text of JSON.
func StateAt(text []byte, pointer string) State {
	span, ok := Locate(text, pointer)
	if !ok {
		return Absent
	}
	raw := span.Of(text)
	switch {
	case raw[0] == 'n':
		return Null
	case string(raw) == `""`, strings.IndexByte("[{", raw[0]) >= 0 && len(bytes.TrimLeft(raw[1:], " \t\r\n")) == 1:
		return Empty
	}
	return Given
}

// Locate finds the value that a pointer points to; of members that stand twice, the
// last one. What stands behind a fault in the text is not found.
func Locate(text []byte, pointer string) (framing.Span, bool) {
	span, ok := whole(text)
	for _, token := range tokensOf(pointer) {
		if !ok {
			break
		}
		span, ok = inside(text, span, token)
	}
	return span, ok
}

// At gives the raw value that a pointer points to; nil where there is none. It is a
// part of the text.
func At(text []byte, pointer string) []byte {
	span, ok := Locate(text, pointer)
	if !ok {
		return nil
	}
	return span.Of(text)
}

// whole is the value that a text is, as far as it is sound.
func whole(text []byte) (framing.Span, bool) {
	start, end := blank(text, 0), len(bytes.TrimRight(text, " \t\r\n"))
	return framing.Span{Start: start, End: end}, start < end
}

func inside(text []byte, span framing.Span, token string) (found framing.Span, ok bool) {
	raw := span.Of(text)
	switch raw[0] {
	case '{':
		found = framing.Member(raw, token)
		ok = found.Present()
	case '[':
		index, isIndex := indexOf(token)
		for element := range framing.Elements(raw) {
			if index--; index < 0 {
				found, ok = element, isIndex
				break
			}
		}
	}
	return framing.Span{Start: span.Start + found.Start, End: span.Start + found.End}, ok
}

// blank gives the index of the first byte at or behind i that is no white space.
func blank(text []byte, i int) int {
	for i < len(text) && strings.IndexByte(" \t\r\n", text[i]) >= 0 {
		i++
	}
	return i
}
