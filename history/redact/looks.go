package redact

import (
	"bytes"
	"encoding/base64"
	"unicode/utf8"

	"stdioscope/framing"
)

// A looker says whether the byte at text[at] belongs to something that is a secret by
// its looks, and where that stands. Together they read no byte more than a few times.
type looker func(f *finder, text []byte, at int) framing.Span

// lookerAt gives the one to ask at a byte: one that all secrets of the kind have, and
// that is rare in text as far as there is a choice.
func lookerAt(c byte) looker {
	switch c {
	case '_':
		return underscored
	case '-':
		return dashed
	case 'J':
		return webToken
	case 'K':
		return amazonKey
	case 'z':
		return googleKey
	case ' ':
		return afterScheme
	case ':':
		return behindColon
	case '=':
		return assigned
	}
	return nil
}

// looks takes all that is a secret by its looks, in order.
func (f *finder) looks(text []byte) {
	for i := 0; i < len(text); i++ {
		if look := f.rules.lookers[text[i]]; look != nil {
			if s := look(f, text, i); s.End > s.Start {
				if string(s.Of(text)) != argumentMask {
					f.look(s)
				}
				i = max(i, s.End-1)
			}
		}
	}
}

// prefix is how a kind of key begins, and what follows: at least so many bytes of a class.
type prefix struct {
	text    string
	least   int
	dashes  bool // - and _ belong to the key
	aDigit  bool // words may look like it otherwise
	capital bool // nothing but capitals and digits, and no more than least
}

var underscores = []prefix{
	{text: "ghp_", least: 20},
	{text: "gho_", least: 20},
	{text: "ghu_", least: 20},
	{text: "ghs_", least: 20},
	{text: "ghr_", least: 20},
	{text: "sk_live_", least: 16},
	{text: "sk_test_", least: 16},
	{text: "rk_live_", least: 16},
	{text: "npm_", least: 30},
	{text: "hf_", least: 30},
	{text: "github_pat_", least: 20, dashes: true},
}

var dashes = []prefix{
	{text: "sk-", least: 16, dashes: true, aDigit: true},
	{text: "glpat-", least: 20, dashes: true},
	{text: "xoxa-", least: 10, dashes: true},
	{text: "xoxb-", least: 10, dashes: true},
	{text: "xoxp-", least: 10, dashes: true},
	{text: "xoxr-", least: 10, dashes: true},
	{text: "xoxs-", least: 10, dashes: true},
	{text: "xapp-", least: 10, dashes: true},
}

func underscored(_ *finder, text []byte, at int) framing.Span { return prefixed(underscores, text, at) }

// prefixed finds keys whose prefix ends at a byte.
func prefixed(prefixes []prefix, text []byte, at int) framing.Span {
	for i := range prefixes {
		if p := &prefixes[i]; bytes.HasSuffix(text[:at+1], []byte(p.text)) {
			return p.span(text, at+1-len(p.text), at+1)
		}
	}
	return framing.Span{}
}

// span gives the key that begins at start, if the key's own part from body on is one.
func (p *prefix) span(text []byte, start, body int) framing.Span {
	if start > 0 && isKeyByte(text[start-1], true) {
		return framing.Span{}
	}
	end, digit := body, false
	for end < len(text) && isKeyByte(text[end], p.dashes) {
		c := text[end]
		digit = digit || '0' <= c && c <= '9'
		if p.capital && 'a' <= c && c <= 'z' {
			return framing.Span{}
		}
		end++
	}
	if end-body < p.least || p.aDigit && !digit || p.capital && end-body != p.least {
		return framing.Span{}
	}
	return framing.Span{Start: start, End: end}
}

func isKeyByte(c byte, dashes bool) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || dashes && (c == '-' || c == '_')
}

func dashed(f *finder, text []byte, at int) framing.Span {
	if bytes.HasPrefix(text[at:], []byte("-----BEGIN ")) {
		return privateKey(text, at)
	}
	if s := prefixed(dashes, text, at); s.End > 0 {
		return s
	}
	return behindOption(f, text, at)
}

// webToken finds a JSON Web Token (RFC 7519): three parts, the first an object.
func webToken(_ *finder, text []byte, at int) framing.Span {
	start := at - len("ey")
	if start < 0 || text[start] != 'e' || text[start+1] != 'y' || start > 0 && isKeyByte(text[start-1], true) {
		return framing.Span{}
	}
	const least, parts = 10, 3
	end := start
	for part := range parts {
		from := end
		for end < len(text) && isKeyByte(text[end], true) {
			end++
		}
		switch {
		case part < parts-1 && (end-from < least || end == len(text) || text[end] != '.'):
			return framing.Span{}
		case part < parts-1:
			end++
		case end == from:
			return framing.Span{}
		}
	}
	return framing.Span{Start: start, End: end}
}

func amazonKey(_ *finder, text []byte, at int) framing.Span {
	if at < 1 || text[at-1] != 'A' || !bytes.HasPrefix(text[at:], []byte("KIA")) {
		return framing.Span{}
	}
	p := prefix{least: 16, capital: true}
	return p.span(text, at-1, at+3)
}

func googleKey(_ *finder, text []byte, at int) framing.Span {
	if at < 2 || !bytes.HasPrefix(text[at-2:], []byte("AIza")) {
		return framing.Span{}
	}
	p := prefix{least: 35, dashes: true}
	return p.span(text, at-2, at+2)
}

// afterScheme finds the credentials behind Bearer and Basic (RFC 6750, RFC 7617).
func afterScheme(_ *finder, text []byte, at int) framing.Span {
	const size = 6
	start := at - size
	if start < 0 || text[at-1]|0x20 != 'r' && text[at-1]|0x20 != 'c' || start > 0 && isKeyByte(text[start-1], true) {
		return framing.Span{}
	}
	bearer := bytes.EqualFold(text[start:at], []byte("bearer"))
	if !bearer && (at < 5 || !bytes.EqualFold(text[at-5:at], []byte("basic")) || isKeyByte(text[start], true)) {
		return framing.Span{}
	}
	end := at + 1
	for end < len(text) && isTokenByte(text[end]) {
		end++
	}
	s := framing.Span{Start: at + 1, End: end}
	if bearer && (looksRandom(text[s.Start:s.End]) || inHeader(text[:start])) || !bearer && isUserAndPassword(text[s.Start:s.End]) {
		return s
	}
	return framing.Span{}
}

func isTokenByte(c byte) bool {
	return isKeyByte(c, true) || c == '.' || c == '~' || c == '+' || c == '/' || c == '='
}

// looksRandom tells a token from a word of prose, at the end of a sentence too.
func looksRandom(token []byte) bool {
	const least, surely = 8, 24
	token = bytes.TrimRight(token, "./")
	return len(token) >= least && (len(token) >= surely || bytes.ContainsAny(token, "0123456789.~+/="))
}

func isUserAndPassword(token []byte) bool {
	const least, most = 4, 1024
	if len(token) < least || len(token) > most {
		return false
	}
	plain, err := base64.StdEncoding.DecodeString(string(token))
	return err == nil && bytes.IndexByte(plain, ':') >= 0 && utf8.Valid(plain)
}

// behindColon finds the password in a URL; failing that, an assignment.
func behindColon(f *finder, text []byte, at int) framing.Span {
	const slashes = "://"
	if !bytes.HasPrefix(text[at:], []byte(slashes)) {
		return assigned(f, text, at)
	}
	s := framing.Span{}
	for i := at + len(slashes); i < len(text); i++ {
		switch c := text[i]; {
		case c == ':' && s.Start == 0:
			s.Start = i + 1
		case c == '@':
			s.End = i
			if s.Start == 0 {
				return framing.Span{}
			}
			return s
		case c <= ' ' || c == '/' || c == '"' || c == '\'' || c == '\\' || c == '<' || c == '>':
			return framing.Span{}
		}
	}
	return framing.Span{}
}
