package framing_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"stdioscope/framing"
)

// delivered is a line that a test may keep.
func delivered(line framing.Line) framing.Line {
	line.Bytes = bytes.Clone(line.Bytes)
	return line
}

func readAll(t *testing.T, stream []byte, maxLine int) []framing.Line {
	t.Helper()
	var lines []framing.Line
	for r := framing.NewReader(bytes.NewReader(stream), maxLine); ; {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, delivered(line))
	}
}

func splitAll(stream []byte, maxLine, most int, random *rand.Rand) []framing.Line {
	var lines []framing.Line
	s := framing.NewSplitter(maxLine)
	for len(stream) > 0 {
		n := min(len(stream), 1+random.IntN(most))
		for line := range s.Split(stream[:n]) {
			lines = append(lines, delivered(line))
		}
		stream = stream[n:]
	}
	if line, ok := s.End(); ok {
		lines = append(lines, delivered(line))
	}
	return lines
}

func TestAStreamInPiecesHasTheLinesThatItHasWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var stream []byte
		for range random.IntN(30) {
			stream = append(stream, bytes.Repeat([]byte("xé"), random.IntN(1+random.IntN(4000)))...)
			stream = append(stream, []string{"\n", "\r\n", "\n\n", "\r", ""}[random.IntN(5)]...)
		}
		for _, maxLine := range []int{0, 1, 100, 5000} {
			want := readAll(t, stream, maxLine)
			got := splitAll(stream, maxLine, 1+random.IntN(100_000), random)
			same := slices.EqualFunc(got, want, func(a, b framing.Line) bool {
				return bytes.Equal(a.Bytes, b.Bytes) && a.EOL == b.EOL && a.Size == b.Size && a.Cut == b.Cut
			})
			if !same {
				t.Fatalf("%q in lines of up to %d: %d lines, read whole %d", stream, maxLine, len(got), len(want))
			}
		}
	}
}

func TestWhatIsLeftOfAStreamIsForgotten(t *testing.T) {
	s := framing.NewSplitter(4)
	for line := range s.Split([]byte("one\npassword:")) {
		if string(line.Bytes) != "one" {
			t.Errorf("%q", line.Bytes)
		}
	}
	if n := s.Forget(); n != 9 {
		t.Errorf("forgot %d bytes", n)
	}
	if line, ok := s.End(); ok {
		t.Errorf("there is still %+v", line)
	}
}
