package redact

import (
	"bytes"
	"iter"

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
	if !inString && len(f.hits) > first {
		f.hits = append(f.hits[:first], clipped(merged(f.hits[first:]), text)...)
	}
}

func (f *finder) values(text []byte) {
	for _, literal := range f.rules.literals {
		for s := range everywhere(text, literal) {
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
			for s := range everywhere(inner, literal) {
				for up := level; up >= 0; up-- {
					s = f.within[up].raw(s)
				}
				if !bytes.Contains(s.Of(text), literal) { // else a backslash before it is none of its own
					f.outsideMasks(s)
				}
			}
		}
	}
}

// everywhere gives where a literal stands in a text.
func everywhere(text, literal []byte) iter.Seq[framing.Span] {
	return func(yield func(framing.Span) bool) {
		for i := 0; ; {
			n := bytes.Index(text[i:], literal)
			if n < 0 || !yield(framing.Span{Start: i + n, End: i + n + len(literal)}) {
				return
			}
			i += n + len(literal)
		}
	}
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
