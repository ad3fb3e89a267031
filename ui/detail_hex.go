package ui

import "fmt"

// hexWidth is how many bytes stand on a row.
const hexWidth = 16

func hexRows(text []byte) int { return (len(text) + hexWidth - 1) / hexWidth }

// hexRow draws 16 bytes: where they are, their values, and those that are ASCII.
func hexRow(text []byte, row, width int, theme *theme) *line {
	l := newLine(width)
	start := row * hexWidth
	part := text[start:min(start+hexWidth, len(text))]
	l.put(theme.muted, safe(fmt.Sprintf("%08x  ", start)))
	shown := make([]byte, len(part))
	for i := range hexWidth {
		switch {
		case i >= len(part):
			l.put("", "   ")
		default:
			l.put("", safe(fmt.Sprintf("%02x ", part[i])))
			shown[i] = part[i]
			if part[i] < ' ' || part[i] > '~' {
				shown[i] = '.'
			}
		}
		if i == hexWidth/2-1 {
			l.put("", " ")
		}
	}
	l.put(theme.muted, " ")
	l.put(theme.text, safe(shown))
	return l
}
