package framing

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote gives the value of a JSON string, quotes included. Halves of surrogate
// pairs that stand alone and bytes that are not UTF-8 become U+FFFD, as in
// encoding/json. What is no JSON string comes back as it is.
func Unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return string(raw)
	}
	return string(appendUnquoted(make([]byte, 0, len(raw)), raw, replaceHalves))
}

// halves says what becomes of half a surrogate pair and of bytes that are not UTF-8.
type halves bool

const (
	// replaceHalves makes them U+FFFD.
	replaceHalves halves = false
	// keepHalves keeps them apart from one another, at the price of a result that is
	// not UTF-8: a half becomes the three bytes that UTF-8 would have for it.
	keepHalves halves = true
)

// appendUnquoted appends the value of the quoted string raw to dst.
func appendUnquoted(dst, raw []byte, mode halves) []byte {
	raw = raw[1 : len(raw)-1]
	for i := 0; i < len(raw); {
		end := plain(raw, i)
		dst = append(dst, raw[i:end]...)
		if i = end; i == len(raw) {
			break
		}
		var n int
		if raw[i] == '\\' {
			dst, n = appendEscape(dst, raw[i:], mode)
		} else {
			dst, n = appendCharacter(dst, raw[i:], mode)
		}
		i += n
	}
	return dst
}

// appendCharacter appends what stands at the beginning of b and is no plain ASCII.
func appendCharacter(dst, b []byte, mode halves) ([]byte, int) {
	n := 1
	if b[0] >= 0x80 {
		if n = utf8Length(b); n == 0 {
			if mode == replaceHalves {
				return utf8.AppendRune(dst, utf8.RuneError), 1
			}
			n = 1
		}
	}
	return append(dst, b[:n]...), n
}

// appendEscape appends what the escape at the beginning of b stands for. Of an
// escape that JSON does not know the backslash is kept.
func appendEscape(dst, b []byte, mode halves) ([]byte, int) {
	n := escape(b)
	switch n {
	case 0:
		return append(dst, '\\'), 1
	case 2:
		return append(dst, unescaped(b[1])), 2
	}
	r := hexRune(b)
	if low := b[6:]; utf16.IsSurrogate(r) && escape(low) == 6 {
		if pair := utf16.DecodeRune(r, hexRune(low)); pair != utf8.RuneError {
			return utf8.AppendRune(dst, pair), 12
		}
	}
	if utf16.IsSurrogate(r) && mode == keepHalves {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F), 6
	}
	return utf8.AppendRune(dst, r), 6
}

func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// hexRune reads the four digits of \uXXXX.
func hexRune(b []byte) (r rune) {
	for _, c := range b[2:6] {
		r = r<<4 | hexValue(c)
	}
	return r
}
