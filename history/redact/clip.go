package redact

import (
	"bytes"
	"slices"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// clipped gives what spans have, in order and apart from one another, in the contents of
// the JSON that text may be broken JSON or a piece of, and before it. A regular expression
// matches quotes, brackets and names as well, by which lines are put together and paired.
func clipped(spans []framing.Span, text []byte) []framing.Span {
	for kept := max(headerSize(text), markSize(text)); len(spans) > 0 && spans[0].Start < kept; {
		if spans[0].Start = kept; spans[0].End <= kept {
			spans = spans[1:]
		}
	}
	for _, begin := range jsonBegins(text) {
		spans = clippedFrom(begin, spans, text)
	}
	return spans
}

// headerSize says how much of a text is a header in the framing of language servers, which
// has to stay: its name, and the number of Content-Length.
func headerSize(text []byte) int {
	name, value, _ := bytes.Cut(text, []byte(":"))
	switch name = bytes.TrimLeft(name, blanks); {
	case bytes.EqualFold(name, []byte("Content-Length")) && isCount(bytes.Trim(value, blanks)):
		return len(text)
	case bytes.EqualFold(name, []byte("Content-Length")) || bytes.EqualFold(name, []byte("Content-Type")):
		return len(text) - len(value)
	}
	return 0
}

// markSize is the size of the byte order mark before a text.
func markSize(text []byte) int {
	const mark = "\ufeff"
	if bytes.HasPrefix(text, []byte(mark)) {
		return len(mark)
	}
	return 0
}

func clippedFrom(begin int, spans []framing.Span, text []byte) (out []framing.Span) {
	content, i := framing.Span{End: begin}, begin
	for len(spans) > 0 {
		e := escapes{text: text[:content.End], at: content.Start}
		for len(spans) > 0 && spans[0].Start < content.End {
			if s := e.around(both(spans[0], content)); s.Start < s.End {
				out = append(out, s)
			}
			if spans[0].End > content.End {
				break
			}
			spans = spans[1:]
		}
		if i == len(text) {
			break
		}
		content, i = nextContent(text, i)
	}
	return out
}

// besideBraces gives what spans in the text of a string have beside braces and the blanks
// behind them: in a line that is no JSON a lens looks for messages in strings as well.
func besideBraces(spans []framing.Span, text []byte) (out []framing.Span) {
	const braces = "{}"
	for _, s := range spans {
		for s.Start < s.End {
			part := s
			if n := bytes.IndexAny(s.Of(text), braces); n >= 0 {
				part.End = s.Start + n
			}
			if part.Start < part.End {
				out = append(out, part)
			}
			s.Start = s.End - len(bytes.TrimLeft(text[part.End:s.End], braces+blanks))
		}
	}
	return out
}

// both gives what two spans share, or an empty span.
func both(a, b framing.Span) framing.Span {
	start := max(a.Start, b.Start)
	return framing.Span{Start: start, End: max(start, min(a.End, b.End))}
}

// jsonBegins gives where JSON may begin in a text: with it, with the first brace that opens
// an object behind what a logger writes, and with the first one that is sound so far.
func jsonBegins(text []byte) (begins []int) {
	add := func(at int) {
		if at >= 0 && !slices.Contains(begins, at) {
			begins = append(begins, at)
		}
	}
	atOnce := beginsAsJSON(text)
	if atOnce {
		add(0)
	}
	if first := bytes.IndexByte(text, '{'); bytes.Contains(text, []byte(`"jsonrpc"`)) || !atOnce && opensObject(text[first+1:]) {
		add(first)
	}
	add(firstObject(text))
	return begins
}

const blanks = " \t\r\n"

// opensObject says whether a brace before a text opens an object with members, or one that
// begins on this line.
func opensObject(text []byte) bool {
	rest := bytes.TrimLeft(text, blanks)
	return len(rest) == 0 || rest[0] == '"'
}

// firstObject gives the first brace that begins an object, or the beginning of one with
// nothing behind it; -1 for none. By it a lens knows whether a message goes on.
func firstObject(text []byte) int {
	const rereads = 8 // as a lens does
	budget := rereads * len(text)
	var m framing.Message
	for at := bytes.IndexByte(text, '{'); at >= 0 && budget > 0; {
		framing.Scan(text[at:], &m)
		if r := m.Fault.Reason; m.Kind != framing.Invalid || r == framing.UnexpectedEnd || r == framing.TrailingData {
			return at
		}
		budget -= m.Fault.Offset
		n := bytes.IndexByte(text[at+1:], '{')
		if n < 0 {
			break
		}
		at += 1 + n
	}
	return -1
}

// goesOn says whether a lens takes a line that is no JSON for the beginning of a message.
func goesOn(line []byte) bool {
	var m framing.Message
	if framing.Scan(line, &m); m.Fault.Reason == framing.UnexpectedEnd {
		return true
	}
	at := firstObject(line)
	if at >= 0 {
		framing.Scan(line[at:], &m)
	}
	return at >= 0 && m.Fault.Reason == framing.UnexpectedEnd
}

// beginsAsJSON says whether the first thing in a text, brackets aside, is a string, an object
// or a scalar that something of JSON follows.
func beginsAsJSON(text []byte) bool {
	for i := markSize(text); ; {
		t := looseToken(text, i)
		switch t.Kind {
		case walk.OpenArray, walk.CloseArray, walk.CloseObject:
			i = t.Stop
		case walk.Number, walk.Literal:
			rest := bytes.TrimLeft(text[t.Stop:], blanks)
			return (len(rest) == 0 || bytes.IndexByte([]byte(",]}"), rest[0]) >= 0) && isScalar(text[t.Start:t.Stop])
		default:
			return true
		}
	}
}

// isScalar says whether a word is a number or a literal of JSON, or a mask.
func isScalar(word []byte) bool {
	var m framing.Message
	framing.Scan(word, &m)
	return m.Kind != framing.Invalid || IsMask(word)
}

// nextContent gives the next part of loose JSON that is neither structure, nor a name, nor
// a literal: what stands in quotes, or words without them. It begins at the end if there is none.
func nextContent(text []byte, i int) (content framing.Span, next int) {
	for {
		t := looseToken(text, i)
		switch i = t.Stop; t.Kind {
		case walk.End:
			return framing.Span{Start: len(text), End: len(text)}, len(text)
		case walk.String:
			content = insideOf(text, t)
		case walk.Number, walk.Literal:
			content = wordsFrom(text, t)
			i = content.End
		default:
			continue
		}
		if word := content.Of(text); !isLiteral(word) && !pairing[string(word)] { // names may lack a colon
			return content, i
		}
	}
}

// wordsFrom gives the words that begin with one, with nothing but blanks between them.
func wordsFrom(text []byte, t walk.Token) framing.Span {
	words := framing.Span{Start: t.Start, End: t.Stop}
	for {
		next := looseToken(text, words.End)
		if next.Kind != walk.Number && next.Kind != walk.Literal || len(bytes.TrimSpace(text[words.End:next.Start])) > 0 {
			return words
		}
		words.End = next.Stop
	}
}

// escapes keeps spans in order from tearing the escapes of a string apart.
type escapes struct {
	text []byte
	at   int // what is before belongs to spans that were seen
}

// around widens a span to whole escapes.
func (e *escapes) around(s framing.Span) framing.Span {
	start, _ := e.escape(s.Start)
	_, e.at = e.escape(s.End)
	return framing.Span{Start: start, End: e.at}
}

// escape gives where the escape that holds a place begins and ends; the place itself
// between escapes.
func (e *escapes) escape(place int) (start, end int) {
	for e.at < place {
		n := 1
		if e.text[e.at] == '\\' {
			n, _ = escapeSize(e.text[e.at:])
		}
		if e.at+n > place {
			return e.at, e.at + n
		}
		e.at += n
	}
	return e.at, e.at
}
