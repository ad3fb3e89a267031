package filter

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

// decimal is a number as 0.digits times ten to the power of exponent. Digits have no
// zeros at either end; zero has none at all.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// parseDecimal reads a JSON number of any length.
func parseDecimal(text string) (decimal, bool) {
	text, negative := strings.CutPrefix(text, "-")
	whole, rest := cutDigits(text)
	fraction := ""
	if behind, ok := strings.CutPrefix(rest, "."); ok {
		if fraction, rest = cutDigits(behind); fraction == "" {
			return decimal{}, false
		}
	}
	exponent, ok := parseExponent(rest)
	if !ok || whole == "" || len(whole) > 1 && whole[0] == '0' {
		return decimal{}, false
	}
	return newDecimal(negative, whole, fraction, exponent), true
}

func newDecimal(negative bool, whole, fraction string, exponent int) decimal {
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent += len(digits) - len(fraction)
	if digits = strings.TrimRight(digits, "0"); digits == "" {
		return decimal{}
	}
	return decimal{negative, digits, exponent}
}

func cutDigits(text string) (digits, rest string) {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[:n], text[n:]
}

// parseExponent reads what may stand at the end of a number. Out of range gives the
// nearest bound: what differs only beyond it is never seen.
func parseExponent(text string) (int, bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseInt(text[1:], 10, 32)
	return int(n), text[0]|caseBit == 'e' && !errors.Is(err, strconv.ErrSyntax)
}

// compare orders two numbers by what they mean, to the last digit.
func (d decimal) compare(other decimal) int {
	if d.sign() != other.sign() {
		return cmp.Compare(d.sign(), other.sign())
	}
	return d.sign() * cmp.Or(cmp.Compare(d.exponent, other.exponent), cmp.Compare(d.digits, other.digits))
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}
