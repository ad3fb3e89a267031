package redact

import (
	"bytes"
	"strings"
)

// sense is what a name tells of the value that it is given to.
type sense uint8

const (
	harmless sense = iota
	// secrets is a name in the plural: a number under it counts them.
	secrets
	secret
)

// longestName is the length up to which names are looked at: no longer one is about
// secrets in particular.
const longestName = 64

// secretName reads a name of a member, a variable or an option, whose words stand
// apart by case or punctuation. One that speaks of a secret is harmless all the same if
// its last word says that it is about something else (token_type, passwordHint), or any
// word that it is a means of counting or paging (maxTokens, progressToken, next_page_token).
func secretName(name []byte) sense {
	if len(name) < 3 || len(name) > longestName {
		return harmless
	}
	var rooms [2][longestName]byte
	found, last, prev := harmless, rooms[0][:0], rooms[1][:0]
	for rest := name; len(rest) > 0; {
		var word []byte
		if word, rest = nextWord(prev[:0], rest); len(word) == 0 {
			continue
		}
		if counting[string(word)] {
			return harmless
		}
		prev, last = last, word
		found = max(found, wordSense(prev, last))
	}
	switch {
	case about[string(last)]:
		return harmless
	case string(last) == "pass" && len(prev) > 0:
		return secret
	}
	return found
}

// describes says whether a name is about what it stands beside: under a secret's name,
// its type or its expiry is no secret.
func describes(name []byte) bool {
	var room [longestName]byte
	var last []byte
	for rest := name; len(rest) > 0 && len(name) <= longestName; {
		var word []byte
		if word, rest = nextWord(room[:0], rest); len(word) > 0 {
			last = word
		}
	}
	return about[string(last)]
}

func wordSense(prev, word []byte) sense {
	single, plural := bytes.CutSuffix(word, []byte("s"))
	if !secretWords[string(single)] && !isSecretPair(prev, single) && !endsInSecret(single) {
		return harmless
	}
	if plural {
		return secrets
	}
	return secret
}

func isSecretPair(first, second []byte) bool {
	switch string(second) {
	case "key":
		return secretKeys[string(first)]
	case "string":
		return string(first) == "connection"
	}
	return false
}

// endsInSecret is for names that are written together: dbpassword, authtoken.
func endsInSecret(word []byte) bool {
	for _, end := range [...]string{"password", "passwd", "secret", "token", "apikey"} {
		if len(word) > len(end) && string(word[len(word)-len(end):]) == end {
			return true
		}
	}
	return false
}

var secretWords = setOf(`password passwd pwd passphrase passcode secret token credential cred authorization auth
	cookie apikey accesskey secretkey privatekey jwt otp totp bearer`)

// secretKeys are keys of that kind; other keys are mostly those of a map.
var secretKeys = setOf(`api access private secret signing encryption account auth master service`)

var counting = setOf(`progress next page cursor max min continuation`)

var about = setOf(`type kind url uri endpoint name names length size count counts limit limits policy hint required
	field fields path file filename expiry expires expiration ttl at in status enabled server servers supported
	method methods scheme usage budget description prompt label format provider id ids issuer audience scope scopes
	location env variable placeholder pattern title mode valid version manager store class schema requirements help
	header headers`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// nextWord appends the first word of a name to dst in lower case, without digits.
func nextWord(dst, name []byte) (word, rest []byte) {
	for i, c := range name {
		switch {
		case 'a' <= c && c <= 'z':
			dst = append(dst, c)
		case '0' <= c && c <= '9':
		case 'A' <= c && c <= 'Z':
			if i > 0 && startsWord(name, i) {
				return dst, name[i:]
			}
			dst = append(dst, c|0x20)
		default:
			return dst, name[i+1:]
		}
	}
	return dst, nil
}

// startsWord says whether a word begins with the capital at name[i]: behind a small
// letter or digit, or as the last of several before a small one (APIKey).
func startsWord(name []byte, i int) bool {
	if c := name[i-1]; c < 'A' || c > 'Z' {
		return true
	}
	return i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z'
}
