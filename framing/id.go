package framing

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// AppendIDKey appends a key for an id to dst: two keys are equal exactly when the
// ids have the same JSON type and value. Numbers are compared as they are spelt, so
// 1, 1.0 and 1e0 are three ids, and 9007199254740993 stays apart from its
// neighbour; strings by what they mean once escapes are resolved. No id, no key.
//
// Half a surrogate pair in a string counts as a character of its own. Anything that
// JSON-RPC forbids as an id (null, a boolean, an object) is compared as it is spelt.
func AppendIDKey(dst, rawID []byte) []byte {
	if len(rawID) >= 2 && rawID[0] == '"' {
		return appendUnquoted(append(dst, 's'), rawID, keepHalves)
	}
	if len(rawID) == 0 {
		return dst
	}
	return append(append(dst, 'v'), rawID...)
}

// SameID says whether two raw ids are the same by JSON type and value.
func SameID(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if !isString(a) || !isString(b) {
		return false
	}
	var roomA, roomB [128]byte
	return bytes.Equal(AppendIDKey(roomA[:0], a), AppendIDKey(roomB[:0], b))
}

func isString(raw []byte) bool { return len(raw) >= 2 && raw[0] == '"' }

func isNumber(raw []byte) bool { return len(raw) > 0 && classes[raw[0]] == number }

// NearReason says by which conversion one id becomes another.
type NearReason uint8

const (
	// NearType is a number that became a string, or the reverse: 1 and "1".
	NearType NearReason = iota + 1
	// NearSpelling is the same number in other digits: 1 and 1.0.
	NearSpelling
	// NearRounding is a number that a double cannot hold: 9007199254740993 became …992.
	NearRounding
	// NearTruncation is a number that lost its fraction: 1.5 became 1.
	NearTruncation
)

var nearNames = [...]string{"", "type", "spelling", "rounding", "truncation"}

// String gives one word: type, spelling, rounding or truncation.
func (r NearReason) String() string { return nearNames[r] }

// NearID says whether two ids that are not the same (SameID) would be after a
// conversion that careless peers are known to do, and which one it was. The order
// of a and b does not matter.
func NearID(a, b []byte) (NearReason, bool) {
	switch {
	case isNumber(a) && isNumber(b):
		return nearNumbers(string(a), string(b))
	case isString(a) && isNumber(b):
		return NearType, sameNumber(Unquote(a), string(b))
	case isNumber(a) && isString(b):
		return NearType, sameNumber(Unquote(b), string(a))
	}
	return 0, false
}

func nearNumbers(a, b string) (NearReason, bool) {
	if sameNumber(a, b) {
		return NearSpelling, true
	}
	// An error here means out of range: what comes back is an infinity or zero.
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return 0, false
	case x == y:
		return NearRounding, true
	case math.Trunc(x) == y || math.Trunc(y) == x:
		return NearTruncation, true
	}
	return 0, false
}

// sameNumber compares two numbers digit by digit, however long they are. Texts that
// are no JSON numbers are never the same.
func sameNumber(a, b string) bool {
	digitsA, expA, okA := decimal(a)
	digitsB, expB, okB := decimal(b)
	return okA && okB && digitsA == digitsB && expA == expB
}

// decimal gives a number as sign and digits without zeros at either end, and the
// power of ten that the last digit stands for. Numbers with exponents of more than 32
// bits, which nobody computes with, are not ok.
func decimal(text string) (mantissa string, exponent int, ok bool) {
	var s Scanner
	if raw := []byte(text); len(raw) == 0 || classes[raw[0]] != number || s.number(raw, 0) != len(raw) {
		return "", 0, false
	}
	inRange := true
	if e := strings.IndexAny(text, "eE"); e >= 0 {
		exp, err := strconv.ParseInt(text[e+1:], 10, 32)
		exponent, inRange = int(exp), err == nil
		text = text[:e]
	}
	text, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	exponent -= len(fraction)
	mantissa = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(mantissa, "0")
	exponent += len(mantissa) - len(trimmed)
	switch {
	case trimmed == "":
		return "0", 0, true
	case negative:
		trimmed = "-" + trimmed
	}
	return trimmed, exponent, inRange
}
