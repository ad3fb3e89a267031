package ui

import (
	"strings"

	"stdioscope/framing"
)

// callLine writes a request as the command line that sends it.
func callLine(line []byte, command []string, protocol string) []byte {
	m := scanned(line)
	if m.Kind != framing.Request {
		return nil
	}
	words := []string{"stdioscope", "call"}
	if protocol != "" {
		words = append(words, "--protocol", protocol)
	}
	words = append(words, framing.StringOf(m.Method.Of(line)))
	if params := m.Params.Of(line); params != nil {
		words = append(words, string(params))
	}
	words = append(append(words, "--"), command...)
	for i, word := range words {
		words[i] = shellQuoted(word)
	}
	return []byte(strings.Join(words, " "))
}

// shellQuoted writes a word so that a POSIX shell takes it as it is.
func shellQuoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
