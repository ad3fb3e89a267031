package history_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/history"
)

// saveSession records a session in the state directory.
func saveSession(t *testing.T, label string, minute int, lines ...string) recording {
	t.Helper()
	h := history.NewHeader(history.ModeInspect, label, []string{"srv", label}, "/", nil, "t", time.Date(2026, 11, 30, 10, minute, 0, 0, time.UTC))
	r, err := history.Record(history.Options{Header: h})
	if err != nil {
		t.Fatal(err)
	}
	out := recording{r, r.Journal().Path()}
	for _, line := range lines {
		out.server(line)
	}
	t.Cleanup(func() {
		r.Close()
		_ = r.Journal().Close()
	})
	return out
}

func (r recording) finish(code int) {
	r.Fact(history.Fact{Event: history.FactExit, Code: &code})
	r.Close()
	_ = r.Journal().Close()
}

func TestTheListTellsHowEachSessionEnded(t *testing.T) {
	stateHome(t)
	saveSession(t, "done", 1, `{"jsonrpc":"2.0","method":"a"}`, "banner").finish(3)
	cut := saveSession(t, "cut", 2, "banner", "banner")
	cut.Close()
	_ = cut.Journal().Close()
	long := saveSession(t, "long", 3, strings.Repeat("x", 200_000))
	long.finish(0)
	live := saveSession(t, "live", 4, "one")
	for live.Journal().Len() < 1 {
		<-live.Journal().Bell()
	}
	all, err := history.List()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all {
		got = append(got, fmt.Sprintf("%s %s %d %d %q %v", s.Header.Label, strings.Join(s.Header.Command, " "), s.Events, s.Findings, s.Ending, s.Live))
	}
	want := []string{
		`done srv done 3 1 "exited 3" false`,
		`cut srv cut 2 2 "" false`,
		`long srv long 2 1 "exited 0" false`,
		`live srv live 1 1 "" true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPruneChoosesWhatGoesBeyondALimit(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	saved := func(name string, hours int, size int64, live bool) history.Saved {
		return history.Saved{Path: name + history.Extension, Changed: now.Add(-time.Duration(hours) * time.Hour), Size: size, Live: live}
	}
	all := []history.Saved{saved("a", 50, 100, false), saved("b", 40, 100, true), saved("c", 30, 100, false), saved("d", 1, 100, false)}
	for _, tc := range []struct {
		name   string
		limits history.Limits
		want   string
	}{
		{"no limit", history.Limits{}, ""},
		{"an age", history.Limits{OlderThan: new(35 * time.Hour)}, "a"},
		{"a number", history.Limits{Keep: new(1)}, "a c"},
		{"none at all", history.Limits{Keep: new(0)}, "a c d"},
		{"a size", history.Limits{MaxSize: new(int64(250))}, "a c"},
		{"a size that is kept to", history.Limits{MaxSize: new(int64(400))}, ""},
		{"several", history.Limits{OlderThan: new(35 * time.Hour), Keep: new(3)}, "a"},
	} {
		var names []string
		for _, s := range history.Prune(all, tc.limits, now) {
			names = append(names, s.ID())
		}
		if got := strings.Join(names, " "); got != tc.want {
			t.Errorf("%s: %q goes, want %q", tc.name, got, tc.want)
		}
	}
}

func TestTheListSurvivesAnyFile(t *testing.T) {
	stateHome(t)
	if err := os.MkdirAll(history.StateDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"noise": "\x00\xff\n\n{", "empty": "", "half": `{"stdioscope":1,"id":"x","ti`, "line": strings.Repeat("{", 1<<20)} {
		if err := os.WriteFile(filepath.Join(history.StateDir(), name+history.Extension), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(history.StateDir(), "directory"+history.Extension), 0o700); err != nil {
		t.Fatal(err)
	}
	all, err := history.List()
	if err != nil || len(all) != 0 { // none is a history, so none is listed or removed
		t.Errorf("%d histories, %v", len(all), err)
	}
}
