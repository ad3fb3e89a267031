// Package printable makes text of any origin fit for a terminal.
//
// The contract: what comes out holds no control character and nothing that is
// invisible; whatever would command the terminal, change the direction of its text
// or not be seen is shown as a mark: \x1b, <U+202E>. It never fails and looks at no
// more bytes than it shows.
package printable

import (
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	tabStop = 4
	// longestCluster bounds how many bytes are looked at to find one character: any
	// number of combining marks may follow a letter.
	longestCluster = 64

	joiner         = '\u200d'
	textSelector   = '\ufe0e'
	emojiSelector  = '\ufe0f'
	firstPrintable = 0x20
	lastPrintable  = 0x7e
)

// Text gives all of the text on one line.
func Text(text []byte) string {
	shown, _, _ := Fit(text, 0, math.MaxInt)
	return string(shown)
}

// Fit gives what of text fits between the columns col and width, the column behind
// it, and how many bytes of text that took.
func Fit(text []byte, col, width int) (shown []byte, end, used int) {
	for used < len(text) {
		if IsPlain(text[used:]) {
			if col >= width {
				break
			}
			shown, col, used = append(shown, text[used]), col+1, used+1
			continue
		}
		u := Next(text[used:], col)
		if u.Width > width-col {
			break
		}
		shown, col, used = append(shown, u.Shown...), col+u.Width, used+u.Size
	}
	return shown, col, used
}

// Unit is the smallest piece of text that is shown as one: a character with what
// combines with it, or a mark that stands for what cannot be shown.
type Unit struct {
	Size  int // bytes of the text
	Shown []byte
	Width int // in cells
}

// Next gives the first unit of text, which stands in column col.
func Next(text []byte, col int) Unit {
	r, size := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && size <= 1:
		return mark(1, fmt.Sprintf(`\x%02x`, text[0]))
	case r == '\t':
		n := tabStop - col%tabStop
		return Unit{1, []byte("    ")[:n], n}
	case r == '\n':
		return mark(size, `\n`)
	case r == '\r':
		return mark(size, `\r`)
	case r < firstPrintable || r == 0x7f:
		return mark(size, fmt.Sprintf(`\x%02x`, r))
	}
	if width := simple(r); width > 0 && apart(text[size:]) {
		return Unit{size, text[:size], width}
	}
	if hidden(r) {
		return codePoint(r, size)
	}
	return cluster(text, r, size)
}

// IsPlain says whether text begins with a character of ASCII that stands for
// itself, in one cell, and that nothing behind it joins. text must not be empty.
func IsPlain(text []byte) bool {
	return text[0] >= firstPrintable && text[0] <= lastPrintable && apart(text[1:])
}

// simple gives the width of a rune of the common scripts, which nothing before it
// joins and of which no terminal doubts the width; 0 for any other. It saves most
// text the far longer way through cluster.
func simple(r rune) int {
	switch {
	case r >= 0xc0 && r <= 0x2ff, r >= 0x391 && r <= 0x3ff, r >= 0x400 && r <= 0x481:
		return 1
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return 2
	default:
		return 0
	}
}

// apart says whether what text begins with joins nothing before it.
func apart(text []byte) bool {
	if len(text) == 0 || text[0] < utf8.RuneSelf {
		return true
	}
	r, _ := utf8.DecodeRune(text)
	return simple(r) > 0
}

// cluster gives the character that begins with the rune r. What is hidden inside
// a cluster ends it, unless it shapes what is seen.
func cluster(text []byte, r rune, size int) Unit {
	whole, _ := ansi.FirstGraphemeCluster(text[:min(len(text), longestCluster)], ansi.GraphemeWidth)
	n := size
	for n < len(whole) {
		next, step := utf8.DecodeRune(whole[n:])
		if next == utf8.RuneError || hidden(next) && !shapes(next, whole[n+step:]) {
			break
		}
		n += step
	}
	shown := string(text[:n])
	width := ansi.StringWidth(shown)
	if width == 0 || !standsAlone(shown, width) {
		return codePoint(r, size)
	}
	return Unit{n, text[:n], width}
}

// standsAlone says whether a character keeps to itself: a combining mark without a
// letter would join whatever it is shown behind.
func standsAlone(shown string, width int) bool {
	return ansi.StringWidth("a"+shown+"a") == width+2
}

// shapes says whether a hidden rune inside a cluster changes how the cluster
// looks: an emoji selector, or a joiner with something left to join.
func shapes(r rune, rest []byte) bool {
	if r == emojiSelector || r == textSelector {
		return true
	}
	next, _ := utf8.DecodeRune(rest)
	return r == joiner && next != utf8.RuneError && !hidden(next) && !unicode.Is(unicode.M, next)
}

// hidden says whether a rune commands the terminal or cannot be seen: C1
// controls, bidi controls, zero-width characters, tags, selectors, separators.
func hidden(r rune) bool {
	if r < 0x80 {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

func codePoint(r rune, size int) Unit { return mark(size, fmt.Sprintf("<U+%04X>", r)) }

func mark(size int, shown string) Unit { return Unit{size, []byte(shown), len(shown)} }
