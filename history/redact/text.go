package redact

import (
	"bytes"
	"slices"

	"stdioscope/framing"
)

// text looks for secrets in free text, or inside a JSON string, at a place of the line.
func (f *finder) text(at framing.Span, inString bool) {
	raw := f.line[at.Start:at.End]
	text := raw
	escaped := inString && bytes.IndexByte(raw, '\\') >= 0
	if escaped {
		text = f.decoded.of(raw)
	}
	f.hits, f.masks = f.hits[:0], appendMasks(f.masks[:0], text)
	f.looks(text)
	if !inString {
		f.keyLine(text)
	}
	f.given(text, inString)
	for _, s := range merged(f.hits) {
		if escaped {
			s = f.decoded.raw(s)
		}
		s.Start, s.End = s.Start+at.Start, s.End+at.Start
		if inString {
			f.find(s, inText)
		} else {
			f.find(s, bare)
		}
	}
}

// look takes a secret that was found by its looks. What touches a mask was judged before
// the mask was there.
func (f *finder) look(s framing.Span) {
	if near := f.masksFrom(s.Start); len(near) == 0 || near[0].Start >= s.End {
		f.hits = append(f.hits, s)
	}
}

// outsideMasks takes what a span has outside the masks that are there already.
func (f *finder) outsideMasks(s framing.Span) {
	for _, m := range f.masksFrom(s.Start) {
		if m.Start >= s.End {
			break
		}
		if m.Start > s.Start {
			f.hits = append(f.hits, framing.Span{Start: s.Start, End: m.Start})
		}
		s.Start = max(s.Start, m.End)
	}
	if s.Start >= 0 && s.Start < s.End {
		f.hits = append(f.hits, s)
	}
}

// masksFrom gives the masks that end at or behind a byte of the text.
func (f *finder) masksFrom(at int) []framing.Span {
	i, _ := slices.BinarySearchFunc(f.masks, at, func(m framing.Span, at int) int { return m.End - at })
	return f.masks[i:]
}

// merged puts spans in order and joins those that overlap or touch, in place.
func merged(spans []framing.Span) []framing.Span {
	slices.SortFunc(spans, func(a, b framing.Span) int { return a.Start - b.Start })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}
