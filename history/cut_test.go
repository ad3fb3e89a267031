package history_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"stdioscope/exchange"
	"stdioscope/history"
)

// tells waits until a followed journal rings and then says something.
func tells(t *testing.T, j *history.Journal, what string, said func() bool) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for !said() {
		select {
		case <-j.Bell():
		case <-limit:
			t.Fatalf("nobody was told that %s: damage %v, trouble %q", what, j.Damage(), j.Trouble())
		}
	}
}

// saved is a history of one session that its writer has left.
func saved(t *testing.T, write func(recording)) recording {
	t.Helper()
	r := record(t, history.Options{})
	write(r)
	r.Close()
	_ = r.Journal().Close()
	return r
}

func TestACutIsToldAtOnceWhateverItHasLeft(t *testing.T) {
	for name, left := range map[string]int64{"nothing": 0, "its beginning": 300} {
		t.Run(name, func(t *testing.T) {
			r := saved(t, func(r recording) {
				r.server("one " + strings.Repeat("x", 500))
				r.server("two")
			})
			j := follow(t, r.path)
			grown(t, j, 2)
			became(t, j, history.WriterGone)
			if err := os.Truncate(r.path, left); err != nil {
				t.Fatal(err)
			}
			tells(t, j, "the file was cut", func() bool {
				damage := j.Damage()
				return len(damage) > 0 && damage[0].Bytes > 0 && damage[0].Reason == "the file was cut: 2 events are gone"
			})
		})
	}
}

func TestAFollowerIsToldThatItsFileIsGone(t *testing.T) {
	for name, remove := range map[string]func(path string) error{
		"removed": os.Remove,
		"renamed": func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			if err := os.WriteFile(path+".new", []byte("another"), 0o600); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := saved(t, func(r recording) { r.server("one") })
			j := follow(t, r.path)
			grown(t, j, 1)
			if trouble := j.Trouble(); trouble != "" {
				t.Errorf("before: %q", trouble)
			}
			if err := remove(r.path); err != nil {
				t.Fatal(err)
			}
			tells(t, j, "the file is gone", func() bool { return strings.HasPrefix(j.Trouble(), "the file was removed") })
			if line, err := j.Line(0); err != nil || string(line) != "one" {
				t.Errorf("what was read cannot be seen any more: %q, %v", line, err)
			}
		})
	}
}

func TestAFileThatIsBackIsNoTrouble(t *testing.T) {
	r := saved(t, func(r recording) { r.server("one") })
	j := follow(t, r.path)
	for _, step := range []struct {
		from, to string
		trouble  bool
	}{{r.path, r.path + ".old", true}, {r.path + ".old", r.path, false}} {
		if err := os.Rename(step.from, step.to); err != nil {
			t.Fatal(err)
		}
		tells(t, j, "the file has moved", func() bool { return (j.Trouble() != "") == step.trouble })
	}
}

const (
	ask77    = `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"slow"}}`
	answer77 = `{"jsonrpc":"2.0","id":77,"result":{}}`
)

// goesOn follows a saved history, cuts its last record off, and goes on with another
// writer.
func goesOn(t *testing.T, write, on func(recording), events int) *history.Journal {
	t.Helper()
	r := saved(t, write)
	j := follow(t, r.path)
	grown(t, j, events)
	if err := os.Truncate(r.path, lastRecord(t, r.path)); err != nil {
		t.Fatal(err)
	}
	tells(t, j, "the file was cut", func() bool { return len(j.Damage()) > 0 })
	raw := saved(t, on)
	text, err := os.ReadFile(raw.path)
	if err != nil {
		t.Fatal(err)
	}
	_, records, _ := strings.Cut(string(text), "\n") // without a header: the session goes on
	file, err := os.OpenFile(r.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(records); err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	return j
}

func TestNothingIsPairedWithARequestThatWasCutOff(t *testing.T) {
	j := goesOn(t, func(r recording) {
		r.server("hello")
		r.client(ask77)
	}, func(r recording) {
		r.client(ask77)
		r.server(answer77)
	}, 2)
	grown(t, j, 4)
	if ids := findingIDs(j, 2); ids != "" {
		t.Errorf("the request that was sent again: %s", ids)
	}
	if e := j.Event(3); e.Pair != 2 || j.Event(2).Status != exchange.OK {
		t.Errorf("the answer belongs to event %d, the request is %v", e.Pair, j.Event(2).Status)
	}
	if e := j.Event(1); e.Status != exchange.Lost || e.Pair != history.None {
		t.Errorf("the request that is gone is %v with %d", e.Status, e.Pair)
	}
}

func TestARequestWhoseAnswerWasCutOffIsOpenAgain(t *testing.T) {
	j := goesOn(t, func(r recording) {
		r.client(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		r.Fact(history.Fact{Event: history.FactExit})
		r.client(ask77)
		r.server(answer77)
	}, func(r recording) {
		r.server("still at it")
		r.server(answer77)
	}, 4)
	grown(t, j, 5)
	grown(t, j, 6)
	if e := j.Event(2); e.Pair != 5 || e.Status != exchange.OK {
		t.Errorf("the request is %v and paired with %d", e.Status, e.Pair)
	}
	if ids := findingIDs(j, 5); ids != "" {
		t.Errorf("the answer that came again: %s", ids)
	}
	if e := j.Event(0); e.Status != exchange.Lost {
		t.Errorf("the request of the session before is %v", e.Status)
	}
}
