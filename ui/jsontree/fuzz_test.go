package jsontree_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/ui/jsontree"
)

// FuzzTree lays a text out, does to it what a user does, one act for each byte of
// acts, and compares what is in view with what the lines around say. Of a sound text
// the lines put together are the text without its blanks.
func FuzzTree(f *testing.F) {
	f.Add([]byte(nested), []byte{0, 9, 1, 30, 2, 3, 17, 40, 255, 5})
	f.Add([]byte(`["{\"a\":[1,\"x\\ny\"]}","a\nb",[],{}]`), []byte{4, 12, 28, 0, 5, 4, 1, 13})
	f.Add([]byte(`}]{"a" "b":[1 2}"\ud83d`), []byte{8, 16, 4, 3})
	f.Add([]byte("\"\\ud800\xff\xc3\\u00\""), []byte{4})
	f.Fuzz(func(t *testing.T, text, acts []byte) {
		tree := jsontree.New(text)
		tree.Extend(int(byte(len(acts))), time.Time{})
		for _, act := range acts {
			perform(tree, act, text)
			checkRows(t, tree)
		}
		tree.Extend(math.MaxInt, time.Time{})
		checkRows(t, tree)
		closeAll(tree)
		tree.UnfoldAll()
		checkRows(t, tree)
		var m framing.Message
		if framing.Scan(text, &m); m.Valid {
			compareWhole(t, tree, text)
		}
	})
}

// perform does one of eight acts on the row that the upper bits name.
func perform(tree *jsontree.Tree, act byte, text []byte) {
	l, _ := tree.At(int(act>>3) % max(tree.Rows(), 1))
	switch act & 7 {
	case 0:
		tree.Toggle(l.ID)
	case 1:
		tree.ToggleRecursive(l.ID)
	case 2:
		tree.FoldAll(int(act >> 3))
	case 3:
		tree.Extend(tree.Rows()+1, time.Now())
	case 4:
		tree.Open(l.ID)
	case 5:
		tree.Close(l.ID)
	case 6:
		tree.Reveal(int(act>>3) * len(text) / 32)
	default:
		tree.Inner(l.ID)
		tree.Decoded(l.ID, int(act>>3))
		_, _, _ = tree.Payload(l.ID)
	}
}

// checkRows says whether rows and lines lead to each other, and whether what is in view
// is what nothing around it hides.
func checkRows(t *testing.T, tree *jsontree.Tree) {
	t.Helper()
	rows := 0
	for row, l := range tree.Lines(0, math.MaxInt) {
		if row != rows {
			t.Fatalf("row %d comes as %d", rows, row)
		}
		if back, inView := tree.RowOf(l.ID); back != row || !inView {
			t.Fatalf("the line of row %d is said to be on row %d, in view %v", row, back, inView)
		}
		if at, ok := tree.At(row); !ok || at.ID != l.ID {
			t.Fatalf("row %d is another line alone than in the list", row)
		}
		for up, ok := tree.Parent(l.ID); ok; up, ok = tree.Parent(up) {
			around, _ := tree.Line(up)
			if around.Folded {
				t.Fatalf("row %d is in view inside %+v, which is folded", row, around)
			}
		}
		tree.Path(l.ID)
		rows++
	}
	if rows != tree.Rows() {
		t.Fatalf("%d rows are listed of %d", rows, tree.Rows())
	}
}

func closeAll(tree *jsontree.Tree) {
	for row := 0; row < tree.Rows(); row++ {
		if l, _ := tree.At(row); l.Opened {
			tree.Close(l.ID)
		}
	}
	tree.UnfoldAll()
	for row := 0; row < tree.Rows(); row++ {
		if l, _ := tree.At(row); l.Opened {
			tree.Close(l.ID)
		}
	}
}

func compareWhole(t *testing.T, tree *jsontree.Tree, text []byte) {
	t.Helper()
	var want bytes.Buffer
	if json.Compact(&want, text) != nil {
		return // too deep for it
	}
	var got strings.Builder
	for _, l := range tree.Lines(0, math.MaxInt) {
		line := shown(&l)
		if !l.Foldable && l.Kind <= jsontree.Array {
			open, shut, _ := strings.Cut(line, " ")
			line = open + strings.TrimLeft(shut, " \t\r\n")
		}
		got.WriteString(line)
		if id, ok := tree.Find(l.Offset); !ok || id != l.ID {
			t.Fatalf("at byte %d is found %+v, want %+v", l.Offset, id, l)
		}
	}
	if compact := strip(got.String()); compact != strip(want.String()) {
		t.Fatalf("the lines are\n%s\nwant\n%s", compact, want.String())
	}
}

// strip takes blanks out, also those in strings and empty containers.
func strip(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, text)
}

// FuzzDecoded compares the bounded text of a string with all of it.
func FuzzDecoded(f *testing.F) {
	f.Add(`"a\ud83d\ude00é\n\\"`, uint8(5))
	f.Add(`"0\ud000\ud800\udC00"`, uint8(13))
	f.Add(`"\ud800\ud800\udC00........"`, uint8(13))
	f.Add("\"\xc3\xff\\u00e9\xe2\x82\"", uint8(2))
	f.Fuzz(func(t *testing.T, text string, most uint8) {
		raw := []byte("[" + text + "]")
		var m framing.Message
		if framing.Scan(raw, &m); m.Kind == framing.Invalid || len(text) < 2 || text[0] != '"' {
			return
		}
		tree := read(string(raw))
		l := must(tree.At(1))
		whole := framing.Unquote(l.Value.Of(l.Text))
		got := string(tree.Decoded(l.ID, int(most)))
		if !strings.HasPrefix(whole, got) || len(got) > int(most) || len(got) < min(len(whole), int(most))-3 {
			t.Fatalf("up to %d bytes of %q are %q", most, whole, got)
		}
	})
}

// FuzzNextMatch compares searches without case with one that looks at every place.
func FuzzNextMatch(f *testing.F) {
	f.Add("straße ПРИВЕТ", "привет", uint8(3))
	f.Fuzz(func(t *testing.T, text, pattern string, at uint8) {
		if len(pattern) == 0 || !utf8.ValidString(pattern) || strings.ContainsRune(pattern, utf8.RuneError) {
			return // EqualFold takes bytes that are no character for one another
		}
		from := min(int(at), len(text))
		forward, backward := -1, -1
		for i := 0; i+len(pattern) <= len(text); i++ {
			if !strings.EqualFold(text[i:i+len(pattern)], pattern) {
				continue
			}
			if i < from {
				backward = i
			} else if forward < 0 {
				forward = i
			}
		}
		tree := jsontree.New([]byte(text))
		if got := tree.NextMatch(from, []byte(pattern), true, true); got != forward {
			t.Errorf("forward it is at %d, want %d", got, forward)
		}
		if got := tree.NextMatch(from, []byte(pattern), false, true); got != backward {
			t.Errorf("backward it is at %d, want %d", got, backward)
		}
	})
}
