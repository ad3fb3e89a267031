package framing

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Text gives the text of a line that is UTF-16, and its byte order in words.
// Cutting at the byte 0x0A leaves the other half of the line end over: before the
// next line, or behind this one.
func utf16Text(line []byte) (text []byte, order string, ok bool) {
	if len(line)%2 == 1 {
		switch {
		case line[0] == 0:
			line = line[1:]
		case line[len(line)-1] == 0:
			line = line[:len(line)-1]
		}
	}
	switch {
	case looksUTF16(line, 1):
		return decodeUTF16(line, 1), "little", true
	case looksUTF16(line, 0):
		return decodeUTF16(line, 0), "big", true
	}
	return nil, "", false
}

// looksUTF16 says whether nearly all of the first characters have a high byte of
// zero, as ASCII has. high is the place of that byte in a pair.
func looksUTF16(line []byte, high int) bool {
	if len(line) >= 2 && line[high] == 0xFE && line[1-high] == 0xFF {
		line = line[2:] // a byte order mark
	}
	pairs := min(len(line)/2, 64)
	ascii := 0
	for i := range pairs {
		if line[2*i+high] == 0 && line[2*i+1-high] != 0 {
			ascii++
		}
	}
	return pairs >= 4 && ascii*8 >= pairs*7
}

func decodeUTF16(line []byte, high int) []byte {
	units := make([]uint16, len(line)/2)
	for i := range units {
		units[i] = uint16(line[2*i+high])<<8 | uint16(line[2*i+1-high])
	}
	if len(units) > 0 && units[0] == 0xFEFF {
		units = units[1:]
	}
	text := make([]byte, 0, len(units))
	for _, r := range utf16.Decode(units) {
		text = utf8.AppendRune(text, r)
	}
	return bytes.TrimRight(text, "\r")
}
