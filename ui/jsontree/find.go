package jsontree

import (
	"bytes"
	"sort"
	"unicode"
	"unicode/utf8"
)

// Find gives the line that holds a byte of the text, in view or not; blanks and commas
// belong to the line before them. It gives false while Extend is not there yet: see
// Indexed.
func (t *Tree) Find(offset int) (ID, bool) {
	s := t.root
	if offset < 0 || offset >= s.indexed() || s.n == 0 {
		return ID{}, false
	}
	behind := sort.Search(s.n, func(i int) bool { return int(s.at(i).at) > offset })
	return ID{s, max(behind-1, 0)}, true
}

// Reveal is Find, and unfolds all that hides the line.
func (t *Tree) Reveal(offset int) (ID, bool) {
	id, ok := t.Find(offset)
	if ok {
		id.sheet.reveal(id.line)
	}
	return id, ok
}

// NextMatch searches the bytes of the text as they stand, escapes and all. Forward it
// gives the first match that begins at from or behind it, backward the last that
// begins before from; -1 for none. With fold, letters match in either case, as far as
// both take as many bytes; a pattern that is not UTF-8 has none.
func (t *Tree) NextMatch(from int, pattern []byte, forward, fold bool) int {
	text := t.root.text
	from = min(max(from, 0), len(text))
	if len(pattern) == 0 {
		return -1
	}
	fold = fold && utf8.Valid(pattern)
	if !forward {
		text = text[:min(from+len(pattern)-1, len(text))]
		if fold {
			return lastFold(text, pattern)
		}
		return bytes.LastIndex(text, pattern)
	}
	index := bytes.Index
	if fold {
		index = indexFold
	}
	at := index(text[from:], pattern)
	if at < 0 {
		return -1
	}
	return from + at
}

// indexFold looks where one of the bytes stands that a match may begin with.
func indexFold(text, pattern []byte) int {
	firsts := firstBytes(pattern)
	next := make([]int, len(firsts)) // for each of them the place that is not looked at yet
	for k, c := range firsts {
		next[k] = bytes.IndexByte(text, c)
	}
	for {
		nearest := -1
		for k, at := range next {
			if at >= 0 && (nearest < 0 || at < next[nearest]) {
				nearest = k
			}
		}
		if nearest < 0 || next[nearest]+len(pattern) > len(text) {
			return -1
		}
		at := next[nearest]
		if bytes.EqualFold(text[at:at+len(pattern)], pattern) {
			return at
		}
		step := bytes.IndexByte(text[at+1:], firsts[nearest])
		if next[nearest] = at + 1 + step; step < 0 {
			next[nearest] = -1
		}
	}
}

func lastFold(text, pattern []byte) int {
	firsts := firstBytes(pattern)
	for at := len(text) - len(pattern); at >= 0; at-- {
		if bytes.IndexByte(firsts, text[at]) >= 0 && bytes.EqualFold(text[at:at+len(pattern)], pattern) {
			return at
		}
	}
	return -1
}

// firstBytes gives the bytes that the cases of the first letter begin with.
func firstBytes(pattern []byte) []byte {
	first, _ := utf8.DecodeRune(pattern)
	firsts := []byte{pattern[0]}
	for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
		if c := utf8.AppendRune(nil, r); bytes.IndexByte(firsts, c[0]) < 0 {
			firsts = append(firsts, c[0])
		}
	}
	return firsts
}
