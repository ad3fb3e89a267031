package jsontree

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"stdioscope/framing"
)

// Decoded gives the text of a string without its escapes, at most so many bytes of it
// and whole characters only. On any other line it gives the value as it is written.
// The result is the caller's.
func (t *Tree) Decoded(id ID, most int) []byte {
	most = max(most, 0)
	raw, kind := t.value(id)
	if kind != String {
		return bytes.Clone(raw[:min(len(raw), most)])
	}
	text, _ := decode(raw, most)
	return text
}

// decode gives up to most bytes of what a quoted string stands for, and whether that
// is all. It takes time linear in what it gives.
func decode(quoted []byte, most int) (text []byte, whole bool) {
	raw := quoted[1 : len(quoted)-1]
	if len(raw) <= most/3 { // a byte that is not UTF-8 becomes three
		return []byte(framing.Unquote(quoted)), true
	}
	i := 0
	for i < len(raw) && len(text) < most {
		end := boundary(raw, i, most-len(text))
		piece := append(append([]byte{'"'}, raw[i:end]...), '"')
		text = append(text, framing.Unquote(piece)...)
		i = end
	}
	if whole = i == len(raw); len(text) > most {
		text, whole = text[:most], false
		for len(text) > 0 && !endsWhole(text) {
			text = text[:len(text)-1]
		}
	}
	return text, whole
}

// longestUnit is a pair of \uXXXX.
const longestUnit = 12

// boundary gives an index about n bytes behind i where neither an escape nor a
// character is cut in two. raw is the inside of a string, and i such an index.
func boundary(raw []byte, i, n int) int {
	end := i + max(n, longestUnit)
	if end >= len(raw) {
		return len(raw)
	}
	for i < end {
		next := bytes.IndexByte(raw[i:end], '\\')
		if next < 0 {
			break
		}
		if i += next + escapeLength(raw[i+next:]); i > end {
			return min(i, len(raw))
		}
	}
	for back := 0; back < utf8.UTFMax && end > i && !endsWhole(raw[i:end]); back++ {
		end--
	}
	return max(end, i)
}

// escapeLength gives the length of the escape that raw begins with; two of a
// surrogate pair are one.
func escapeLength(raw []byte) int {
	switch {
	case len(raw) < 6 || raw[1] != 'u':
		return 2
	case isSurrogate(raw, "89abAB") && isSurrogate(raw[6:], "cdefCDEF"):
		return longestUnit
	}
	return 6
}

// isSurrogate says whether raw begins with an escape \uDnXX, n being one of second.
func isSurrogate(raw []byte, second string) bool {
	return len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' && raw[2]|0x20 == 'd' && strings.IndexByte(second, raw[3]) >= 0
}

// endsWhole says that no character is cut at the end of text.
func endsWhole(text []byte) bool {
	for back := 1; back <= min(utf8.UTFMax, len(text)); back++ {
		if last := text[len(text)-back:]; utf8.RuneStart(last[0]) {
			return utf8.FullRune(last)
		}
	}
	return true
}
