package history_test

import (
	"io"
	"os"
	"testing"

	"stdioscope/history"
)

func TestAFollowedHistoryIsOverWhileNobodyWritesIt(t *testing.T) {
	r := record(t, history.Options{})
	r.client(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	j := follow(t, r.path)
	became(t, j, history.WriterLive)
	if j.Over() {
		t.Error("it is over while it is written")
	}
	r.Close()
	if r.Journal().Over() {
		t.Error("what is recorded here is said to be over")
	}
	_ = r.Journal().Close()
	tells(t, j, "it is over", j.Over)
	again := record(t, history.Options{File: r.path})
	again.client(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	tells(t, j, "it goes on", func() bool { return !j.Over() })
	again.Close()
}

func TestAStreamThatHasEndedIsOver(t *testing.T) {
	r := saved(t, func(r recording) { r.client(`{"jsonrpc":"2.0","id":1,"method":"ping"}`) })
	text, err := os.ReadFile(r.path)
	if err != nil {
		t.Fatal(err)
	}
	in, out := io.Pipe()
	go func() { _, _ = out.Write(text) }()
	j, err := history.ReadOn(in)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	grown(t, j, 1)
	if j.Over() {
		t.Error("it is over while it comes")
	}
	_ = out.Close()
	tells(t, j, "it is over", j.Over)
	if j.Writer() != history.WriterGone {
		t.Errorf("the writer is %d", j.Writer())
	}
}

func TestAHistoryThatIsOnlyReadIsOverAtItsEnd(t *testing.T) {
	r := record(t, history.Options{})
	r.server("one")
	defer r.Close()
	if j := r.reopened(t); !j.Over() {
		t.Error("more is to come of a history that is not followed")
	}
}
