package redact

import (
	"bytes"
	"sort"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"stdioscope/framing"
)

// decoded is the text of a JSON string without its escapes, and where each of its
// bytes stood.
type decoded struct {
	plain  []byte
	points []point
}

// point stands behind each escape: plain[plain] comes from raw[raw], and what follows
// from what follows, up to the end of the next escape.
type point struct{ plain, raw int32 }

// of decodes the inside of a string that has escapes. The result holds until the next call.
func (d *decoded) of(raw []byte) []byte {
	d.plain, d.points = d.plain[:0], append(d.points[:0], point{})
	for i := 0; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '\\')
		if n < 0 {
			d.plain = append(d.plain, raw[i:]...)
			break
		}
		d.plain = append(d.plain, raw[i:i+n]...)
		c, size := escape(raw[i+n:])
		d.plain = utf8.AppendRune(d.plain, c)
		i += n + size
		d.points = append(d.points, point{int32(len(d.plain)), int32(i)})
	}
	return d.plain
}

// room is how many elements are kept.
func (d *decoded) room() int { return cap(d.plain) + cap(d.points) }

// raw gives the place in the string of a place in its text: all of an escape, if the place
// takes in only some of its bytes.
func (d *decoded) raw(s framing.Span) framing.Span {
	for n := 1; n < utf8.UTFMax && s.Start > 0 && !utf8.RuneStart(d.plain[s.Start]); n++ {
		s.Start--
	}
	for n := 1; n < utf8.UTFMax && s.End < len(d.plain) && !utf8.RuneStart(d.plain[s.End]); n++ {
		s.End++
	}
	return framing.Span{Start: d.rawAt(s.Start), End: d.rawAt(s.End)}
}

func (d *decoded) rawAt(at int) int {
	i := sort.Search(len(d.points), func(i int) bool { return int(d.points[i].plain) > at }) - 1
	return int(d.points[i].raw) + at - int(d.points[i].plain)
}

// escape reads the escape that b begins with. Half a surrogate pair becomes U+FFFD.
func escape(b []byte) (c rune, size int) {
	if len(b) < 2 {
		return '\\', 1
	}
	switch b[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		c, ok := hexRune(b)
		if !ok {
			return '\\', 1
		}
		if !utf16.IsSurrogate(c) {
			return c, 6
		}
		if low, ok := hexRune(b[6:]); ok && utf16.DecodeRune(c, low) != utf8.RuneError {
			return utf16.DecodeRune(c, low), 12
		}
		return utf8.RuneError, 6
	}
	if b[1] < utf8.RuneSelf {
		return rune(b[1]), 2
	}
	return '\\', 1
}

// hexRune reads \uXXXX.
func hexRune(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}
