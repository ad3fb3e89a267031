package ui

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"},
		{"\x1b[2J", `\x1b[2J`},
		{"a\tb", "a   b"},
		{"a\r\nb", `a\r\nb`},
		{"\x00\x07\x7f", `\x00\x07\x7f`},
		{"windows \x97 dash", `windows \x97 dash`},
		{"\u009b31m", "<U+009B>31m"},
		{"\u202egnp.exe", "<U+202E>gnp.exe"},
		{"a\u200bb\ufeff\u00ad", "a<U+200B>b<U+FEFF><U+00AD>"},
		{"\U000e0069", "<U+E0069>"},
		{"\u2028\u2029\u0085", "<U+2028><U+2029><U+0085>"},
		{"x\U000e0100", "x<U+E0100>"},
		{"日本", "日本"},
		{"e\u0301", "e\u0301"},
		{"\u0301", "<U+0301>"},
		{"👨‍👩‍👧", "👨‍👩‍👧"},
		{"👨\u200d", "👨<U+200D>"},
		{"☺️", "☺️"},
	} {
		if got := clean([]byte(c.text), 200); string(got) != c.want {
			t.Errorf("clean(%q) is %q, not %q", c.text, got, c.want)
		}
	}
}

func TestCleanCutsBetweenCharacters(t *testing.T) {
	for width := range 12 {
		got := clean([]byte("日本語テキスト"), width)
		if w := ansi.StringWidth(string(got)); w != width/2*2 {
			t.Errorf("%d cells of %d", w, width)
		}
	}
}

func TestSimpleRunesAreWhatTheyAreSaidToBe(t *testing.T) {
	for r := rune(0x80); r < 0x11000; r++ {
		width := simple(r)
		if width == 0 || !utf8.ValidRune(r) {
			continue
		}
		if got := ansi.StringWidth(string(r)); got != width || hidden(r) || !standsAlone(string(r), width) {
			t.Errorf("%U has %d cells, said to have %d", r, got, width)
		}
	}
}

// FuzzClean checks that nothing commands the terminal, whatever came, and that
// widths are right.
func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "\x1b]0;x\x07", "\u202e\u2066", "日\u200d👨‍👩‍👧\ufe0f", "\xff\xfe\x97", "\t\t", "🏴\U000e0067\U000e007f", strings.Repeat("\u0301", 200), "\u1100\u1161", "🇩🇪🇩", "\xafᤶ", "👨\xe20\u200d\xe2"} {
		f.Add([]byte(seed), 20)
	}
	f.Fuzz(func(t *testing.T, text []byte, width int) {
		width = min(max(width, 0), 500)
		shown, end, used := fit(text, 0, width)
		if used > len(text) || end > width {
			t.Fatalf("%d of %d bytes, %d of %d cells", used, len(text), end, width)
		}
		if !utf8.Valid(shown) {
			t.Fatalf("%q is not UTF-8", shown)
		}
		for _, r := range string(shown) {
			if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) || hidden(r) && r != joiner && r != emojiSelector && r != textSelector {
				t.Fatalf("%U survived in %q", r, shown)
			}
		}
		if w := ansi.StringWidth(string(shown)); w != end {
			t.Fatalf("%q has %d cells, said to have %d", shown, w, end)
		}
		if again := clean(shown, width); string(again) != string(shown) {
			t.Fatalf("%q is not safe to clean again: %q", shown, again)
		}
		l := newLine(width)
		l.put("", safe(shown))
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
			if shown, _, used := fit(w.row(i), 0, width); used != len(w.row(i)) {
				t.Fatalf("row %d does not fit: %q", i, shown)
			}
			if w.rowOf(start) != i {
				t.Fatalf("offset %d is in row %d, not %d", start, w.rowOf(start), i)
			}
		}
	})
}

func TestLogTextIsWhatATerminalLeaves(t *testing.T) {
	got := string(logText([]byte("10%\r50%\r\x1b[1;32mdone\x1b[0m \x1b[2J\r")))
	if want := "done \x1b[2J"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
