package history_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stdioscope/framing"
	"stdioscope/history"
)

// catalogue watches an empty state directory.
func catalogue(t *testing.T) *history.Catalogue {
	t.Helper()
	stateHome(t)
	c, err := history.WatchCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// lists waits until the list is as it should be: a word for each history.
func lists(t *testing.T, c *history.Catalogue, want string) []history.Saved {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		all := c.List()
		var words []string
		for _, s := range all {
			word := s.Header.Label + ":" + s.Client + ":" + s.Ending
			if s.Live {
				word = s.Header.Label + ":" + s.Client + ":live"
			}
			words = append(words, word)
		}
		got := strings.Join(words, " ")
		if got == want {
			return all
		}
		select {
		case <-c.Bell():
		case <-limit:
			t.Fatalf("the list is %q, waited for %q", got, want)
		}
	}
}

func session(t *testing.T, label string, after time.Duration) *history.Recorder {
	t.Helper()
	header := history.NewHeader(history.ModeWrap, label, []string{"x"}, "/", nil, "1", time.Now().Add(after))
	r, err := history.Record(history.Options{Header: header})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		_ = r.Journal().Close()
	})
	return r
}

func TestSessionsAreListedWhileTheyBeginAndEnd(t *testing.T) {
	c := catalogue(t)
	lists(t, c, "")
	first := session(t, "one", 0)
	first.Fact(history.Fact{Event: history.FactReady, Client: "claude 1"})
	lists(t, c, "one:claude 1:live")
	session(t, "two", 2*time.Second)
	lists(t, c, "two::live one:claude 1:live")
	first.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: []byte("noise")})
	code := 0
	first.Fact(history.Fact{Event: history.FactExit, Code: &code})
	first.Close()
	_ = first.Journal().Close()
	all := lists(t, c, "two::live one:claude 1:exited 0")
	if all[1].Findings != 1 || all[1].Events != 3 {
		t.Errorf("the one that ended: %+v", all[1])
	}
	j, err := c.Open(all[1].Path)
	if err != nil || j.Len() != 3 || filepath.Base(j.Path()) != all[1].ID()+history.Extension {
		t.Errorf("opened %v, %v", j, err)
	}
}
