package redact

import (
	"bytes"

	"stdioscope/framing"
)

// assigned finds what the = or : at a byte gives to a name that speaks of a secret, in
// text of any kind: password=x, API_KEY: "x", {"token":"x"} within a string, ?key=x.
func assigned(f *finder, text []byte, at int) framing.Span {
	name, quotedName := nameBefore(text, at)
	if len(name) == 0 {
		return framing.Span{}
	}
	sense := f.sense(name)
	if sense == harmless && !isQueryKey(text, at, name) {
		return framing.Span{}
	}
	start := at + 1
	for start < len(text) && start <= at+2 && text[start] == ' ' {
		start++
	}
	quotes := start
	for quotes < len(text) && quotes < start+8 && text[quotes] == '\\' {
		quotes++
	}
	if quotes < len(text) && (text[quotes] == '"' || text[quotes] == '\'' || text[quotes] == '`') {
		if s := quotedValue(text, quotes, quotes > start); s.End > s.Start {
			return s
		}
		return framing.Span{}
	}
	if quotedName {
		return framing.Span{} // a number, a literal or a structure, whose shape has to stay
	}
	s := bareValue(text, start, text[at] == '=' && start == at+1)
	if sense == secrets && len(bytes.Trim(text[s.Start:s.End], "0123456789")) == 0 {
		return framing.Span{} // it counts them: total_tokens=1500
	}
	return s
}

// nameBefore gives the name that ends before text[at], and whether it stood in quotes.
func nameBefore(text []byte, at int) (name []byte, quoted bool) {
	end := at
	for end > 0 && end > at-2 && text[end-1] == ' ' {
		end--
	}
	if end > 0 && (text[end-1] == '"' || text[end-1] == '\'') {
		quoted = true
		end--
		for end > 0 && end > at-10 && text[end-1] == '\\' {
			end--
		}
	}
	start := end
	for start > 0 && end-start <= longestName && (isKeyByte(text[start-1], true) || text[start-1] == '.') {
		start--
	}
	if start >= maskSize && maskAt(text, start-maskSize) {
		return nil, false // only a part of the name is left
	}
	return text[start:end], quoted
}

// isQueryKey is for names that are about a secret only in the query of a URL.
func isQueryKey(text []byte, at int, name []byte) bool {
	before := at - len(name) - 1
	if text[at] != '=' || before < 0 || text[before] != '?' && text[before] != '&' {
		return false
	}
	switch string(bytes.ToLower(name)) {
	case "key", "sig", "signature", "x-amz-signature", "x-goog-signature":
		return true
	}
	return false
}

// quotedValue gives what stands in the quotes that open at a byte. Quotes that were
// escaped once more close with a backslash before them, so the value ends at the first.
func quotedValue(text []byte, open int, escaped bool) framing.Span {
	for i := open + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && !escaped:
			i++
		case c == text[open] || c == '\\' || c == '\n':
			return framing.Span{Start: open + 1, End: i}
		}
	}
	return framing.Span{Start: open + 1, End: len(text)}
}

// enough is how far a value is looked at to tell whether it is one.
const enough = 64

// bareValue gives the value without quotes that begins at a byte. Behind a colon or
// blank it has to look like a secret, for "password: the one you were given" is prose.
func bareValue(text []byte, start int, tight bool) framing.Span {
	end := bareEnd(text, start, min(len(text), start+enough))
	head := text[start:end]
	const least = 3
	if len(head) < least || isPlaceholder(head) || !tight && !bytes.ContainsAny(head, "0123456789") {
		return framing.Span{}
	}
	end = bareEnd(text, end, len(text))
	for end > start && bytes.IndexByte([]byte(".:!?"), text[end-1]) >= 0 {
		end--
	}
	return framing.Span{Start: start, End: end}
}

func bareEnd(text []byte, i, end int) int {
	for i < end && text[i] > ' ' && bytes.IndexByte([]byte("\"'`\\,;&<>(){}[]|"), text[i]) < 0 {
		i++
	}
	return i
}

// isPlaceholder says whether a value only says that there is one.
func isPlaceholder(value []byte) bool {
	switch string(bytes.ToLower(value)) {
	case "null", "none", "nil", "true", "false", "undefined", "string", "bearer", "basic", "***":
		return true
	}
	for _, start := range []string{"$", "%", "=", "your", "xxx", "...", "•", "***"} {
		if len(value) >= len(start) && bytes.EqualFold(value[:len(start)], []byte(start)) {
			return true
		}
	}
	return false
}
