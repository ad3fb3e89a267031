package jsontree_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"stdioscope/ui/jsontree"
)

// Budgets, one core. Each benchmark prints its own beside the figure.
const (
	firstBudget  = 5 * time.Millisecond
	drawBudget   = 200 * time.Microsecond
	toggleBudget = time.Millisecond
	unfoldBudget = 16 * time.Millisecond
	indexBudget  = 150e6 // bytes a second
	lineBudget   = 32    // bytes of memory
	rowsInView   = 60
)

const size = 10 << 20

func oneString(unit string) string {
	return `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + strings.Repeat(unit, size/len(unit)) + `"}]}}`
}

// members is an object of 200,000 members in 10 MB.
func members() string {
	var out strings.Builder
	out.WriteString(`{"jsonrpc":"2.0","id":7,"result":{`)
	for i := range 200_000 {
		fmt.Fprintf(&out, `"member %06d":"a value of some bytes, %06d",`, i, i)
	}
	out.WriteString(`"last":1}}`)
	return out.String()
}

// records is a list of objects in 10 MB, most of them short values.
func records() string {
	row := `{"id":12345,"name":"a row","tags":["x","y"],"ok":true,"size":1.5e3,"owner":{"login":"someone","admin":false}}`
	return `{"jsonrpc":"2.0","id":7,"result":{"rows":[` + strings.Repeat(row+",", size/len(row)) + row + `]}}`
}

// levels nests 10,000 deep around 10 MB.
func levels() string {
	return strings.Repeat(`{"a":[`, 5000) + `"` + strings.Repeat("x", size) + `"` + strings.Repeat(`]}`, 5000)
}

// within runs f and prints the budget of one run beside it.
func within(b *testing.B, budget time.Duration, f func()) {
	b.Helper()
	for b.Loop() {
		f()
	}
	b.ReportMetric(100*float64(b.Elapsed())/float64(b.N)/float64(budget), "%budget")
	b.ReportMetric(float64(budget), "budget-ns/op")
}

func draw(b *testing.B, tree *jsontree.Tree, top int) {
	n := 0
	for _, l := range tree.Lines(top, rowsInView) {
		if n += len(l.Key.Of(l.Text)) + 1; l.Folded {
			n += len(l.Summary())
		}
	}
	if n == 0 {
		b.Fatal("nothing is drawn")
	}
}

func BenchmarkFirstScreen(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"string", oneString(`two hours after the rain \n`)},
		{"string-of-json", oneString(`{\"a\":\"b\"},`)},
		{"members", members()},
		{"levels", levels()},
	} {
		text := []byte(c.text)
		b.Run(c.name, func(b *testing.B) {
			within(b, firstBudget, func() {
				tree := jsontree.New(text)
				tree.Extend(rowsInView, time.Time{})
				draw(b, tree, 0)
			})
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"string", oneString(`two hours after the rain \n`)},
		{"string-of-json", oneString(`{\"a\":\"b\"},`)},
		{"members", members()},
		{"records", records()},
		{"levels", levels()},
	} {
		text := []byte(c.text)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				jsontree.New(text).Extend(math.MaxInt, time.Time{})
			}
			speed := float64(len(text)) * float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(100*speed/indexBudget, "%budget(150MB/s)")
		})
	}
}

func BenchmarkMemory(b *testing.B) {
	text := []byte(records())
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		tree := jsontree.New(text)
		tree.Extend(math.MaxInt, time.Time{})
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(tree.Rows()), "B/line")
		b.ReportMetric(lineBudget, "budget-B/line")
	}
}

func BenchmarkDraw(b *testing.B) {
	tree := read(members())
	b.Run("members", func(b *testing.B) {
		within(b, drawBudget, func() { draw(b, tree, 100_000) })
	})
	folds := read(records())
	folds.FoldAll(3)
	b.Run("between-folds", func(b *testing.B) {
		within(b, drawBudget, func() { draw(b, folds, folds.Rows()/2) })
	})
	b.Run("with-what-strings-hold", func(b *testing.B) {
		within(b, drawBudget, func() {
			for _, l := range tree.Lines(100_000, rowsInView) {
				tree.Inner(l.ID)
			}
		})
	})
	base64 := read("[" + strings.Repeat(`"`+strings.Repeat("iVBORw0KGgoA", 5000)+`",`, rowsInView) + "1]")
	b.Run("with-images", func(b *testing.B) {
		within(b, toggleBudget, func() {
			for _, l := range base64.Lines(1, rowsInView) {
				base64.Inner(l.ID)
			}
		})
	})
}

func BenchmarkToggle(b *testing.B) {
	tree := read(members())
	object := must(tree.At(3)).ID
	b.Run("members", func(b *testing.B) {
		within(b, toggleBudget, func() { tree.Toggle(object) })
	})
	folds := read(records())
	folds.FoldAll(3)
	list := must(folds.At(4)).ID
	b.Run("list-of-100,000-folds", func(b *testing.B) {
		within(b, unfoldBudget, func() { folds.Toggle(list) })
	})
	b.Run("recursive", func(b *testing.B) {
		within(b, unfoldBudget, func() { folds.ToggleRecursive(list) })
	})
	b.Run("fold-and-unfold-all", func(b *testing.B) {
		within(b, unfoldBudget, func() {
			folds.FoldAll(1)
			folds.UnfoldAll()
		})
	})
}

func BenchmarkSearch(b *testing.B) {
	text := records()
	tree := read(text)
	for name, fold := range map[string]bool{"exact": false, "fold": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				tree.NextMatch(0, []byte("nobody"), true, fold)
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	tree := read("[" + quote("["+strings.Repeat(`{"a":"b"},`, jsontree.MaxOpened/10)+"1]") + "]")
	id := must(tree.At(1)).ID
	b.ReportAllocs()
	within(b, 100*time.Millisecond, func() {
		tree.Open(id)
		tree.Close(id)
	})
}
