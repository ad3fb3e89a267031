package ui

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// safe is text that the terminal may get: our own, or what came through clean.
// It holds no control character and nothing that is invisible.
type safe string

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

// clean makes the beginning of text safe to show, as much of it as fits into
// width cells. What would command the terminal or not be seen becomes a visible
// mark. It looks at no more bytes than it shows.
func clean(text []byte, width int) safe {
	out, _, _ := fit(text, 0, width)
	return safe(out)
}

// cleanString is clean for a name.
func cleanString(text string, width int) safe {
	return clean([]byte(text[:min(len(text), longestCluster*max(width, 0))]), width)
}

// fit gives what of text fits between the columns col and width, the column behind
// it, and how many bytes of text that took.
func fit(text []byte, col, width int) (shown []byte, end, used int) {
	for used < len(text) {
		if c := text[used]; c >= firstPrintable && c <= lastPrintable && apart(text[used+1:]) {
			if col >= width {
				break
			}
			shown, col, used = append(shown, c), col+1, used+1
			continue
		}
		u := nextUnit(text[used:], col)
		if col+u.width > width {
			break
		}
		shown, col, used = append(shown, u.shown...), col+u.width, used+u.size
	}
	return shown, col, used
}

// unit is the smallest piece of text that is shown as one: a character with what
// combines with it, or a mark that stands for what cannot be shown.
type unit struct {
	size  int // bytes of the text
	shown []byte
	width int
}

// nextUnit gives the first unit of text, which stands in column col.
func nextUnit(text []byte, col int) unit {
	r, size := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && size <= 1:
		return mark(1, fmt.Sprintf(`\x%02x`, text[0]))
	case r == '\t':
		n := tabStop - col%tabStop
		return unit{1, []byte("    ")[:n], n}
	case r == '\n':
		return mark(size, `\n`)
	case r == '\r':
		return mark(size, `\r`)
	case r < firstPrintable || r == 0x7f:
		return mark(size, fmt.Sprintf(`\x%02x`, r))
	}
	if width := simple(r); width > 0 && apart(text[size:]) {
		return unit{size, text[:size], width}
	}
	if hidden(r) {
		return codePoint(r, size)
	}
	return cluster(text, r, size)
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
func cluster(text []byte, r rune, size int) unit {
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
	return unit{n, text[:n], width}
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

func codePoint(r rune, size int) unit { return mark(size, fmt.Sprintf("<U+%04X>", r)) }

func mark(size int, shown string) unit { return unit{size, []byte(shown), len(shown)} }

// widthOf measures safe text in cells.
func widthOf(s safe) int {
	if isASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(string(s))
}

func isASCII(s safe) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// disputed says whether terminals disagree about the width of some text: those
// that count characters and those that count code points.
func disputed(s safe) bool {
	for _, r := range s {
		if r >= 0x300 && (r < 0x2010 || r >= 0x2c00) {
			return true
		}
	}
	return false
}
