package jsontree

import (
	"math"
	"slices"
	"strconv"
)

// MaxOpened is how many bytes of a string Open shows, decoded.
const MaxOpened = 4 << 20

// Open puts what a string holds below it: a tree for JSON, in base64 too, or else the
// lines of the text. Of more than MaxOpened it shows that much, and the Remark of the
// string's line says so. It gives false, and does nothing, where there is no string,
// or an empty one. What is open already is unfolded.
//
// What is open takes memory: its text, and the lines as those of any text do.
func (t *Tree) Open(id ID) bool {
	s, line, ok := t.resolve(id)
	if !ok || s.at(line).kind != String {
		return false
	}
	if s.openedAt(line) == nil {
		inside := s.openString(line)
		if inside.n == 0 {
			return false
		}
		s.opened = slices.Insert(s.opened, s.openedIndex(line), inside)
	}
	s.folded.set(line, false)
	return true
}

// Close takes back what Open did, for the string that a line is or that it belongs to.
// It gives the line of the string; false, and does nothing, where none is open.
func (t *Tree) Close(id ID) (ID, bool) {
	s, line, ok := t.resolve(id)
	if !ok {
		return id, false
	}
	inside := s.openedAt(line)
	if inside == nil {
		inside = s
	}
	if inside.host == nil {
		return id, false
	}
	s, line = inside.host, inside.line
	inside.closed = true
	k := s.openedIndex(line)
	s.opened = slices.Delete(s.opened, k, k+1)
	s.folded.set(line, false)
	return ID{s, line}, true
}

// openString makes the sheet of what the string on a line holds, and finds all of its
// lines: at most MaxOpened bytes.
func (s *sheet) openString(line int) *sheet {
	r := s.at(line)
	text, whole := content(s.text[r.value:r.end])
	inside := newSheet(text, math.MaxInt)
	inside.host, inside.line, inside.base = s, line, s.base+int(r.depth)+1
	inside.plain = !isJSON(text, whole)
	if !whole {
		inside.remark = "only the first " + strconv.Itoa(MaxOpened>>20) + " MiB are shown"
	}
	for !inside.done && len(text) > 0 {
		inside.read()
	}
	return inside
}

// content gives what a quoted string holds, and whether that is all.
func content(quoted []byte) (text []byte, whole bool) {
	in := inner(quoted)
	if in.Content != Base64 || in.Type != "text/plain" && in.Type != "application/json" {
		return decode(quoted, MaxOpened)
	}
	text, whole = decode(quoted, MaxOpened)
	_, body := cutDataURI(text)
	if !whole {
		body = wholeGroups(body)
	}
	if data, err := decodeBase64(body); err == nil {
		return data, whole
	}
	return text, whole
}
