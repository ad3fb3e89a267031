package replay

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"stdioscope/framing"
)

// place is where a text stands in a line: a value, or a word in it.
type place struct {
	path []part
	word bool
	// before is what stands before the word in its string.
	before string
}

// partsOf gives the texts of a value that may stand elsewhere too: the value, and the
// words in it.
func partsOf(v value, line []byte) iter.Seq[use] {
	return func(yield func(use) bool) {
		raw := v.Of(line)
		name := v.name()
		if v.isName {
			name = "" // what it holds says nothing about its name
		}
		inner, isString := innerOf(raw)
		whole := v.Span
		if isString {
			whole = framing.Span{Start: v.Start + 1, End: v.End - 1}
		}
		if isHandle(name, inner) && !yield(use{Span: whole, path: slices.Clone(v.path), key: string(inner), number: !isString}) {
			return
		}
		if !isString {
			return
		}
		for word := range wordsOf(inner) {
			span := framing.Span{Start: v.Start + 1 + word.Start, End: v.Start + 1 + word.End}
			if text := span.Of(line); len(text) < len(inner) && looksLikeHandle(text) && !yield(use{Span: span, path: slices.Clone(v.path), key: string(text)}) {
				return
			}
		}
	}
}

// text is what stands at a place.
type text struct {
	bytes []byte
	word  bool
	// before is what stands before the word in its string.
	before []byte
}

// textsOf gives the texts of a value of the server by which it may be found.
func textsOf(v value, line []byte) iter.Seq[text] {
	return func(yield func(text) bool) {
		const context = 24
		inner, isString := innerOf(v.Of(line))
		if !yield(text{bytes: inner}) || !isString {
			return
		}
		for word := range wordsOf(inner) {
			found := inner[word.Start:word.End]
			if len(found) < len(inner) && !yield(text{found, true, inner[max(0, word.Start-context):word.Start]}) {
				return
			}
		}
	}
}

// innerOf gives what stands between the quotes of a string; of a number all.
func innerOf(raw []byte) ([]byte, bool) {
	if len(raw) > 1 && raw[0] == '"' {
		return raw[1 : len(raw)-1], true
	}
	return raw, false
}

// find gives the text that stands at the place in another line: raw, without quotes.
func (p place) find(line []byte) ([]byte, bool) {
	for v := range valuesOf(line) {
		if !samePath(v.path, p.path) {
			continue
		}
		inner, _ := innerOf(v.Of(line))
		if !p.word {
			return inner, true
		}
		return p.findWord(inner)
	}
	return nil, false
}

// behind finds where what stood before a word ends. Words further before may belong to a run
// themselves, so as little as the last separators will do.
func behind(inner []byte, before string) (int, bool) {
	for {
		if at := bytes.Index(inner, []byte(before)); at >= 0 {
			return at + len(before), true
		}
		cut := strings.IndexAny(before, wordEnds+partEnds)
		if cut < 0 || len(before)-cut <= 1 {
			return 0, false
		}
		before = before[cut+1:]
	}
}

func (p place) findWord(inner []byte) ([]byte, bool) {
	at, ok := behind(inner, p.before)
	if !ok {
		return nil, false
	}
	rest := inner[at:]
	end := bytes.IndexAny(rest, wordEnds+partEnds)
	if end < 0 {
		end = len(rest)
	}
	word := bytes.TrimRight(rest[:end], ".!")
	return word, len(word) > 0
}
