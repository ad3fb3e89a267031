package jq

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/itchyny/gojq"
)

// decode reads a text into what the interpreter takes, numbers as they are written.
func decode(text []byte) (value any, err error) {
	if deep(text) {
		return nil, fmt.Errorf("the text cannot be taken: %w", ErrDepth)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("%w: it ends too early", ErrNotJSON)
		}
		return nil, fmt.Errorf("%w: %s", ErrNotJSON, oneLine(err))
	}
	if rest := text[decoder.InputOffset():]; len(bytes.TrimLeft(rest, " \t\r\n")) > 0 {
		return nil, fmt.Errorf("%w: more stands behind it at byte %d", ErrNotJSON, decoder.InputOffset())
	}
	return value, nil
}

// deep says whether brackets outside of strings nest deeper than MaxDepth.
func deep(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			if depth++; depth > MaxDepth {
				return true
			}
		case ']', '}':
			depth--
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}

// writer turns values into texts. It never writes much more than it may, since a value
// may hold the same thing many times over.
type writer struct {
	left int // bytes that may still be written
	out  []byte
}

// text gives a value as compact JSON in bytes of its own.
func (w *writer) text(value any) ([]byte, error) {
	w.out = w.out[:0]
	if err := w.value(value, 0); err != nil {
		return nil, err
	}
	w.left -= len(w.out)
	return slices.Clone(w.out), nil
}

var errDeepResult = fmt.Errorf("the result cannot be shown: %w", ErrDepth)

// value writes a value that stands at a depth, 0 for a result itself.
func (w *writer) value(value any, depth int) error {
	var err error
	switch v := value.(type) {
	case []any:
		err = w.array(v, depth+1)
	case map[string]any:
		err = w.object(v, depth+1)
	case string:
		w.string(v)
	case json.Number:
		w.out = append(w.out, v...)
	case int:
		w.out = strconv.AppendInt(w.out, int64(v), 10)
	default:
		w.scalar(v)
	}
	if err == nil && len(w.out) > w.left {
		err = ErrOutput
	}
	return err
}

func (w *writer) array(values []any, depth int) error {
	if depth > MaxDepth {
		return errDeepResult
	}
	w.out = append(w.out, '[')
	for i, v := range values {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.value(v, depth); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return nil
}

func (w *writer) object(members map[string]any, depth int) error {
	if depth > MaxDepth {
		return errDeepResult
	}
	w.out = append(w.out, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.string(name)
		w.out = append(w.out, ':')
		if err := w.value(members[name], depth); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return nil
}

// string writes a string. Most are as they are.
func (w *writer) string(s string) {
	if isPlain(s) {
		w.out = append(append(append(w.out, '"'), s...), '"')
		return
	}
	w.scalar(s)
}

func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// scalar writes what the interpreter best writes itself.
func (w *writer) scalar(value any) {
	text, _ := gojq.Marshal(value) // it always gives nil
	w.out = append(w.out, text...)
}
