package redact

import (
	"bytes"

	"stdioscope/framing"
)

// given looks for the values and regular expressions that the user gave.
func (f *finder) given(text []byte, inString bool) {
	first := len(f.hits)
	f.values(text)
	f.valuesWithin(text)
	for _, re := range f.rules.regexps {
		for _, m := range re.FindAllSubmatchIndex(text, -1) {
			if len(m) > 2 {
				m = m[2:]
			}
			for ; len(m) > 0; m = m[2:] {
				f.outsideMasks(framing.Span{Start: m[0], End: m[1]})
			}
		}
	}
	if given := f.hits[first:]; len(given) > 0 && !inString {
		f.hits = append(f.hits[:first], clipped(merged(given), text)...)
	} else if len(given) > 0 && f.pieces {
		f.hits = append(f.hits[:first], besideBraces(merged(given), text)...)
	}
}

func (f *finder) values(text []byte) {
	for _, literal := range f.rules.literals {
		for s := find(text, literal, 0); s.End > 0; s = find(text, literal, s.End) {
			f.outsideMasks(s)
		}
	}
}

// valuesWithin looks for values as JSON spells them that stands in the text, and JSON that
// stands in that: {"q":"p\u00e4ss"}.
func (f *finder) valuesWithin(text []byte) {
	inner := text
	for level := 0; level < len(f.within) && len(f.rules.literals) > 0 && bytes.IndexByte(inner, '\\') >= 0; level++ {
		inner = f.within[level].of(inner)
		for _, literal := range f.rules.literals {
			for s := find(inner, literal, 0); s.End > 0; s = find(inner, literal, s.End) {
				if outer := f.outer(s, level); !bytes.Contains(outer.Of(text), literal) { // else a backslash before it is none of its own
					f.outsideMasks(outer)
				}
			}
		}
	}
}

// outer gives the place in the text of a place in what stands so deep within it.
func (f *finder) outer(s framing.Span, level int) framing.Span {
	for ; level >= 0; level-- {
		s = f.within[level].raw(s)
	}
	return s
}

// find gives where a literal stands next; an empty span for nowhere.
func find(text, literal []byte, from int) framing.Span {
	n := bytes.Index(text[from:], literal)
	if n < 0 {
		return framing.Span{}
	}
	return framing.Span{Start: from + n, End: from + n + len(literal)}
}

// isGiven says whether a number holds a value that the user gave, or matches one of the
// regular expressions.
func (f *finder) isGiven(digits []byte) bool {
	for _, literal := range f.rules.numbers {
		if bytes.Contains(digits, literal) {
			return true
		}
	}
	for _, re := range f.rules.regexps {
		if m := re.FindIndex(digits); m != nil && m[0] < m[1] {
			return true
		}
	}
	return false
}
