package redact

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"

	"stdioscope/framing"
)

const (
	maskStart = "[redacted:"
	maskHex   = 8
	maskSize  = len(maskStart) + maskHex + 1
)

// appendMask appends the mask of a secret. If its bytes are not UTF-8 the first bad
// one stays: it is what is wrong with the line, and that must remain to be seen.
func (f *finder) appendMask(dst, secret []byte) []byte {
	var room [sha256.Size]byte
	f.mac.Reset()
	f.mac.Write(secret)
	dst = append(dst, maskStart...)
	dst = hex.AppendEncode(dst, f.mac.Sum(room[:0])[:maskHex/2])
	dst = append(dst, ']')
	if bad := invalidByte(secret); bad >= 0 {
		dst = append(dst, secret[bad])
	}
	return dst
}

// invalidByte gives the first byte that is not UTF-8, or -1.
func invalidByte(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// IsMask says whether a text is one mask and nothing else.
func IsMask(text []byte) bool { return len(text) == maskSize && maskAt(text, 0) }

func maskAt(text []byte, at int) bool {
	if len(text)-at < maskSize || string(text[at:at+len(maskStart)]) != maskStart {
		return false
	}
	for _, c := range text[at+len(maskStart) : at+maskSize-1] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return text[at+maskSize-1] == ']'
}

// FindMasks gives where masks stand in a line.
func FindMasks(line []byte) []framing.Span { return appendMasks(nil, line) }

func appendMasks(spans []framing.Span, text []byte) []framing.Span {
	for i := 0; ; {
		n := bytes.Index(text[i:], []byte(maskStart))
		if n < 0 {
			return spans
		}
		if i += n; maskAt(text, i) {
			spans = append(spans, framing.Span{Start: i, End: i + maskSize})
			i += maskSize
		} else {
			i += len(maskStart)
		}
	}
}

// flaw gives the first raw control character or malformed escape inside a JSON string.
// As a bad byte is, it is what is wrong with the line, and has to stay.
func flaw(text []byte) []byte {
	for i, c := range text {
		if c < ' ' || c == '\\' {
			return flawFrom(text, i)
		}
	}
	return nil
}

func flawFrom(text []byte, i int) []byte {
	for i < len(text) {
		switch n, ok := escapeSize(text[i:]); {
		case text[i] < ' ':
			return text[i : i+1]
		case text[i] != '\\':
			i++
		case !ok:
			return text[i : i+n]
		default:
			i += n
		}
	}
	return nil
}

// escapeSize gives the length of the escape that text begins with, and whether JSON knows it.
func escapeSize(text []byte) (n int, ok bool) {
	if len(text) < 2 {
		return len(text), false
	}
	if text[1] == 'u' {
		if _, ok := hexRune(text); ok {
			return 6, true
		}
		return 2, false
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), text[1]) >= 0 {
		return 2, true
	}
	_, size := utf8.DecodeRune(text[1:])
	return 1 + size, false
}

// argumentMask is what recorders write in place of an argument.
const argumentMask = "•••"

// isMasked says whether nothing is left of a text but a mask and what is wrong with it.
func isMasked(text []byte) bool {
	if string(text) == argumentMask {
		return true
	}
	masks := len(text) == 0
	for len(text) > 0 {
		c, n := utf8.DecodeRune(text)
		switch {
		case maskAt(text, 0):
			n, masks = maskSize, true
		case c < ' ':
		case c == '\\':
			var ok bool
			if n, ok = escapeSize(text); ok {
				return false
			}
		case c != utf8.RuneError || n != 1:
			return false
		}
		text = text[n:]
	}
	return masks
}
