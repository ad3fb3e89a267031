package imports

import "stdioscope/framing"

// bareKind are messages, one a line, without time or direction.
func bareKind() kind {
	return kind{
		name: "lines of JSON-RPC", unit: "in line", read: readBare, shape: isBare,
		limits: []string{directionLimit, "line ends are not taken over from the log"},
	}
}

// isBare also takes the beginning of a message: the first line may be longer than the head.
func isBare(line []byte) bool {
	if has(line, "jsonrpc") {
		return true
	}
	var m framing.Message
	framing.Scan(line, &m)
	return m.Valid && m.Kind == framing.Batch && m.Whole.End > len("[]")
}

func readBare(l *Log, in *lines) {
	var m framing.Message
	to, d := l.only(), newDeducer()
	for in.next() {
		framing.Scan(in.Bytes, &m)
		switch {
		case isMessage(&m):
			to.deduced(d, in.part(0), &m, in.number)
		case in.Cut:
			l.count("lines of more than 64 MiB, left out", in.number)
		case m.Kind != framing.Blank:
			l.count("lines that are no message, kept as notes", in.number)
			to.note(in.Bytes)
		}
	}
}
