package replay

import (
	"bytes"
	"iter"

	"stdioscope/framing"
)

const (
	wordEnds = " \t\"'`,;()<>[]{}|\\"
	partEnds = "/:?&=#"
)

// wordsOf gives the words in the raw text of a string, and the parts of what is built like
// a URI or an assignment. Escapes end a word and belong to none.
func wordsOf(inner []byte) iter.Seq[framing.Span] {
	return func(yield func(framing.Span) bool) {
		for i := 0; i < len(inner); {
			if inner[i] == '\\' {
				i += 2
				continue
			}
			end := i
			for end < len(inner) && bytes.IndexByte([]byte(wordEnds), inner[end]) < 0 {
				end++
			}
			if end == i {
				i++
				continue
			}
			word := bytes.TrimRight(inner[i:end], ".:!?")
			if len(word) > 0 && !yield(framing.Span{Start: i, End: i + len(word)}) {
				return
			}
			if !yieldParts(word, i, yield) {
				return
			}
			i = end
		}
	}
}

func yieldParts(word []byte, at int, yield func(framing.Span) bool) bool {
	if !bytes.ContainsAny(word, partEnds) {
		return true
	}
	for i := 0; i < len(word); {
		end := bytes.IndexAny(word[i:], partEnds)
		if end < 0 {
			end = len(word) - i
		}
		if end > 0 && !yield(framing.Span{Start: at + i, End: at + i + end}) {
			return false
		}
		i += end + 1
	}
	return true
}
