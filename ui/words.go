package ui

import "strings"

// inWords breaks text into rows between words where that can be; a word that is wider
// than a row is broken.
func inWords(text safe, width int) []safe {
	width = max(width, 1)
	var rows []safe
	row := safe("")
	for word := range strings.FieldsSeq(string(text)) {
		for widthOf(safe(word)) > width {
			if row != "" {
				rows, row = append(rows, row), ""
			}
			end := rowEnd([]byte(word), 0, width)
			rows, word = append(rows, safe(word[:end])), word[end:]
		}
		switch {
		case row == "":
			row = safe(word)
		case widthOf(row)+1+widthOf(safe(word)) <= width:
			row += " " + safe(word)
		default:
			rows, row = append(rows, row), safe(word)
		}
	}
	if row != "" {
		rows = append(rows, row)
	}
	return rows
}
