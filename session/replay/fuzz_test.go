package replay

import (
	"slices"
	"testing"

	"stdioscope/framing"
)

// FuzzValues looks at any line: nothing panics, values stand where they are said to, and
// what is found at a place is what was there.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,{"b":"x\n y"},[]],"c":{},"a":2}`, `"x"`, `7`, `[[[1],"2"]]`, `{"":{"":""}}`, `{broken`, ``,
		`{"text":"Opened {\"handle\":\"h-1\"} as log://h-1/7."}`, "\xef\xbb\xbf{}", `{"a":"\\"}`, `["\ud800"]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		seen := map[string]bool{}
		var m framing.Message
		framing.Scan(line, &m)
		twice := framing.DuplicateNames(line, &m) != nil
		for v := range valuesOf(line) {
			raw := v.Of(line)
			inner, _ := innerOf(raw)
			for word := range wordsOf(inner) {
				if word.Start < 0 || word.End > len(inner) || word.Start >= word.End {
					t.Fatalf("word %v of %q", word, inner)
				}
			}
			for u := range partsOf(v, line) {
				if string(u.Of(line)) != u.key {
					t.Fatalf("%q does not stand at %v of %q", u.key, u.Span, line)
				}
			}
			path := pathOf(v.path)
			if !twice && !seen[path] {
				if found, ok := (place{path: slices.Clone(v.path)}).find(line); !ok || string(found) != string(inner) {
					t.Fatalf("at %s of %q is %q, not %q", path, line, found, inner)
				}
			}
			seen[path] = true
			_, _ = place{path: slices.Clone(v.path), word: true, before: "x"}.find(line)
		}
	})
}
