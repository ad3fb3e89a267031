package filter

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// finder looks for one text. A piece of a line in which the rarest byte of the text
// is missing is left out at the speed of memory. In others, eight places at a time,
// two neighbouring bytes of the text are compared, and the rest where both are right.
// So it costs about the same whether or not case matters, and is not slowed down by
// what is frequent, as a search for the first byte would be.
type finder struct {
	text []byte // in small letters where fold is set
	fold bool
	rare byte
	at   int // where the two bytes stand in text
	// first and second are the two bytes, eight times each; foldFirst and foldSecond
	// the bit in which small and capital letters differ, where their case is not to matter.
	first, second, foldFirst, foldSecond uint64
}

const (
	lanes = 0x0101010101010101
	highs = 0x80 * lanes
	// caseBit is what small letters have and capital letters have not.
	caseBit = 0x20
)

// newFinder looks for a text, which must not be empty, in either case of the letters
// a to z or as it is.
func newFinder(text []byte, fold bool) *finder {
	f := &finder{text: bytes.Clone(text), fold: fold}
	if fold {
		for i, c := range f.text {
			f.text[i] = lower(c)
		}
	}
	f.choose()
	return f
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | caseBit
	}
	return c
}

func isSmall(c byte) bool { return 'a' <= c && c <= 'z' }

// frequent lists bytes by how often they stand in messages, most frequent first.
const frequent = "\" e:taoinsrl,hdcum{}pgf\\y0b_wv/1.-2kT3S4A5x"

func rarity(c byte) int {
	if i := strings.IndexByte(frequent, c); i >= 0 {
		return i
	}
	return len(frequent)
}

// choose picks the bytes to look for first.
func (f *finder) choose() {
	f.rare = slices.MaxFunc(f.text, func(a, b byte) int { return rarity(a) - rarity(b) })
	if len(f.text) == 1 {
		return
	}
	for i := range len(f.text) - 1 {
		if rarity(f.text[i])+rarity(f.text[i+1]) > rarity(f.text[f.at])+rarity(f.text[f.at+1]) {
			f.at = i
		}
	}
	f.first, f.foldFirst = f.spread(f.text[f.at])
	f.second, f.foldSecond = f.spread(f.text[f.at+1])
}

func (f *finder) spread(c byte) (eight, fold uint64) {
	if f.fold && isSmall(c) {
		fold = caseBit * lanes
	}
	return uint64(c) * lanes, fold
}

// in says whether the text stands in b.
func (f *finder) in(b []byte) bool {
	piece := max(4096, 2*len(f.text))
	for more := piece + len(f.text) - 1; len(b) > more; b = b[piece:] {
		if f.hasRare(b[:more]) && f.inPiece(b[:more]) {
			return true
		}
	}
	return f.hasRare(b) && f.inPiece(b)
}

func (f *finder) hasRare(b []byte) bool {
	return bytes.IndexByte(b, f.rare) >= 0 || f.fold && isSmall(f.rare) && bytes.IndexByte(b, f.rare&^caseBit) >= 0
}

// inPiece goes through a piece that holds the rarest byte.
func (f *finder) inPiece(b []byte) bool {
	const window = 9 // bytes that show whether the two stand at one of eight places
	last := len(b) - f.at - window
	switch {
	case len(f.text) == 1:
		return true
	case last < 0:
		return f.slowly(b)
	}
	first, second, foldFirst, foldSecond := f.first, f.second, f.foldFirst, f.foldSecond
	places := b[f.at:]
	for i := 0; ; i = min(i+8, last) { // the last step overlaps with the one before
		p := places[i:]
		_ = p[window-1]
		x, y := binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[1:])
		wrong := (x | foldFirst) ^ first | (y | foldSecond) ^ second
		if hits := (wrong - lanes) & ^wrong & highs; hits != 0 && f.confirmed(b, i, hits) {
			return true
		}
		if i == last {
			return false
		}
	}
}

// confirmed compares the whole text at the places marked.
func (f *finder) confirmed(b []byte, i int, hits uint64) bool {
	for ; hits != 0; hits &= hits - 1 {
		if f.standsAt(b, i+bits.TrailingZeros64(hits)>>3) {
			return true
		}
	}
	return false
}

func (f *finder) standsAt(b []byte, i int) bool {
	if len(b)-i < len(f.text) {
		return false
	}
	b = b[i : i+len(f.text)]
	if !f.fold {
		return bytes.Equal(b, f.text)
	}
	for k, c := range f.text {
		if lower(b[k]) != c {
			return false
		}
	}
	return true
}

// slowly looks at every place of a line that is hardly longer than the text.
func (f *finder) slowly(b []byte) bool {
	for i := range max(0, len(b)-len(f.text)+1) {
		if f.standsAt(b, i) {
			return true
		}
	}
	return false
}
