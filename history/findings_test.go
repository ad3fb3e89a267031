package history_test

import (
	"slices"
	"strings"
	"testing"

	"stdioscope/framing"
	"stdioscope/history"
)

// A server's answers in framings that a strict client would not take, and what a
// history tells of them: "pair status" of the request, then the findings of each line.
func TestAnswersInBadFramingArePairedAndNamed(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, tc := range []struct {
		name     string
		lines    []string
		pair     int
		findings []string
	}{
		{
			"broken over lines",
			[]string{"{", `  "jsonrpc": "2.0", "id": 1,`, `  "result": {}`, "}"},
			1,
			[]string{"message-multiline", "", "", ""},
		},
		{
			"behind a banner on the same line",
			[]string{`INFO {"jsonrpc":"2.0","id":1,"result":{}}`},
			1,
			[]string{"stdout-not-json"},
		},
		{
			"under a Content-Length header",
			[]string{"Content-Length: 36\r", "\r", `{"jsonrpc":"2.0","id":1,"result":{}}`},
			3,
			[]string{"lsp-content-length", "", ""},
		},
		{"with NaN in it", []string{`{"jsonrpc":"2.0","id":1,"result":{"x":NaN}}`}, 1, []string{"stdout-not-json"}},
	} {
		r := record(t, history.Options{})
		r.client(request)
		for _, line := range tc.lines {
			eol := framing.LF
			if strings.HasSuffix(line, "\r") {
				line, eol = strings.TrimSuffix(line, "\r"), framing.CRLF
			}
			r.say(framing.ServerToClient, line, eol)
		}
		r.Close()
		for name, j := range map[string]*history.Journal{"live": r.Journal(), "opened": r.reopened(t)} {
			if e := j.Event(0); e.Pair != tc.pair || e.Status.String() != "malformed" {
				t.Errorf("%s, %s: the request is %s, pair %d", tc.name, name, e.Status, e.Pair)
			}
			for i, want := range tc.findings {
				if got := findingIDs(j, i+1); got != want {
					t.Errorf("%s, %s: line %d has the findings %q, want %q", tc.name, name, i, got, want)
				}
			}
		}
	}
}

func TestTheRealAnswerCountsWhenItComesBehindTalkAboutIt(t *testing.T) {
	r := record(t, history.Options{})
	r.client(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	r.server(`DEBUG sending {"jsonrpc":"2.0","id":1,"result":{}}`)
	r.server(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	r.server(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	r.Close()
	j := r.Journal()
	if e := j.Event(0); e.Pair != 2 || e.Status.String() != "ok" {
		t.Errorf("the request is %s, pair %d", e.Status, e.Pair)
	}
	if got := findingIDs(j, 2) + findingIDs(j, 3); got != "response-duplicate" {
		t.Errorf("the answers have the findings %q", got)
	}
}

func TestALineThatWeCutIsNotHeldAgainstTheServer(t *testing.T) {
	r := record(t, history.Options{})
	r.client(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	head := `{"jsonrpc":"2.0","id":1,"result":{"text":"xxxxxxxxxx`
	r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: []byte(head), Size: 1 << 20, Cut: true})
	r.Close()
	j := r.Journal()
	if e := j.Event(0); e.Status.String() != "ok" || e.Pair != 1 {
		t.Errorf("the request is %s, pair %d", e.Status, e.Pair)
	}
	if got := findingIDs(j, 1); got != "" {
		t.Errorf("the line has the findings %q", got)
	}
	if got := shown(t, j, history.ShowJSON); !strings.Contains(got, `"size":1048576,"cut":true`) {
		t.Errorf("it is shown as %s", got)
	}
}

func findingIDs(j *history.Journal, i int) string {
	var ids []string
	for _, f := range j.Findings(i) {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), " ")
}

func TestTheWorstFindingMarksTheEvent(t *testing.T) {
	r := record(t, history.Options{})
	r.say(framing.ServerToClient, `{"jsonrpc":"2.0","method":"a"}`, framing.CRLF)
	r.server("hello")
	r.server(`{"jsonrpc":"2.0","method":"b"}`)
	r.Close()
	j := r.Journal()
	for i, want := range []framing.Severity{framing.Info, framing.Fault, 0} {
		if got := j.Event(i).Severity; got != want {
			t.Errorf("event %d is marked %q, want %q", i, got, want)
		}
	}
	if got := j.FindingCount(); got != 2 {
		t.Errorf("%d findings", got)
	}
}
