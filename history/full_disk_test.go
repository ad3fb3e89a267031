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

// A session whose file takes no more can be saved elsewhere, whole.
func TestASessionCanBeSavedElsewhere(t *testing.T) {
	dir := t.TempDir()
	header := NewHeader(ModeInspect, "x", []string{"x"}, "/", nil, "t", time.Now())
	r, err := Record(Options{Header: header, File: filepath.Join(dir, "first")})
	if err != nil {
		t.Fatal(err)
	}
	j := r.Journal()
	defer func() { _ = j.Close() }()
	for i := range 3 {
		r.Line(framing.ServerToClient, FromClient, framing.Line{Bytes: []byte("line")})
		for j.Len() <= i {
			<-j.Bell()
		}
		if i == 0 { // part of a record has reached the file, the rest has no room
			if _, err := j.bodies.segments[0].file.WriteAt([]byte(`{"seq":2,"ti`), j.bodies.size()); err != nil {
				t.Fatal(err)
			}
			if err := j.bodies.divert(); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.Close()
	path := filepath.Join(dir, "second")
	if err := j.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	saved, err := Open(path)
	if err != nil || saved.Len() != 3 || len(saved.Damage()) > 0 {
		t.Fatalf("%d events, damage %v, %v", saved.Len(), saved.Damage(), err)
	}
	_ = saved.Close()
	if err := j.SaveAs(path); err == nil {
		t.Error("a file that is there was written over")
	}
}
