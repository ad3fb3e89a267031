package filter

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestAFinderFindsWhatBytesContainsFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	text := func(most int) []byte {
		const letters = "aAbBkK\"\\{ é1"
		b := make([]byte, random.IntN(most))
		for i := range b {
			b[i] = letters[random.IntN(len(letters))]
		}
		return b
	}
	for range 50_000 {
		wanted, line := append(text(6), 'b'), text(90)
		if got, want := newFinder(wanted, false).in(line), bytes.Contains(line, wanted); got != want {
			t.Fatalf("%q in %q: %v", wanted, line, got)
		}
		small := func(b []byte) []byte {
			b = bytes.Clone(b)
			for i := range b {
				b[i] = lower(b[i])
			}
			return b
		}
		if got, want := newFinder(wanted, true).in(line), bytes.Contains(small(line), small(wanted)); got != want {
			t.Fatalf("%q in %q in either case: %v", wanted, line, got)
		}
	}
}

func TestAFinderFindsTextAnywhereInALongLine(t *testing.T) {
	for _, text := range []string{"x", "needle", strings.Repeat("long needle ", 500)} {
		for _, fold := range []bool{false, true} {
			f := newFinder([]byte(text), fold)
			for at := 0; at < 13_000; at += 1 + at%31 {
				line := []byte(strings.Repeat("hay ", 4_000))
				if f.in(line) {
					t.Fatalf("%.10q was found where it is not", text)
				}
				if line = append(line[:at], text...); !f.in(line) {
					t.Fatalf("%.10q at the end was not found at %d", text, at)
				}
				if line = append(line, "behind it"...); !f.in(line) {
					t.Fatalf("%.10q was not found at %d", text, at)
				}
			}
		}
	}
}

func TestWhatAnExpressionMustContain(t *testing.T) {
	for expression, want := range map[string]string{
		`timeout`: "timeout", `\d+ ms timeout`: " ms timeout", `(?i)Error: \d`: "error: ", `(?i)disk`: "di",
		`a|b`: "", `(abc)+x?`: "abc", `x*y`: "", `(?:ab){2,}`: "ab", `(?:ab)?`: "",
	} {
		got := ""
		if f := mustContain(expression); f != nil {
			got = string(f.text)
		}
		if got != want {
			t.Errorf("%s must contain %q, want %q", expression, got, want)
		}
	}
}

func TestNumbersAreComparedToTheLastDigit(t *testing.T) {
	ordered := []string{"-1e400", "-10", "-1.5", "-1.05", "0", "1e-400", "0.09", "0.9", "1", "1.1", "9007199254740992", "9007199254740993", "1e400", "1e999999999999"}
	for i, a := range ordered {
		for k, b := range ordered {
			x, _ := parseDecimal(a)
			y, _ := parseDecimal(b)
			if got, want := x.compare(y), max(-1, min(1, i-k)); got != want {
				t.Errorf("%s and %s: %d", a, b, got)
			}
		}
	}
	for _, same := range [][2]string{{"1", "1.0"}, {"1", "10e-1"}, {"0", "-0.0e5"}, {"1200", "1.2E+3"}, {"0.001", "1e-3"}} {
		x, okX := parseDecimal(same[0])
		y, okY := parseDecimal(same[1])
		if !okX || !okY || x.compare(y) != 0 {
			t.Errorf("%s and %s differ", same[0], same[1])
		}
	}
	for _, not := range []string{"", "-", "01", "1.", ".5", "1e", "1e+", "+1", "1x", "0x1", "1_0", "NaN"} {
		if _, ok := parseDecimal(not); ok {
			t.Errorf("%q is a number", not)
		}
	}
}

func BenchmarkFinder(b *testing.B) {
	line := []byte(strings.Repeat("the server answers with a list of files and says that each was read ", 15_000))
	for name, f := range map[string]*finder{
		"fold": newFinder([]byte("absent"), true), "exact": newFinder([]byte("absent"), false), "frequent": newFinder([]byte("the tea"), true),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				if f.in(line) {
					b.Fatal("found")
				}
			}
		})
	}
	b.Run("bytes.Index", func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			if bytes.Contains(line, []byte("absent")) {
				b.Fatal("found")
			}
		}
	})
}
