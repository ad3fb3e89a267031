package framing

import "iter"

// BatchElements gives the elements of the array that Scan found in the line, one
// after the other, each scanned as a message of its own. All spans, those inside
// the element's Message too, are offsets into the whole line. The Message belongs
// to the iterator and holds until the next element. Elements that are no messages
// come as Foreign; a line that holds no array has no elements.
func BatchElements(line []byte, m *Message) iter.Seq2[Span, *Message] {
	array := m.Whole
	return func(yield func(Span, *Message) bool) {
		var s Scanner
		var element Message
		i, more := firstElement(line, array)
		for more {
			i = s.value(line, i, &element)
			element.Valid = element.badUTF8 == 0
			if i < 0 || !yield(element.Whole, &element) {
				return
			}
			i, more = nextElement(line, i)
		}
	}
}

// firstElement gives where the first element of the array begins, if it has one.
func firstElement(line []byte, array Span) (int, bool) {
	if !array.Present() || line[array.Start] != '[' {
		return 0, false
	}
	i := skipBlank(line, array.Start+1)
	return i, line[i] != ']'
}

// nextElement gives where the element behind the one that ended at i begins.
func nextElement(line []byte, i int) (int, bool) {
	i = skipBlank(line, i)
	if line[i] == ']' {
		return i, false
	}
	return skipBlank(line, i+1), true
}
