package filter

import (
	"fmt"
	"strings"
)

// SyntaxError says what is wrong with an expression, and where.
type SyntaxError struct {
	// Offset is the byte in the expression that the message is about.
	Offset  int
	Message string
}

// Error gives one line with the place, counted from 1 as people do.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("at byte %d: %s", e.Offset+1, e.Message)
}

func wrong(offset int, format string, args ...any) error {
	return &SyntaxError{Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// maxDepth bounds parentheses within parentheses.
const maxDepth = 200

// Parse reads an expression. One without terms matches every event. The error is
// always a *SyntaxError.
func Parse(text string) (*Filter, error) {
	p := &parser{text: text}
	if p.skipBlanks(); p.ended() {
		return &Filter{root: all{}}, nil
	}
	root, err := p.either()
	if err != nil {
		return nil, err
	}
	if !p.ended() { // either stops only there and before a parenthesis
		return nil, wrong(p.at, `no parenthesis is open here; put text with ")" in quotes`)
	}
	return newFilter(root, p.hints), nil
}

// parser goes through an expression once. Its methods leave at behind what they read
// and the blanks that follow.
type parser struct {
	text  string
	at    int
	depth int
	hints []string
}

func (p *parser) rest() string { return p.text[p.at:] }
func (p *parser) ended() bool  { return p.at == len(p.text) }

func (p *parser) has(prefix string) bool { return strings.HasPrefix(p.rest(), prefix) }

func (p *parser) skipBlanks() {
	for !p.ended() && isBlank(p.text[p.at]) {
		p.at++
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// either reads alternatives: terms with "or" between them.
func (p *parser) either() (node, error) {
	var nodes anyOf
	for {
		n, err := p.together()
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
		if !p.keyword("or") {
			break
		}
	}
	if len(nodes) == 1 {
		return nodes[0], nil
	}
	return nodes, nil
}

// together reads terms side by side, at least one.
func (p *parser) together() (node, error) {
	var nodes all
	for {
		if p.atEndOfTerms() || p.atKeyword("and") {
			return nil, p.missing()
		}
		n, err := p.negatable()
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
		if !p.keyword("and") && p.atEndOfTerms() {
			break
		}
	}
	if len(nodes) == 1 {
		return nodes[0], nil
	}
	return nodes, nil
}

func (p *parser) atEndOfTerms() bool { return p.ended() || p.has(")") || p.atKeyword("or") }

// missing says that a term should stand here.
func (p *parser) missing() error {
	if p.atKeyword("or") || p.atKeyword("and") {
		return wrong(p.at, "a term is missing before this word; put it in quotes to search for it")
	}
	return wrong(p.at, "a term is missing here")
}

// atKeyword says whether a word stands here, in small or in capital letters.
func (p *parser) atKeyword(word string) bool {
	if !p.has(word) && !p.has(strings.ToUpper(word)) {
		return false
	}
	rest := p.rest()[len(word):]
	return rest == "" || isBlank(rest[0]) || rest[0] == '(' || rest[0] == ')'
}

func (p *parser) keyword(word string) bool {
	found := p.atKeyword(word)
	if found {
		p.at += len(word)
		p.skipBlanks()
	}
	return found
}

// negatable reads a term or a parenthesis that may have a minus before it.
func (p *parser) negatable() (node, error) {
	if !p.has("-") {
		return p.operand()
	}
	start := p.at
	p.at++
	if p.ended() || isBlank(p.text[p.at]) || p.has(")") {
		return nil, wrong(start, `nothing to negate; put "-" in quotes to search for it`)
	}
	if p.has("-") {
		return nil, wrong(start, "two minus signs; put text that begins with them in quotes")
	}
	n, err := p.operand()
	if err != nil {
		return nil, err
	}
	return not{n}, nil
}

func (p *parser) operand() (node, error) {
	if p.has("(") {
		return p.group()
	}
	start := p.at
	n, err := p.term()
	if err != nil {
		return nil, err
	}
	if !p.atDelimiter() {
		return nil, wrong(p.at, "a blank is missing here")
	}
	n.source = p.text[start:p.at]
	p.skipBlanks()
	return n, nil
}

func (p *parser) group() (node, error) {
	start := p.at
	if p.depth++; p.depth > maxDepth {
		return nil, wrong(start, "more than %d parentheses are open", maxDepth)
	}
	p.at++
	p.skipBlanks()
	n, err := p.either()
	if err != nil {
		return nil, err
	}
	if !p.has(")") {
		return nil, wrong(start, "this parenthesis is not closed")
	}
	p.depth--
	p.at++
	p.skipBlanks()
	return n, nil
}

func (p *parser) atDelimiter() bool {
	return p.ended() || isBlank(p.text[p.at]) || p.text[p.at] == ')'
}

// word reads up to a blank, to a parenthesis that was not opened in the word, or to
// one of the bytes in stops.
func (p *parser) word(stops string) string {
	start, open := p.at, 0
	for ; !p.ended(); p.at++ {
		switch c := p.text[p.at]; {
		case c == '(':
			open++
		case c == ')' && open == 0, isBlank(c), strings.IndexByte(stops, c) >= 0:
			return p.text[start:p.at]
		case c == ')':
			open--
		}
	}
	return p.text[start:]
}
