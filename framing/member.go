package framing

import (
	"bytes"
	"iter"
)

// Members gives the names (with their quotes) and values of an object, in order. It
// stops at the first thing that is no JSON; what is no object has no members. Spans
// are offsets into object.
func Members(object []byte) iter.Seq2[Span, Span] {
	return func(yield func(name, value Span) bool) {
		var s Scanner
		i := skipBlank(object, 0)
		if peek(object, i) != '{' {
			return
		}
		for {
			name := skipBlank(object, i+1)
			if peek(object, name) != '"' {
				return
			}
			end := closingQuote(object, name)
			colon := skipBlank(object, end)
			if peek(object, colon) != ':' {
				return
			}
			value := skipBlank(object, colon+1)
			s.reset()
			past := s.skip(object, value)
			if past < 0 || !yield(Span{name, end}, Span{value, past}) {
				return
			}
			if i = skipBlank(object, past); peek(object, i) != ',' {
				return
			}
		}
	}
}

// Elements gives the values of an array, in order, as Members does for an object.
func Elements(array []byte) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		var s Scanner
		i := skipBlank(array, 0)
		if peek(array, i) != '[' {
			return
		}
		for {
			start := skipBlank(array, i+1)
			s.reset()
			end := s.skip(array, start)
			if end < 0 || !yield(Span{start, end}) {
				return
			}
			if i = skipBlank(array, end); peek(array, i) != ',' {
				return
			}
		}
	}
}

// Member gives the value of a member of an object; none when there is no such
// member. Of members that stand twice the last one counts, as in a Message.
func Member(object []byte, name string) (value Span) {
	for quoted, v := range Members(object) {
		if isName(quoted.Of(object), name) {
			value = v
		}
	}
	return value
}

// isName says whether a name in quotes is the given one.
func isName(quoted []byte, name string) bool {
	inner := quoted[1 : len(quoted)-1]
	return string(inner) == name || bytes.IndexByte(inner, '\\') >= 0 && Unquote(quoted) == name
}
