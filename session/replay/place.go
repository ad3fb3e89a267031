package replay

import (
	"bytes"
	"iter"
	"strconv"
	"strings"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
)

// part is one step of a path: a member by its name, or an element (name is empty).
type part struct {
	name   string
	quoted string
	index  int
}

// value is a string or number in a line, with its path.
type value struct {
	framing.Span
	path []part // holds until the next value
}

// name is that of the member that holds it.
func (v value) name() string {
	for i := len(v.path) - 1; i >= 0; i-- {
		if v.path[i].quoted != "" {
			return v.path[i].name
		}
	}
	return ""
}

func pathOf(parts []part) string {
	var p *walk.Path
	for _, part := range parts {
		if part.quoted != "" {
			p = p.Member([]byte(part.quoted))
		} else {
			p = p.Element(part.index)
		}
	}
	return p.String()
}

// valuesOf gives the strings and numbers of a line that is sound JSON, in order.
func valuesOf(line []byte) iter.Seq[value] {
	return func(yield func(value) bool) {
		var m framing.Message
		if framing.Scan(line, &m); !m.Valid || m.Kind == framing.Blank {
			return
		}
		text := line[:m.Whole.End]
		var path []part
		var open []byte // the brackets that are open
		name := ""
		for i := m.Whole.Start; i < len(text); {
			t := walk.Next(text, i)
			i = t.Stop
			switch t.Kind {
			case walk.End:
				return
			case walk.Name:
				name = string(text[t.Start:t.Stop])
				continue
			case walk.CloseObject, walk.CloseArray:
				open, path = open[:max(0, len(open)-1)], path[:max(0, len(path)-1)]
				continue
			}
			path = stepInto(path, open, name)
			if t.Kind == walk.OpenObject || t.Kind == walk.OpenArray {
				open = append(open, t.Kind)
				path = append(path, part{index: -1}) // for what is inside
				continue
			}
			if t.Kind != walk.Literal && !yield(value{framing.Span{Start: t.Start, End: t.Stop}, path}) {
				return
			}
		}
	}
}

// stepInto sets the last part of the path to the value that begins.
func stepInto(path []part, open []byte, name string) []part {
	if len(open) == 0 {
		return path
	}
	last := &path[len(path)-1]
	if open[len(open)-1] == walk.OpenObject {
		if last.quoted != name {
			*last = part{name: framing.Unquote([]byte(name)), quoted: name}
		}
	} else {
		*last = part{index: last.index + 1}
	}
	return path
}

// pathAt is the path of the value that holds a byte.
func pathAt(line []byte, at int) string {
	for v := range valuesOf(line) {
		if v.Start <= at && at < v.End {
			return pathOf(v.path)
		}
	}
	return "byte " + strconv.Itoa(at)
}

// place is where a text stands in a line: a value, or a word in it.
type place struct {
	path string
	word bool
	// before is what stands before the word in its string.
	before string
}

// partsOf gives the texts of a value that may stand elsewhere too: the value, and the
// words in it.
func partsOf(v value, line []byte) iter.Seq[use] {
	return func(yield func(use) bool) {
		raw := v.Of(line)
		name := v.name()
		inner, isString := innerOf(raw)
		path := pathOf(v.path)
		whole := v.Span
		if isString {
			whole = framing.Span{Start: v.Start + 1, End: v.End - 1}
		}
		if isHandle(name, inner) && !yield(use{Span: whole, path: path, key: string(inner), number: !isString}) {
			return
		}
		if !isString {
			return
		}
		for word := range wordsOf(inner) {
			span := framing.Span{Start: v.Start + 1 + word.Start, End: v.Start + 1 + word.End}
			if text := span.Of(line); len(text) < len(inner) && looksLikeHandle(text) && !yield(use{Span: span, path: path, key: string(text)}) {
				return
			}
		}
	}
}

// text is what stands at a place.
type text struct {
	bytes []byte
	word  bool
	// before is what stands before the word in its string.
	before []byte
}

// textsOf gives the texts of a value of the server by which it may be found.
func textsOf(v value, line []byte) iter.Seq[text] {
	return func(yield func(text) bool) {
		const context = 24
		inner, isString := innerOf(v.Of(line))
		if !yield(text{bytes: inner}) || !isString {
			return
		}
		for word := range wordsOf(inner) {
			found := inner[word.Start:word.End]
			if len(found) < len(inner) && !yield(text{found, true, inner[max(0, word.Start-context):word.Start]}) {
				return
			}
		}
	}
}

// innerOf gives what stands between the quotes of a string; of a number all.
func innerOf(raw []byte) ([]byte, bool) {
	if len(raw) > 1 && raw[0] == '"' {
		return raw[1 : len(raw)-1], true
	}
	return raw, false
}

const (
	wordEnds = " \t\"'`,;()<>[]{}|\\"
	partEnds = "/:?&=#"
)

// wordsOf gives the words in the raw text of a string, and the parts of what is built like
// a URI or an assignment. Escapes end a word and belong to none.
func wordsOf(inner []byte) iter.Seq[framing.Span] {
	return func(yield func(framing.Span) bool) {
		for i := 0; i < len(inner); {
			if inner[i] == '\\' {
				i += 2
				continue
			}
			end := i
			for end < len(inner) && bytes.IndexByte([]byte(wordEnds), inner[end]) < 0 {
				end++
			}
			if end == i {
				i++
				continue
			}
			word := bytes.TrimRight(inner[i:end], ".:!?")
			if len(word) > 0 && !yield(framing.Span{Start: i, End: i + len(word)}) {
				return
			}
			if !yieldParts(word, i, yield) {
				return
			}
			i = end
		}
	}
}

func yieldParts(word []byte, at int, yield func(framing.Span) bool) bool {
	if !bytes.ContainsAny(word, partEnds) {
		return true
	}
	for i := 0; i < len(word); {
		end := bytes.IndexAny(word[i:], partEnds)
		if end < 0 {
			end = len(word) - i
		}
		if end > 0 && !yield(framing.Span{Start: at + i, End: at + i + end}) {
			return false
		}
		i += end + 1
	}
	return true
}

// find gives the text that stands at the place in another line: raw, without quotes.
func (p place) find(line []byte) ([]byte, bool) {
	for v := range valuesOf(line) {
		if pathOf(v.path) != p.path {
			continue
		}
		inner, _ := innerOf(v.Of(line))
		if !p.word {
			return inner, true
		}
		return p.findWord(inner)
	}
	return nil, false
}

// behind finds where what stood before a word ends. Words further before may belong to a run
// themselves, so as little as the last separators will do.
func behind(inner []byte, before string) (int, bool) {
	for {
		if at := bytes.Index(inner, []byte(before)); at >= 0 {
			return at + len(before), true
		}
		cut := strings.IndexAny(before, wordEnds+partEnds)
		if cut < 0 || len(before)-cut <= 1 {
			return 0, false
		}
		before = before[cut+1:]
	}
}

func (p place) findWord(inner []byte) ([]byte, bool) {
	at, ok := behind(inner, p.before)
	if !ok {
		return nil, false
	}
	rest := inner[at:]
	end := bytes.IndexAny(rest, wordEnds+partEnds)
	if end < 0 {
		end = len(rest)
	}
	word := bytes.TrimRight(rest[:end], ".!")
	return word, len(word) > 0
}
