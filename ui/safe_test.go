package ui

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"stdioscope/framing/printable"
)

// FuzzLine checks that no text breaks a line, whatever it is.
func FuzzLine(f *testing.F) {
	f.Add([]byte("\x1b]0;x\x07日\u200d👨‍👩‍👧\ufe0f"), 20)
	f.Fuzz(func(t *testing.T, text []byte, width int) {
		width = min(max(width, 0), 500)
		l := newLine(width)
		l.put("", clean(text, width))
		if w := ansi.StringWidth(l.String()); w != width {
			t.Fatalf("a line of %d cells in a window of %d", w, width)
		}
	})
}

// FuzzWrapped checks that rows put end to end are the text, and none is too wide.
func FuzzWrapped(f *testing.F) {
	f.Add([]byte("abc\n\ndef日本語\n"), 4)
	f.Fuzz(func(t *testing.T, text []byte, width int) {
		width = min(max(width, 10), 100)
		w := newWrapped(text, width)
		w.extend(1 << 20)
		if !w.done {
			t.Skip()
		}
		for i, start := range w.rows {
			end := len(text)
			if i+1 < len(w.rows) {
				end = w.rows[i+1]
			}
			if end < start || end == start && i+1 < len(w.rows) {
				t.Fatalf("row %d from %d to %d", i, start, end)
			}
			if shown, _, used := printable.Fit(w.row(i), 0, width); used != len(w.row(i)) {
				t.Fatalf("row %d does not fit: %q", i, shown)
			}
			if w.rowOf(start) != i {
				t.Fatalf("offset %d is in row %d, not %d", start, w.rowOf(start), i)
			}
		}
	})
}
