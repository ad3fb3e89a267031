package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"stdioscope/history/diff"
	"stdioscope/history/diff/walk"
)

// told writes changes in one line each.
func told(changes []diff.Change) string {
	var out strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&out, "%v %v", c.Kind, c.Path())
		if c.Kind == diff.Moved {
			fmt.Fprintf(&out, " to %v", c.PathB)
		}
		if c.A != nil {
			fmt.Fprintf(&out, " -%s", c.A)
		}
		if c.B != nil {
			fmt.Fprintf(&out, " +%s", c.B)
		}
		if c.Repeated {
			out.WriteString(" (twice)")
		}
		out.WriteString("\n")
	}
	return strings.TrimSpace(out.String())
}

func paths(t *testing.T, list ...string) walk.Set {
	t.Helper()
	set, err := walk.NewSet(list...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestTwoAnswersAreCompared(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"the same", `{"a":1,"b":[2,{"c":null}]}`, ` { "b" : [2,{"c":null}], "a":1 } `, ``},
		{"the same in other words", `{"a":"\u00e9\/","n":1.0}`, `{"\u0061":"é/","n":10e-1}`, ``},
		{"a text has changed", `{"result":{"content":[{"type":"text","text":"a"}]}}`, `{"result":{"content":[{"type":"text","text":"b"}]}}`, `changed $.result.content[0].text -"a" +"b"`},
		{"digits are kept", `{"n":9007199254740993}`, `{"n":9007199254740992}`, `changed $.n -9007199254740993 +9007199254740992`},
		{"members come and go", `{"a":1,"b":2}`, `{"b":2,"c":3}`, "removed $.a -1\nadded $.c +3"},
		{"another type", `{"a":1,"b":true}`, `{"a":"1","b":null}`, "type-changed $.a -1 +\"1\"\ntype-changed $.b -true +null"},
		{"one put in", `[1,2,3]`, `[1,9,2,3]`, `added $[1] +9`},
		{"one taken out", `["a","b","c"]`, `["a","c"]`, `removed $[1] -"b"`},
		{"one has moved", `["a","b","c","d"]`, `["d","a","b","c"]`, `moved $[3] to $[0] -"d" +"d"`},
		{"a tool in another place", `[{"name":"x","d":1},{"name":"y","d":2}]`, `[{"name":"new","d":0},{"name":"y","d":3},{"name":"x","d":4}]`, "changed $[0].d -1 +4\nchanged $[1].d -2 +3\nadded $[0] +{\"name\":\"new\",\"d\":0}"},
		{"a name that needs quotes", `{"a b":{"":1}}`, `{"a b":{"":2}}`, `changed $["a b"][""] -1 +2`},
		{"a name that stands twice", `{"a":1,"a":2}`, `{"a":2}`, ``},
		{"a name that stands twice, and differs", `{"a":1,"a":2}`, `{"a":1}`, `changed $.a -2 +1 (twice)`},
		{"no JSON", `Listening`, `Listening on stdio`, `changed $ -Listening +Listening on stdio`},
		{"JSON and none", `{}`, `oops`, `type-changed $ -{} +oops`},
		{"nothing at all", ``, ``, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := told(diff.Values([]byte(c.a), []byte(c.b), diff.Options{})); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestOptionsSayWhatCounts(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		opt        diff.Options
		want       string
	}{
		{"an ignored path", `{"a":1,"b":{"t":1}}`, `{"a":2,"b":{}}`, diff.Options{Ignore: paths(t, "$..t")}, `changed $.a -1 +2`},
		{"elements that differ in an ignored path alone", `[{"t":1,"x":1},{"t":2,"x":2}]`, `[{"t":9,"x":0},{"t":3,"x":1},{"t":4,"x":2}]`, diff.Options{Ignore: paths(t, "$[*].t")}, `added $[0] +{"t":9,"x":0}`},
		{"only one path", `{"a":1,"r":{"x":1,"y":1}}`, `{"b":1,"r":{"x":2,"y":2}}`, diff.Options{Only: paths(t, "$.r.x", "$.gone")}, `changed $.r.x -1 +2`},
		{"only, and it is new", `{"a":1}`, `{"r":{"x":2}}`, diff.Options{Only: paths(t, "$.r.x")}, `added $.r +{"x":2}`},
		{"order", `{"a":1,"b":2}`, `{"b":2,"a":1}`, diff.Options{Order: true}, `reordered $ -{"a":1,"b":2} +{"b":2,"a":1}`},
		{"spelling", `[1]`, `[1.0]`, diff.Options{Spelling: true}, `changed $[0] -1 +1.0`},
		{"times", `{"at":"2026-11-30T10:11:12.5Z","createdAt":1790000000,"n":1790000000,"text":"at 2026-11-30 10:11:12+01:00 ok"}`, `{"at":"2027-01-01T00:00:00+01:00","createdAt":1790000001,"n":1790000001,"text":"at 2026-12-30T10:11:13Z ok"}`, diff.Options{Times: true}, `changed $.n -1790000000 +1790000001`},
		{"shape: values do not matter", `{"a":1,"b":["x","y"],"c":true}`, `{"a":2.5,"b":["z"],"c":false}`, diff.Options{Match: diff.Shape}, ``},
		{"shape: types and members do", `{"a":1,"b":[{"x":1}],"c":[]}`, `{"a":"1","b":[{"x":1},{"x":1,"y":2}],"c":[1]}`, diff.Options{Match: diff.Shape}, "type-changed $.a -1 +\"1\"\nadded $.b[1].y +2"},
		{"status looks at nothing", `{"a":1}`, `[]`, diff.Options{Match: diff.Status}, ``},
		{"what differs in every run", `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"x":1},"content":[],"task":{"taskId":"a"}}}`, `{"jsonrpc":"2.0","id":"7","result":{"content":[],"task":{"taskId":"b"}}}`, diff.Defaults(), ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := told(diff.Values([]byte(c.a), []byte(c.b), c.opt)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestTextsAreComparedLineByLine(t *testing.T) {
	changes := diff.Values([]byte(`{"text":"one\ntwo\nthree"}`), []byte(`{"text":"one\n2\nthree\nfour"}`), diff.Options{})
	var got []string
	for _, line := range changes[0].Lines() {
		got = append(got, string(line.Op)+line.Text)
	}
	if want := " one|-two|+2| three|+four"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if diff.Values([]byte(`"a"`), []byte(`"b"`), diff.Options{})[0].Lines() != nil {
		t.Error("one line has no lines to compare")
	}
}

func TestHostileTextsTakeNoLongerThanOthers(t *testing.T) {
	deep := func(n int, core string) []byte {
		return []byte(strings.Repeat(`[{"a":`, n) + core + strings.Repeat("}]", n))
	}
	if got := diff.Values(deep(100_000, "1"), deep(100_000, "2"), diff.Defaults()); len(got) != 1 || got[0].Kind != diff.Changed {
		t.Errorf("%d changes of a deep text", len(got))
	}
	long := strings.Repeat("n", 100_000)
	many := func(offset int) []byte {
		var out bytes.Buffer
		out.WriteString(`{"` + long + `":[0`)
		for i := range 150_000 {
			fmt.Fprintf(&out, ",%d", i*2+offset)
		}
		out.WriteString("]}")
		return out.Bytes()
	}
	got := diff.Values(many(0), many(1), diff.Options{})
	if len(got) != 100_001 || got[len(got)-1].Kind != diff.More {
		t.Errorf("%d changes of a wide text", len(got))
	}
}

func FuzzValues(f *testing.F) {
	f.Add(`{"a":[1,2,{"b":"c"}]}`, `{"a":[2,{"b":"d"},1],"e":1.0}`)
	f.Add(`[[],[1],["x"],{}]`, `[[1],[],{},[2],null]`)
	f.Add(`{"a":1,"a":"\ud800"}`, `{"\u0061":1e1}`)
	f.Add("no\njson", `"a\nb"`)
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, opt := range []diff.Options{{}, diff.Defaults(), {Match: diff.Shape}, {Order: true, Spelling: true}, {Only: paths(t, "$..a", "$[1]")}} {
			there, back := diff.Values([]byte(a), []byte(b), opt), diff.Values([]byte(b), []byte(a), opt)
			if (len(there) == 0) != (len(back) == 0) {
				t.Fatalf("%s\n%s\nthere %s\nback %s", a, b, told(there), told(back))
			}
			if again := diff.Values([]byte(a), append([]byte(a), ' '), opt); json.Valid([]byte(a)) && len(again) > 0 {
				t.Fatalf("%s differs from itself: %s", a, told(again))
			}
			for _, c := range append(there, back...) {
				_ = c.Path().String()
				_ = c.Lines()
			}
		}
		if len(diff.Values([]byte(a), []byte(b), diff.Options{})) == 0 {
			same(t, a, b)
		}
	})
}

// same fails unless another reader finds the two texts equal too.
func same(t *testing.T, a, b string) {
	t.Helper()
	if a == b {
		return
	}
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return
	}
	if !reflect.DeepEqual(x, y) {
		t.Fatalf("%s\n%s\nare equal to us", a, b)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc")
	f.Fuzz(func(t *testing.T, a, b string) {
		var as, bs []string
		for _, line := range diff.Lines(a, b) {
			if line.Op != diff.OnlyB {
				as = append(as, line.Text)
			}
			if line.Op != diff.OnlyA {
				bs = append(bs, line.Text)
			}
		}
		if strings.Join(as, "\n") != a || strings.Join(bs, "\n") != b {
			t.Fatalf("%q and %q came back as %q and %q", a, b, as, bs)
		}
	})
}
