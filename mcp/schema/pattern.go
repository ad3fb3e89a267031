package schema

import (
	"regexp/syntax"
	"strings"
)

// maxMatch is how long a text for a pattern may get.
const maxMatch = 1000

// matching gives a short text that a pattern matches; empty when there is none that
// can be read off it.
func matching(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	match(&b, re.Simplify())
	if text := b.String(); len(text) <= maxMatch && expression(pattern).MatchString(text) {
		return text
	}
	return ""
}

// match writes the shortest text for each part of an expression. Expressions nest at
// most 1,000 levels (package regexp/syntax).
func match(b *strings.Builder, re *syntax.Regexp) {
	if b.Len() > maxMatch {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(pick(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture, syntax.OpPlus:
		match(b, re.Sub[0])
	case syntax.OpAlternate:
		match(b, re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			match(b, sub)
		}
	default: // what may be empty is
	}
}

// pick takes a character of a class, given as pairs of bounds: a letter or digit
// where it has one.
func pick(pairs []rune) rune {
	for _, wanted := range "a0A" {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] <= wanted && wanted <= pairs[i+1] {
				return wanted
			}
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] > ' ' {
			return max(pairs[i], '!')
		}
	}
	if len(pairs) == 0 {
		return 'x'
	}
	return pairs[0]
}
