package filter

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
)

// expressionTerm reads a regular expression between slashes.
func (p *parser) expressionTerm() (*leaf, error) {
	x, err := p.expression()
	if err != nil {
		return nil, err
	}
	if !p.atDelimiter() {
		return nil, wrong(p.at, `a blank is missing behind the regular expression; put text with "/" in quotes, or write \/`)
	}
	return &leaf{line: func(c *candidate) bool { return x.in(c.text()) }}, nil
}

// expression is a regular expression and a text that stands wherever it matches.
type expression struct {
	*regexp.Regexp
	must *finder // nil where there is none
}

func (p *parser) expression() (*expression, error) {
	start := p.at
	end := closingSlash(p.text, start+1)
	if end < 0 {
		return nil, wrong(start, `the regular expression wants a slash at its end; put text that begins with "/" in quotes`)
	}
	p.at = end + 1
	source := strings.ReplaceAll(p.text[start+1:end], `\/`, `/`)
	if source == "" {
		return nil, wrong(start, "the regular expression is empty")
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, wrong(start, "%s", reason(err))
	}
	return &expression{re, mustContain(source)}, nil
}

// closingSlash gives the next slash without a backslash before it, or -1.
func closingSlash(text string, from int) int {
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '/':
			return i
		}
	}
	return -1
}

func reason(err error) string {
	var bad *syntax.Error
	if errors.As(err, &bad) {
		return bad.Code.String() + ": " + bad.Expr
	}
	return err.Error()
}

func (x *expression) in(b []byte) bool {
	return (x.must == nil || x.must.in(b)) && x.Match(b)
}

// mustContain looks for a text without which the expression cannot match: looking
// for it first is many times faster than trying the expression.
func mustContain(source string) *finder {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil
	}
	text, fold := longestLiteral(parsed.Simplify())
	if len(text) < 2 {
		return nil
	}
	return newFinder([]byte(text), fold)
}

// longestLiteral gives the longest text that is part of every match.
func longestLiteral(x *syntax.Regexp) (text string, fold bool) {
	switch x.Op {
	case syntax.OpLiteral:
		return literal(x)
	case syntax.OpCapture, syntax.OpPlus:
		return longestLiteral(x.Sub[0])
	case syntax.OpConcat:
		for _, sub := range x.Sub {
			if t, f := longestLiteral(sub); len(t) > len(text) {
				text, fold = t, f
			}
		}
	default: // may match without any of its parts
	}
	return text, fold
}

// literal gives a text that a finder can find. Without regard to case that is one of
// ASCII alone, and without k and s, which have relatives elsewhere in Unicode.
func literal(x *syntax.Regexp) (text string, fold bool) {
	fold = x.Flags&syntax.FoldCase != 0
	text = string(x.Rune)
	if !fold {
		return text, fold
	}
	longest := ""
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r >= 0x80 || strings.ContainsRune("kKsS", r) }) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest, fold
}
