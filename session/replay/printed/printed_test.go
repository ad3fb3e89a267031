package printed_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history/diff"
	"stdioscope/session/replay"
	"stdioscope/session/replay/printed"
)

var update = flag.Bool("update", false, "write the golden files anew")

// report is one of each outcome, with what a server may write to harm a terminal.
func report() *replay.Report {
	request := func(n int, method, tool string) *replay.Step {
		return &replay.Step{Number: n, Seq: uint32(n + 3), Kind: framing.Request, Method: method, Tool: tool, Status: exchange.OK, Timed: true, Latency: 1500 * time.Microsecond}
	}
	r := &replay.Report{Asked: map[string]int{"sampling/createMessage": 2}}
	changes := diff.Values(
		[]byte(`{"result":{"a":1,"b":"x","gone":[1,2]}}`),
		[]byte(`{"result":{"a":1.5,"b":"\u001b[2J`+"\u009b"+`","new":true}}`), diff.Options{})
	r.Results = []replay.Result{
		{Step: request(0, "tools/list", ""), Status: exchange.OK, Latency: 2 * time.Millisecond},
		{
			Step: request(1, "tools/call", "add\u202e"), Outcome: replay.Different, Status: exchange.ToolError, Latency: 30 * time.Millisecond, Slow: true,
			Changes: changes, Notifications: []replay.Count{{Method: "notifications/progress", A: 3, B: 2}},
			Values: []replay.Value{{Path: "$.params.arguments.handle", From: "$.result.handle of event 4", Then: "h-1", Now: "h-2"}},
			Stale:  []string{"$.params.arguments.at is of the earlier run"},
		},
		{Step: request(2, "tools/call", "wipe"), Outcome: replay.NotSent, Why: "the tool is marked as destructive"},
		{Step: request(3, "ping", ""), Outcome: replay.TimedOut, Why: "no answer within 1s"},
		{Step: &replay.Step{Number: 4, Seq: 9, Kind: framing.Invalid}},
	}
	r.Session = replay.Session{
		Notifications: []replay.Count{{Method: "notifications/message", A: 1, B: 4}},
		Stderr:        []diff.Line{{Op: diff.OnlyB, Text: "\x1b]0;title\x07warning <1>"}},
		ExitThen:      "exited 0", ExitNow: "killed by SIGSEGV", Findings: []string{"stdout-not-json"},
	}
	return r
}

func TestFormats(t *testing.T) {
	for _, format := range []string{"text", "json", "junit"} {
		var out bytes.Buffer
		p, ok := printed.New(format, "bug.jsonl", 120, &out)
		if !ok {
			t.Fatal(format)
		}
		r := report()
		take := printed.InOrder(func(result *replay.Result) {
			if err := p.Result(result); err != nil {
				t.Error(err)
			}
		})
		for _, n := range []int{2, 0, 1, 4, 3} { // as they may come
			take(replay.Event{Step: r.Results[n].Step})
			take(replay.Event{Step: r.Results[n].Step, Result: &r.Results[n]})
		}
		if err := p.End(r); err != nil {
			t.Error(err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		golden(t, format, out.Bytes())
		if format != "json" && bytes.ContainsAny(out.Bytes(), "\x1b\x07\u009b\u202e") {
			t.Errorf("%s commands the terminal: %q", format, out.String())
		}
	}
	if _, ok := printed.New("xml", "", 0, nil); ok {
		t.Error("there is no format xml")
	}
}

func TestLongValuesAreShownFromWhereTheyDiffer(t *testing.T) {
	head := strings.Repeat("the same words ", 100)
	r := report().Results[1]
	r.Changes = diff.Values([]byte(`{"a":"`+head+`then"}`), []byte(`{"a":"`+head+`now"}`), diff.Options{})
	for _, cells := range []int{0, 120} {
		var out bytes.Buffer
		p, _ := printed.New("text", "", cells, &out)
		if err := p.Result(&r); err != nil {
			t.Fatal(err)
		}
		if said := out.String(); !strings.Contains(said, `words now"`) || !strings.Contains(said, `words then"`) {
			t.Errorf("%d cells: %s", cells, said)
		}
	}
	long := strings.Repeat("x", 300)
	r.Changes = diff.Values([]byte(`{}`), []byte(`{"a":"`+long+`"}`), diff.Options{})
	var out bytes.Buffer
	p, _ := printed.New("text", "", 0, &out)
	if err := p.Result(&r); err != nil || !strings.Contains(out.String(), long) {
		t.Errorf("on a pipe: %s", out.String())
	}
}

func TestManyRunsAreOneDocument(t *testing.T) {
	var out bytes.Buffer
	p, _ := printed.New("junit", "bug.jsonl", 0, &out)
	for range 3 {
		r := report()
		for n := range r.Results {
			_ = p.Result(&r.Results[n])
		}
		_ = p.End(r)
	}
	_ = p.Close()
	var suites struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []struct {
			Tests int `xml:"tests,attr"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(out.Bytes(), &suites); err != nil || len(suites.Suites) != 3 || suites.Suites[2].Tests != 5 || strings.Count(out.String(), "<?xml") != 1 {
		t.Errorf("%v: %s", err, out.String())
	}
}

// golden compares with the file of that name in formats.txtar.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "formats.txtar")
	archive := &txtar.Archive{}
	if text, err := os.ReadFile(path); err == nil {
		archive = txtar.Parse(text)
	}
	for i := range archive.Files {
		if f := &archive.Files[i]; f.Name == name {
			if bytes.Equal(f.Data, got) {
				return
			}
			if !*update {
				t.Errorf("%s is\n%s", name, got)
				return
			}
			f.Data = got
		}
	}
	if !*update {
		t.Errorf("there is no golden %s", name)
		return
	}
	if !bytes.Contains(txtar.Format(archive), []byte("-- "+name+" --")) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: got})
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}
