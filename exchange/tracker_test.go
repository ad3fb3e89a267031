package exchange_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"stdioscope/exchange"
	"stdioscope/framing"
)

var update = flag.Bool("update", false, "write what the tracker says into the conversations")

// TestConversations feeds the conversations in testdata to a tracker. Each file is
// a txtar archive of cases: under "NAME" the lines, "C " before what the client
// wrote, "S " before what the server wrote, "end" where the process ended, "deaf" where its stdout did,
// "missed" where lines crossed unseen; under
// "NAME: want" what became of each, an event a line:
//
//	index status pair request-or-first method findings...
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			talk, want := archive.Files[i], &archive.Files[i+1]
			t.Run(filepath.Base(file)+"/"+talk.Name, func(t *testing.T) {
				got := converse(talk.Data).table()
				if *update {
					want.Data = got
				} else if !bytes.Equal(got, want.Data) {
					t.Errorf("got\n%swant\n%s", got, want.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// conversation is what a tracker made of some lines.
type conversation []row

type row struct {
	verdict  exchange.Verdict
	findings []string
}

func converse(talk []byte) conversation {
	var c conversation
	tracker := exchange.NewTracker()
	lines := bufio.NewScanner(bytes.NewReader(talk))
	for lines.Scan() {
		line := lines.Text()
		switch line {
		case "end":
			c.settle(tracker.EndSession())
			continue
		case "deaf":
			c.settle(tracker.EndAnswers())
			continue
		case "missed":
			tracker.Missed()
			continue
		}
		v := tracker.Observe(observation(len(c), line))
		c = append(c, row{verdict: v})
		c.find(len(c)-1, v.Findings)
		c.settle(v.Changes)
	}
	return c
}

func (c conversation) settle(changes []exchange.Change) {
	for _, change := range changes {
		v := &c[change.Index].verdict
		v.Status = change.Status
		if change.Pair != exchange.None {
			v.Pair = change.Pair
		}
		c.find(change.Index, change.Findings)
	}
}

func (c conversation) find(i int, findings []framing.Finding) {
	for _, f := range findings {
		c[i].findings = append(c[i].findings, f.ID)
	}
}

func (c conversation) table() []byte {
	var out bytes.Buffer
	for i, r := range c {
		v := r.verdict
		about := v.Request
		if v.First != exchange.None {
			about = v.First
		}
		columns := []string{fmt.Sprint(i), dash(v.Status.String()), position(v.Pair), position(about), dash(strings.TrimSpace(v.Method + " " + v.Tool))}
		fmt.Fprintln(&out, strings.Join(append(columns, r.findings...), " "))
	}
	return out.Bytes()
}

func position(i int) string {
	if i == exchange.None {
		return "-"
	}
	return fmt.Sprint(i)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func observation(i int, line string) exchange.Observation {
	dir := framing.ClientToServer
	if line[0] == 'S' {
		dir = framing.ServerToClient
	}
	text := []byte(line[2:])
	m := &framing.Message{}
	framing.Scan(text, m)
	return exchange.Observation{Index: i, Dir: dir, Line: text, Message: m}
}

func TestAFloodOfInventedNamesAndIDsIsForgotten(t *testing.T) {
	tracker := exchange.NewTracker()
	for i := range 100_000 {
		ask := fmt.Sprintf(`C {"jsonrpc":"2.0","id":%d,"method":"method-%d","params":{"_meta":{"progressToken":%d}}}`, i, i, i)
		tracker.Observe(observation(2*i, ask))
		tracker.Observe(observation(2*i+1, fmt.Sprintf(`S {"jsonrpc":"2.0","id":%d,"result":{}}`, i)))
	}
	for id, want := range map[string]string{"99999": exchange.ResponseDuplicate, "0": exchange.ResponseUnknownID} {
		v := tracker.Observe(observation(1, `S {"jsonrpc":"2.0","id":`+id+`,"result":{}}`))
		if len(v.Findings) != 1 || v.Findings[0].ID != want {
			t.Errorf("id %s answered again: %v, want %s", id, v.Findings, want)
		}
	}
}

func TestEveryFindingSaysWhatItBreaks(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range exchange.Rules() {
		if r.ID == "" || r.Rule == "" || r.Breaks == "" || r.Severity == 0 || seen[r.ID] {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
}

// FuzzTracker checks that no order of messages breaks the tracker, and that every
// request has exactly one end.
func FuzzTracker(f *testing.F) {
	f.Add([]byte("C {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}\nS {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}\nend\n"))
	f.Add([]byte("C [{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}]\nS {\"id\":1.0}\n"))
	f.Fuzz(func(t *testing.T, talk []byte) {
		tracker := exchange.NewTracker()
		open := 0
		for i, line := range bytes.Split(talk, []byte("\n")) {
			if len(line) < 2 {
				continue
			}
			v := tracker.Observe(observation(i, string(line)))
			if v.Status == exchange.Pending {
				open++
			}
			if v.Pair >= i || v.Request >= i || v.First >= i {
				t.Fatalf("line %d points ahead: %+v", i, v)
			}
		}
		if lost := tracker.EndSession(); len(lost) < open-len(talk) {
			t.Fatalf("%d of %d requests are lost", len(lost), open)
		}
	})
}

// BenchmarkObserve is the cost of a request and its answer.
func BenchmarkObserve(b *testing.B) {
	tracker := exchange.NewTracker()
	b.ReportAllocs()
	for i := 0; b.Loop(); i += 2 {
		ask := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hi"}}}`, i)
		answer := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"hi"}]}}`, i)
		for k, line := range [][]byte{ask, answer} {
			var m framing.Message
			framing.Scan(line, &m)
			v := tracker.Observe(exchange.Observation{Index: i + k, Dir: framing.Dir(k), Line: line, Message: &m})
			if k == 1 && v.Pair != i {
				b.Fatalf("answer %d is paired with %d", i, v.Pair)
			}
		}
	}
}
