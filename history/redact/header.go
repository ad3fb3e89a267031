package redact

import (
	"bytes"

	"stdioscope/framing"
)

// inHeader says whether text ends in the name of the header that bears credentials.
func inHeader(text []byte) bool {
	const name = "authorization:"
	text = bytes.TrimRight(text, " ")
	return len(text) >= len(name) && bytes.EqualFold(text[len(text)-len(name):], []byte(name))
}

func isScheme(word []byte) bool {
	for _, scheme := range []string{"Bearer", "Basic", "Token", "Digest", "ApiKey"} {
		if bytes.EqualFold(word, []byte(scheme)) {
			return true
		}
	}
	return false
}

// credentials gives what stands behind the scheme at a byte (RFC 9110, section 11.4), and
// says whether there is a scheme.
func credentials(text []byte, start int) (s framing.Span, scheme bool) {
	end := start
	for end < len(text) && isKeyByte(text[end], false) {
		end++
	}
	if end == len(text) || text[end] != ' ' || !isScheme(text[start:end]) {
		return s, false
	}
	s = framing.Span{Start: end + 1, End: end + 1}
	for s.End < len(text) && isTokenByte(text[s.End]) {
		s.End++
	}
	token := s.Of(text)
	if quote, _ := quoteAt(text, s.End); quote > s.End && bytes.IndexByte(token, '=') == len(token)-1 && bytes.EqualFold(text[start:end], []byte("digest")) {
		return framing.Span{}, true // the first of its parameters
	}
	if !looksRandom(token) {
		return framing.Span{}, true
	}
	return s, true
}

// isOfDigest says whether a name is that of a parameter of Digest credentials from which
// the password can be guessed (RFC 7616, section 3.4).
func isOfDigest(name, before []byte) bool {
	switch string(name) {
	case "response", "nonce", "cnonce":
		const far = 1024
		before = before[max(0, len(before)-far):]
		return bytes.Contains(before, []byte("Digest ")) || bytes.Contains(before, []byte("digest "))
	}
	return false
}

// cookies gives what the header of a name holds (RFC 6265, section 4): all pairs of
// Cookie, and the first of Set-Cookie, behind which its attributes stand.
func cookies(name, text []byte, start int) framing.Span {
	all := bytes.EqualFold(name, []byte("cookie"))
	if !all && !bytes.EqualFold(name, []byte("set-cookie")) {
		return framing.Span{}
	}
	equals := start
	for equals < len(text) && text[equals] != '=' && isTokenByte(text[equals]) {
		equals++
	}
	if equals == start || equals == len(text) || text[equals] != '=' {
		return framing.Span{}
	}
	end := equals + 1
	for end < len(text) && bytes.IndexByte([]byte("\"'`\\"), text[end]) < 0 {
		if text[end] == ';' && !all || text[end] <= ' ' && (text[end] != ' ' || text[end-1] != ';') {
			break
		}
		end++
	}
	return framing.Span{Start: start, End: end}
}

// colour gives the index behind the SGR sequence (ECMA-48, 8.3.117) at a byte, which
// loggers put between a name and its value; the byte itself where there is none.
func colour(text []byte, at int) int {
	if at+1 >= len(text) || text[at] != '\x1b' || text[at+1] != '[' {
		return at
	}
	for i := at + 2; i < len(text) && isColour(text[i]); i++ {
		if text[i] == 'm' {
			return i + 1
		}
	}
	return at
}

// colourBefore gives where the SGR sequence begins that ends before a byte.
func colourBefore(text []byte, end int) int {
	if end < 3 || text[end-1] != 'm' {
		return end
	}
	const longest = 24
	i := end - 1
	for i > 0 && end-i < longest && text[i] != '[' && isColour(text[i]) {
		i--
	}
	if i > 0 && colour(text, i-1) == end {
		return i - 1
	}
	return end
}

func isColour(c byte) bool { return '0' <= c && c <= '9' || c == ';' || c == ':' || c == 'm' }
