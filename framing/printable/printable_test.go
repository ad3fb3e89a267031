package printable

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestText(t *testing.T) {
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
		if got := Text([]byte(c.text)); got != c.want {
			t.Errorf("Text(%q) is %q, not %q", c.text, got, c.want)
		}
	}
}

func TestFitCutsBetweenCharacters(t *testing.T) {
	for width := range 12 {
		got, _, _ := Fit([]byte("日本語テキスト"), 0, width)
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

// FuzzFit checks that nothing commands the terminal, whatever came, and that
// widths are right.
func FuzzFit(f *testing.F) {
	for _, seed := range []string{"", "\x1b]0;x\x07", "\u202e\u2066", "日\u200d👨‍👩‍👧\ufe0f", "\xff\xfe\x97", "\t\t", "🏴\U000e0067\U000e007f", strings.Repeat("\u0301", 200), "\u1100\u1161", "🇩🇪🇩", "\xafᤶ", "👨\xe20\u200d\xe2"} {
		f.Add([]byte(seed), 20)
	}
	f.Fuzz(func(t *testing.T, text []byte, width int) {
		width = min(max(width, 0), 500)
		shown, end, used := Fit(text, 0, width)
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
		if again, _, _ := Fit(shown, 0, width); string(again) != string(shown) {
			t.Fatalf("%q is not safe to clean again: %q", shown, again)
		}
	})
}
