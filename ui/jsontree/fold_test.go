package jsontree_test

import (
	"strings"
	"testing"
	"time"

	"stdioscope/ui/jsontree"
)

const nested = `{"a":{"b":[1,2],"c":3},"d":[{"e":4}]}`

func TestFolding(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(tree *jsontree.Tree, at func(string) jsontree.ID)
		want string
	}{
		{"a container becomes one line", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.Fold(at(`"b"`))
		}, "{\n.\"a\":{\n..\"b\":[… 2 elements],\n..\"c\":3\n.},\n.\"d\":[\n..{\n...\"e\":4\n..}\n.]\n}"},
		{"from its closing line too", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.Toggle(at(`},"d"`))
		}, "{\n.\"a\":{… 2 members},\n.\"d\":[\n..{\n...\"e\":4\n..}\n.]\n}"},
		{"a fold inside stays when the outer one opens", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.Fold(at(`"b"`))
			tree.Fold(at(`{"a"`))
			tree.Fold(at(`"d"`))
			tree.Unfold(at(`{"a"`))
		}, "{\n.\"a\":{\n..\"b\":[… 2 elements],\n..\"c\":3\n.},\n.\"d\":[… 1 element]\n}"},
		{"all beyond a depth", func(tree *jsontree.Tree, _ func(string) jsontree.ID) {
			tree.FoldAll(1)
		}, "{\n.\"a\":{… 2 members},\n.\"d\":[… 1 element]\n}"},
		{"what was folded by depth opens a level at a time", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.FoldAll(1)
			tree.Toggle(at(`"d"`))
		}, "{\n.\"a\":{… 2 members},\n.\"d\":[\n..{… 1 member}\n.]\n}"},
		{"or with all inside", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.FoldAll(1)
			tree.ToggleRecursive(at(`"d"`))
		}, "{\n.\"a\":{… 2 members},\n.\"d\":[\n..{\n...\"e\":4\n..}\n.]\n}"},
		{"and folds with all inside", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.ToggleRecursive(at(`"a"`))
			tree.Toggle(at(`"a"`))
		}, "{\n.\"a\":{\n..\"b\":[… 2 elements],\n..\"c\":3\n.},\n.\"d\":[\n..{\n...\"e\":4\n..}\n.]\n}"},
		{"a scalar does not fold", func(tree *jsontree.Tree, at func(string) jsontree.ID) {
			tree.FoldAll(1)
			tree.Toggle(at(`3}`))
			tree.ToggleRecursive(at(`4`))
		}, "{\n.\"a\":{… 2 members},\n.\"d\":[… 1 element]\n}"},
		{"a search hit is revealed, and no more", func(tree *jsontree.Tree, _ func(string) jsontree.ID) {
			tree.FoldAll(0)
			tree.Reveal(strings.Index(nested, "3"))
		}, "{\n.\"a\":{\n..\"b\":[… 2 elements],\n..\"c\":3\n.},\n.\"d\":[… 1 element]\n}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := read(nested)
			c.do(tree, func(text string) jsontree.ID { return line(t, tree, nested, text) })
			expect(t, tree, c.want)
			tree.UnfoldAll()
			expect(t, tree, screen(read(nested)))
		})
	}
}

func TestACursorThatIsFoldedAwayIsFound(t *testing.T) {
	tree := read(nested)
	cursor := line(t, tree, nested, "2]")
	outer := line(t, tree, nested, `"a"`)
	tree.Fold(line(t, tree, nested, `"b"`))
	tree.Fold(outer)
	if row, inView := tree.RowOf(cursor); row != 1 || inView {
		t.Errorf("it is on row %d, in view %v", row, inView)
	}
	if tree.Visible(cursor) != outer {
		t.Error("the line that hides it is another one")
	}
	if tree.Unfold(outer); tree.Path(tree.Visible(cursor)) != "$.a.b" {
		t.Error("the inner fold does not hide it")
	}
}

func TestWhatIsFoldedWhileItIsReadStaysFolded(t *testing.T) {
	text := `[{"a":[` + strings.Repeat("1,", 1<<20) + `1]},[2]]`
	tree := jsontree.New([]byte(text))
	tree.Extend(10, time.Time{})
	tree.Fold(must(tree.At(1)).ID)
	for !tree.Extend(60, time.Time{}) {
	}
	expect(t, tree, "[\n.{… 1 member},\n.[\n..2\n.]\n]")
	tree.Unfold(must(tree.At(1)).ID)
	if tree.Rows() != 1<<20+10 {
		t.Errorf("unfolded it has %d rows", tree.Rows())
	}
}

func TestADepthHoldsForWhatIsReadLater(t *testing.T) {
	tree := jsontree.New([]byte(nested))
	tree.FoldAll(1)
	tree.Extend(60, time.Time{})
	expect(t, tree, "{\n.\"a\":{… 2 members},\n.\"d\":[… 1 element]\n}")
}

func TestSearch(t *testing.T) {
	text := `{"Name":"straße","name":"ПРИВЕТ","n":"\u00e9"}`
	tree := read(text)
	for _, c := range []struct {
		pattern       string
		from          string // where from, "" for the end
		forward, fold bool
		want          string // what stands where it is found
	}{
		{"name", "{", true, false, `name":"П`},
		{"name", "{", true, true, `Name`},
		{"NAME", `ame":"s`, true, true, `name":"П`},
		{"name", "", false, true, `name":"П`},
		{"name", `name":"П`, false, true, `Name`},
		{"name", `name":"П`, false, false, ``},
		{"привет", "{", true, true, `ПРИВЕТ`},
		{"привет", "", false, true, `ПРИВЕТ`},
		{"привет", "{", true, false, ``},
		{`\u00E9`, "{", true, true, `\u00e9`},
		{"{", "{", true, false, `{"N`},
		{"nothing", "{", true, true, ``},
		{"", "{", true, true, ``},
		{"\xff", "{", true, true, ``},
	} {
		from, want := strings.Index(text, c.from), strings.Index(text, c.want)
		if c.from == "" {
			from = len(text)
		}
		if c.want == "" {
			want = -1
		}
		if got := tree.NextMatch(from, []byte(c.pattern), c.forward, c.fold); got != want {
			t.Errorf("%q from %q on, forward %v, fold %v: %d, want %d", c.pattern, c.from, c.forward, c.fold, got, want)
		}
	}
}
