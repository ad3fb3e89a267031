package history_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"stdioscope/history"
)

// told is a history of one fact.
func told(t *testing.T, members string) *history.Journal {
	t.Helper()
	head := `{"stdioscope":1,"id":"x","time":"2026-11-30T10:11:12Z","mode":"wrap","label":"for hunter2","command":["run","hunter2"],"cwd":"/","env":[],"version":"1"}` + "\n"
	j, err := history.Read(strings.NewReader(head + `{"seq":1,"time":"2026-11-30T10:11:12Z","dir":"meta",` + members + "}\n"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestAFactThatIsNotKnownIsToldWhole(t *testing.T) {
	for _, members := range []string{`"event":"weather","sky":"blue"`, `"event":"weather","text":"fine","sky":"blue"`, `"event":"note","sky":"blue"`, `"sky":"blue"`} {
		if got := shown(t, told(t, members), history.ShowText); !strings.Contains(got, members) {
			t.Errorf("%s is shown as %q", members, got)
		}
	}
	if got := shown(t, told(t, `"event":"note","text":"fine","sky":"blue"`), history.ShowText); !strings.HasSuffix(got, "· fine\n") {
		t.Errorf("a note is shown as %q", got)
	}
}

func TestAVeilCoversAllThatIsTold(t *testing.T) {
	code := func(s string) string { return strings.ReplaceAll(s, "'", `"`) }
	for name, members := range map[string]string{
		"a note":         `'event':'note','text':'it is hunter2'`,
		"a server":       `'event':'ready','protocol':'hunter2','server':'hunter2','client':'hunter2'`,
		"an end":         `'event':'exit','signal':'hunter2'`,
		"another's fact": `'event':'weather','sky':'hunter2'`,
	} {
		j := told(t, code(members))
		j = j.Veiled(func(line []byte) []byte { return bytes.ReplaceAll(line, []byte("hunter2"), []byte("*******")) })
		fact, _ := j.Fact(0)
		exit, _ := j.LastExit()
		if all := fmt.Sprintf("%+v %+v %+v %+v", fact, j.Facts(0), exit, j.Header()); strings.Contains(all, "hunter2") || !strings.Contains(all, "*******") {
			t.Errorf("%s: %s", name, all)
		}
	}
}

func TestEveryNameIsToldHoweverManyThereAre(t *testing.T) {
	r := record(t, history.Options{})
	for i := range math.MaxUint16 + 10 {
		r.client(fmt.Sprintf(`{"jsonrpc":"2.0","method":"method-%d"}`, i))
	}
	r.client(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"late","_meta":{"progressToken":"p"}}}`)
	r.server(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}`)
	r.server(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	r.Close()
	j := r.Journal()
	last := j.Len() - 4
	for k, want := range []string{fmt.Sprintf("method-%d ", math.MaxUint16+9), "tools/call late", "notifications/progress late", "tools/call late"} {
		e, listed := j.Event(last+k), j.Events(nil, last+k, last+k+1)[0]
		if got := e.Method + " " + e.Tool; got != want || e != listed {
			t.Errorf("event %d is called %q, want %q; in a list it is %+v", last+k, got, want, listed)
		}
	}
	var out bytes.Buffer
	if err := history.ShowJSON(&out, j, []int{last + 3}); err != nil || !strings.Contains(out.String(), `"method":"tools/call","tool":"late"`) {
		t.Errorf("%v, shown is %s", err, out.String())
	}
}
