package jq

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/itchyny/gojq"

	"stdioscope/framing/printable"
)

// longestExpression is in bytes. The compiler takes a stack frame a level.
const longestExpression = 64 << 10

// Query is an expression that is ready to run. The zero value is not usable: see Parse.
type Query struct {
	code *gojq.Code
}

// SyntaxError says what is wrong with an expression, and where.
type SyntaxError struct {
	// Offset is the byte in the expression that the message is about; its length where
	// something is missing at the end. The place of a name that is not known is that
	// where it stands first.
	Offset  int
	Message string
}

// Error gives one line with the place, counted from 1 as people do.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: %s", e.Offset+1, e.Message) }

// Parse reads an expression. One that is blank stands for the whole text, as "." does.
// The error is always a *SyntaxError.
func Parse(expr string) (*Query, error) {
	if len(expr) > longestExpression {
		return nil, &SyntaxError{longestExpression, fmt.Sprintf("the expression is longer than %d bytes", longestExpression)}
	}
	text := expr
	if strings.TrimSpace(expr) == "" {
		text = "."
	}
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, syntaxError(expr, err)
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, compileError(expr, err)
	}
	return &Query{code}, nil
}

// syntaxError points at the token that should not be there: the parser tells where it ends.
func syntaxError(expr string, err error) error {
	var wrong *gojq.ParseError
	if !errors.As(err, &wrong) {
		return &SyntaxError{0, oneLine(err)}
	}
	message := oneLine(err)
	if message == "unexpected EOF" {
		message = "the expression ends too early"
	}
	return &SyntaxError{min(max(0, wrong.Offset-len(wrong.Token)), len(expr)), message}
}

var namedInError = regexp.MustCompile(`: "?(\$?[A-Za-z0-9_:./@-]+?)"?(/\d+)?$`)

// compileError points at the name that the message ends in, of which the compiler does
// not say where it stands.
func compileError(expr string, err error) error {
	wrong := &SyntaxError{0, oneLine(err)}
	name := "input" // the one message that ends otherwise is about it
	if found := namedInError.FindStringSubmatch(wrong.Message); found != nil {
		name = found[1]
	}
	for from := 0; ; {
		at := strings.Index(expr[from:], name)
		if at < 0 {
			return wrong
		}
		if start := from + at; isWhole(expr, start, start+len(name)) {
			wrong.Offset = start
			return wrong
		}
		from += at + len(name)
	}
}

// isWhole says whether a name in an expression is not a part of another, nor of a member.
func isWhole(expr string, start, end int) bool {
	before := start > 0 && (isLetter(expr[start-1], true) || strings.IndexByte(".$", expr[start-1]) >= 0)
	behind := end < len(expr) && isLetter(expr[end], true)
	return !before && !behind
}

// longestMessage is in bytes: a message may quote a whole text.
const longestMessage = 500

// oneLine makes a message fit to be shown on a line.
func oneLine(err error) string {
	message := err.Error()
	if len(message) > longestMessage {
		message = strings.ToValidUTF8(message[:longestMessage], "") + "…"
	}
	return printable.Text([]byte(message))
}
