package jsontree

import (
	"bytes"

	"stdioscope/framing"
)

// Content is what a string holds.
type Content uint8

const (
	// Plain is a text on one line, and all that is not recognised.
	Plain Content = iota
	// MultiLine is a text with line ends.
	MultiLine
	// JSON is the text of an object or an array.
	JSON
	// Base64 is bytes of a type that is recognised, by themselves or in a data: URI.
	Base64
)

// Inner is what the beginning of a string tells.
type Inner struct {
	Content Content
	Type    string // text/plain, application/json; of Base64 what the bytes begin like, as image/png
	// Size is the length of the decoded text or bytes. Where the string has escapes or
	// line ends it is a little less than that.
	Size int
}

// headBytes is how much of a string Inner looks at.
const headBytes = 2 << 10

// Inner says what a string seems to hold, from its first 2 KiB and its end; on any
// other line Plain. It takes a few microseconds at most, however long the string is.
func (t *Tree) Inner(id ID) Inner {
	raw, kind := t.value(id)
	if kind != String {
		return Inner{Type: "text/plain", Size: len(raw)}
	}
	return inner(raw)
}

func inner(quoted []byte) Inner {
	head, whole := decode(quoted, headBytes)
	in := Inner{Type: "text/plain", Size: len(quoted) - 2}
	if whole {
		in.Size = len(head)
	}
	switch {
	case isJSON(head, whole) && (whole || endsJSON(quoted)):
		in.Content, in.Type = JSON, "application/json"
	case bytes.IndexByte(head, '\n') >= 0:
		in.Content = MultiLine
	}
	if in.Content == JSON {
		return in
	}
	if b, ok := sniffBase64(head, whole); ok {
		return Inner{Content: Base64, Type: b.mimeType, Size: base64Size(quoted, in.Size-b.start)}
	}
	return in
}

// isJSON says whether a text is that of an object or array, as far as it goes if it
// is only the head of one.
func isJSON(text []byte, whole bool) bool {
	start := bytes.TrimLeft(text, " \t\r\n")
	if len(start) == 0 || start[0] != '{' && start[0] != '[' {
		return false
	}
	var m framing.Message
	framing.Scan(text, &m)
	if m.Valid || whole {
		return m.Valid
	}
	// What was cut may end in half a word, which is a fault of its own.
	const longestWord = len("false")
	reason := m.Fault.Reason
	return m.Kind == framing.Invalid &&
		(reason == framing.UnexpectedEnd || reason == framing.OpenString || m.Fault.Offset >= len(text)-longestWord)
}

// endsJSON says whether the inside of a quoted string ends in a closing bracket.
func endsJSON(quoted []byte) bool {
	const enough = 64
	tail := quoted[max(0, len(quoted)-enough) : len(quoted)-1]
	for {
		rest := bytes.TrimRight(tail, " ")
		for _, blank := range []string{`\n`, `\r`, `\t`} {
			rest = bytes.TrimSuffix(rest, []byte(blank))
		}
		if len(rest) == len(tail) {
			return len(rest) > 0 && (rest[len(rest)-1] == '}' || rest[len(rest)-1] == ']')
		}
		tail = rest
	}
}

// base64Size is the size of n characters of base64 without the padding at the end of
// the quoted string.
func base64Size(quoted []byte, n int) int {
	for i := len(quoted) - 2; i > 0 && n > 0 && quoted[i] == '='; i-- {
		n--
	}
	return n * 3 / 4
}
