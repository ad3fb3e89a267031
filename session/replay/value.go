package replay

import (
	"iter"
	"strconv"

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
	// isName says that it is no value but the name of a member.
	isName bool
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

// samePath compares from the end, where paths differ most.
func samePath(a, b []part) bool {
	if len(a) != len(b) {
		return false
	}
	for i := len(a) - 1; i >= 0; i-- {
		if a[i].index != b[i].index || a[i].name != b[i].name {
			return false
		}
	}
	return true
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
		for v := range tokensOf(line) {
			if !v.isName && !yield(v) {
				return
			}
		}
	}
}

// tokensOf gives the names of members too.
func tokensOf(line []byte) iter.Seq[value] {
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
				path = stepInto(path, open, name)
				if !yield(value{framing.Span{Start: t.Start, End: t.Stop}, path, true}) {
					return
				}
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
			if t.Kind != walk.Literal && !yield(value{framing.Span{Start: t.Start, End: t.Stop}, path, false}) {
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
