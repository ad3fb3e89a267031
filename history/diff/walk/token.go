package walk

import "bytes"

// Kinds of tokens: the byte that they begin with, or one for the class.
const (
	OpenObject  = '{'
	CloseObject = '}'
	OpenArray   = '['
	CloseArray  = ']'
	Name        = ':' // a string that is the name of a member
	String      = '"'
	Number      = '0'
	Literal     = 't' // true, false or null
	End         = 0   // there is no more
)

// Token is one token; its text, quotes included, is b[Start:Stop].
type Token struct {
	Kind        byte
	Start, Stop int
}

// Next gives the token at or behind b[i]. Commas and colons are passed over.
func Next(b []byte, i int) Token {
	for i < len(b) && (b[i] <= ' ' || b[i] == ',' || b[i] == ':') {
		i++
	}
	if i >= len(b) {
		return Token{End, len(b), len(b)}
	}
	switch c := b[i]; c {
	case '{', '}', '[', ']':
		return Token{c, i, i + 1}
	case '"':
		return text(b, i)
	case 't', 'f', 'n':
		return Token{Literal, i, scalarEnd(b, i+1)}
	}
	return Token{Number, i, scalarEnd(b, i+1)}
}

func text(b []byte, start int) Token {
	stop := StringEnd(b, start)
	for i := stop; i < len(b) && b[i] <= ':'; i++ {
		if b[i] == ':' {
			return Token{Name, start, stop}
		}
		if b[i] > ' ' {
			break
		}
	}
	return Token{String, start, stop}
}

// StringEnd gives the index behind the string whose opening quote is b[start]; the end
// of b where it has no end.
func StringEnd(b []byte, start int) int {
	for i := start + 1; ; {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return len(b)
		}
		quote := i + n
		back := quote
		for back > i && b[back-1] == '\\' {
			back--
		}
		if i = quote + 1; (quote-back)%2 == 0 {
			return i
		}
	}
}

func scalarEnd(b []byte, i int) int {
	for i < len(b) {
		switch b[i] {
		case ',', ':', '}', ']', '"', '{', '[', ' ', '\t', '\r', '\n':
			return i
		}
		i++
	}
	return i
}
