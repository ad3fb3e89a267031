package history_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(killVariable); path != "" {
		beWriter(path)
	}
	goleak.VerifyTestMain(m)
}

// header is that of a session with a server called "files".
func header() history.Header {
	return history.NewHeader(history.ModeInspect, "", []string{"npx", "-y", "@acme/files", "stdio"}, "/work", []string{"LOG"}, "test", time.Now())
}

// recording is a history that is being written to a file of its own.
type recording struct {
	*history.Recorder
	path string
}

func record(t *testing.T, opt history.Options) recording {
	t.Helper()
	if opt.File == "" {
		opt.File = filepath.Join(t.TempDir(), "history.jsonl")
	}
	if opt.Header.ID == "" {
		opt.Header = header()
	}
	r, err := history.Record(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Journal().Close() })
	return recording{r, opt.File}
}

func (r recording) say(dir framing.Dir, text string, eol framing.EOL) {
	r.Line(dir, history.FromClient, framing.Line{Bytes: []byte(text), Size: int64(len(text)), EOL: eol})
}

func (r recording) client(text string) { r.say(framing.ClientToServer, text, framing.LF) }
func (r recording) server(text string) { r.say(framing.ServerToClient, text, framing.LF) }

// reopened is what somebody sees who opens the file.
func (r recording) reopened(t *testing.T) *history.Journal {
	t.Helper()
	j, err := history.Open(r.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// format is one of the ways in which a history is printed.
type format func(w io.Writer, j *history.Journal, positions []int) error

func shown(t *testing.T, j *history.Journal, show format) string {
	t.Helper()
	var out bytes.Buffer
	if err := show(&out, j, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// oddities are lines that others lose, repair or choke on.
var oddities = []struct{ name, line string }{
	{"a sound message", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
	{"numbers and keys as they were written", `{"z":1.0,"a":9007199254740993,"z":1E400,"s":"\u00e9\/"}`},
	{"white space around a message", " \t{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}  "},
	{"a banner", "Listening on stdio…"},
	{"nothing", ""},
	{"blanks", "   "},
	{"quotes, backslashes and controls", "a \"b\" \\ \x00\x01\x1b[2J\x7f\t"},
	{"HTML and line separators", "<b>&</b> \u2028\u2029"},
	{"a byte order mark", "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"},
	{"bytes that are no UTF-8", "caf\xe9 \xff\xfe"},
	{"bad UTF-8 in a message", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"caf\xe9\"}}"},
	{"no JSON number", `{"x":NaN}`},
	{"two messages on a line", `{"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"}`},
	{"a message cut in half", `{"jsonrpc":"2.0","id":1,"resu`},
	{"a bare string", `"msg"`},
	{"a record of our own", `{"seq":7,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{}}`},
	{"a carriage return inside", "one\rtwo"},
}

func TestEveryLineComesBackByteForByte(t *testing.T) {
	for _, dir := range []framing.Dir{framing.ClientToServer, framing.ServerToClient, framing.Stderr} {
		for _, eol := range []framing.EOL{framing.LF, framing.CRLF, framing.None} {
			r := record(t, history.Options{})
			var want strings.Builder
			for _, odd := range oddities {
				r.say(dir, odd.line, eol)
				want.WriteString(odd.line + eol.Bytes())
			}
			r.Close()
			for name, j := range map[string]*history.Journal{"live": r.Journal(), "opened": r.reopened(t)} {
				if j.Len() != len(oddities) {
					t.Fatalf("%s %s: %d events for %d lines", name, dir, j.Len(), len(oddities))
				}
				for i, odd := range oddities {
					if line, err := j.Line(i); err != nil || string(line) != odd.line {
						t.Errorf("%s %s: %s came back as %q, %v", name, dir, odd.name, line, err)
					}
				}
				if got := shown(t, j, history.ShowRaw); got != want.String() {
					t.Errorf("%s %s: raw shows\n%q\nwant\n%q", name, dir, got, want.String())
				}
			}
		}
	}
}

func TestHeadIsTheBeginningOfTheLine(t *testing.T) {
	r := record(t, history.Options{})
	for _, odd := range oddities {
		r.server(odd.line)
	}
	for _, long := range []string{strings.Repeat("é\x00", 5000), strings.Repeat("\xff\xfe", 5000), `"` + strings.Repeat("x", 9999) + `"`} {
		r.server(long)
	}
	r.Close()
	j := r.Journal()
	for i := range j.Len() {
		line, _ := j.Line(i)
		for _, most := range []int{0, 1, 5, 64, 100, 1 << 20} {
			head, err := j.Head(i, most)
			if err != nil || !bytes.HasPrefix(line, head) || len(head) < min(len(line), most)-6 || len(head) > most {
				t.Errorf("head of %d bytes of %.20q is %.20q (%d bytes), %v", most, line, head, len(head), err)
			}
		}
	}
}

func TestAnOpenedHistoryKnowsWhatTheLiveOneKnew(t *testing.T) {
	r := record(t, history.Options{})
	r.Fact(history.Fact{Event: history.FactStart, PID: 42})
	r.Line(framing.ClientToServer, history.FromHandshake, framing.Line{Bytes: []byte(`{"jsonrpc":"2.0","id":0,"method":"initialize"}`)})
	r.server(`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}`)
	r.Fact(history.Fact{Event: history.FactReady, Protocol: "2025-11-25", Era: "legacy"})
	r.client(`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"echo"}}`)
	r.client(`{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"slow"}}`)
	r.server(`{"jsonrpc":"2.0","id":"a","result":{"isError":true}}`)
	r.server(`{"jsonrpc":"2.0","id":99,"result":{}}`)
	code := 3
	r.Fact(history.Fact{Event: history.FactExit, Code: &code})
	r.Close()
	live, opened := r.Journal(), r.reopened(t)
	if a, b := shown(t, live, history.ShowJSON), shown(t, opened, history.ShowJSON); a != b {
		t.Errorf("live:\n%s\nopened:\n%s", a, b)
	}
	for i := range live.Len() {
		a, b := live.Event(i), opened.Event(i)
		if !a.Time.Equal(b.Time) {
			t.Errorf("event %d: time %v, opened %v", i, a.Time, b.Time)
		}
		a.Time = b.Time
		if a != b {
			t.Errorf("event %d: live %+v, opened %+v", i, a, b)
		}
	}
	if got := opened.Event(5).Status; got != exchange.Lost {
		t.Errorf("the call that was open at the end is %s", got)
	}
	if exit, ok := opened.LastExit(); !ok || exit.Ending() != "exited 3" || exit.Unanswered != 1 {
		t.Errorf("the exit is %+v, %v", exit, ok)
	}
	if h := opened.Header(); h.Label != "files" || h.Command[2] != "@acme/files" || h.Mode != history.ModeInspect {
		t.Errorf("the header is %+v", h)
	}
}

func TestTheFileIsInTheDocumentedFormat(t *testing.T) {
	r := record(t, history.Options{})
	r.Line(framing.ClientToServer, history.FromComposer, framing.Line{Bytes: []byte(`{"id":1.0}`)})
	r.say(framing.ServerToClient, "hi", framing.CRLF)
	r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: []byte("\xff"), Size: 100, Cut: true, EOL: framing.None})
	code := 0
	r.Fact(history.Fact{Event: history.FactExit, Code: &code})
	r.Close()
	raw, err := os.ReadFile(r.path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	for i, want := range []string{
		`{"stdioscope":1,"id":"20`,
		`,"dir":"c2s","origin":"composer","msg":{"id":1.0}}`,
		`,"dir":"s2c","eol":"crlf","text":"hi"}`,
		`,"dir":"s2c","eol":"none","size":100,"cut":true,"b64":"/w=="}`,
		`,"dir":"meta","event":"exit","code":0,"after_ms":0,"unanswered":0,"found":5}`,
	} {
		if !strings.Contains(lines[i], want) || !json.Valid([]byte(lines[i])) {
			t.Errorf("record %d is %s, want %s", i, lines[i], want)
		}
	}
	if len(lines) != 5 || !strings.HasPrefix(lines[1], `{"seq":1,"time":"`) {
		t.Errorf("%d records, the first event is %s", len(lines), lines[1])
	}
}

func TestShowJSONHoldsIDsAndMessagesVerbatim(t *testing.T) {
	r := record(t, history.Options{})
	r.client(`{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"a\u0062"}}`)
	r.server(`{"jsonrpc":"2.0", "id":9007199254740993,"result":{"x":1.0,"x":2}}`)
	r.Close()
	lines := strings.Split(shown(t, r.Journal(), history.ShowJSON), "\n")
	for i, want := range []string{
		`"kind":"request","id":9007199254740993,"method":"tools/call","tool":"ab","pair":2,"status":"ok","latency_ms":`,
		`"kind":"result","id":9007199254740993,"method":"tools/call","tool":"ab","pair":1,"latency_ms":`,
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d is %s", i, lines[i])
		}
	}
	if !strings.HasSuffix(lines[1], `,"msg":{"jsonrpc":"2.0", "id":9007199254740993,"result":{"x":1.0,"x":2}}}`) {
		t.Errorf("the message is not verbatim: %s", lines[1])
	}
}

func TestRecordingIntoAHistoryAppendsASession(t *testing.T) {
	first := record(t, history.Options{})
	first.client(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	first.Close()
	_ = first.Journal().Close()
	torn, _ := os.OpenFile(first.path, os.O_APPEND|os.O_WRONLY, 0)
	_, _ = torn.WriteString(`{"seq":2,"time":"2026-11-30T10:`)
	_ = torn.Close()

	second := record(t, history.Options{File: first.path})
	second.server(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	second.Close()
	j := second.reopened(t)
	if j.Len() != 2 || j.Event(1).Seq != 2 || len(j.Damage()) != 1 {
		t.Fatalf("%d events, damage %v:\n%s", j.Len(), j.Damage(), shown(t, j, history.ShowJSON))
	}
	if got := j.Event(0).Status; got != exchange.Lost {
		t.Errorf("a request of the first session is %s after the second has begun", got)
	}
	if fs := j.Findings(1); len(fs) == 0 || fs[0].ID != "response-unknown-id" {
		t.Errorf("an answer to the first session's request in the second has the findings %v", fs)
	}
}

func TestAPanicIsReportedAndNobodyWaitsForTheRecorder(t *testing.T) {
	told := make(chan error, 1)
	r := record(t, history.Options{
		Tap:     func(history.Observed) *history.Fact { panic("a bug") },
		OnPanic: func(err error) { told <- err },
	})
	r.server("hello")
	if err := <-told; !strings.Contains(err.Error(), "a bug") {
		t.Errorf("%v", err)
	}
	for range 100_000 { // more than the queue holds
		r.server("still here")
	}
	r.Close()
}

func TestWhatIsNoHistoryIsRefused(t *testing.T) {
	dir := t.TempDir()
	letter := filepath.Join(dir, "letter.txt")
	_ = os.WriteFile(letter, []byte("Dear Sir\nor Madam\n"), 0o600)
	empty := filepath.Join(dir, "empty")
	_ = os.WriteFile(empty, nil, 0o600)
	for name, path := range map[string]string{"another file": letter, "an empty file": empty, "a directory": dir} {
		if _, err := history.Open(path); !errors.Is(err, history.ErrNotHistory) {
			t.Errorf("opening %s: %v", name, err)
		}
	}
	if _, err := history.Record(history.Options{File: letter, Header: header()}); !errors.Is(err, history.ErrNotHistory) {
		t.Errorf("recording into another file: %v", err)
	}
	if left, _ := os.ReadFile(letter); string(left) != "Dear Sir\nor Madam\n" {
		t.Errorf("the file was changed: %q", left)
	}
}

func TestASecondWriterIsRefused(t *testing.T) {
	r := record(t, history.Options{})
	defer r.Close()
	if _, err := history.Record(history.Options{File: r.path, Header: header()}); !errors.Is(err, history.ErrInUse) {
		t.Errorf("a second writer: %v", err)
	}
}

func TestHistoriesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	r := record(t, history.Options{})
	r.Close()
	info, err := os.Stat(r.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestDamageCostsOnlyTheDamagedRecords(t *testing.T) {
	good := func(seq, id string) string {
		return `{"seq":` + seq + `,"time":"2026-11-30T10:11:12.5Z","dir":"c2s","msg":{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}}`
	}
	said := func(seq string) string {
		return `{"seq":` + seq + `,"time":"2026-11-30T10:11:12Z","dir":"s2c","text":"words"}`
	}
	head := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}`
	for name, tc := range map[string]struct {
		lines  []string
		events int
		damage int
	}{
		"a torn record":              {[]string{head, good("1", "1"), `{"seq":2,"time":"20`, good("3", "3")}, 2, 1},
		"a record behind a torn one": {[]string{head, good("1", "1"), `{"seq":2,"time":"20` + good("3", "3")}, 2, 1},
		"two records on a line":      {[]string{head, good("1", "1") + good("2", "2"), good("3", "3")}, 3, 0},
		"two lines of text glued":    {[]string{head, said("1") + said("2")}, 2, 0},
		"text behind a torn one":     {[]string{head, said("1")[:60] + said("2")}, 1, 1},
		"a record behind NULs":       {[]string{head, strings.Repeat("\x00", 50) + good("1", "1")}, 1, 1},
		"NULs behind a record":       {[]string{head, good("1", "1") + strings.Repeat("\x00", 50), good("2", "2")}, 2, 0},
		"a record cut in a letter":   {[]string{head, `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"s2c","text":"caf` + "\xc3", good("2", "2")}, 1, 1},
		"a run of NUL":               {[]string{head, good("1", "1"), strings.Repeat("\x00", 100), good("3", "3")}, 2, 1},
		"an unknown member":          {[]string{head, strings.Replace(good("1", "1"), `"dir"`, `"new":{"a":[1,"}"]},"dir"`, 1)}, 1, 0},
		"a newer version":            {[]string{strings.Replace(head, ":1,", ":2,", 1), good("1", "1")}, 1, 1},
		"an unknown direction":       {[]string{head, strings.Replace(good("1", "1"), "c2s", "up", 1), good("2", "2")}, 1, 1},
		"a member behind msg":        {[]string{head, `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"id":7,"jsonrpc":"2.0","method":"m"},"more":[{}]}`}, 1, 0},
		"a blank line":               {[]string{head, "", good("1", "1")}, 1, 0},
		"no header":                  {[]string{good("1", "1")}, 1, 0},
		"msg not last":               {[]string{head, `{"msg":{"id":7,"jsonrpc":"2.0","method":"m"},"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s"}`}, 1, 0},
		"space in the record":        {[]string{head, `{ "seq": 1, "time": "2026-11-30T10:11:12Z", "dir": "c2s", "text": "hi" }`}, 1, 0},
		"a fact's odd member":        {[]string{head, `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta","event":"start","pid":"many"}`, good("2", "2")}, 2, 1},
		"a header's odd member":      {[]string{strings.Replace(head, `["a"]`, `"a"`, 1), good("1", "1")}, 1, 1},
		"msg that is no JSON":        {[]string{head, `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"c2s","msg":{"a":}}`, good("2", "2")}, 1, 1},
	} {
		j, err := history.Read(strings.NewReader(strings.Join(tc.lines, "\n") + "\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if j.Len() != tc.events || len(j.Damage()) != tc.damage {
			t.Errorf("%s: %d events and damage %v, want %d and %d", name, j.Len(), j.Damage(), tc.events, tc.damage)
		}
		for i := range j.Len() {
			if _, err := j.Line(i); err != nil {
				t.Errorf("%s: event %d: %v", name, i, err)
			}
		}
		_ = j.Close()
	}
}

func TestLinesGivesWhatLineGives(t *testing.T) {
	r := record(t, history.Options{})
	long := strings.Repeat("x", 3<<20)
	for range 3 {
		r.Note("a fact")
		for _, odd := range oddities {
			r.server(odd.line)
		}
		r.client(`{"pad":"` + long + `"}`)
	}
	r.Close()
	j := r.Journal()
	seen := 0
	for i, line := range j.Lines(context.Background(), 1, j.Len()-1) {
		if want, err := j.Line(i); err != nil || !bytes.Equal(line, want) {
			t.Errorf("line %d is %.40q, want %.40q, %v", i, line, want, err)
		}
		seen++
	}
	if want := 3*(len(oddities)+1) - 1; seen != want {
		t.Errorf("%d lines, want %d", seen, want)
	}
}
