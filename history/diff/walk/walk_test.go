package walk_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"stdioscope/history/diff/walk"
)

// reached gives the state behind steps: a name for a member, [] for the first element.
func matches(set *walk.Set, steps ...string) bool {
	at := set.Root(nil)
	for _, s := range steps {
		if s == "[]" {
			at = set.Element(nil, at, 0)
		} else {
			at = set.Member(nil, at, s)
		}
	}
	return set.Matches(at)
}

func TestPatternsAreFollowed(t *testing.T) {
	for _, c := range []struct{ pattern, yes, no string }{
		{"$", "", "a"},
		{"$.a.b-c", "a/b-c", "a"},
		{"$.a[0].b", "a/[]/b", "a/0/b"},
		{"$.a[1]", "-", "a/[]"},
		{"$.a[*].b", "a/[]/b", "a/b"},
		{"$.*", "a", "a/b"},
		{"$..b", "a/[]/b", "a/b/c"},
		{"$..a..b", "x/a/y/b", "b/a"},
		{"$..*", "a/b/c", ""},
		{"$..[0]", "a/[]", "a/b"},
		{`$['a b']["c\"\u0064"]`, `a b/c"d`, "a b"},
		{`$.params._meta.io`, "params/_meta/io", "params/io"},
	} {
		set, err := walk.NewSet(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		split := func(path string) []string {
			if path == "" {
				return nil
			}
			return strings.Split(path, "/")
		}
		if c.yes != "-" && !matches(&set, split(c.yes)...) {
			t.Errorf("%s does not match %s", c.pattern, c.yes)
		}
		if matches(&set, split(c.no)...) {
			t.Errorf("%s matches %s", c.pattern, c.no)
		}
	}
}

func TestWhatIsNoPathIsRefused(t *testing.T) {
	for _, text := range []string{"", "a", "$a", "$.", "$..", "$[", "$[]", "$[x]", "$[-1]", "$['a", "$['a'", "$.[0]", "$.a..", strings.Repeat("$.a", 1) + strings.Repeat(".a", 80)} {
		if _, err := walk.Compile(text); !errors.Is(err, walk.ErrPath) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAPathIsWrittenAsItIsRead(t *testing.T) {
	var root *walk.Path
	path := root.Member([]byte(`"a"`)).Element(3).Member([]byte(`"b \"c\""`))
	if path.String() != `$.a[3]["b \"c\""]` || root.String() != "$" {
		t.Errorf("got %s", path)
	}
	if _, err := walk.Compile(path.String()); err != nil {
		t.Error(err)
	}
	if text, _ := json.Marshal(path); string(text) != `"$.a[3][\"b \\\"c\\\"\"]"` {
		t.Errorf("got %s", text)
	}
}

func FuzzCompile(f *testing.F) {
	f.Add(`$.a['b'][0]..c["d\""].*[*]`)
	f.Fuzz(func(_ *testing.T, text string) {
		if set, err := walk.NewSet(text); err == nil {
			matches(&set, "a", "[]", "b")
		}
	})
}

func FuzzNext(f *testing.F) {
	f.Add(`{"a\"":[1,true,"x"],"b":{}}`)
	f.Fuzz(func(t *testing.T, text string) {
		b := []byte(text)
		for i := 0; ; {
			token := walk.Next(b, i)
			if token.Kind == walk.End {
				return
			}
			if token.Start < i || token.Stop <= token.Start || token.Stop > len(b) {
				t.Fatalf("%q: %+v from %d on", text, token, i)
			}
			i = token.Stop
		}
	})
}
