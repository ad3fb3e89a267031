package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"

	"stdioscope/framing/splice"
	"stdioscope/mcp"
)

// paramsOf reads the params of a request from the command line.
func paramsOf(method string, words []string, stdin io.Reader) ([]byte, error) {
	if len(words) == 0 {
		return nil, nil
	}
	if first := words[0]; first == "-" || strings.HasPrefix(first, "@") || strings.HasPrefix(strings.TrimSpace(first), "{") || json.Valid([]byte(first)) {
		if len(words) > 1 {
			return nil, usage("params: nothing may follow %q, but there is %q", first, words[1])
		}
		return jsonParams(first, stdin)
	}
	if method != mcp.MethodToolsCall && method != mcp.MethodPromptsGet {
		return members(words)
	}
	arguments, err := members(words[1:])
	if err != nil {
		return nil, err
	}
	return splice.With(splice.With([]byte("{}"), "name", quoted(words[0])), "arguments", arguments), nil
}

// jsonParams reads params that are given as a whole, and folds them to one line if they
// are not on one: a message has to be.
func jsonParams(word string, stdin io.Reader) ([]byte, error) {
	raw, err := []byte(word), error(nil)
	switch {
	case word == "-":
		raw, err = io.ReadAll(stdin)
	case strings.HasPrefix(word, "@"):
		raw, err = os.ReadFile(word[1:])
	}
	if err != nil {
		return nil, usage("params: %w", err)
	}
	raw = bytes.TrimSpace(raw)
	var folded bytes.Buffer
	if err := json.Compact(&folded, raw); err != nil {
		return nil, usage("params: not JSON: %w", err)
	}
	if raw[0] != '{' && raw[0] != '[' {
		return nil, usage("params: they are a JSON object, @FILE, -, or members such as key=text and key:=json, not %s", raw)
	}
	if bytes.ContainsAny(raw, "\r\n") {
		raw = folded.Bytes()
	}
	return raw, nil
}

// members makes an object of key=text and key:=json.
func members(words []string) ([]byte, error) {
	object := []byte("{}")
	for _, word := range words {
		name, value, ok := strings.Cut(word, "=")
		if !ok || name == "" || name == ":" {
			return nil, usage("params: %q is neither key=text nor key:=json", word)
		}
		raw := quoted(value)
		if key, isJSON := strings.CutSuffix(name, ":"); isJSON {
			var folded bytes.Buffer
			if err := json.Compact(&folded, []byte(value)); err != nil {
				return nil, usage("params: %s: not JSON: %w", key, err)
			}
			name, raw = key, folded.Bytes()
		}
		key := quoted(name)
		object = splice.With(object, string(key[1:len(key)-1]), raw)
	}
	return object, nil
}

// quoted writes a JSON string.
func quoted(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string cannot fail to encode
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
