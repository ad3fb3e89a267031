package jsontree_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"stdioscope/ui/jsontree"
)

// read gives the tree of a text with all of its lines.
func read(text string) *jsontree.Tree {
	tree := jsontree.New([]byte(text))
	tree.Extend(math.MaxInt, time.Time{})
	return tree
}

// shown is what a line looks like, without its indentation.
func shown(l *jsontree.Line) string {
	var out strings.Builder
	if l.Key.Present() {
		out.Write(l.Key.Of(l.Text))
		out.WriteByte(':')
	}
	switch value := string(l.Value.Of(l.Text)); {
	case l.Folded && l.Kind <= jsontree.Array:
		out.WriteString(l.Summary())
	case l.Foldable && l.Kind <= jsontree.Array:
		out.WriteString(value[:1])
	default:
		out.WriteString(value)
	}
	if l.Opened && l.Folded {
		out.WriteString(" (folded)")
	}
	if l.Comma {
		out.WriteByte(',')
	}
	return out.String()
}

// screen is all rows, a level of indentation as one dot.
func screen(tree *jsontree.Tree) string {
	var rows []string
	for _, l := range tree.Lines(0, math.MaxInt) {
		rows = append(rows, strings.Repeat(".", l.Depth)+shown(&l))
	}
	return strings.Join(rows, "\n")
}

// line gives the line that a text of the JSON stands on.
func line(t *testing.T, tree *jsontree.Tree, json, text string) jsontree.ID {
	t.Helper()
	id, ok := tree.Find(strings.Index(json, text))
	if !ok {
		t.Fatalf("%s is not found", text)
	}
	return id
}

func expect(t *testing.T, tree *jsontree.Tree, want string) {
	t.Helper()
	if got := screen(tree); got != want {
		t.Errorf("on screen is\n%s\nwant\n%s", got, want)
	}
	for row, l := range tree.Lines(0, math.MaxInt) {
		if back, inView := tree.RowOf(l.ID); back != row || !inView {
			t.Errorf("the line of row %d is said to be on row %d", row, back)
		}
		if at, ok := tree.At(row); !ok || at.ID != l.ID {
			t.Errorf("row %d is not what it is in the list", row)
		}
	}
}

func TestATextIsLaidOutAsItWasWritten(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"members keep order and duplicates", `{"b":1,"a":2,"b":3}`, "{\n.\"b\":1,\n.\"a\":2,\n.\"b\":3\n}"},
		{"numbers keep their digits", `[1.50e+07, -0, 12345678901234567890]`, "[\n.1.50e+07,\n.-0,\n.12345678901234567890\n]"},
		{"strings keep their escapes", `["\u00e9\"\\", "é"]`, "[\n.\"\\u00e9\\\"\\\\\",\n.\"é\"\n]"},
		{"names keep theirs", `{"a\"b" : 1}`, "{\n.\"a\\\"b\":1\n}"},
		{"literals", `[true,false,null]`, "[\n.true,\n.false,\n.null\n]"},
		{"what is empty takes one line", `{"a":{},"b":[ ],"c":[{}]}`, "{\n.\"a\":{},\n.\"b\":[ ],\n.\"c\":[\n..{}\n.]\n}"},
		{"a comma follows the closing line", `[[1],[2]]`, "[\n.[\n..1\n.],\n.[\n..2\n.]\n]"},
		{"one string", `"x"`, `"x"`},
		{"one number", ` 12 `, `12`},
		{"blanks do not count", "\t{ \"a\" :\r\n[ 1 ,2 ] }\n", "{\n.\"a\":[\n..1,\n..2\n.]\n}"},
		{"nothing", ``, ``},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, read(c.text), c.want) })
	}
}

func TestALineTellsAboutItself(t *testing.T) {
	text := `{"id":7,"result":{"content":[1,2,3]}}`
	tree := read(text)
	for _, c := range []struct {
		at, key, value string
		kind           jsontree.Kind
		children       int
		path           string
	}{
		{`{"id`, "", text, jsontree.Object, 2, "$"},
		{`"id"`, `"id"`, "7", jsontree.Number, 0, "$.id"},
		{`"content"`, `"content"`, "[1,2,3]", jsontree.Array, 3, "$.result.content"},
		{`3]`, "", "3", jsontree.Number, 0, "$.result.content[2]"},
		{`]}}`, "", "]", jsontree.ArrayEnd, 3, "$.result.content"},
		{`}}`, "", "}", jsontree.ObjectEnd, 1, "$.result"},
	} {
		l, _ := tree.Line(line(t, tree, text, c.at))
		if string(l.Key.Of(l.Text)) != c.key || string(l.Value.Of(l.Text)) != c.value || l.Kind != c.kind || l.Children != c.children {
			t.Errorf("at %s stands %+v", c.at, l)
		}
		if l.Offset != strings.Index(text, c.at) {
			t.Errorf("%s is said to be at byte %d", c.at, l.Offset)
		}
		if got := tree.Path(l.ID); got != c.path {
			t.Errorf("the path of %s is %s, want %s", c.at, got, c.path)
		}
	}
}

func TestOddNamesAreQuotedInPaths(t *testing.T) {
	text := `{"odd name":[{"":[[0]]}]}`
	tree := read(text)
	if got := tree.Path(line(t, tree, text, "0")); got != `$["odd name"][0][""][0][0]` {
		t.Error(got)
	}
}

func TestTheFirstScreenDoesNotWaitForTheRest(t *testing.T) {
	tree := jsontree.New([]byte(`{"rows":[` + strings.Repeat("1,", 1<<20) + `1]}`))
	if done := tree.Extend(60, time.Time{}); done || tree.Rows() < 60 || tree.Rows() > 2000 {
		t.Errorf("after the first screen: done %v, %d rows", done, tree.Rows())
	}
	if l, _ := tree.At(1); l.Children != -1 || l.Summary() != "[…]" || string(l.Value.Of(l.Text)) != "[" {
		t.Errorf("an array whose end is not found is %+v", l)
	}
	if _, ok := tree.Find(1 << 20); ok {
		t.Error("a line is found where nothing was read yet")
	}
	for !tree.Extend(math.MaxInt, time.Now().Add(time.Millisecond)) {
		if tree.Indexed() == 0 {
			t.Fatal("nothing is read")
		}
	}
	if l, _ := tree.At(1); l.Children != 1<<20+1 || tree.Rows() != 1<<20+5 {
		t.Errorf("in the end there are %d elements and %d rows", l.Children, tree.Rows())
	}
}

func TestALongStringIsReadInSlices(t *testing.T) {
	for name, unit := range map[string]string{"plain": "x", "quotes": `\"`, "backslashes": `\\`, "three": `\\\"`, "odd": `a\"b`} {
		text := `{"a":"` + strings.Repeat(unit, 1<<20) + `","b":1}`
		tree := jsontree.New([]byte(text))
		slices := 0
		for !tree.Extend(math.MaxInt, time.Now()) {
			slices++
		}
		if slices < 2 || tree.Rows() != 4 {
			t.Errorf("%s: %d slices, %d rows", name, slices, tree.Rows())
		}
	}
}

func TestDepthCostsNoStack(t *testing.T) {
	const depth = 200_000
	tree := read(strings.Repeat("[", depth) + "1" + strings.Repeat("]", depth))
	if tree.Rows() != 2*depth+1 {
		t.Fatal(tree.Rows())
	}
	if got := len(tree.Path(must(tree.At(depth)).ID)); got != 1+3*depth {
		t.Errorf("the path has %d bytes", got)
	}
	tree.FoldAll(0)
	if tree.Rows() != 1 {
		t.Errorf("folded it has %d rows", tree.Rows())
	}
	id, _ := tree.Reveal(depth)
	if row, ok := tree.RowOf(id); row != depth || !ok {
		t.Errorf("the innermost value is on row %d", row)
	}
}

func must(l jsontree.Line, _ bool) jsontree.Line { return l }

func TestParentsLeadUp(t *testing.T) {
	text := `{"a":[1]}`
	tree := read(text)
	id := line(t, tree, text, "1")
	for _, want := range []string{"$.a", "$"} {
		up, ok := tree.Parent(id)
		if got := tree.Path(up); !ok || got != want {
			t.Errorf("the parent is %s, want %s", got, want)
		}
		id = up
	}
	if _, ok := tree.Parent(id); ok {
		t.Error("the outermost line has a parent")
	}
}

func TestATreeWithoutLinesAnswers(t *testing.T) {
	tree := jsontree.New([]byte(`[1]`))
	var id jsontree.ID
	tree.Toggle(id)
	tree.ToggleRecursive(id)
	tree.UnfoldAll()
	tree.Open(id)
	tree.Close(id)
	_, found := tree.Line(id)
	_, _, err := tree.Payload(id)
	if row, inView := tree.RowOf(id); found || row != 0 || inView || err == nil || tree.Path(id) != "$" {
		t.Error("something is there before anything was read")
	}
}
