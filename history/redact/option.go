package redact

import (
	"bytes"

	"stdioscope/framing"
)

// optionSense says what an argument tells of the one behind it: --token, but not --token=x.
func (f *finder) optionSense(argument []byte) sense {
	name, long := bytes.CutPrefix(argument, []byte("--"))
	if !long || bytes.IndexByte(name, '=') >= 0 {
		return harmless
	}
	return f.sense(name)
}

// behindOption finds what an option is given whose second dash is at a byte of text:
// --token x, or in a list '--token', 'x'.
func behindOption(f *finder, text []byte, at int) framing.Span {
	if at == 0 || text[at-1] != '-' || at > 1 && (text[at-2] == '-' || isKeyByte(text[at-2], true)) {
		return framing.Span{}
	}
	end := at + 1
	for end < len(text) && end-at <= longestName && isKeyByte(text[end], true) {
		end++
	}
	sense := f.sense(text[at+1 : end])
	end = colour(text, end)
	if sense == harmless || end == len(text) {
		return framing.Span{}
	}
	quote, _ := quoteAt(text, end)
	if quote == end && text[end] != ' ' && text[end] != '\t' {
		return framing.Span{}
	}
	start := colour(text, max(quote, end+1))
	for far := start + 3; quote > end && start < len(text) && start < far && (text[start] == ' ' || text[start] == ','); {
		start++
	}
	start = colour(text, start)
	open, escaped := quoteAt(text, start)
	var s framing.Span
	switch {
	case open > start:
		s = quotedValue(text, open-1, escaped)
	case quote == end:
		s = f.bareArgument(text, start, text[end] == '\t')
	}
	if given := s.Of(text); len(given) == 0 || given[0] == '-' || sense == secrets && isCount(given) {
		return framing.Span{}
	}
	return s
}

// quoteAt gives the index behind the quote at a byte, and whether it is escaped once
// more; the byte itself where there is none.
func quoteAt(text []byte, at int) (behind int, escaped bool) {
	i := at
	for i < len(text) && i < at+8 && text[i] == '\\' {
		i++
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'' || text[i] == '`') {
		return i + 1, i > at
	}
	return at, false
}

// bareArgument gives the argument that begins at a byte, unless it is a word: people
// write about options, and name in capitals what they take. In a table, where the next
// column describes the option, it has to look like a secret.
func (f *finder) bareArgument(text []byte, start int, inTable bool) framing.Span {
	s := framing.Span{Start: start, End: bareEnd(text, start, len(text))}
	argument := s.Of(text)
	const least = 3
	if len(argument) < least || isPlaceholder(argument) || isWord(argument) || inTable && !isStrange(argument) || f.sense(argument) != harmless {
		return framing.Span{}
	}
	switch string(argument) {
	case "KEY", "VALUE", "STRING":
		return framing.Span{}
	}
	return withoutStop(text, s)
}

// isWord says whether there are nothing but small letters behind the first.
func isWord(text []byte) bool {
	return isKeyByte(text[0], false) && text[0] > '9' && len(bytes.TrimRight(bytes.Trim(text[1:], "abcdefghijklmnopqrstuvwxyz"), ".:!?")) == 0
}
