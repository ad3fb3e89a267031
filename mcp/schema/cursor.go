package schema

import (
	"strconv"
	"strings"

	"stdioscope/framing"
)

// maxOpen is how many levels around the cursor are followed.
const maxOpen = 1000

// cursor reads a text that is being written, and so mostly is no JSON yet, up to a
// place in it. It takes everything as well as it can and has no errors.
type cursor struct {
	text []byte
	open []container
}

// container is an object or array that is open at the place.
type container struct {
	object  bool
	named   bool // a name stands before the place, and the value is not complete
	colon   bool // and its colon
	filled  bool // the value is complete: only a comma may stand here
	name    framing.Span
	index   int
	members []pair
}

// pair is a member: its name with quotes, and its value where that is a scalar.
type pair struct{ name, value framing.Span }

func (c *cursor) top() *container {
	if len(c.open) == 0 {
		return nil
	}
	return &c.open[len(c.open)-1]
}

// read goes on from i to the end, or until fewer than least containers are open. It
// stops early at the token that end cuts or touches, and gives where that begins.
func (c *cursor) read(i, end, least int) int {
	for i < end && len(c.open) >= least && len(c.open) <= maxOpen {
		switch b := c.text[i]; b {
		case ' ', '\t', '\r', '\n':
			i++
		case '{', '[':
			c.open = append(c.open, container{object: b == '{'})
			i++
		case '}', ']':
			c.pop()
			i++
		case ':':
			if t := c.top(); t != nil && t.named {
				t.colon = true
			}
			i++
		case ',':
			c.next()
			i++
		default:
			past := tokenEnd(c.text, i)
			if past > end || past == end && b != '"' || past == end && !closed(c.text[i:past]) {
				return i
			}
			c.scalar(framing.Span{Start: i, End: past})
			i = past
		}
	}
	return i
}

func (c *cursor) pop() {
	if len(c.open) > 0 {
		c.open = c.open[:len(c.open)-1]
	}
	c.complete(framing.Span{})
}

func (c *cursor) next() {
	if t := c.top(); t != nil {
		t.named, t.colon, t.filled = false, false, false
		t.index++
	}
}

func (c *cursor) scalar(s framing.Span) {
	t := c.top()
	if t != nil && t.object && !t.named {
		t.name, t.named = s, true
		t.members = append(t.members, pair{name: s})
		return
	}
	c.complete(s)
}

// complete notes that the value where the cursor is has ended.
func (c *cursor) complete(value framing.Span) {
	t := c.top()
	if t == nil {
		return
	}
	t.filled = true
	if t.object && len(t.members) > 0 {
		t.members[len(t.members)-1].value = value
	}
}

// tokenEnd gives the index behind the string or word that begins at i. A string that
// is not closed ends with its line.
func tokenEnd(text []byte, i int) int {
	if text[i] != '"' {
		for i++; i < len(text) && strings.IndexByte(" \t\r\n{}[]:,\"", text[i]) < 0; i++ {
		}
		return i
	}
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return min(i, len(text))
}

func closed(token []byte) bool {
	return len(token) > 1 && token[0] == '"' && token[len(token)-1] == '"' && stringEnd(token, 0) == len(token)
}

// behind reads on from i to the end of the object that the cursor is in, and gives
// all its members but the one that is being named, if it was begun.
func (c *cursor) behind(i int, begun bool) []pair {
	inner := *c.top()
	inner.named = begun
	rest := cursor{text: c.text, open: []container{inner}}
	rest.read(i, len(c.text), 1)
	return rest.open[:1][0].members // where the object was closed, too
}

// path gives the tokens that lead to the value at the cursor, or to the object whose
// member is being named there.
func (c *cursor) path() (tokens []string) {
	for i := range c.open {
		switch t := &c.open[i]; {
		case !t.object:
			tokens = append(tokens, strconv.Itoa(t.index))
		case t.named:
			tokens = append(tokens, framing.Unquote(t.name.Of(c.text)))
		}
	}
	return tokens
}
