package replay

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"stdioscope/history/redact"
)

// identities are how names of members end that hold what something is known by.
var identities = []string{"id", "handle", "token", "cursor", "key", "session", "uri", "ref", "state", "task", "job"}

// isHandle says whether a text may be known to one run only.
func isHandle(name string, text []byte) bool {
	name = strings.ToLower(name)
	for _, end := range identities {
		if strings.HasSuffix(name, end) {
			return len(text) > 0
		}
	}
	return looksLikeHandle(text)
}

// looksLikeHandle says so of a text alone.
func looksLikeHandle(text []byte) bool {
	const short, middle, long = 5, 8, 20
	switch {
	case redact.IsMask(text):
		return true
	case len(text) < short, bytes.ContainsAny(text, " \t"):
		return false
	case len(text) >= long, bytes.ContainsAny(text, "0123456789"):
		return true
	}
	capitals := 0
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			capitals++
		}
	}
	return len(text) >= middle && capitals > 1
}

// opaque are members of the protocol itself that hold what only the server understands.
var opaque = []string{"cursor", "requestState", "taskId"}

// isPlain says whether a text may stand in many places without being the same thing: a
// small number, a version, a common word.
func isPlain(name, text string) bool {
	return !slices.Contains(opaque, name) && !isDistinctive(text)
}

// isDistinctive says whether nobody writes a text by chance: it is long, or looks random.
func isDistinctive(text string) bool {
	const (
		number      = 8  // digits
		word        = 16 // bytes of letters and digits
		anything    = 20
		few, many   = 6, 2 // bytes, and changes between letters and digits
		capitals    = 8
		hexadecimal = 8
	)
	digits, upper, lower, changes, round := 0, 0, 0, 0, 0
	last := rune(0)
	for _, c := range text {
		switch {
		case unicode.IsDigit(c):
			digits++
			if round++; c != '0' {
				round = 0
			}
		case unicode.IsUpper(c):
			upper++
		case unicode.IsLower(c):
			lower++
		}
		if unicode.IsDigit(c) && unicode.IsLetter(last) || unicode.IsLetter(c) && unicode.IsDigit(last) {
			changes++
		}
		last = c
	}
	letters := upper + lower
	switch {
	case redact.IsMask([]byte(text)):
		return true
	case letters == 0:
		return digits == len(text) && digits-round >= number // what has dots is a version or a date
	case len(text) >= anything, digits > 0 && len(text) >= word:
		return true
	case len(text) >= hexadecimal && digits > 0 && strings.Trim(text, "0123456789abcdefABCDEF") == "":
		return true
	case len(text) >= few && changes >= many:
		return true
	}
	return len(text) >= capitals && upper > 1
}

// agree says whether two names of members may name the same thing: all words of the one are
// among those of the other, as with id and order_id, or uri and resourceUri.
func agree(a, b string) bool {
	x, y := nameWords(a), nameWords(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	for _, word := range x {
		if !slices.Contains(y, word) {
			return false
		}
	}
	return len(x) > 0
}

// nameWords gives the words of a name such as orderId or order-ids, in small letters.
func nameWords(name string) (words []string) {
	begin := true
	for _, c := range name {
		switch isLetter := unicode.IsLetter(c) || unicode.IsDigit(c); {
		case !isLetter:
			begin = true
			continue
		case begin || unicode.IsUpper(c) && !endsUpper(words):
			words = append(words, "")
		}
		begin = false
		words[len(words)-1] += string(c)
	}
	for i, word := range words {
		words[i] = strings.TrimSuffix(strings.ToLower(word), "s")
	}
	return words
}

// endsUpper says whether the last word is one of capitals so far, as ID.
func endsUpper(words []string) bool {
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return last != "" && strings.ToUpper(last) == last
}

// nameBefore is the name that stands before a word in a text, as in "order id: 17".
func nameBefore(before []byte) string {
	notLetter := func(c rune) bool { return !unicode.IsLetter(c) && c != '_' }
	before = bytes.TrimRightFunc(before, notLetter)
	return string(before[bytes.LastIndexFunc(before, notLetter)+1:])
}
