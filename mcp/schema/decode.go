package schema

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"stdioscope/framing"
)

// decode reads a JSON value within bounds. Numbers keep their digits.
func decode(text []byte, depth int) (any, error) {
	var m framing.Message
	framing.Scan(text, &m)
	switch {
	case m.Fault.Reason != framing.NoFault:
		return nil, fmt.Errorf("%w: %v", ErrNotJSON, m.Fault)
	case !m.Whole.Present():
		return nil, fmt.Errorf("%w: it is empty", ErrNotJSON)
	case m.Depth > depth:
		return nil, fmt.Errorf("%w: it nests deeper than %d levels", ErrTooHard, depth)
	}
	if _, sound := survey(text); !sound {
		return nil, fmt.Errorf("%w: a number has more than %d digits", ErrTooHard, maxDigits)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNotJSON, err) //nolint:errorlint // the cause is text for people
	}
	return value, nil
}

// survey counts what may be a schema in sound JSON, and says whether all its numbers
// can be reckoned with.
func survey(text []byte) (schemas int, reckons bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			i = stringEnd(text, i) - 1
		case c == '-' || '0' <= c && c <= '9':
			end := i + 1
			for end < len(text) && strings.IndexByte("+-.eE0123456789", text[end]) >= 0 {
				end++
			}
			if !reckonable(text[i:end]) {
				return schemas, false
			}
			i = end - 1
		case c == '{' || c == 't' || c == 'f':
			schemas++
		}
	}
	return schemas, true
}

// stringEnd gives the index behind the string that begins at i, or the end of the text.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
