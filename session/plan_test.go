//go:build unix

package session_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/mcp/mutation"
)

// catching starts a server that keeps every byte it gets in a file.
func catching(t *testing.T) (r running, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "caught")
	cfg := configFor("")
	cfg.Command, cfg.Handshake = []string{"sh", "-c", `cat > "$0"`, file}, false
	return start(t, cfg), file
}

// caught ends the server and gives what it got, and what the record says was sent.
func caught(t *testing.T, r running, file string) (got, recorded []byte) {
	t.Helper()
	r.Stop()
	<-r.Done()
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := history.ShowRaw(&out, r.j, sentLines(r.j)); err != nil {
		t.Fatal(err)
	}
	return got, out.Bytes()
}

func sentLines(j *history.Journal) []int {
	positions := []int{}
	for i := range j.Len() {
		if j.Event(i).Dir == framing.ClientToServer {
			positions = append(positions, i)
		}
	}
	return positions
}

func TestAPlanIsSentByteForByteAndSoItIsRecorded(t *testing.T) {
	plan := mutation.Plan{
		{Bytes: []byte("{\"a\":1}\r\n\n{\"b\"")},
		{Pause: 10 * time.Millisecond, Bytes: []byte(":\xff\x00}\n\xef\xbb\xbf{}")},
		{Bytes: nil},
		{Bytes: []byte("\r")},
		{Bytes: []byte("\nno end")},
	}
	r, file := catching(t)
	begun := time.Now()
	if err := r.SendPlan(plan, history.FromComposer); err != nil {
		t.Fatal(err)
	}
	if err := r.Send([]byte("after it"), history.FromComposer); err != nil {
		t.Fatal(err)
	}
	r.until("the line behind the plan", func(i int, e history.Event) bool {
		return e.Dir == framing.ClientToServer && r.line(i) == "after it"
	})
	if took := time.Since(begun); took < plan[1].Pause {
		t.Errorf("it took %v, without the pause", took)
	}
	got, recorded := caught(t, r, file)
	if want := append(plan.Bytes(), "after it\n"...); !bytes.Equal(got, want) || !bytes.Equal(recorded, want) {
		t.Errorf("the server got %q, the record says %q, not %q", got, recorded, want)
	}
}

func TestALongPauseDoesNotHoldUpTheEnd(t *testing.T) {
	r, file := catching(t)
	plan := mutation.Plan{{Bytes: []byte("{\n")}, {Pause: time.Hour, Bytes: []byte("}\n")}}
	if err := r.SendPlan(plan, history.FromComposer); err != nil {
		t.Fatal(err)
	}
	if got, _ := caught(t, r, file); !bytes.Equal(got, plan.Bytes()) {
		t.Errorf("the server got %q", got)
	}
}
