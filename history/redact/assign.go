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
	ofDigest := sense == harmless && text[at] == '=' && isOfDigest(name, text[:at])
	if sense == harmless && !ofDigest && !isQueryKey(text, at, name) {
		return framing.Span{}
	}
	start, tight := valueBehind(text, at)
	if behind, escaped := quoteAt(text, start); behind > start {
		return quotedValue(text, behind-1, escaped)
	}
	if quotedName || ofDigest {
		return framing.Span{} // a number, a literal or a structure, whose shape has to stay
	}
	if s := cookies(name, text, start); s.End > 0 {
		return s
	}
	if s, scheme := credentials(text, start); scheme {
		return s
	}
	s := bareValue(text, start, tight || text[at] == ':' && isLongWord(name, text[start:]))
	if sense == secrets && isCount(s.Of(text)) {
		return framing.Span{} // it counts them: total_tokens=1500
	}
	return s
}

// isLongWord says whether there is nothing but a long word on the line behind a name that
// asks for one: "password: correcthorsebattery".
func isLongWord(name, text []byte) bool {
	const least = 12
	end := 0
	for end < len(text) && isKeyByte(text[end], false) && text[end] > '9' {
		end++
	}
	word := bytes.ToLower(text[:min(end, enough)])
	if end < least || explains[string(word)] {
		return false
	}
	line, _, _ := bytes.Cut(text[colour(text, end):], []byte("\n"))
	return len(bytes.TrimSpace(line)) == 0 && endsInSecret(append([]byte("_"), bytes.ToLower(name)...))
}

// explains are words that an error message says of a secret.
var explains = setOf(`unauthorized unauthenticated authentication authorization misconfigured unrecognized unavailable`)

func isCount(value []byte) bool { return len(bytes.Trim(value, "0123456789")) == 0 }

// valueBehind gives where the value begins that the = or : at a byte gives, and whether
// it stands directly behind a =. Colours make no difference.
func valueBehind(text []byte, at int) (start int, tight bool) {
	const far = 8
	start, tight = colour(text, at+1), text[at] == '='
	for end := min(len(text), start+far); start < end && (text[start] == ' ' || text[start] == '\t'); start++ {
		tight = false
	}
	return colour(text, start), tight
}

// nameBefore gives the name that ends before text[at], and whether it stood in quotes.
func nameBefore(text []byte, at int) (name []byte, quoted bool) {
	end := at
	for end > 0 && end > at-2 && text[end-1] == ' ' {
		end--
	}
	end = colourBefore(text, end)
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
	if start > 0 && (text[start-1] == '[' || text[start-1] == ';') {
		if m := bytes.IndexByte(text[start:end], 'm'); m >= 0 && colourBefore(text, start+m+1) < start {
			start += m + 1
		}
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
	s := framing.Span{Start: open + 1, End: quoteEnd(text, open, escaped)}
	if len(bytes.Trim(s.Of(text), blanks)) == 0 {
		return framing.Span{}
	}
	return s
}

func quoteEnd(text []byte, open int, escaped bool) int {
	for i := open + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && !escaped:
			i++
		case c == text[open] || c == '\\' || c == '\n':
			return i
		}
	}
	return len(text)
}

// enough is how far a value is looked at to tell whether it is one.
const enough = 64

// bareValue gives the value without quotes that begins at a byte. If it is not sure to be
// one, behind a colon or blank, it has to look like a secret, for "password: the one you
// were given" is prose.
func bareValue(text []byte, start int, sure bool) framing.Span {
	end := bareEnd(text, start, min(len(text), start+enough))
	head := text[start:end]
	const least = 3
	if len(head) < least || isPlaceholder(head) || !sure && !isStrange(head) {
		return framing.Span{}
	}
	return withoutStop(text, framing.Span{Start: start, End: bareEnd(text, end, len(text))})
}

// isStrange says whether no word of prose looks like it.
func isStrange(value []byte) bool {
	const surely = 24
	return bytes.ContainsAny(value, "0123456789") || bytes.ContainsAny(value[:len(value)-1], "!@#$%^") ||
		len(value) >= surely && bytes.IndexByte(value, '/') < 0
}

// withoutStop leaves out what ends a sentence.
func withoutStop(text []byte, s framing.Span) framing.Span {
	for s.End > s.Start && bytes.IndexByte([]byte(".:!?"), text[s.End-1]) >= 0 {
		s.End--
	}
	return s
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
