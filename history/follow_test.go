package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// follow opens a history for following.
func follow(t *testing.T, path string) *history.Journal {
	t.Helper()
	j, err := history.Begin(path, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// grown waits until a followed journal has so many events.
func grown(t *testing.T, j *history.Journal, events int) {
	t.Helper()
	limit := time.After(20 * time.Second)
	for j.Len() < events {
		select {
		case <-j.Bell():
		case <-limit:
			t.Fatalf("%d events, waited for %d", j.Len(), events)
		}
	}
}

func TestAFollowerSeesWhatIsAppended(t *testing.T) {
	r := record(t, history.Options{})
	r.server("one")
	j := follow(t, r.path)
	grown(t, j, 1)
	for i := range 100 {
		r.server(fmt.Sprint("line ", i))
		grown(t, j, i+2)
		if line, err := j.Line(i + 1); err != nil || string(line) != fmt.Sprint("line ", i) {
			t.Fatalf("line %d is %q, %v", i, line, err)
		}
	}
	r.Close()
	if got := shown(t, j, history.ShowJSON); got != shown(t, r.Journal(), history.ShowJSON) {
		t.Errorf("the follower shows\n%s", got)
	}
}

func TestAFollowerSaysThatTheWriterDied(t *testing.T) {
	r := record(t, history.Options{})
	r.server("one")
	j := follow(t, r.path)
	became(t, j, history.WriterLive)
	r.Close()
	_ = r.Journal().Close()
	became(t, j, history.WriterGone)
	again := record(t, history.Options{File: r.path})
	again.server("two")
	became(t, j, history.WriterLive)
	again.Close()
}

// became waits until a followed journal's writer is seen to be so.
func became(t *testing.T, j *history.Journal, want history.Writer) {
	t.Helper()
	limit := time.After(20 * time.Second)
	for j.Writer() != want {
		select {
		case <-j.Bell():
		case <-limit:
			t.Fatalf("the writer is %d, waited for %d", j.Writer(), want)
		}
	}
}

func TestAFollowerGoesOnAfterATornTail(t *testing.T) {
	r := record(t, history.Options{})
	r.server("one")
	r.server("two")
	r.Close()
	_ = r.Journal().Close()
	j := follow(t, r.path)
	grown(t, j, 2)
	info, _ := os.Stat(r.path)
	if err := os.Truncate(r.path, info.Size()-5); err != nil { // the writer's machine has crashed
		t.Fatal(err)
	}
	again := record(t, history.Options{File: r.path})
	again.server("three")
	again.Close()
	grown(t, j, 3)
	if line, err := j.Line(2); err != nil || string(line) != "three" {
		t.Errorf("%q, %v: %v", line, err, j.Damage())
	}
}

func TestALargeHistoryIsSeenBeforeItIsRead(t *testing.T) {
	r := record(t, history.Options{})
	for i := range 50_000 {
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: smallMessage(i)})
	}
	r.Close()
	j, err := history.Begin(r.path, false)
	if err != nil {
		t.Fatal(err)
	}
	if j.Len() == 0 {
		t.Error("nothing is there yet")
	}
	if err := j.Wait(); err != nil || j.Len() != 50_000 || !j.Loaded() {
		t.Errorf("%d events, %v", j.Len(), err)
	}
	_ = j.Close()
}

func TestAJournalCanBeClosedWhileItIsRead(t *testing.T) {
	r := record(t, history.Options{})
	for i := range 50_000 {
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: smallMessage(i)})
	}
	r.Close()
	for _, following := range []bool{false, true} {
		j, err := history.Begin(r.path, following)
		if err != nil {
			t.Fatal(err)
		}
		_ = j.Close()
	}
}

func TestALargeFileThatIsNoHistoryIsRefusedSoon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "noise")
	if err := os.WriteFile(path, bytes.Repeat([]byte("no history\n"), 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := history.Open(path); !errors.Is(err, history.ErrNotHistory) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
}

// killVariable makes the test binary a writer for a test to kill.
const killVariable = "STDIOSCOPE_TEST_WRITER"

// beWriter records numbered lines into a file for ever, saying on stdout which
// ones a reader must find.
func beWriter(path string) {
	r, err := history.Record(history.Options{File: path, Header: header()})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: fmt.Appendf(nil, `{"line":%d,"pad":%q}`, i, strings.Repeat("é", i%200))})
		if j := r.Journal(); i%50 == 0 {
			fmt.Println(j.Len())
		}
	}
}

// TestNothingThatWasSeenIsLostWhenTheWriterIsKilled kills writers of one file one
// after the other and reads it each time.
func TestNothingThatWasSeenIsLostWhenTheWriterIsKilled(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 3
	}
	path := filepath.Join(t.TempDir(), "history")
	before := 0
	for n := range kills {
		promised := before + killWriter(t, path, n)
		j, err := history.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if j.Len() < promised {
			t.Fatalf("kill %d: %d events are left of %d that were seen", n, j.Len(), promised)
		}
		if len(j.Damage()) > n+1 {
			t.Fatalf("kill %d: damage %v", n, j.Damage())
		}
		for i := before; i < j.Len(); i++ {
			if line, err := j.Line(i); err != nil || !bytes.HasPrefix(line, fmt.Appendf(nil, `{"line":%d,`, i-before)) {
				t.Fatalf("kill %d: event %d is %.40q, %v", n, i, line, err)
			}
		}
		before = j.Len()
		_ = j.Close()
	}
}

// killWriter runs a writer, kills it at a time that depends on n, and gives how
// many of its events had been published by then.
func killWriter(t *testing.T, path string, n int) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killVariable+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	published, first := 0, -1
	for range 20 + 7*n {
		var seen int
		if _, err := fmt.Fscan(out, &seen); err != nil {
			t.Fatalf("the writer says: %v", err)
		}
		if first < 0 {
			first = seen
		}
		published = seen
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return max(0, published-first)
}

func TestWhatIsNoHistoryIsNotFollowed(t *testing.T) {
	r := record(t, history.Options{})
	r.Close()
	head, _ := os.ReadFile(r.path)
	for name, text := range map[string]string{
		"a log of VS Code": "2026-07-24 02:03:14.031 [info] Starting server x\n",
		"prose":            "Dear Sir\nor Madam\n",
		"an empty file":    "",
		"a torn header":    string(head[:20]),
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := history.Begin(path, true); !errors.Is(err, history.ErrNotHistory) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAStreamIsSeenWhileItComes(t *testing.T) {
	r := record(t, history.Options{})
	r.server("one")
	r.server("two")
	r.Close()
	text, _ := os.ReadFile(r.path)
	lines := bytes.SplitAfter(text, []byte("\n"))
	in, out := io.Pipe()
	go func() {
		_, _ = out.Write(lines[0][:30])
		_, _ = out.Write(lines[0][30:])
		_, _ = out.Write(lines[1])
	}()
	j, err := history.ReadOn(in)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	grown(t, j, 1)
	if !j.Follows() {
		t.Error("the stream is not followed")
	}
	became(t, j, history.WriterLive)
	_, _ = out.Write(lines[2])
	grown(t, j, 2)
	if line, err := j.Line(1); err != nil || string(line) != "two" {
		t.Errorf("%q, %v", line, err)
	}
	_ = out.CloseWithError(errors.New("no more"))
	became(t, j, history.WriterGone)
	if trouble := j.Trouble(); !strings.Contains(trouble, "no more") {
		t.Errorf("that the stream broke off is told as %q", trouble)
	}
}

func TestAStreamThatIsNoHistoryIsRefusedAtItsFirstLine(t *testing.T) {
	in, out := io.Pipe()
	defer func() { _ = out.Close() }()
	go func() { _, _ = out.Write([]byte("Dear Sir\n")) }() // and says no more
	if _, err := history.ReadOn(in); !errors.Is(err, history.ErrNotHistory) {
		t.Errorf("%v", err)
	}
}

// rewritten has a followed file of three events cut at a place, and then written to.
func rewritten(t *testing.T, cut func(path string, end int64), want []string) *history.Journal {
	t.Helper()
	r := record(t, history.Options{})
	r.Note("begun")
	r.server("first password=hunter2")
	r.server("second")
	r.Close()
	_ = r.Journal().Close()
	j := follow(t, r.path)
	grown(t, j, 3)
	info, err := os.Stat(r.path)
	if err != nil {
		t.Fatal(err)
	}
	cut(r.path, info.Size())
	again := record(t, history.Options{File: r.path})
	again.server("after")
	again.Close()
	grown(t, j, len(want))
	for i, text := range want {
		line, err := j.Line(i)
		if text == "" && !errors.Is(err, history.ErrCut) || text != "" && !strings.Contains(string(line), text) {
			t.Errorf("event %d is %q, %v, want %q", i, line, err, text)
		}
		if head, err := j.Head(i, 1000); text == "" && err == nil {
			t.Errorf("the beginning of event %d is %q", i, head)
		}
	}
	return j
}

func TestEventsThatWereCutOffAreKnownToBeGone(t *testing.T) {
	truncate := func(path string, size int64) {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct {
		cut  func(path string, end int64)
		want []string
	}{
		"its last bytes":          {func(path string, end int64) { truncate(path, end-5) }, []string{"begun", "first", "", "after"}},
		"the last line end only":  {func(path string, end int64) { truncate(path, end-1) }, []string{"begun", "first", "second", "after"}},
		"everything":              {func(path string, _ int64) { truncate(path, 0) }, []string{"", "", "", "after"}},
		"everything, for longer":  {func(path string, end int64) { overwrite(t, path, int(end)) }, []string{"", "", "", "foreign", "after"}},
		"all but a torn header":   {func(path string, _ int64) { truncate(path, 20); overwrite(t, path, 0) }, []string{"", "", "", "foreign", "after"}},
		"the last record exactly": {func(path string, _ int64) { truncate(path, lastRecord(t, path)) }, []string{"begun", "first", "", "after"}},
	} {
		t.Run(name, func(t *testing.T) {
			j := rewritten(t, tc.cut, tc.want)
			damage := j.Damage()
			for _, d := range damage {
				if d.Offset < 0 {
					t.Errorf("damage before the file's beginning: %+v", d)
				}
			}
			if slices.Contains(tc.want, "") && !strings.Contains(fmt.Sprint(damage), "the file was cut") {
				t.Errorf("damage %v", damage)
			}
		})
	}
}

// overwrite puts another history in a file, of at least so many bytes.
func overwrite(t *testing.T, path string, least int) {
	t.Helper()
	other := record(t, history.Options{})
	other.server("foreign " + strings.Repeat("x", least))
	other.Close()
	text, err := os.ReadFile(other.path)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func lastRecord(t *testing.T, path string) int64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return int64(bytes.LastIndexByte(text[:len(text)-1], '\n') + 1)
}

func TestAFollowedHistoryIsSavedAsItIsNow(t *testing.T) {
	r := record(t, history.Options{})
	r.server("one")
	j := follow(t, r.path)
	grown(t, j, 1)
	r.server("two")
	grown(t, j, 2)
	r.Close()
	var saved bytes.Buffer
	if err := j.Copy(&saved); err != nil || !strings.Contains(saved.String(), "two") {
		t.Errorf("%v, saved is\n%s", err, saved.String())
	}
}
