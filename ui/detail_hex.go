package ui

import "fmt"

// hexWidth is how many bytes stand on a row: as many as there is room for.
func hexWidth(width int) int {
	const around, each = 12, 4 // cells beside the bytes, and for each of them
	for _, n := range []int{16, 8} {
		if width >= around+n*each {
			return n
		}
	}
	return 4
}

// hexRows is how many rows the body takes in hex.
func (d *detail) hexRows() int {
	n := hexWidth(d.width)
	return (len(d.body.text) + n - 1) / n
}

// hexRow draws some bytes: where they are, their values, and those that are ASCII.
func hexRow(text []byte, row, width int, theme *theme) *line {
	l := newLine(width)
	hexWidth := hexWidth(width)
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
