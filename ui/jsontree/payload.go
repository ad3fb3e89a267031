package jsontree

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"stdioscope/framing"
)

// ErrNoPayload says that a line has no string of base64.
var ErrNoPayload = errors.New("no base64")

// unknownType is the MIME type of bytes that are not recognised.
const unknownType = "application/octet-stream"

// Payload decodes the base64 of a string, all of it, whatever Inner says of it. The
// type is that which the member mimeType beside the string names, as content of MCP
// does, or else the data: URI, or else what the bytes begin like. The data are the
// caller's. It takes as long as reading the text once.
func (t *Tree) Payload(id ID) (mimeType string, data []byte, err error) {
	s, line, ok := t.resolve(id)
	if !ok || s.at(line).kind != String {
		return "", nil, fmt.Errorf("%w: not a string", ErrNoPayload)
	}
	r := s.at(line)
	named, body := cutDataURI(unescaped(s.text[r.value:r.end]))
	if data, err = decodeBase64(body); err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrNoPayload, err)
	}
	if len(data) == 0 {
		return "", nil, fmt.Errorf("%w: empty", ErrNoPayload)
	}
	mimeType = s.siblingMIME(r)
	for _, other := range []string{named, magic(data), unknownType} {
		if mimeType == "" {
			mimeType = other
		}
	}
	return mimeType, data, nil
}

// unescaped gives the text of a quoted string, without a copy if that has no escapes.
func unescaped(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	return []byte(framing.Unquote(quoted))
}

// siblingMIME reads the member mimeType of the object around a record. It need not be
// indexed yet: often it stands behind the data.
func (s *sheet) siblingMIME(r *record) string {
	if r.up == 0 || s.at(int(r.up)-1).kind != Object {
		return ""
	}
	object := s.text[s.at(int(r.up)-1).value:]
	return framing.StringOf(framing.Member(object, "mimeType").Of(object))
}

// cutDataURI gives the type and the base64 of a data: URI; of any other text the text.
func cutDataURI(text []byte) (mimeType string, body []byte) {
	const longest = 200 // of what comes before the comma
	comma := bytes.IndexByte(text[:min(len(text), longest)], ',')
	if comma < 0 {
		return "", text
	}
	head, isData := strings.CutPrefix(string(text[:comma]), "data:")
	head, is64 := strings.CutSuffix(head, ";base64")
	if !isData || !is64 {
		return "", text
	}
	mimeType, _, _ = strings.Cut(head, ";")
	return mimeType, text[comma+1:]
}

// decodeBase64 takes both alphabets, with and without padding and line ends.
func decodeBase64(text []byte) ([]byte, error) {
	encoding := base64.RawStdEncoding
	if bytes.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	text = bytes.TrimRight(text, "=\r\n ")
	data := make([]byte, encoding.DecodedLen(len(text)))
	n, err := encoding.Decode(data, text)
	if err != nil {
		return nil, fmt.Errorf("decoding: %w", err)
	}
	return data[:n], nil
}

// sniffed is the base64 that a text is recognised as.
type sniffed struct {
	mimeType string
	start    int // where in the text it begins
	body     []byte
}

// What is shorter is as likely to be a word.
const (
	leastBase64     = 16
	leastTextBase64 = 24
)

// mostSniffed is how many characters of base64 tell what it is.
const mostSniffed = 512

// sniffBase64 recognises base64 by what its beginning stands for. whole says that head
// is all of the text.
func sniffBase64(head []byte, whole bool) (b sniffed, ok bool) {
	named, body := cutDataURI(head)
	b = sniffed{start: len(head) - len(body), body: body, mimeType: named}
	text := bytes.TrimRight(body, "=\r\n")
	if named == "" && len(text) < leastBase64 {
		return b, false
	}
	if len(text) > mostSniffed {
		text, whole = text[:mostSniffed], false
	}
	if !whole {
		text = wholeGroups(text)
	}
	data, err := decodeBase64(text)
	if err != nil || len(data) == 0 {
		return b, false
	}
	switch found := magic(data); {
	case found != "":
		b.mimeType = found
	case named != "":
	case len(text) >= leastTextBase64 && isText(data, whole):
		b.mimeType = "text/plain"
	default:
		return b, false
	}
	return b, true
}

// wholeGroups cuts the head of a base64 text to groups of four characters; line ends
// do not count.
func wholeGroups(text []byte) []byte {
	over := (len(text) - bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte("\r"))) % 4
	for len(text) > 0 && over > 0 {
		if c := text[len(text)-1]; c != '\n' && c != '\r' {
			over--
		}
		text = text[:len(text)-1]
	}
	return text
}

// isText says whether data are UTF-8 that one can read; of a head the last character
// may be cut.
func isText(data []byte, whole bool) bool {
	for !whole && len(data) > 0 && !endsWhole(data) {
		data = data[:len(data)-1]
	}
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size <= 1 || unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return false
		}
		data = data[size:]
	}
	return true
}
