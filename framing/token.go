package framing

import (
	"encoding/binary"
	"math/bits"
)

// Classes of bytes by what they may begin outside a string.
const (
	other = iota
	blank
	quote
	colon
	comma
	openBrace
	openBracket
	closeBrace
	closeBracket
	number
	literal
)

var classes = [256]uint8{
	' ': blank, '\t': blank, '\r': blank, '\n': blank,
	'"': quote, ':': colon, ',': comma,
	'{': openBrace, '[': openBracket, '}': closeBrace, ']': closeBracket,
	'-': number, '0': number, '1': number, '2': number, '3': number, '4': number,
	'5': number, '6': number, '7': number, '8': number, '9': number,
	't': literal, 'f': literal, 'n': literal,
}

// special marks the bytes that end a plain run inside a string.
var special = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' || c == '"' || c == '\\' || c >= 0x80
	}
	return t
}()

const (
	lanes = 0x0101010101010101
	highs = 0x80 * lanes
)

// specials sets the high bit of every byte of x that is special, and no other. Bits
// above the lowest one set may be wrong, because subtraction borrows upwards.
func specials(x uint64) uint64 { return marks(x) & highs }

// marks is specials with noise in the low bits. Turning bit 1 around brings the
// quote (0x22) next to the control characters: one comparison finds both.
func marks(x uint64) uint64 {
	low := (x ^ 0x02*lanes) - 0x21*lanes
	backslash := (x ^ '\\'*lanes) - lanes
	return x | low | backslash
}

// plain gives the first special byte at or after i, or the end of b. Many bytes at
// a time, since text is most of what large messages are made of.
func plain(b []byte, i int) int {
	p := b[i:]
	for len(p) >= 32 {
		w, x := binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[8:])
		y, z := binary.LittleEndian.Uint64(p[16:]), binary.LittleEndian.Uint64(p[24:])
		if (marks(w)|marks(x)|marks(y)|marks(z))&highs != 0 {
			break
		}
		p = p[32:]
	}
	for len(p) >= 8 {
		if hit := specials(binary.LittleEndian.Uint64(p)); hit != 0 {
			return len(b) - len(p) + bits.TrailingZeros64(hit)>>3
		}
		p = p[8:]
	}
	for len(p) > 0 && !special[p[0]] {
		p = p[1:]
	}
	return len(b) - len(p)
}

func skipBlank(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && classes[b[i]] == blank {
		i++
	}
	return i
}

// token gives the next byte at or behind i that is not blank, and where it stands;
// 0 at the end of the line: no token begins with it.
func token(b []byte, i int) (byte, int) {
	if uint(i) < uint(len(b)) && b[i] > ' ' {
		return b[i], i
	}
	return tokenBehindBlank(b, i)
}

func tokenBehindBlank(b []byte, i int) (byte, int) {
	if i = skipBlank(b, i); i < len(b) {
		return b[i], i
	}
	return 0, i
}

// peek gives the byte at i, 0 behind the end.
func peek(b []byte, i int) byte {
	if uint(i) < uint(len(b)) {
		return b[i]
	}
	return 0
}

// text gives the index behind the string whose first byte behind the quote is b[i],
// or -1. Bytes that are not UTF-8 are noted and do not end the string.
func (s *Scanner) text(b []byte, i int) int {
	for p := b[i:]; len(p) >= 8; p = p[8:] { // most strings are short and plain
		x := binary.LittleEndian.Uint64(p)
		hit := specials(x)
		if hit == 0 {
			i += 8
			continue
		}
		n := bits.TrailingZeros64(hit)
		if i += n >> 3; byte(x>>((n-7)&63)) == '"' {
			return i + 1
		}
		break
	}
	return s.longText(b, plain(b, i))
}

// longText goes on with a string from the special byte at b[i] on.
func (s *Scanner) longText(b []byte, i int) int {
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			n := escape(b[i:])
			if n == 0 {
				return s.badEscape(b, i)
			}
			s.escaped = true
			i += n
		case c < ' ':
			return s.fail(i, ControlCharacter)
		default:
			i = s.multibyte(b, i)
		}
		i = plain(b, i)
	}
	return s.fail(len(b), OpenString)
}

// badEscape tells an escape that the end of the line cut off from a wrong one.
func (s *Scanner) badEscape(b []byte, i int) int {
	if tail := b[i:]; len(tail) < 2 || tail[1] == 'u' && hexDigits(tail[2:]) == len(tail)-2 {
		return s.fail(len(b), OpenString)
	}
	return s.fail(i, BadEscape)
}

// escape gives the length of the escape sequence that b begins with, 0 if it is none.
// Halves of surrogate pairs are left to those who decode: the grammar allows them alone.
func escape(b []byte) int {
	if len(b) < 2 || b[0] != '\\' {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if hexDigits(b[2:]) == 4 {
			return 6
		}
	}
	return 0
}

// hexDigits counts the hexadecimal digits that b begins with, four at most.
func hexDigits(b []byte) (n int) {
	for n < 4 && n < len(b) && hexValue(b[n]) >= 0 {
		n++
	}
	return n
}

func hexValue(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}

// multibyte steps over the run of characters beyond ASCII at b[i], noting the first bad byte.
func (s *Scanner) multibyte(b []byte, i int) int {
	for i < len(b) && b[i] >= 0x80 {
		n := utf8Length(b[i:])
		if n == 0 {
			if s.badUTF8 < 0 {
				s.badUTF8 = i
			}
			n = 1
		}
		i += n
	}
	return i
}

// utf8Length gives the length of the multi-byte character that b begins with, 0 if
// it is none. (RFC 3629, section 4; utf8.DecodeRune is a third slower here.)
func utf8Length(b []byte) int {
	c := b[0]
	switch {
	case c < 0xC2 || c > 0xF4:
		return 0
	case c < 0xE0:
		if len(b) >= 2 && b[1]&0xC0 == 0x80 {
			return 2
		}
	case c < 0xF0:
		if len(b) >= 3 && b[1]&0xC0 == 0x80 && b[2]&0xC0 == 0x80 &&
			(c != 0xE0 || b[1] >= 0xA0) && (c != 0xED || b[1] < 0xA0) {
			return 3
		}
	default:
		if len(b) >= 4 && b[1]&0xC0 == 0x80 && b[2]&0xC0 == 0x80 && b[3]&0xC0 == 0x80 &&
			(c != 0xF0 || b[1] >= 0x90) && (c != 0xF4 || b[1] < 0x90) {
			return 4
		}
	}
	return 0
}

// scalar gives the index behind the number or literal that begins at b[i], or -1.
func (s *Scanner) scalar(b []byte, i int) int {
	switch b[i] {
	case 't':
		return s.word(b, i, "true")
	case 'f':
		return s.word(b, i, "false")
	case 'n':
		return s.word(b, i, "null")
	}
	return s.number(b, i)
}

func (s *Scanner) word(b []byte, i int, w string) int {
	if len(b)-i >= len(w) && string(b[i:i+len(w)]) == w {
		return i + len(w)
	}
	return s.fail(i, ExpectedValue)
}

// number follows RFC 8259, section 6.
func (s *Scanner) number(b []byte, start int) int {
	i := start
	if b[i] == '-' {
		i++
	}
	switch first := digits(b, i); {
	case first == i:
		return s.notNumber(b, start)
	case b[i] == '0' && first > i+1:
		return s.fail(start, BadNumber)
	default:
		i = first
	}
	if i < len(b) && b[i] == '.' {
		if i = digits(b, i+1); b[i-1] == '.' {
			return s.fail(start, BadNumber)
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		return s.exponent(b, start, i+1)
	}
	return i
}

func (s *Scanner) exponent(b []byte, start, i int) int {
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		i++
	}
	end := digits(b, i)
	if end == i {
		return s.fail(start, BadNumber)
	}
	return end
}

func digits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// notNumber names what stands where a value should begin.
func (s *Scanner) notNumber(b []byte, i int) int {
	rest := b[i:]
	if len(rest) > 0 && rest[0] == '-' {
		rest = rest[1:]
	}
	if hasPrefix(rest, "NaN") || hasPrefix(rest, "Infinity") {
		return s.fail(i, NotANumber)
	}
	if len(rest) < len(b)-i {
		return s.fail(i, BadNumber)
	}
	return s.fail(i, ExpectedValue)
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}
