package mutation

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"stdioscope/framing"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1.50}}`

var pending = Context{Pending: [][]byte{[]byte("1"), []byte(`"x\/"`)}}

// What is sent, byte for byte. Pauses are left out.
func TestMutations(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"id-other-type", ping, `{"jsonrpc":"2.0","id":"1","method":"ping","params":{"a":1.50}}` + "\n"},
		{"id-other-type", `{"id":"17","method":"m"}`, `{"id":17,"method":"m"}` + "\n"},
		{"id-other-type", `{"id":"abc","method":"m"}`, `{"id":1,"method":"m"}` + "\n"},
		{"id-null", ping, `{"jsonrpc":"2.0","id":null,"method":"ping","params":{"a":1.50}}` + "\n"},
		{"id-missing", ping, `{"jsonrpc":"2.0","method":"ping","params":{"a":1.50}}` + "\n"},
		{"id-twice", ping, `{"jsonrpc":"2.0","id":1,"id":"another","method":"ping","params":{"a":1.50}}` + "\n"},
		{"id-pending", ping, `{"jsonrpc":"2.0","id":"x\/","method":"ping","params":{"a":1.50}}` + "\n"},
		{"jsonrpc-missing", ping, `{"id":1,"method":"ping","params":{"a":1.50}}` + "\n"},
		{"method-case", ping, `{"jsonrpc":"2.0","id":1,"method":"PING","params":{"a":1.50}}` + "\n"},
		{"params-array", ping, `{"jsonrpc":"2.0","id":1,"method":"ping","params":[1,2]}` + "\n"},
		{"params-array", `{"id":1,"method":"m"}`, `{"id":1,"method":"m","params":[1,2]}` + "\n"},
		{"params-missing", ping, `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"},
		{"batch", ping, "[" + ping + "]\n"},
		{"batch-mixed", ping, "[" + ping + `,{"jsonrpc":"2.0","method":"notifications/stdioscope"},7]` + "\n"},
		{"bom", ping, "\xEF\xBB\xBF" + ping + "\n"},
		{"crlf", ping, ping + "\r\n"},
		{"cr", ping, ping + "\r\n"},
		{"no-newline", ping, ping},
		{"two-on-a-line", ping, ping + ping + "\n"},
		{"lsp-frame", ping, "Content-Length: 60\r\n\r\n" + ping},
		{"invalid-utf8", ping, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1.50,"filler":"` + "caf\xe9" + `"}}` + "\n"},
		{"lone-surrogate", `{"id":1,"method":"m","params":[1]}`, `{"id":1,"method":"m","params":[1],"filler":"\ud800"}` + "\n"},
		{"over-lines", `{"id":"a,{","method":"m"}`, "{\n  \"id\":\"a,{\",\n  \"method\":\"m\"}\n"},
		{"single-quotes", `{"id":1,"method":"m"}`, `{'id':1,'method':'m'}` + "\n"},
		{"cut", `{"id":1,"method":"m"}`, `{"id":1,"m` + "\n"},
		{"cut-open", `{"id":1,"method":"m"}`, `{"id":1,"m`},
		{"in-pieces", ping, ping + "\n"},
		{"byte-by-byte", ping, ping + "\n"},
		{"twice", ping, ping + "\n" + ping + "\n"},
		{"response-unasked", ping, `{"jsonrpc":"2.0","id":"nobody asked","result":{}}` + "\n"},
	}
	for _, tc := range cases {
		m, ok := Find(tc.name)
		if !ok {
			t.Errorf("there is no %s", tc.name)
			continue
		}
		text := []byte(tc.text)
		plan, err := m.Apply(text, pending)
		if got := string(plan.Bytes()); err != nil || got != tc.want {
			t.Errorf("%s: %v\n  %q\nwant\n  %q", tc.name, err, got, tc.want)
		}
		if string(text) != tc.text {
			t.Errorf("%s changed what it was given", tc.name)
		}
	}
}

func TestEveryMutationIsNamedAndDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		if seen[m.Name] || !regexp.MustCompile(`^[a-z0-9.-]+$`).MatchString(m.Name) {
			t.Errorf("the name %q", m.Name)
		}
		seen[m.Name] = true
		if m.About == "" || m.Expect == "" || strings.Contains(m.About+m.Expect, "\n") {
			t.Errorf("%s: %q, %q", m.Name, m.About, m.Expect)
		}
		plan, err := m.Apply([]byte(ping), pending)
		if err != nil || plan.Size() == 0 {
			t.Errorf("%s: %v, %d bytes", m.Name, err, plan.Size())
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d mutations", len(seen))
	}
}

// What is meant to break is broken, and what is not is a sound message.
func TestWhatIsSound(t *testing.T) {
	broken := "cr junk-behind junk-before lsp-frame utf-16 invalid-utf8 raw-control not-a-number single-quotes cut cut-open two-on-a-line over-lines bom blank-lines twice"
	for _, m := range All() {
		plan, err := m.Apply([]byte(ping), pending)
		if err != nil {
			t.Fatal(err)
		}
		text := bytes.TrimSuffix(plan.Bytes(), []byte("\n"))
		var message framing.Message
		framing.Scan(text, &message)
		sound := message.Valid && !bytes.Contains(text, []byte("\n")) && (m.Name == "crlf" || !bytes.HasSuffix(text, []byte("\r")))
		if want := !strings.Contains(" "+broken+" ", " "+m.Name+" "); sound != want {
			t.Errorf("%s: sound is %v: %.100q", m.Name, sound, plan.Bytes())
		}
	}
}

func TestSizes(t *testing.T) {
	for name, least := range map[string]int{"huge-string": 20 << 20, "deep": 20_000, "many-members": 900_000} {
		m, _ := Find(name)
		if plan, err := m.Apply([]byte(ping), Context{}); err != nil || plan.Size() < least {
			t.Errorf("%s: %d bytes, %v", name, plan.Size(), err)
		}
	}
	m, _ := Find("byte-by-byte")
	plan, err := m.Apply([]byte(`{"id":1,"method":"`+strings.Repeat("m", 100_000)+`"}`), Context{})
	if err != nil || len(plan) != maxWrites+1 {
		t.Errorf("%d writes, %v", len(plan), err)
	}
}

func TestWhatCannotBeMutated(t *testing.T) {
	cases := []struct {
		name, text string
		context    Context
	}{
		{"id-null", `{"jsonrpc":"2.0","method":"notifications/x"}`, pending},
		{"id-pending", ping, Context{}},
		{"id-pending", ping, Context{Pending: [][]byte{[]byte("1")}}},
		{"params-missing", `{"id":1,"method":"m"}`, pending},
		{"bom", `{"id":1,"result":{}}`, pending},
		{"bom", `nonsense`, pending},
		{"bom", ``, pending},
	}
	for _, tc := range cases {
		m, _ := Find(tc.name)
		if _, err := m.Apply([]byte(tc.text), tc.context); !errors.Is(err, ErrNotApplicable) {
			t.Errorf("%s of %q: %v", tc.name, tc.text, err)
		}
	}
	if _, ok := Find("no such"); ok {
		t.Error("found what there is not")
	}
}

func FuzzApply(f *testing.F) {
	f.Add([]byte(ping))
	f.Add([]byte(`{"id":"","method":"m","params":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		kept := bytes.Clone(text)
		for _, m := range All() {
			if m.Name == "huge-string" || m.Name == "many-members" || m.Name == "long-method" {
				continue
			}
			if _, err := m.Apply(text, pending); err != nil && !errors.Is(err, ErrNotApplicable) {
				t.Fatalf("%s: %v", m.Name, err)
			}
		}
		if !bytes.Equal(kept, text) {
			t.Fatalf("%q became %q", kept, text)
		}
	})
}
