package framing

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// told gives a line in a form that is easy to compare.
func told(l Line) string {
	var b strings.Builder
	b.Write(l.Bytes)
	b.WriteString([...]string{"↓", "↵", "∎"}[l.EOL])
	if l.Cut {
		b.WriteString(" cut of ")
		b.WriteString(strings.Repeat("x", int(l.Size)))
	}
	if l.Provisional {
		b.WriteString(" so far")
	}
	return b.String()
}

func readAll(t *testing.T, r *Reader) (lines []string, err error) {
	t.Helper()
	for {
		line, err := r.Next()
		if err != nil {
			if l, again := r.Next(); again != err || l.Bytes != nil { //nolint:errorlint // the very same error
				t.Errorf("then %v, %v", l, again)
			}
			return lines, err
		}
		lines = append(lines, told(line))
	}
}

func TestReaderCutsAtLineFeedAlone(t *testing.T) {
	for _, tc := range []struct {
		name, input string
		want        []string
	}{
		{"nothing", "", nil},
		{"lines", "a\nb\n", []string{"a↓", "b↓"}},
		{"a last line without line end", "a\nb", []string{"a↓", "b∎"}},
		{"blank lines", "\n\n \n\r\n", []string{"↓", "↓", " ↓", "↵"}},
		{"only the last CR belongs to the line end", "a\r\r\nb\rc\r\n", []string{"a\r↵", "b\rc↵"}},
		{"a CR that no LF follows", "a\r", []string{"a\r∎"}},
		{"other separators stay inside", "a\u2028b\u2029c\u0085d\v\f\x1c\x00e\n", []string{"a\u2028b\u2029c\u0085d\v\f\x1c\x00e↓"}},
		{"byte order mark, bad bytes", "\xEF\xBB\xBFa\xff\xfe\n", []string{"\xEF\xBB\xBFa\xff\xfe↓"}},
	} {
		for how, source := range map[string]io.Reader{
			"at once":            strings.NewReader(tc.input),
			"byte by byte":       iotest.OneByteReader(strings.NewReader(tc.input)),
			"the end with data":  iotest.DataErrReader(strings.NewReader(tc.input)),
			"half of each piece": iotest.HalfReader(strings.NewReader(tc.input)),
		} {
			got, err := readAll(t, NewReader(source, 0))
			if strings.Join(got, "|") != strings.Join(tc.want, "|") || err != io.EOF { //nolint:errorlint // io.EOF is promised bare
				t.Errorf("%s, %s: %q, %v", tc.name, how, got, err)
			}
		}
	}
}

func TestLinesBeyondTheLimitAreCutAndReadingGoesOn(t *testing.T) {
	for _, tc := range []struct {
		input string
		want  []string
	}{
		{"1234\nok\n", []string{"1234↓", "ok↓"}},
		{"1234\r\nok\n", []string{"1234↵", "ok↓"}},
		{"12345\nok\n", []string{"1234↓ cut of xxxxx", "ok↓"}},
		{"12345\r\nok\n", []string{"1234↵ cut of xxxxx", "ok↓"}},
		{"1234\r", []string{"1234∎ cut of xxxxx"}},
		{"12345", []string{"1234∎ cut of xxxxx"}},
		{"123456789\n123456789\r\nok", []string{"1234↓ cut of xxxxxxxxx", "1234↵ cut of xxxxxxxxx", "ok∎"}},
	} {
		for how, source := range map[string]io.Reader{
			"at once":      strings.NewReader(tc.input),
			"byte by byte": iotest.OneByteReader(strings.NewReader(tc.input)),
		} {
			got, err := readAll(t, NewReader(source, 4))
			if strings.Join(got, "|") != strings.Join(tc.want, "|") || err != io.EOF { //nolint:errorlint // as above
				t.Errorf("%q %s: %q, %v", tc.input, how, got, err)
			}
		}
	}
}

func TestAnEndlessLineTakesBoundedMemory(t *testing.T) {
	const size = 64 << 20
	source := io.MultiReader(&zeros{size}, strings.NewReader("\r\nok\n"))
	r := NewReader(source, 1<<20)
	line, err := r.Next()
	if err != nil || !line.Cut || line.Size != size || len(line.Bytes) != 1<<20 || line.EOL != CRLF {
		t.Fatalf("size %d, %d kept, cut %v, %v, %v", line.Size, len(line.Bytes), line.Cut, line.EOL, err)
	}
	if len(r.buf) > 2<<20 {
		t.Errorf("a buffer of %d bytes", len(r.buf))
	}
	if line, err = r.Next(); told(line) != "ok↓" || err != nil {
		t.Errorf("then %q, %v", told(line), err)
	}
}

// zeros reads as n zero bytes.
type zeros struct{ n int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.n == 0 {
		return 0, io.EOF
	}
	n := min(len(p), z.n)
	clear(p[:n])
	z.n -= n
	return n, nil
}

func TestTheBufferShrinksAfterAHugeLine(t *testing.T) {
	r := NewReader(io.MultiReader(&zeros{20 << 20}, strings.NewReader("\n"+strings.Repeat("small\n", 10_000))), 0)
	if line, err := r.Next(); err != nil || len(line.Bytes) != 20<<20 {
		t.Fatal(len(line.Bytes), err)
	}
	for range 10_000 {
		if line, err := r.Next(); err != nil || string(line.Bytes) != "small" {
			t.Fatalf("%q, %v", line.Bytes, err)
		}
	}
	if len(r.buf) > readChunk {
		t.Errorf("still %d bytes", len(r.buf))
	}
}

func TestAReadErrorComesBehindWhatWasRead(t *testing.T) {
	broken := errors.New("broken")
	got, err := readAll(t, NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 0))
	if strings.Join(got, "|") != "a↓|b∎" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err = NewReader(idle{}, 0).Next(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that does nothing: %v", err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// pipe gives a Reader on one end of a pipe, and the other end.
func pipe(t *testing.T) (*Reader, *os.File, *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(); _ = w.Close() })
	if r.SetReadDeadline(time.Time{}) != nil {
		t.Skip("pipes have no deadlines on this system")
	}
	return NewReader(r, 0), r, w
}

func write(t *testing.T, w io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
}

func next(t *testing.T, r *Reader, want string) {
	t.Helper()
	if line, err := r.Next(); err != nil || told(line) != want {
		t.Fatalf("%q, %v; want %q", told(line), err, want)
	}
}

func TestAnUnfinishedLineIsShownOnceAfterARest(t *testing.T) {
	r, _, w := pipe(t)
	write(t, w, "done\npass")
	next(t, r, "done↓")
	begun := time.Now()
	next(t, r, "pass∎ so far")
	if rest := time.Since(begun); rest < tailRest {
		t.Errorf("shown after %v already", rest)
	}
	write(t, w, "word: ")
	next(t, r, "password: ∎ so far")
	write(t, w, "\n> ") // the line is complete now, and comes whole
	next(t, r, "password: ↓")
	next(t, r, "> ∎ so far")
	_ = w.Close()
	next(t, r, "> ∎")
	if _, err := r.Next(); err != io.EOF { //nolint:errorlint // promised bare
		t.Error(err)
	}
}

// counting counts how often the reader came back to read.
type counting struct {
	net.Conn
	reads int
}

func (c *counting) Read(p []byte) (int, error) { c.reads++; return c.Conn.Read(p) }

func TestWhileATailRestsNothingTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end, w := net.Pipe()
		go func() {
			_, _ = io.WriteString(w, "> ")
			time.Sleep(time.Hour) // of the test's own clock
			_ = w.Close()
		}()
		c, begun := &counting{Conn: end}, time.Now()
		r := NewReader(c, 0)
		next(t, r, "> ∎ so far")
		if rest := time.Since(begun); rest != tailRest {
			t.Errorf("shown after %v", rest)
		}
		next(t, r, "> ∎")
		if time.Since(begun) != time.Hour || c.reads != 3 { // the tail, its rest, the end
			t.Errorf("%d reads in %v", c.reads, time.Since(begun))
		}
	})
}

func TestEndByEndsAStreamThatIsHeldOpen(t *testing.T) {
	r, _, w := pipe(t)
	write(t, w, "a\nb")
	next(t, r, "a↓")
	r.EndBy(time.Now().Add(50 * time.Millisecond))
	next(t, r, "b∎")
	if _, err := r.Next(); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
}

func TestEndByWakesAReadThatWaits(t *testing.T) {
	r, _, _ := pipe(t)
	result := make(chan error)
	go func() {
		_, err := r.Next()
		result <- err
	}()
	r.EndBy(time.Now().Add(time.Hour)) // not this one
	r.EndBy(time.Now().Add(10 * time.Millisecond))
	if err := <-result; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
}

func TestWhatThePipeHoldsAtTheEndIsStillDelivered(t *testing.T) {
	r, _, w := pipe(t)
	write(t, w, strings.Repeat("x", 1000)+"\n"+strings.Repeat("y", 1000)+"\nz")
	r.EndBy(time.Now().Add(-time.Second))
	got, err := readAll(t, r)
	if len(got) != 3 || got[2] != "z∎" || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

func TestAnEndlessWriterCannotPutOffTheEnd(t *testing.T) {
	r, file, w := pipe(t)
	writerGone := make(chan struct{})
	go func() { // ends when the read end is closed
		defer close(writerGone)
		for {
			if _, err := w.Write(bytes.Repeat([]byte("flood\n"), 1000)); err != nil {
				return
			}
		}
	}()
	r.EndBy(time.Now().Add(20 * time.Millisecond))
	for {
		if _, err := r.Next(); err != nil {
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error(err)
			}
			break
		}
	}
	_ = file.Close()
	<-writerGone
}

func TestATricklingWriterCannotPutOffTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end, w := net.Pipe()
		writerGone := make(chan struct{})
		go func() { // ends when the read end is closed
			defer close(writerGone)
			for {
				if _, err := io.WriteString(w, "and on\n"); err != nil {
					return
				}
				time.Sleep(7 * time.Millisecond)
			}
		}()
		r, begun := NewReader(end, 0), time.Now()
		r.EndBy(begun.Add(50 * time.Millisecond))
		lines, err := readAll(t, r)
		if waited := time.Since(begun); waited != 50*time.Millisecond+sweepGrace || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the end came after %v, %v", waited, err)
		}
		if want := 1 + int(50*time.Millisecond+sweepGrace)/int(7*time.Millisecond); len(lines) != want {
			t.Errorf("%d lines, want %d", len(lines), want)
		}
		_ = end.Close()
		<-writerGone
	})
}

// script is a source with deadlines of which each Read does what the next step says,
// and then waits for the deadline.
type script struct {
	steps    []func(p []byte) (int, error)
	deadline time.Time
}

func (s *script) SetReadDeadline(t time.Time) error { s.deadline = t; return nil }

func (s *script) Read(p []byte) (int, error) {
	if !s.deadline.IsZero() && !time.Now().Before(s.deadline) {
		return 0, os.ErrDeadlineExceeded
	}
	if len(s.steps) > 0 {
		step := s.steps[0]
		s.steps = s.steps[1:]
		return step(p)
	}
	if s.deadline.IsZero() {
		return 0, io.EOF
	}
	time.Sleep(time.Until(s.deadline))
	return 0, os.ErrDeadlineExceeded
}

// gives is a step that reads as text and an error.
func gives(text string, err error) func(p []byte) (int, error) {
	return func(p []byte) (int, error) { return copy(p, text), err }
}

func TestASlowCallerLosesNothingAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		for range 100 {
			s.steps = append(s.steps, gives("held\n", nil))
		}
		r := NewReader(s, 0)
		r.EndBy(time.Now().Add(time.Millisecond))
		lines := 0
		for {
			line, err := r.Next()
			if err != nil {
				if !errors.Is(err, os.ErrDeadlineExceeded) {
					t.Error(err)
				}
				break
			}
			if told(line) != "held↓" {
				t.Errorf("%q", told(line))
			}
			lines++
			time.Sleep(sweepGrace)
		}
		if lines != 100 {
			t.Errorf("%d lines", lines)
		}
	})
}

// deaf is a source that has nothing, and heeds a deadline only once.
type deaf struct {
	script
	reads int
}

func (d *deaf) Read(p []byte) (int, error) {
	if d.reads++; d.reads == 1 {
		return d.script.Read(p)
	}
	if d.reads > 1000 {
		return 0, io.EOF
	}
	time.Sleep(time.Millisecond)
	return 0, nil
}

func TestASourceThatDoesNotWaitEndsToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, begun := &deaf{}, time.Now()
		r := NewReader(d, 0)
		r.EndBy(begun)
		if _, err := r.Next(); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begun) != sweepGrace {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

func TestTheEndOfTheStreamInTheGraceIsAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func([]byte) (int, error){gives("last\n", io.EOF)}}
		r := NewReader(s, 0)
		r.EndBy(time.Now())
		if got, err := readAll(t, r); strings.Join(got, "|") != "last↓" || err != io.EOF { //nolint:errorlint // promised bare
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestTheEndCannotBePutOffOnceItHasCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, begun := &script{}, time.Now()
		r := NewReader(s, 0)
		s.steps = []func([]byte) (int, error){func(p []byte) (int, error) {
			r.EndBy(begun.Add(time.Hour))
			return copy(p, "x"), nil
		}}
		r.EndBy(begun)
		if got, err := readAll(t, r); strings.Join(got, "|") != "x∎" || !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begun) != sweepGrace {
			t.Errorf("%q, %v after %v", got, err, time.Since(begun))
		}
	})
}

func TestDataThatComesWithADeadlineIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{steps: []func([]byte) (int, error){gives("a\nb", os.ErrDeadlineExceeded), gives("c\n", nil)}}
		if got, err := readAll(t, NewReader(s, 0)); strings.Join(got, "|") != "a↓|bc↓" || err != io.EOF { //nolint:errorlint // promised bare
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestADeadlineThatWasMovedShowsNothingTooEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, begun := &script{steps: []func([]byte) (int, error){gives("> ", nil), gives("", os.ErrDeadlineExceeded)}}, time.Now()
		next(t, NewReader(s, 0), "> ∎ so far")
		if waited := time.Since(begun); waited != tailRest {
			t.Errorf("shown after %v", waited)
		}
	})
}

func TestALineThatTricklesIsShownInSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end, w := net.Pipe()
		go func() {
			for _, c := range "abcdefg\n" {
				_, _ = io.WriteString(w, string(c))
				time.Sleep(150 * time.Millisecond)
			}
			_ = w.Close()
		}()
		r, begun := NewReader(end, 0), time.Now()
		var got []string
		for {
			line, err := r.Next()
			if err != nil {
				break
			}
			got = append(got, fmt.Sprintf("%s at %d", told(line), time.Since(begun).Milliseconds()))
		}
		// Shown 200 ms after the first byte; then 200 ms after the next one, and so on.
		want := "ab∎ so far at 200|abcd∎ so far at 500|abcdef∎ so far at 800|abcdefg↓ at 1050"
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	})
}

func TestAPromptIsShownWhateverWasShownBefore(t *testing.T) {
	for _, tc := range []struct {
		maxLine int
		first   string
		want    string
	}{
		{0, "one", "one∎ so far|one↓|two∎ so far|two∎"},
		{2, "one", "on∎ cut of xxx so far|on↓ cut of xxx|tw∎ cut of xxx so far|tw∎ cut of xxx"},
		{2, "longer", "lo∎ cut of xxxxxx so far|lo↓ cut of xxxxxx|tw∎ cut of xxx so far|tw∎ cut of xxx"},
	} {
		synctest.Test(t, func(t *testing.T) {
			end, w := net.Pipe()
			go func() {
				for _, text := range []string{tc.first, "\n", "two"} {
					_, _ = io.WriteString(w, text)
					time.Sleep(time.Second)
				}
				_ = w.Close()
			}()
			if got, _ := readAll(t, NewReader(end, tc.maxLine)); strings.Join(got, "|") != tc.want {
				t.Errorf("%s\nwant %s", strings.Join(got, "|"), tc.want)
			}
		})
	}
}

func TestALineOfAnotherSizeEachTimeIsStillWaitedFor(t *testing.T) {
	// The rest of a line is that line's own: many short ones in a row are never shown.
	synctest.Test(t, func(t *testing.T) {
		end, w := net.Pipe()
		go func() {
			_, _ = io.WriteString(w, "a")
			for range 10 {
				time.Sleep(150 * time.Millisecond)
				_, _ = io.WriteString(w, "a\nb")
			}
			_ = w.Close()
		}()
		got, _ := readAll(t, NewReader(end, 0))
		if text := strings.Join(got, "|"); strings.Contains(text, "so far") || len(got) != 11 {
			t.Error(text)
		}
	})
}

func TestAnyLimitIsTaken(t *testing.T) {
	for _, limit := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt / 2} {
		long := strings.Repeat("x", 1<<20)
		line, err := NewReader(strings.NewReader(long+"\n"), limit).Next()
		if err != nil || string(line.Bytes) != long {
			t.Errorf("%d bytes, %v", len(line.Bytes), err)
		}
	}
}

func TestEndByDoesNotWaitForAnUnfinishedLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end, w := net.Pipe()
		go func() { _, _ = io.WriteString(w, "pass") }()
		r, begun := NewReader(end, 0), time.Now()
		r.EndBy(begun.Add(time.Millisecond))
		next(t, r, "pass∎")
		if waited := time.Since(begun); waited != time.Millisecond+sweepGrace {
			t.Errorf("waited %v", waited)
		}
	})
}

func TestEndByLeavesAnUnfinishedLineItsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end, w := net.Pipe()
		go func() { _, _ = io.WriteString(w, "pass") }()
		r := NewReader(end, 0)
		r.EndBy(time.Now().Add(tailRest + time.Millisecond))
		next(t, r, "pass∎ so far")
		next(t, r, "pass∎")
		if _, err := r.Next(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
	})
}

func TestSourcesWithoutDeadlinesHaveNoProvisionalLines(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	write(t, file, "a\nb")
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	r := NewReader(file, 0)
	r.EndBy(time.Now())
	got, err := readAll(t, r)
	if strings.Join(got, "|") != "a↓|b∎" || err != io.EOF { //nolint:errorlint // promised bare
		t.Errorf("%q, %v", got, err)
	}
}
