package history_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
)

const (
	ask      = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`
	torn     = `{"jsonrpc":"2.0","id":1,"result":{"content":[`
	rest     = `]}}`
	unending = 30 * time.Second
)

func TestATornAnswerIsJudgedWhenNothingFollowsIt(t *testing.T) {
	r := record(t, history.Options{Discard: true})
	defer r.Close()
	r.client(ask)
	r.server(torn)
	late := time.After(unending)
	for j := r.Journal(); j.FindingCount() == 0; {
		select {
		case <-j.Bell():
		case <-late:
			t.Fatal("nothing is found")
		}
	}
	if e := r.Journal().Event(0); e.Status != exchange.Malformed || e.Pair != 1 {
		t.Errorf("the request is %v, its pair is %d", e.Status, e.Pair)
	}
}

// TestAFileTellsWhatBeingThereTold reads histories in which the rest of a torn answer
// came at once, late, or never.
func TestAFileTellsWhatBeingThereTold(t *testing.T) {
	for _, tc := range []struct {
		name  string
		after time.Duration // of the rest; 0 for never
		kinds string
	}{
		{"at once", 10 * time.Millisecond, "message-multiline"},
		{"late", 2 * time.Second, "stdout-not-json message-multiline"},
		{"never", 0, "stdout-not-json"},
	} {
		var file bytes.Buffer
		fmt.Fprintln(&file, `{"stdioscope":1,"id":"x","time":"2026-01-01T00:00:00Z","mode":"inspect","command":["x"],"cwd":"/","env":[],"version":"1"}`)
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		fmt.Fprintf(&file, `{"seq":1,"time":%q,"dir":"c2s","msg":%s}`+"\n", at.Format(time.RFC3339Nano), ask)
		fmt.Fprintf(&file, `{"seq":2,"time":%q,"dir":"s2c","text":%q}`+"\n", at.Format(time.RFC3339Nano), torn)
		if tc.after > 0 {
			fmt.Fprintf(&file, `{"seq":3,"time":%q,"dir":"s2c","text":%q}`+"\n", at.Add(tc.after).Format(time.RFC3339Nano), rest)
		}
		j, err := history.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for i := range j.Len() {
			for _, f := range j.Findings(i) {
				if f.Severity >= framing.Warn {
					found += f.ID + " "
				}
			}
		}
		if want := tc.kinds + " "; found != want || j.Event(0).Pair != 1 || j.Event(0).Status != exchange.Malformed {
			t.Errorf("%s: found is %q, the request is %v with pair %d", tc.name, found, j.Event(0).Status, j.Event(0).Pair)
		}
		_ = j.Close()
	}
}
