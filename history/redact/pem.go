package redact

import (
	"bytes"
	"slices"

	"stdioscope/framing"
)

// privateKey finds what stands between the lines of a private key in PEM (RFC 7468).
func privateKey(text []byte, at int) framing.Span {
	const longestLabel = 64
	head := text[at+len("-----") : min(len(text), at+longestLabel)]
	n := bytes.Index(head, []byte("-----"))
	if n < 0 || !bytes.Contains(head[:n], []byte("PRIVATE KEY")) {
		return framing.Span{}
	}
	start := at + len("-----") + n + len("-----")
	end := len(text) // it may go on somewhere else
	if n := bytes.Index(text[start:], []byte("-----END ")); n >= 0 {
		end = start + n
	} else if n := bytes.IndexByte(text[start:], '"'); n >= 0 {
		end = start + n // the end of the string in broken JSON
	}
	return trimmed(text, framing.Span{Start: start, End: end})
}

func trimmed(text []byte, s framing.Span) framing.Span {
	for s.Start < s.End && text[s.Start] <= ' ' {
		s.Start++
	}
	for s.Start < s.End && text[s.End-1] <= ' ' {
		s.End--
	}
	return s
}

// keyLine finds what may be a line of a private key that is printed line by line, behind
// what loggers put before it: base64 as wide as PEM and MIME write it (RFC 7468, RFC 2045).
// The lines around it would tell, but they are not known.
func (f *finder) keyLine(text []byte) {
	const pem, mime = 64, 76
	s := trimmed(text, framing.Span{End: len(text)})
	prefix := bytes.TrimRightFunc(text[s.Start:s.End], func(c rune) bool { return c < 0x80 && isBase64Byte(byte(c)) })
	s.Start += len(prefix)
	if n := s.End - s.Start; (n == pem || n == mime) && isMixed(s.Of(text)) && isLogPrefix(prefix) {
		f.look(s)
	}
}

func isBase64Byte(c byte) bool { return isKeyByte(c, false) || c == '+' || c == '/' || c == '=' }

// isMixed says whether there are digits, capitals and small letters, as hashes in hex,
// words and paths have not.
func isMixed(text []byte) bool {
	return bytes.ContainsAny(text, "0123456789") && bytes.ContainsAny(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
		bytes.ContainsAny(text, "abcdefghijklmnopqrstuvwxyz") && bytes.IndexByte(bytes.TrimRight(text, "="), '=') < 0
}

// isLogPrefix says whether there are nothing but times, levels and names of where a line
// comes from: 10:11:12 INFO [server] main.go:7:
func isLogPrefix(text []byte) bool {
	return !slices.ContainsFunc(bytes.Fields(text), func(word []byte) bool {
		first, last := word[0], word[len(word)-1]
		return bytes.IndexByte([]byte("0123456789[("), first) < 0 && bytes.IndexByte([]byte("]:)"), last) < 0 &&
			!levels[string(bytes.ToLower(word))]
	})
}

var levels = setOf(`trace debug info notice warn warning error fatal`)
