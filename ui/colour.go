package ui

import (
	"strings"

	"stdioscope/framing/printable"
)

// colourJSON draws a row of formatted JSON. A row that continues a line stands
// inside a string: nothing else is so long.
func colourJSON(l *line, row []byte, inside bool, theme *theme) {
	for len(row) > 0 {
		n, s := token(row, inside, theme)
		out, _, _ := printable.Fit(row[:n], l.col, l.width)
		l.put(s, safe(out))
		row, inside = row[n:], false
	}
}

// token gives length and style of the first token of a row.
func token(row []byte, inside bool, theme *theme) (int, style) {
	switch c := row[0]; {
	case inside:
		return stringEnd(row, 0), theme.text
	case c == '"':
		n := stringEnd(row, 1)
		if n < len(row) && row[n] == ':' {
			return n, theme.key
		}
		return n, theme.text
	case c == '-' || c >= '0' && c <= '9':
		return runOf(row, "-+.eE0123456789"), theme.number
	case c >= 'a' && c <= 'z':
		return runOf(row, "abcdefghijklmnopqrstuvwxyz"), theme.literal
	case c == ' ':
		return runOf(row, " "), ""
	default:
		return 1, theme.muted
	}
}

// stringEnd gives the offset behind the string that goes on at an offset.
func stringEnd(row []byte, from int) int {
	for i := from; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(row)
}

// runOf gives the length of the run of bytes of a set that row begins with.
func runOf(row []byte, set string) int {
	n := 1
	for n < len(row) && strings.IndexByte(set, row[n]) >= 0 {
		n++
	}
	return n
}
