package framing

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// describe says why a line is no JSON: what stands at the fault, and where.
func describe(line []byte, f ScanFault) string {
	rest := line[min(f.Offset, len(line)):]
	if len(rest) == 0 {
		return fmt.Sprintf("not JSON: %v, after %d bytes", f.Reason, f.Offset)
	}
	here := quoted(firstCharacter(rest))
	switch f.Reason {
	case ExpectedValue:
		if w := word(rest); len(w) > 0 && classes[w[0]] == literal {
			return fmt.Sprintf("not JSON: %s at byte %d is no value", quoted(w), f.Offset)
		}
		return fmt.Sprintf("not JSON: %s at byte %d begins no value", here, f.Offset)
	case ExpectedName, ExpectedColon, ExpectedComma:
		return fmt.Sprintf("not JSON: %s at byte %d, where %v", here, f.Offset, f.Reason)
	case NotANumber:
		return fmt.Sprintf("not JSON: %s at byte %d, which %s", word(rest), f.Offset, whoWrites(rest))
	case BadNumber:
		return fmt.Sprintf("not JSON: the number %s at byte %d is malformed", quoted(word(rest)), f.Offset)
	case BadEscape:
		return fmt.Sprintf("not JSON: the escape %s at byte %d is malformed", quoted(escapeLike(rest)), f.Offset)
	case ControlCharacter:
		return fmt.Sprintf("not JSON: the raw control character %s in a string, at byte %d", here, f.Offset)
	case TrailingData:
		return fmt.Sprintf("not JSON: %s at byte %d stands behind a JSON value", here, f.Offset)
	default:
		return fmt.Sprintf("not JSON: %v, byte %d", f.Reason, f.Offset)
	}
}

func firstCharacter(b []byte) []byte {
	_, size := utf8.DecodeRune(b)
	return b[:size]
}

// escapeLike gives as much as an escape would have of what stands behind a backslash.
func escapeLike(b []byte) []byte {
	size := 2
	if hasPrefix(b, `\u`) {
		size = 6
	}
	return b[:min(size, len(b))]
}

// word gives the letters and digits, signs and dots that b begins with.
func word(b []byte) []byte {
	n := 0
	for n < len(b) && (b[n]-'0' <= 9 || b[n]|0x20-'a' < 26 || b[n] == '+' || b[n] == '-' || b[n] == '.') {
		n++
	}
	return b[:n]
}

func whoWrites(notANumber []byte) string {
	for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
		if hasPrefix(notANumber, w) {
			return "Python's json module writes and JSON does not know"
		}
	}
	return "JSON does not know"
}

// windows1252 is what the bytes from 0x80 to 0x9F stand for in the code page that
// text in Western languages mostly comes in when it is not UTF-8; a blank where they
// stand for nothing.
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

func badByte(line []byte, at int) string {
	seen := fmt.Sprintf("byte 0x%02X at %d is not UTF-8", line[at], at)
	if likely := likelyMeant(line[at:], at == 0); likely != "" {
		seen += " (" + likely + ")"
	}
	return seen
}

// likelyMeant says what the bytes that are not UTF-8 may be instead.
func likelyMeant(b []byte, first bool) string {
	if first && (hasPrefix(b, "\xFF\xFE") || hasPrefix(b, "\xFE\xFF")) {
		return "it begins the byte order mark of UTF-16"
	}
	if isCutShort(b) {
		return "the character that begins here is cut short"
	}
	meaning := rune(b[0])
	if meaning < 0xA0 {
		meaning = []rune(windows1252)[meaning-0x80]
	}
	if meaning == ' ' {
		return ""
	}
	return fmt.Sprintf("in Windows-1252 it is %q", meaning)
}

// isCutShort says whether b begins with a part of a character in UTF-8. A first byte
// alone counts only at the end of the line: elsewhere it is rather a whole character
// of a code page.
func isCutShort(b []byte) bool {
	n := 1
	for n < len(b) && b[n]&0xC0 == 0x80 {
		n++
	}
	return (n > 1 || n == len(b)) && !utf8.FullRune(b[:n])
}

func jsonType(first byte) string {
	switch first {
	case '{':
		return "a JSON object"
	case '[':
		return "a JSON array"
	case '"':
		return "a JSON string"
	case 't', 'f':
		return "a JSON boolean"
	case 'n':
		return "JSON null"
	}
	return "a JSON number"
}

// hint says what a broken line seems to hold.
func hint(inner []Found, line []byte) string {
	var words []string
	if n := bytes.Count(line, []byte(`"jsonrpc"`)); n > max(1, len(inner)) && len(inner) < maxInner {
		words = append(words, "two messages mixed, as by two writers without a lock?")
	}
	for _, f := range inner {
		seems := fmt.Sprintf("it holds a sound %v %v", f.Message.Kind, f.How)
		if f.How == Guessed {
			seems = "it seems to hold id " + excerpt(f.Message.ID.Of(line))
		}
		if !slices.Contains(words, seems) {
			words = append(words, seems)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words[:min(3, len(words))], "; ") + ")"
}
