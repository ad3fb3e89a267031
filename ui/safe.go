package ui

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"stdioscope/framing/printable"
)

// safe is text that the terminal may get: our own, or what came through clean.
// It holds no control character and nothing that is invisible.
type safe string

// longestCharacter bounds how many bytes of a name one cell may take.
const longestCharacter = 64

// clean makes text safe to show, as much of it as fits into width cells. Where
// that is not all, an ellipsis says so.
func clean(text []byte, width int) safe {
	out, _, used := printable.Fit(text, 0, width)
	if used < len(text) {
		return shortened(text, width)
	}
	return safe(out)
}

func shortened(text []byte, width int) safe {
	if width <= 0 {
		return ""
	}
	out, _, _ := printable.Fit(text, 0, width-1)
	return safe(out) + "…"
}

// cleanString is clean for a name.
func cleanString(text string, width int) safe {
	if most := longestCharacter * max(width, 0); len(text) > most {
		return shortened([]byte(text[:most]), width)
	}
	return clean([]byte(text), width)
}

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
