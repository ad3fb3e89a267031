package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

func TestSet(t *testing.T) {
	cases := []struct{ name, text, pointer, raw, want string }{
		{"a value", `{"a":1,"b":2}`, "/a", `"x"`, `{"a":"x","b":2}`},
		{"nothing else changes", `{"a" : 1.50 ,"b":1e2, "\u0063": "ä"}`, "/b", `null`, `{"a" : 1.50 ,"b":null, "\u0063": "ä"}`},
		{"a name with escapes", `{"\u0063":1}`, "/c", `2`, `{"\u0063":2}`},
		{"a new member", `{"a":1}`, "/b", `""`, `{"a":1,"b":""}`},
		{"the first member", `{}`, "/b", `{}`, `{"b":{}}`},
		{"the first member of a spaced object", `{ }`, "/b", `1`, `{"b":1 }`},
		{"set apart like the others", "{\n  \"a\": 1\n}", "/b", `2`, "{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"parents are made", `{}`, "/params/arguments/a", `1`, `{"params":{"arguments":{"a":1}}}`},
		{"an array is made", `{}`, "/tags/0", `"x"`, `{"tags":["x"]}`},
		{"an element", `[1,2]`, "/1", `3`, `[1,3]`},
		{"an element behind the last", `[1,2]`, "/2", `3`, `[1,2,3]`},
		{"the same by its name", `{"a":[1, 2]}`, "/a/-", `3`, `{"a":[1, 2, 3]}`},
		{"the whole text", ` {"a":1} `, "", `[]`, ` [] `},
		{"an empty name", `{"":1}`, "/", `2`, `{"":2}`},
		{"a name with a slash", `{}`, "/a~1b~0c", `2`, `{"a/b~c":2}`},
		{"of two the last", `{"a":1,"a":2}`, "/a", `3`, `{"a":1,"a":3}`},
		{"inside a request", `{"jsonrpc":"2.0","id":900719925474099300.10,"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}`, "/params/arguments/b", `[]`, `{"jsonrpc":"2.0","id":900719925474099300.10,"method":"tools/call","params":{"name":"t","arguments":{"a":1,"b":[]}}}`},
	}
	for _, tc := range cases {
		text := []byte(tc.text)
		got, err := Set(text, tc.pointer, []byte(tc.raw))
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %v\n  %s\nwant\n  %s", tc.name, err, got, tc.want)
		}
		if string(text) != tc.text {
			t.Errorf("%s: the text given was changed", tc.name)
		}
	}
}

func TestWhatCannotBeSet(t *testing.T) {
	cases := []struct {
		name, text, pointer string
		want                error
	}{
		{"inside a number", `{"a":1}`, "/a/b", ErrNoPlace},
		{"beyond the end", `[1]`, "/7", ErrNoPlace},
		{"a name of an array", `[1]`, "/x", ErrNoPlace},
		{"broken", `{"a":`, "/a", ErrNotJSON},
		{"empty", ``, "/a", ErrNotJSON},
	}
	for _, tc := range cases {
		if _, err := Set([]byte(tc.text), tc.pointer, []byte("1")); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

func TestRemove(t *testing.T) {
	cases := []struct{ name, text, pointer, want string }{
		{"the first", `{"a":1, "b":2}`, "/a", `{"b":2}`},
		{"the last", `{"a":1, "b":2 }`, "/b", `{"a":1 }`},
		{"the one between", `{"a":1, "b":2, "c":3}`, "/b", `{"a":1, "c":3}`},
		{"the only one", "{\n  \"a\": 1\n}", "/a", "{\n}"},
		{"what is not there", `{"a":1}`, "/b/c", `{"a":1}`},
		{"both of a name", `{"a":1,"b":2,"a":3}`, "/a", `{"b":2}`},
		{"an element", `[1, 2, 3]`, "/1", `[1, 3]`},
		{"below", `{"p":{"arguments":{"x":null}}}`, "/p/arguments/x", `{"p":{"arguments":{}}}`},
	}
	for _, tc := range cases {
		if got, err := Remove([]byte(tc.text), tc.pointer); err != nil || string(got) != tc.want {
			t.Errorf("%s: %v\n  %s\nwant\n  %s", tc.name, err, got, tc.want)
		}
	}
	if _, err := Remove([]byte(`{}`), ""); !errors.Is(err, ErrNoPlace) {
		t.Errorf("the whole text: %v", err)
	}
}

// All four states of a field are reachable from each other, and the way back leads to
// the same bytes.
func TestFourStates(t *testing.T) {
	text := []byte(`{"params":{"z":1, "arguments":{"n":10e0}}}`)
	const place = "/params/arguments/f"
	for _, step := range []struct {
		raw  string
		want State
	}{{`null`, Null}, {`""`, Empty}, {`"x"`, Given}, {`[ ]`, Empty}, {`{}`, Empty}, {`0`, Given}, {`false`, Given}, {"", Absent}, {"null", Null}} {
		var changed []byte
		var err error
		if step.want == Absent {
			changed, err = Remove(text, place)
		} else {
			changed, err = Set(text, place, []byte(step.raw))
		}
		if err != nil || StateAt(changed, place) != step.want {
			t.Errorf("%s: %v, %v", step.raw, StateAt(changed, place), err)
		}
		back, err := Remove(changed, place)
		if err != nil || string(back) != string(text) {
			t.Errorf("the way back from %s: %s", changed, back)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,{"c":null}]}}`), "/a/b/1/c", []byte(`{"x":1}`))
	f.Add([]byte(` [1,2] `), "/-", []byte(`""`))
	f.Add([]byte(`{"a":1,"a":2}`), "/a/0/-/0", []byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte, pointer string, raw []byte) {
		StateAt(text, pointer)
		set, err := Set(text, pointer, raw)
		if err != nil || !json.Valid(text) || !json.Valid(raw) {
			return
		}
		if !json.Valid(set) {
			t.Fatalf("%s with %q set to %s became %s", text, pointer, raw, set)
		}
		if span, ok := Locate(set, pointer); ok && !bytes.Equal(bytes.TrimSpace(span.Of(set)), bytes.TrimSpace(raw)) {
			t.Fatalf("%q of %s is %s, not %s", pointer, set, span.Of(set), raw)
		}
		removed, err := Remove(set, pointer)
		if err == nil && (!json.Valid(removed) || len(removed) > len(set)) {
			t.Fatalf("%s without %q became %s", set, pointer, removed)
		}
	})
}
