package diff

import (
	"bytes"
	"hash/maphash"
	"strconv"
	"strings"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// scalarHash is the hash of a string, number or literal.
func (b *builder) scalarHash(n *node) uint64 {
	raw := b.text[n.start:n.stop]
	kind := uint64(typeOf(raw)) * oddA
	switch {
	case b.opt.Match != Exact:
		return kind
	case n.kind == walk.Literal:
		return kind ^ maphash.Bytes(b.seed, raw)
	case n.kind == walk.Number:
		return kind ^ b.numberHash(n, raw)
	case b.opt.Times && hasTime(raw):
		return kind ^ maphash.Bytes(b.seed, withoutTimes([]byte(framing.Unquote(raw))))
	}
	return kind ^ b.textHash(raw)
}

func (b *builder) numberHash(n *node, raw []byte) uint64 {
	switch {
	case b.opt.Times && looksLikeEpoch(raw) && speaksOfTime(b.text[n.name[0]:n.name[1]]):
		return oddB
	case b.opt.Spelling:
		return maphash.Bytes(b.seed, raw)
	}
	return maphash.String(b.seed, valueOf(string(raw)))
}

// typeOf gives a letter for the type of a raw value.
func typeOf(raw []byte) byte {
	if len(raw) == 0 {
		return 0
	}
	switch c := raw[0]; c {
	case '{', '[', '"', 'n':
		return c
	case 't', 'f':
		return 't'
	}
	return '0'
}

// valueOf writes a number so that equal ones are equal: its digits without zeros at
// either end, and the power of ten of the last. It needs no arithmetic, and so has no
// limits but for exponents of more than nine digits, which are compared as written.
func valueOf(number string) string {
	const longestExponent = 10
	text, exponent := number, 0
	if e := strings.IndexAny(text, "eE"); e >= 0 {
		if len(text)-e > longestExponent {
			return number
		}
		exponent, _ = strconv.Atoi(text[e+1:])
		text = text[:e]
	}
	text, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	exponent += len(digits) - len(short) - len(fraction)
	if negative {
		short = "-" + short
	}
	return short + "e" + strconv.Itoa(exponent)
}

// hasTime says whether a time of RFC 3339 stands in a text.
func hasTime(text []byte) bool { return timeAt(text, 0) >= 0 }

const (
	firstColon = len("2006-01-02T15")
	timeSize   = len("2006-01-02T15:04:05")
)

// timeAt gives where the next time stands from a byte on, or -1.
func timeAt(text []byte, from int) int {
	for i := from + firstColon; i < len(text); {
		n := bytes.IndexByte(text[i:], ':')
		if n < 0 {
			return -1
		}
		if at := i + n - firstColon; fits(text[at:], "0000-00-00T00:00:00") {
			return at
		}
		i += n + 1
	}
	return -1
}

// fits says whether a text begins with a pattern, in which 0 is any digit and T a T or a blank.
func fits(text []byte, pattern string) bool {
	if len(text) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		switch c := text[i]; pattern[i] {
		case '0':
			if c < '0' || c > '9' {
				return false
			}
		case 'T':
			if c != 'T' && c != 't' && c != ' ' {
				return false
			}
		default:
			if c != pattern[i] {
				return false
			}
		}
	}
	return true
}

// withoutTimes writes a sign that no text holds in place of each time.
func withoutTimes(text []byte) []byte {
	var out []byte
	at := 0
	for next := timeAt(text, 0); next >= 0; next = timeAt(text, at) {
		out = append(append(out, text[at:next]...), 0xFF)
		at = next + timeSize
		for at < len(text) && (text[at] == '.' || '0' <= text[at] && text[at] <= '9') {
			at++
		}
		switch rest := text[at:]; {
		case len(rest) > 0 && rest[0]|0x20 == 'z':
			at++
		case fits(rest, "+00:00"), fits(rest, "-00:00"):
			at += len("+00:00")
		}
	}
	return append(out, text[at:]...)
}

// looksLikeEpoch says whether a number is a time from 2001 to 2128 in seconds, milli-,
// micro- or nanoseconds.
func looksLikeEpoch(raw []byte) bool {
	whole, _, _ := bytes.Cut(raw, []byte("."))
	switch len(whole) {
	case 10, 13, 16, 19:
		return bytes.IndexByte([]byte("1234"), whole[0]) >= 0 && bytes.Trim(whole, "0123456789") == nil
	}
	return false
}

// speaksOfTime says whether a quoted member name is that of a time.
func speaksOfTime(quoted []byte) bool {
	name := bytes.Trim(quoted, `"`)
	for _, end := range []string{"At", "_at", "On", "_on"} {
		if bytes.HasSuffix(name, []byte(end)) {
			return true
		}
	}
	name = bytes.ToLower(name[:min(len(name), 64)])
	for _, word := range []string{"time", "date", "epoch", "expire", "created", "modified", "mtime"} {
		if bytes.Contains(name, []byte(word)) {
			return true
		}
	}
	switch string(name) {
	case "ts", "t", "now", "at", "exp", "iat", "nbf":
		return true
	}
	return false
}
