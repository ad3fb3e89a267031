package history

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
)

// A file that takes no more, as on a full disk, costs nothing of the session: what
// follows is kept elsewhere, and the user is told.
func TestAFileThatTakesNoMoreCostsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	header := NewHeader(ModeInspect, "x", []string{"x"}, "/", nil, "t", time.Now())
	r, err := Record(Options{Header: header, File: path})
	if err != nil {
		t.Fatal(err)
	}
	j := r.Journal()
	say := func(text string) {
		r.Line(framing.ServerToClient, FromClient, framing.Line{Bytes: []byte(text)})
	}
	say("before")
	for j.Len() < 1 {
		<-j.Bell()
	}
	// From now on the file fails.
	file := j.bodies.segments[0].file
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	say("after")
	say("and on")
	r.Close()
	for i, want := range []string{"after", "and on"} {
		if line, err := j.Line(i + 1); err != nil || string(line) != want {
			t.Errorf("event %d is %q, %v", i+1, line, err)
		}
	}
	if trouble := j.Trouble(); !strings.Contains(trouble, "no longer written to "+path) {
		t.Errorf("the user is told %q", trouble)
	}
	kept, err := Open(path)
	if err != nil || kept.Len() != 1 {
		t.Fatalf("what was written is not readable: %v", err)
	}
	_ = kept.Close()
	_ = j.Close()
}
