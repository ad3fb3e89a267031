package walk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"stdioscope/framing"
)

// ErrPath is returned for a text that is no JSON path.
var ErrPath = errors.New("not a JSON path")

// Pattern is a JSON path (RFC 9535) of names, indexes, wildcards and descent:
// $.params.name, $['odd name'], $.content[0], $.tools[*].name, $..token.
type Pattern struct {
	steps []step
	text  string
}

type step struct {
	name    string
	index   int
	byIndex bool
	any     bool // * takes members and elements alike
	descend bool // .. skips any number of levels before the step
}

// mostSteps keeps the state of a pattern within one word.
const mostSteps = 62

// Compile reads a pattern.
func Compile(text string) (Pattern, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "$")
	if !ok {
		return Pattern{}, fmt.Errorf("%w: %q does not begin with $", ErrPath, text)
	}
	p := Pattern{text: "$" + rest}
	for rest != "" {
		s, behind, err := readStep(rest)
		if err != nil {
			return Pattern{}, fmt.Errorf("%w: %q: %w", ErrPath, text, err)
		}
		p.steps, rest = append(p.steps, s), behind
	}
	if len(p.steps) > mostSteps {
		return Pattern{}, fmt.Errorf("%w: it has more than %d steps", ErrPath, mostSteps)
	}
	return p, nil
}

// String gives the pattern as it was written.
func (p Pattern) String() string { return p.text }

func readStep(text string) (s step, rest string, err error) {
	if rest, s.descend = strings.CutPrefix(text, ".."); !s.descend {
		var dot bool
		if rest, dot = strings.CutPrefix(text, "."); !dot {
			if text[0] != '[' {
				return s, "", fmt.Errorf("a dot or bracket is missing before %q", text)
			}
			return readBracket(s, text)
		}
	}
	if strings.HasPrefix(rest, "[") {
		if s.descend {
			return readBracket(s, rest)
		}
		return s, "", fmt.Errorf("a name is missing behind the dot of %q", text)
	}
	end := strings.IndexAny(rest, ".[")
	if end < 0 {
		end = len(rest)
	}
	if end == 0 {
		return s, "", fmt.Errorf("a name is missing at %q", text)
	}
	s.name, s.any = rest[:end], rest[:end] == "*"
	return s, rest[end:], nil
}

func readBracket(s step, text string) (step, string, error) {
	if len(text) > 1 && (text[1] == '"' || text[1] == '\'') {
		return readQuoted(s, text)
	}
	inner, rest, closed := strings.Cut(text[1:], "]")
	if !closed {
		return s, "", fmt.Errorf("there is no ] for %q", text)
	}
	if inner = strings.TrimSpace(inner); inner == "*" {
		s.any = true
		return s, rest, nil
	}
	n, err := strconv.Atoi(inner)
	if err != nil || n < 0 {
		return s, "", fmt.Errorf("[%s] is neither an index, nor [*], nor a name in quotes", inner)
	}
	s.index, s.byIndex = n, true
	return s, rest, nil
}

// readQuoted reads ['name'] and ["name"]; what stands in double quotes is a JSON string.
func readQuoted(s step, text string) (step, string, error) {
	end := 2
	for end < len(text) && text[end] != text[1] {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(text) {
		return s, "", fmt.Errorf("there is no end of the name in %q", text)
	}
	rest, closed := strings.CutPrefix(text[end+1:], "]")
	if !closed {
		return s, "", fmt.Errorf("there is no ] behind the name of %q", text)
	}
	s.name = framing.Unquote([]byte(text[1 : end+1]))
	if text[1] == '\'' {
		s.name = strings.NewReplacer(`\'`, `'`, `\\`, `\`).Replace(text[2:end])
	}
	return s, rest, nil
}
