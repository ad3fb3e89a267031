package framing

import "bytes"

// want says what may stand next; several bits where there is a choice.
type want uint8

const (
	wantValue want = 1 << iota
	wantName
	wantColon
	wantComma
	wantClose
)

// grammar is where a scan stands between two tokens: enough to go on with the
// next line of a value that is spread over several.
type grammar struct {
	above   int  // open objects that Scanner.object went into: those of the envelope
	depth   int  // open objects and arrays inside them that run went into
	deepest int  // the most that above and depth have been together
	next    want // what may stand next when the line ended too early

	// top has one bit for each container that run went into, 1 for an object, the
	// innermost lowest. So depth costs one bit and no call stack.
	top uint64
	// below are the words that found no room in top, outermost first.
	below []uint64
}

func (g *grammar) reset() {
	g.above, g.depth, g.deepest = 0, 0, 0
	g.top, g.below = 0, g.below[:0]
}

func (g *grammar) push(object uint64) {
	if g.depth&63 == 0 && g.depth > 0 {
		g.below = append(g.below, g.top)
	}
	g.top = g.top<<1 | object
	g.depth++
	g.deepest = max(g.deepest, g.above+g.depth)
}

func (g *grammar) pop() {
	g.depth--
	g.top >>= 1
	if g.depth&63 == 0 && g.depth > 0 {
		g.top = g.below[len(g.below)-1]
		g.below = g.below[:len(g.below)-1]
	}
}

// skip checks the value that begins at b[i] and gives the index behind it, or -1.
func (s *Scanner) skip(b []byte, i int) int {
	if i >= len(b) {
		return s.fail(i, UnexpectedEnd)
	}
	switch classes[b[i]] {
	case quote:
		return s.text(b, i+1)
	case number, literal:
		return s.scalar(b, i)
	}
	return s.run(b, i, wantValue)
}

// stands says what must be wanted where a byte stands.
var stands = func() (t [256]want) {
	for c, class := range classes {
		switch class {
		case blank:
			t[c] = ^want(0)
		case quote:
			t[c] = wantValue | wantName
		case colon:
			t[c] = wantColon
		case comma:
			t[c] = wantComma
		case closeBrace, closeBracket:
			t[c] = wantClose
		case openBrace, openBracket, number, literal:
			t[c] = wantValue
		}
	}
	return t
}()

// run follows the grammar of RFC 8259 from b[i] on until the outermost value is
// complete, and gives the index behind it; -1 for a fault. When b ends first the
// fault is UnexpectedEnd, and run(more, 0, s.next) goes on.
func (s *Scanner) run(b []byte, i int, next want) int {
	for uint(i) < uint(len(b)) {
		c := b[i]
		if next&stands[c] == 0 {
			return s.unexpected(b, i, next)
		}
		i++
		switch classes[c] {
		case quote:
			if next&wantName == 0 {
				i = s.text(b, i)
				break
			}
			if i = s.name(b, i-1); i < 0 {
				return i
			}
			if next = wantColon; i < len(b) && b[i] == ':' {
				next = wantValue
				i++
			}
			continue
		case blank:
			continue
		case colon:
			next = wantValue
			continue
		case comma:
			next = wantValue << (s.top & 1) // wantName in an object
			continue
		case openBrace:
			s.push(1)
			s.openNames()
			next = wantName | wantClose
			continue
		case openBracket:
			s.push(0)
			next = wantValue | wantClose
			continue
		case closeBrace:
			if s.top&1 == 0 {
				return s.unexpected(b, i-1, next)
			}
			s.closeNames()
			s.pop()
		case closeBracket:
			if s.top&1 == 1 {
				return s.unexpected(b, i-1, next)
			}
			s.pop()
		default:
			i = s.scalar(b, i-1)
		}
		// A value has ended.
		if i < 0 || s.depth == 0 {
			return i
		}
		if next = wantComma | wantClose; i < len(b) && b[i] == ',' {
			next = wantValue << (s.top & 1)
			i++
		}
	}
	s.next = next
	return s.fail(len(b), UnexpectedEnd)
}

// unexpected names the fault where something else was wanted at b[i].
func (s *Scanner) unexpected(b []byte, i int, next want) int {
	switch {
	case i >= len(b):
		return s.fail(len(b), UnexpectedEnd)
	case next&wantName != 0:
		return s.fail(i, ExpectedName)
	case next&wantColon != 0:
		return s.fail(i, ExpectedColon)
	case next&wantComma != 0:
		return s.fail(i, ExpectedComma)
	}
	if rest := bytes.TrimPrefix(b[i:], []byte("-")); hasPrefix(rest, "NaN") || hasPrefix(rest, "Infinity") {
		return s.fail(i, NotANumber)
	}
	return s.fail(i, ExpectedValue)
}
