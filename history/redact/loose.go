package redact

import (
	"bytes"
	"slices"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// loose looks for secrets in what is no JSON as a whole: free text, broken JSON, a piece
// of a message that is spread over lines. It is searched as text, for quotes may be
// missing anywhere, and walked through as if it were JSON.
func (f *finder) loose(at framing.Span) {
	if len(bytes.Trim(at.Of(f.line), blanks)) == 0 {
		return // a mask behind a message would be something that stands there
	}
	first := len(f.found)
	f.text(at, false)
	if text := at.Of(f.line); bytes.IndexByte(text, '"') >= 0 && bytes.IndexByte(text, ':') >= 0 {
		f.walkLoosely(at)
	}
	if len(f.found) > first {
		f.settle(first, at)
	}
}

// walkLoosely goes through JSON as far as there is any. What stands alone is taken for a
// message, and what has a name is inside of something that began on an earlier line.
func (f *finder) walkLoosely(at framing.Span) {
	f.begin(want{})
	f.pieces = true
	b := f.line[:at.End]
	for i := at.Start; i < at.End; {
		t := looseToken(b, i)
		if t.Kind == walk.Name && f.pending.named && bytes.IndexByte(b[i:t.Start], ',') < 0 {
			t.Kind = walk.String // "password": "x": 1
		}
		i = t.Stop
		if f.top() == nil && f.beyond == 0 && (t.Kind == walk.OpenObject || t.Kind == walk.OpenArray) {
			f.at = f.rules.paths.Root(f.at[:0])
			if f.pending.named {
				clear(f.at) // paths begin at the message, and this is not where it begins
			} else {
				f.pending = want{place: whole}
			}
		}
		f.take(t)
	}
	f.pieces = false
}

// looseToken gives the token at or behind b[i]. Masks without quotes are words, or parts
// of them.
func looseToken(b []byte, i int) walk.Token {
	t := walk.Next(b, i)
	switch {
	case t.Kind == walk.OpenArray && maskAt(b, t.Start):
		t = walk.Token{Kind: walk.Number, Start: t.Start, Stop: t.Start + maskSize}
	case t.Kind != walk.Number && t.Kind != walk.Literal:
		return t
	}
	for {
		next := walk.Next(b, t.Stop)
		switch {
		case maskAt(b, t.Stop):
			t.Stop += maskSize
		case next.Start == t.Stop && (next.Kind == walk.Number || next.Kind == walk.Literal):
			t.Stop = next.Stop
		case !isLiteral(b[t.Start:t.Stop]):
			t.Kind = walk.Number
			return t
		default:
			return t
		}
	}
}

func isLiteral(word []byte) bool {
	return string(word) == "true" || string(word) == "false" || string(word) == "null"
}

// word takes what stands without quotes where a secret should: a number, or what makes
// the line no JSON, and has to go on doing so.
func (f *finder) word(s framing.Span) {
	text := s.Of(f.line)
	var m framing.Message
	switch f.scanner.Scan(text, &m); {
	case m.Kind != framing.Invalid:
		f.find(s, number)
	case isTokenByte(text[0]) && bytes.ContainsAny(text, "0123456789") && !bytes.Contains(text, []byte(maskStart)):
		f.find(s, bare)
	}
}

// inside gives what stands in the quotes of a string; the closing one may be missing.
func (f *finder) inside(t walk.Token) framing.Span {
	if f.pieces {
		return insideOf(f.line, t)
	}
	return framing.Span{Start: t.Start + 1, End: t.Stop - 1}
}

func insideOf(text []byte, t walk.Token) framing.Span {
	s := framing.Span{Start: t.Start + 1, End: t.Stop - 1}
	if !isClosed(text[t.Start:t.Stop]) {
		s.End = t.Stop
	}
	return s
}

func isClosed(quoted []byte) bool {
	inside, closed := bytes.CutSuffix(quoted[1:], []byte(`"`))
	return closed && (len(inside)-len(bytes.TrimRight(inside, `\`)))%2 == 0
}

// settle puts what was found from a number on in order, joins what overlaps, and leaves
// out the members by which messages are paired.
func (f *finder) settle(first int, at framing.Span) {
	all := f.found[first:]
	f.wholeNumbers(all, at)
	slices.SortFunc(all, func(a, b found) int { return a.Start - b.Start })
	joined := all[:0]
	for _, s := range all {
		if n := len(joined); n > 0 && s.Start < joined[n-1].End {
			joined[n-1] = joinedWith(joined[n-1], s)
		} else {
			joined = append(joined, s)
		}
	}
	f.found = f.found[:first+len(joined)]
	if kept := pairs(f.line, at); len(kept) > 0 {
		f.found = append(f.found[:first], without(joined, kept)...)
	}
}

// wholeNumbers makes numbers of what was found in them as in text, if there is nothing
// but JSON: lines of a message that is spread over them have to stay that.
func (f *finder) wholeNumbers(all []found, at framing.Span) {
	for _, begin := range jsonBegins(at.Of(f.line)) {
		numbers := f.numbersOnly(framing.Span{Start: at.Start + begin, End: at.End})
		for i, s := range all {
			n, _ := slices.BinarySearchFunc(numbers, s.Start, func(n framing.Span, at int) int { return n.End - at - 1 })
			if s.form == bare && n < len(numbers) && numbers[n].Start <= s.Start && s.End <= numbers[n].End {
				all[i] = found{numbers[n], number}
			}
		}
	}
}

// numbersOnly gives the numbers of a text that has no words but those of JSON, and no
// quotes or numbers where none can be.
func (f *finder) numbersOnly(at framing.Span) (numbers []framing.Span) {
	b := f.line[:at.End]
	var m framing.Message
	open := []byte{0} // the brackets; of the outermost a name tells what it was
	for i, named := at.Start, false; ; {
		t := looseToken(b, i)
		i = t.Stop
		switch t.Kind {
		case walk.End:
			return numbers
		case walk.OpenObject, walk.OpenArray:
			open = append(open, t.Kind)
		case walk.CloseObject, walk.CloseArray:
			if open = open[:len(open)-1]; len(open) == 0 {
				open = append(open, 0)
			}
		case walk.Name:
			open[len(open)-1] = walk.OpenObject
		case walk.Number:
			f.scanner.Scan(b[t.Start:t.Stop], &m)
			isName := !named && open[len(open)-1] == walk.OpenObject
			if m.Kind == framing.Invalid || isName || bytes.IndexByte(b[max(0, t.Start-1):min(len(b), t.Stop+1)], '"') >= 0 {
				return nil
			}
			numbers = append(numbers, framing.Span{Start: t.Start, End: t.Stop})
		}
		named = t.Kind == walk.Name
	}
}

// joinedWith takes the form of the one that holds the other, if one does.
func joinedWith(a, b found) found {
	both := framing.Span{Start: a.Start, End: max(a.End, b.End)}
	switch {
	case a.Span == both && b.Span == both:
		return found{both, max(a.form, b.form)}
	case a.Span == both:
		return a
	case b.Span == both:
		return b
	}
	return found{both, bare}
}

// without gives what is left of secrets outside of kept; both are in order.
func without(secrets []found, kept []framing.Span) (left []found) {
	for _, s := range secrets {
		for len(kept) > 0 && kept[0].End <= s.Start {
			kept = kept[1:]
		}
		whole := true
		for _, k := range kept {
			if k.Start >= s.End {
				break
			}
			if s.form == bare && s.Start < k.Start {
				left = append(left, found{framing.Span{Start: s.Start, End: k.Start}, bare})
			}
			s.Start, whole = min(k.End, s.End), false
		}
		if whole || s.form == bare && s.Start < s.End {
			left = append(left, s)
		}
	}
	return left
}

const version = `2.0",`

// pairs gives where the members stand by which messages are paired, with their names, if
// the text is a piece of a message.
func pairs(line []byte, at framing.Span) (members []framing.Span) {
	b := line[:at.End]
	for i := at.Start; ; {
		n := bytes.IndexByte(b[i:], ':')
		if n < 0 {
			return members
		}
		colon := i + n
		i = colon + 1
		start := pairingName(b[at.Start:colon])
		if start < 0 {
			continue
		}
		value := walk.Next(b, colon)
		if isCode := bytes.HasPrefix(b[at.Start+start:], []byte(`"code"`)); isCode && !bytes.HasPrefix(b[value.Start:], []byte("-")) {
			continue // it may be a secret; errors have codes below zero
		}
		if bytes.HasSuffix(b[at.Start:at.Start+start], []byte(version)) {
			start -= len(version) // by it a lens knows an id where quotes are missing
		}
		if value.Kind == walk.String || value.Kind == walk.Name || value.Kind == walk.Number || value.Kind == walk.Literal {
			members = append(members, framing.Span{Start: at.Start + start, End: value.Stop})
			i = value.Stop
		}
	}
}

// pairingName gives where the name in quotes begins that text ends in, if it is one by
// which messages are paired; else -1.
func pairingName(text []byte) int {
	text, quoted := bytes.CutSuffix(bytes.TrimRight(text, " \t"), []byte(`"`))
	if !quoted {
		return -1
	}
	from := max(0, len(text)-longestName)
	open := bytes.LastIndexByte(text[from:], '"')
	if open < 0 || !pairing[string(text[from+open+1:])] && string(text[from+open+1:]) != "code" {
		return -1
	}
	return from + open
}
