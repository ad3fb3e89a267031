package imports

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) {
	time.Local = time.UTC // VS Code writes local time
	os.Exit(m.Run())
}

// imported is when the logs of the tests are read.
var imported = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func readText(t *testing.T, text, name string) *Log {
	t.Helper()
	l, err := read(strings.NewReader(text), name, imported)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func written(t *testing.T, m *Import) string {
	t.Helper()
	var out bytes.Buffer
	if n, err := m.WriteTo(&out); err != nil || n != int64(out.Len()) {
		t.Fatalf("%d of %d bytes, %v", n, out.Len(), err)
	}
	return out.String()
}

// journal is what somebody sees who opens the import.
func journal(t *testing.T, m *Import) *history.Journal {
	t.Helper()
	j, err := m.Journal()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	if damage := j.Damage(); len(damage) > 0 {
		t.Fatalf("the history is damaged: %v", damage)
	}
	return j
}

func shown(t *testing.T, j *history.Journal) string {
	t.Helper()
	var out bytes.Buffer
	if err := history.ShowJSON(&out, j, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var salt = regexp.MustCompile(`-[0-9a-f]{4}"`)

func TestLogsOfOtherTools(t *testing.T) {
	for name, want := range map[string]Format{
		"mcp-server-demo.log": ClaudeDesktop, "mcp.log": ClaudeDesktop,
		"vscode.log": VSCode, "vscode-early.log": VSCode,
		"snoop.jsonl": MCPSnoop, "inspector.json": Inspector,
		"bare.jsonl": BareLines, "typed.jsonl": TypedLines, "framed.txt": Framed,
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			l := readText(t, string(text), name)
			if l.Format != want {
				t.Errorf("taken for %s", l.Format)
			}
			var got strings.Builder
			for _, m := range l.Imports {
				fmt.Fprintf(&got, "# %s, %s: %d messages, %d stderr, %d notes\n", m.Label, m.Format, m.Messages, m.Stderr, m.Notes)
				got.WriteString(salt.ReplaceAllString(written(t, m), `-0000"`))
				got.WriteString("# shown as\n" + shown(t, journal(t, m)))
			}
			golden(t, name+".golden", got.String())
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it anew); it is now:\n%s", path, got)
	}
}

func TestWhatIsNoLogIsRefusedInOneLine(t *testing.T) {
	for name, text := range map[string]string{
		"empty":             "",
		"prose":             "Dear Sir or Madam,\nthank you for your letter.\n",
		"another program":   "2026-06-13T14:44:29.818Z [info] [nginx] listening on 80\n",
		"an editor's log":   "2026-07-24 02:03:14.031 [info] Extension host started\n",
		"other JSON":        `{"name":"x","version":"1.0.0"}`,
		"an empty array":    "[]",
		"a damaged message": `{"jsonrpc":"2.0","id":1,"meth`,
		"binary":            "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00",
		"zeros":             strings.Repeat("\x00", 100_000),
	} {
		l, err := Read(strings.NewReader(text), "x")
		if !errors.Is(err, ErrUnknownFormat) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
}

func TestADirectoryIsNoLog(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	if _, err := Read(dir, "logs"); err == nil {
		t.Error("a directory was read")
	}
}

func TestALogThatWentThroughAWindowsShell(t *testing.T) {
	const line = `2026-06-13T14:44:29.945Z [info] [demo] Message from client: {"jsonrpc":"2.0","id":0,"method":"tools/𝄞"}` + "\r\n"
	for _, order := range []string{"little", "big"} {
		for _, mark := range []string{"", "\ufeff"} {
			l := readText(t, utf16Text(mark+line+line, order == "little"), "mcp-server-demo.log")
			j := journal(t, l.Imports[0])
			last, err := j.Line(j.Len() - 1)
			if want := `{"jsonrpc":"2.0","id":0,"method":"tools/𝄞"}`; err != nil || string(last) != want {
				t.Errorf("%s endian: %s, %v", order, last, err)
			}
			if !strings.Contains(shown(t, j), "the log is UTF-16") {
				t.Error("the encoding is not told")
			}
		}
	}
}

// utf16Text encodes text.
func utf16Text(text string, little bool) string {
	var out []byte
	put := func(u uint16) {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	for _, r := range text {
		if r > 0xffff {
			r -= 0x10000
			put(0xd800 + uint16(r>>10))
			r = 0xdc00 + r&0x3ff
		}
		put(uint16(r))
	}
	return string(out)
}

// TestEveryMessageKeepsItsBytes reads messages whose bytes an encoder would change.
func TestEveryMessageKeepsItsBytes(t *testing.T) {
	messages := []string{
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}`,
		`{ "id" : 1.0 , "jsonrpc" : "2.0", "result" : {"z":1,"a":1e2,"a":2} }`,
		`{"jsonrpc":"2.0","id":"\u0041<>&\u2028` + "\u2028\u007f" + `","method":"tools/call","params":{}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"tools/list"}, {"jsonrpc":"2.0","method":"notifications/initialized"}]`,
	}
	for format, wrap := range map[string]string{
		"claude": "2026-06-13T14:44:29.945Z [info] [demo] Message from client: %s\n",
		"meta":   "2026-06-13T14:44:29.945Z [demo] [info] Message from server: %s { metadata: undefined }\n",
		"vscode": "2026-07-24 02:03:14.089 [debug] [editor -> server] %s\n",
		"early":  "2026-07-24 02:03:14.089 [info] [Server Says] %s\n",
		"snoop":  `{"session_id":"s","server_label":"d","seq":1,"ts":"2026-05-01T10:00:00Z","direction":"c2s","raw":%s}` + "\n",
		"bare":   "%s\n",
	} {
		var text strings.Builder
		for _, m := range messages {
			fmt.Fprintf(&text, wrap, m)
		}
		j := journal(t, readText(t, text.String(), "x").Imports[0])
		var got []string
		for i := range j.Len() {
			if line, err := j.Line(i); err == nil && j.Event(i).Dir != framing.Meta {
				got = append(got, string(line))
			}
		}
		if strings.Join(got, "\n") != strings.Join(messages, "\n") {
			t.Errorf("%s: %q", format, got)
		}
	}
}

func TestWhatCannotBeReadOfALogStaysToBeSeen(t *testing.T) {
	entry := `{"session_id":"s","server_label":"demo","seq":1,"ts":"2026-05-01T10:00:00Z","direction":"c2s","raw":{"jsonrpc":"2.0","id":1,"method":"ping"}}` + "\n"
	torn := entry[:70] + "\n"
	l := readText(t, torn+entry+torn, "snoop.jsonl")
	if len(l.Imports) != 1 || l.Imports[0].Label != "demo" {
		t.Fatalf("%d servers, the first is %+v", len(l.Imports), l.Imports[0])
	}
	j := journal(t, l.Imports[0])
	kept := 0
	for _, f := range j.Facts(0) {
		if f.Text == entry[:70] {
			kept++
		}
	}
	if kept != 2 || j.Event(j.Len()-2).Method != "ping" {
		t.Errorf("%d of 2 torn entries were kept:\n%s", kept, shown(t, j))
	}
}

func TestAnEntryOfAnExportThatCannotBeReadIsKept(t *testing.T) {
	const odd = `{"direction":"request","timestamp":"2026-05-01T10:00:00Z","message":{},"duration":"long"}`
	entry := `{"direction":"request","timestamp":"2026-05-01T10:00:00Z","message":{"jsonrpc":"2.0","id":1,"method":"ping"}}`
	j := journal(t, readText(t, "["+entry+","+odd+"]", "export.json").Imports[0])
	for _, f := range j.Facts(0) {
		if f.Text == odd {
			return
		}
	}
	t.Errorf("it is lost:\n%s", shown(t, j))
}

func TestALogWithoutTimesHasNoLatencies(t *testing.T) {
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
	j := journal(t, readText(t, ping, "x.jsonl").Imports[0])
	if !j.Header().Untimed || strings.Contains(shown(t, j), "latency_ms") {
		t.Errorf("a log without times tells of times: %+v\n%s", j.Header(), shown(t, j))
	}
	var text bytes.Buffer
	if err := history.ShowText(&text, j, nil); err != nil || strings.Contains(text.String(), " 0s") {
		t.Errorf("%v\n%s", err, text.String())
	}
	timed := `{"session_id":"s","server_label":"demo","seq":1,"ts":"2026-05-01T10:00:00Z","direction":"c2s","raw":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"session_id":"s","server_label":"demo","seq":2,"ts":"2026-05-01T10:00:01Z","direction":"s2c","raw":{"jsonrpc":"2.0","id":1,"result":{}}}
`
	if got := shown(t, journal(t, readText(t, timed, "y.jsonl").Imports[0])); !strings.Contains(got, `"latency_ms":1000`) {
		t.Errorf("a log with times lost them:\n%s", got)
	}
}

func TestBytesThatAreNotUTF8ComeBack(t *testing.T) {
	stderr := "caf\xe9 is open\x1b[0m"
	l := readText(t, "2026-06-13T14:44:29.818Z [info] [demo] Initializing server...\n"+stderr+"\n", "mcp-server-demo.log")
	j := journal(t, l.Imports[0])
	if line, err := j.Line(j.Len() - 1); err != nil || string(line) != stderr {
		t.Errorf("%q, %v", line, err)
	}
}

func TestAMessageTooLongIsCutAndSaidToBe(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 65 MiB")
	}
	start := "2026-06-13T14:44:29.945Z [info] [demo] Message from client: "
	text := start + `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"` + strings.Repeat("x", 65<<20) + `"}}` + "\n" + start + `{"jsonrpc":"2.0","id":2,"method":"x"}` + "\n"
	l := readText(t, text, "mcp-server-demo.log")
	j := journal(t, l.Imports[0])
	if l.Imports[0].Messages != 2 || !j.Event(j.Len()-2).Cut || j.Event(j.Len()-2).Size != int64(len(text)-len(start)*2-39) {
		t.Errorf("%+v", j.Event(j.Len()-2))
	}
	if !strings.Contains(written(t, l.Imports[0])[:2000], "64 MiB, of which the beginning is kept: 1 (in line 1)") {
		t.Error("the place is not told")
	}
}

func TestAFirstLineLongerThanTheHead(t *testing.T) {
	l := readText(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":"`+strings.Repeat("x", 2*headSize)+`"}}`, "x")
	if l.Imports[0].Messages != 1 || l.Format != BareLines {
		t.Errorf("%s, %+v", l.Format, l.Imports[0])
	}
}

func TestAFloodOfServersIsHeldTogether(t *testing.T) {
	var text strings.Builder
	for i := range 3 * maxServers {
		fmt.Fprintf(&text, "2026-06-13T14:44:29.945Z [info] [s%d] Message from client: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", i)
	}
	l := readText(t, text.String(), "mcp.log")
	last := l.Imports[len(l.Imports)-1]
	if len(l.Imports) != maxServers || last.Label != "others" || last.Messages != 2*maxServers+1 {
		t.Errorf("%d imports, the last %s with %d", len(l.Imports), last.Label, last.Messages)
	}
}

type brokenReader struct{ text *strings.Reader }

func (b brokenReader) Read(p []byte) (int, error) {
	if n, _ := b.text.Read(p); n > 0 {
		return n, nil
	}
	return 0, errors.New("the disk is gone")
}

func TestWhatWasReadBeforeAnErrorIsKept(t *testing.T) {
	l, err := Read(brokenReader{strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")}, "-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if text := written(t, l.Imports[0]); l.Imports[0].Messages != 1 || !strings.Contains(text, "the disk is gone") {
		t.Error(text)
	}
}

// FuzzRead checks that whatever is read becomes a sound history.
func FuzzRead(f *testing.F) {
	logs, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range logs {
		if text, err := os.ReadFile(name); err == nil && !strings.HasSuffix(name, ".golden") {
			f.Add(text)
			f.Add(text[:len(text)/2])
			f.Add(text[len(text)/2:])
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := Read(bytes.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		defer func() { _ = l.Close() }()
		for _, m := range l.Imports {
			checkSound(t, m)
		}
	})
}

// checkSound says that a history holds all that was counted, undamaged.
func checkSound(t *testing.T, m *Import) {
	j, err := m.Journal()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	if damage := j.Damage(); len(damage) > 0 {
		t.Fatalf("%v in %s", damage, written(t, m))
	}
	var counts [framing.Meta + 1]int
	for i := range j.Len() {
		counts[j.Event(i).Dir]++
	}
	if got := counts[framing.ClientToServer] + counts[framing.ServerToClient]; got != m.Messages || counts[framing.Stderr] != m.Stderr || counts[framing.Meta] < m.Notes {
		t.Fatalf("%v of %+v", counts, m)
	}
}

// BenchmarkRead reads a log of Claude Desktop.
func BenchmarkRead(b *testing.B) {
	const line = `2026-06-13T14:44:29.945Z [info] [demo] Message from server: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":1000000000}}` + "\n"
	text := strings.Repeat(line, 50_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		l, err := Read(strings.NewReader(text), "mcp.log")
		if err != nil {
			b.Fatal(err)
		}
		_ = l.Close()
	}
}
