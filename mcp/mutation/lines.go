package mutation

import (
	"bytes"
	"fmt"
	"time"
	"unicode/utf16"
)

// pause is long enough for a server to read what there is, and to act on it.
const pause = 300 * time.Millisecond

// lineMutations are about the way to the server: one message a line, in UTF-8, ended
// by LF (specification 2025-11-25, basic/transports, stdio).
func lineMutations() []Mutation {
	return []Mutation{
		{"bom", "a byte order mark stands before the request", answersOnce + ", or -32700", frame("\xEF\xBB\xBF", "\n")},
		{"crlf", "the line ends in CR LF", answersOnce, frame("", "\r\n")},
		{"cr", "the line ends in CR alone, and LF follows later", answersOnce + " once the LF is there", lateLF},
		{"blank-lines", "blank lines stand before and behind the request", answersOnce, frame("\n \n", "\n\n")},
		{"over-lines", "the request is spread over lines", "says nothing, or -32700 for each line, and goes on", overLines},
		{"no-newline", "the line does not end", "waits; the next line completes it to something broken", frame("", "")},
		{"two-on-a-line", "the request stands twice on one line", parseError, twoOnALine},
		{"junk-behind", "words stand behind the request", parseError, frame("", " and more\n")},
		{"junk-before", "words stand before the request", parseError, frame("DEBUG: ", "\n")},
		{"lsp-frame", "a Content-Length header stands before the request, as in the Language Server Protocol", parseError, lspFrame},
		{"utf-16", "the line is in UTF-16", parseError, inUTF16},
		{"invalid-utf8", "a string holds bytes that are not UTF-8", parseError, invalidUTF8},
		{"lone-surrogate", `a string holds half a surrogate pair, as \ud800`, answersOnce, func(r request) (Plan, error) { return r.fill([]byte(`"\ud800"`)) }},
		{"nul", `a string holds the character \u0000`, answersOnce, func(r request) (Plan, error) { return r.fill([]byte(`"a\u0000b"`)) }},
		{"raw-control", "a string holds a raw tab, which JSON does not allow", parseError, func(r request) (Plan, error) { return r.fill([]byte("\"a\tb\"")) }},
		{"not-a-number", "a value is NaN", parseError, func(r request) (Plan, error) { return r.fill([]byte(`NaN`)) }},
		{"single-quotes", "strings stand in single quotes", parseError, singleQuotes},
		{"cut", "the line is cut in the middle, and ended", parseError, cut},
		{"cut-open", "the line is cut in the middle, and not ended", "waits; the next line completes it to something broken", cutOpen},
		{"in-pieces", "the request comes in three writes, with pauses", answersOnce, inPieces},
		{"byte-by-byte", "the request comes in a write for each byte, up to 4,096 of them", answersOnce, byteByByte},
		{"twice", "the request is sent twice, with the same id", "answers once, or twice, or -32600; and goes on", func(r request) (Plan, error) { return line(r.line, []byte("\n"), r.line), nil }},
	}
}

func lateLF(r request) (Plan, error) {
	return Plan{{Bytes: once(r.line, []byte("\r"))[0].Bytes}, {Pause: pause, Bytes: []byte("\n")}}, nil
}

// overLines breaks the line behind each comma and brace that stands outside of strings.
func overLines(r request) (Plan, error) {
	var out []byte
	inString, escaped := false, false
	for _, c := range r.line {
		out = append(out, c)
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case !inString && (c == ',' || c == '{'):
			out = append(out, "\n  "...)
		}
	}
	return line(out), nil
}

func twoOnALine(r request) (Plan, error) { return line(r.line, r.line), nil }

func lspFrame(r request) (Plan, error) {
	return once(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(r.line)), r.line), nil
}

func inUTF16(r request) (Plan, error) {
	var out []byte
	for _, unit := range utf16.Encode([]rune(string(r.line) + "\n")) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return once(out), nil
}

func invalidUTF8(r request) (Plan, error) { return r.fill([]byte("\"caf\xe9\"")) }

func singleQuotes(r request) (Plan, error) {
	return line(bytes.ReplaceAll(r.line, []byte(`"`), []byte(`'`))), nil
}

func cut(r request) (Plan, error) { return line(r.line[:len(r.line)/2]), nil }

func cutOpen(r request) (Plan, error) { return once(r.line[:len(r.line)/2]), nil }

func inPieces(r request) (Plan, error) {
	third := len(r.line) / 3
	return Plan{
		{Bytes: once(r.line[:third])[0].Bytes},
		{Pause: pause, Bytes: once(r.line[third : 2*third])[0].Bytes},
		{Pause: pause, Bytes: line(r.line[2*third:])[0].Bytes},
	}, nil
}

// maxWrites is how many writes a plan has at most.
const maxWrites = 4096

func byteByByte(r request) (p Plan, err error) {
	whole := line(r.line)[0].Bytes
	single := min(len(whole), maxWrites)
	for i := range single {
		p = append(p, Write{Bytes: whole[i : i+1]})
	}
	if single < len(whole) {
		p = append(p, Write{Bytes: whole[single:]})
	}
	return p, nil
}
