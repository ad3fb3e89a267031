package redact_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/redact"
)

// session is a recording with secrets in many places, as a file.
func session(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history.jsonl")
	header := history.NewHeader(history.ModeWrap, "", []string{"server", "--dir=/x/hunter2-demo"}, "/", []string{"DEMO_CREDENTIAL"}, "test", time.Now())
	r, err := history.Record(history.Options{Header: header, File: path})
	if err != nil {
		t.Fatal(err)
	}
	say := func(dir framing.Dir, text string) {
		r.Line(dir, history.FromClient, framing.Line{Bytes: []byte(text)})
	}
	c2s, s2c := framing.ClientToServer, framing.ServerToClient
	r.Fact(history.Fact{Event: history.FactStart, PID: 7})
	say(framing.Stderr, "server: using credential hunter2-demo")
	say(c2s, `{"jsonrpc":"2.0","id":"hunter2-demo","method":"tools/call","params":{"name":"login","arguments":{"password":"hunter2-demo"},"_meta":{"progressToken":"hunter2-demo"}}}`)
	say(s2c, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"hunter2-demo","progress":1}}`)
	say(s2c, `log password=hunter2 {"jsonrpc":"2.0","id":"hunter2-demo","result":{"token":"x"}}`)
	say(s2c, "caf\xe9 password=hunter2")
	say(s2c, ` {"n":1.0,"n":2,"e":"\u00e9"} `)
	for _, line := range []string{"{", ` "jsonrpc": "2.0", "id": 5,`, ` "method": "x", "params": {"secret": "hunter2-demo"}`, "}"} {
		say(c2s, line)
	}
	say(c2s, `{"jsonrpc":"2.0","id":6,"method":"y","params":{"Authorization":"Bearer abc"}}`)
	say(s2c, `{"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"401 for https://demo:hunter2-demo@db/x"}}`)
	r.Note("the server printed token=%s", "abc123")
	r.Close()
	_ = r.Journal().Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t *testing.T, data []byte) *history.Journal {
	t.Helper()
	j, err := history.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func redacted(t *testing.T, data []byte) ([]byte, redact.Report) {
	t.Helper()
	var out bytes.Buffer
	report, err := redact.File(&out, bytes.NewReader(data), user())
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), report
}

func TestAnOldRecordingIsRedacted(t *testing.T) {
	before := session(t)
	after, report := redacted(t, before)
	if report.Records != 15 || report.Changed != 9 || report.Masks != 10 || report.Dropped != 0 {
		t.Errorf("report %+v", report)
	}
	if !strings.Contains(strings.SplitN(string(after), "\n", 2)[0], `"redacted":true`) {
		t.Error("the header does not say so")
	}
	for _, secret := range []string{`"password":"hunter2`, "credential hunter2", "password=hunter2", `"token":"x"`, "abc123", "Bearer abc", ":hunter2"} {
		if strings.Contains(string(after), secret) {
			t.Errorf("%s is still there:\n%s", secret, after)
		}
	}
	twice, report := redacted(t, after)
	if !bytes.Equal(after, twice) || report.Changed != 0 {
		t.Errorf("a second time changes more: %+v", report)
	}
}

func TestRedactionChangesNoPairAndNoVerdict(t *testing.T) {
	before := session(t)
	after, _ := redacted(t, before)
	a, b := read(t, before), read(t, after)
	if len(b.Damage()) > 0 || a.Len() != b.Len() {
		t.Fatalf("%d events became %d, damage %v", a.Len(), b.Len(), b.Damage())
	}
	for i := range a.Len() {
		x, y := a.Event(i), b.Event(i)
		x.Size, y.Size = 0, 0
		if x != y || string(a.ID(i)) != string(b.ID(i)) {
			t.Errorf("event %d\nwas %+v %s\nis  %+v %s", i, x, a.ID(i), y, b.ID(i))
		}
		if was, is := ids(a.Findings(i)), ids(b.Findings(i)); was != is {
			t.Errorf("event %d: findings %s became %s", i, was, is)
		}
	}
}

func ids(findings []framing.Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, f.ID)
	}
	return strings.Join(out, " ")
}

func TestDamageIsDroppedAndCounted(t *testing.T) {
	data := session(t)
	damaged := string(data) + "\x00\x00\x00\n\n" + `{"seq":99,"time":"2026-11-30T10:11:12Z","dir":"s2c","msg":{"password":"hunt`
	out, report := redacted(t, []byte(damaged))
	if report.Dropped != 2 || report.DroppedBytes < 70 || bytes.Contains(out, []byte(`{"password":"hunt`)) {
		t.Errorf("%+v", report)
	}
	for _, text := range []string{"", "hello\n", "{\"a\":1}\n"} {
		if _, err := redact.File(&bytes.Buffer{}, strings.NewReader(text), user()); !errors.Is(err, history.ErrNotHistory) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWholeRecordsOnDamagedLinesAreKept(t *testing.T) {
	head := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["a"],"cwd":"/","env":[],"version":"1"}` + "\n"
	said := func(seq, text string) string {
		return `{"seq":` + seq + `,"time":"2026-11-30T10:11:12Z","dir":"s2c","text":"` + text + `"}`
	}
	for name, lines := range map[string]string{
		"two records on a line":                     said("1", "password=hunter2") + said("2", "b"),
		"three records on a line":                   said("1", "a") + said("2", "password=hunter2") + said("3", "c"),
		"a record behind NULs":                      strings.Repeat("\x00", 50) + said("1", "password=hunter2"),
		"a record before NULs":                      said("1", "password=hunter2") + strings.Repeat("\x00", 50),
		"a record behind a torn one":                `{"seq":1,"time":"20` + said("2", "password=hunter2"),
		"a record behind one cut inside a letter":   `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"s2c","text":"caf` + "\xc3" + said("2", "password=hunter2"),
		"a session behind a torn record":            `{"seq":1,"ti` + head + said("2", "password=hunter2"),
		"a record between damaged ones on one line": "\x00\x00" + said("1", "password=hunter2") + `{"seq":2,`,
	} {
		before := read(t, []byte(head+lines+"\n"))
		out, report := redacted(t, []byte(head+lines+"\n"))
		after := read(t, out)
		if after.Len() != before.Len() || len(after.Damage()) != 0 {
			t.Errorf("%s: %d events became %d, damage %v", name, before.Len(), after.Len(), after.Damage())
		}
		if report.Dropped != len(before.Damage()) || bytes.Contains(out, []byte("hunter2")) {
			t.Errorf("%s: %+v where a reader says %v; written is\n%s", name, report, before.Damage(), out)
		}
	}
}

func TestWhatHoldsNoSecretStaysByteForByte(t *testing.T) {
	data := session(t)
	header, rest, _ := bytes.Cut(data, []byte("\n"))
	var plain []byte
	for line := range bytes.Lines(rest) {
		if !bytes.Contains(line, []byte("hunter2")) && !bytes.Contains(line, []byte("abc")) && !bytes.Contains(line, []byte("b64")) {
			plain = append(plain, line...)
		}
	}
	out, _ := redacted(t, append(append(bytes.Clone(header), '\n'), plain...))
	if _, kept, _ := bytes.Cut(out, []byte("\n")); !bytes.Equal(kept, plain) {
		t.Errorf("got\n%s\nwant\n%s", kept, plain)
	}
}

func FuzzFile(f *testing.F) {
	f.Add([]byte("{\"stdioscope\":1}\n{\"seq\":1,\"time\":\"2026-11-30T10:11:12Z\",\"dir\":\"s2c\",\"text\":\"token=a\\u0000bc\"}\n"))
	f.Add([]byte("{\"seq\":1,\"time\":\"2026-11-30T10:11:12Z\",\"dir\":\"stderr\",\"b64\":\"/3Rva2VuPWFiYw==\"}"))
	r := user()
	f.Fuzz(func(t *testing.T, data []byte) {
		var out, again bytes.Buffer
		if _, err := redact.File(&out, bytes.NewReader(data), r); err != nil {
			return
		}
		if _, err := redact.File(&again, bytes.NewReader(out.Bytes()), r); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("%q\n%q\n%q %v", data, out.Bytes(), again.Bytes(), err)
		}
	})
}

func TestArgumentsThatAnotherWriterLeftUnmaskedAreMasked(t *testing.T) {
	head := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["node","--token","short","--password=hunter2"],"cwd":"/","env":[],"version":"1"}` + "\n"
	out, _ := redacted(t, []byte(head))
	command := read(t, out).Header().Command
	if bytes.Contains(out, []byte("short")) || bytes.Contains(out, []byte("hunter2")) || len(command) != 4 || command[1] != "--token" {
		t.Errorf("got %s", out)
	}
}

func TestMasksInAHeaderStay(t *testing.T) {
	head := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","command":["n","--token","[redacted:11111111]","--secret","•••","{\"token\":\"[redacted:11111111]\"}","{\"token\":\"•••\"}","https://u:•••@h/?token=•••"],"cwd":"/","env":[],"version":"1","redacted":true}` + "\n"
	if out, report := redacted(t, []byte(head)); string(out) != head || report.Masks != 0 {
		t.Errorf("%+v, got\n%s", report, out)
	}
}
