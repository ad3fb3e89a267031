package printable

import "bytes"

// Log gives what a terminal would leave of a log line: the part behind the last
// carriage return (progress bars write over themselves), without colours.
func Log(line []byte) []byte {
	line = bytes.TrimRight(line, "\r")
	if i := bytes.LastIndexByte(line, '\r'); i >= 0 {
		line = line[i+1:]
	}
	if !bytes.Contains(line, []byte("\x1b[")) {
		return line
	}
	plain := make([]byte, 0, len(line))
	for len(line) > 0 {
		if n := colourLength(line); n > 0 {
			line = line[n:]
			continue
		}
		plain, line = append(plain, line[0]), line[1:]
	}
	return plain
}

// colourLength is the length of the SGR sequence that line begins with, or 0.
func colourLength(line []byte) int {
	if !bytes.HasPrefix(line, []byte("\x1b[")) {
		return 0
	}
	for i := 2; i < len(line); i++ {
		switch c := line[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}
