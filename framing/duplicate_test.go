package framing

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func duplicateNames(line string) (names []string) {
	m := scan(line)
	for _, span := range DuplicateNames([]byte(line), &m) {
		names = append(names, string(span.Of([]byte(line))))
	}
	return names
}

func TestDuplicateNamesAreFoundAtAnyDepth(t *testing.T) {
	wide := func(last string) string {
		var b strings.Builder
		for i := range 1000 {
			fmt.Fprintf(&b, `"a name of some length, number %d":%d,`, i, i)
		}
		return `{"id":1,"result":{` + b.String() + last + `}}`
	}
	deep := func(open, inside string, n int) string {
		return `{"id":1,"result":` + strings.Repeat(open, n) + inside + strings.Repeat("}", n) + `}`
	}
	for _, tc := range []struct{ line, want string }{
		{`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `"id"`},
		{`{"id":1,"result":{"content":[{"type":"text","text":"first","text":"second"}],"a":{"k":1,"k":2}}}`, `"text" "k"`},
		{`{"id":1,"result":{"a":1,"\u0061":2}}`, `"\u0061"`},
		{`{"id":1,"result":{"\/a\/long\/path":1,"/a/long/path":2}}`, `"/a/long/path"`},
		{`{"id":1,"result":{"` + strings.Repeat(`\/`, 300) + `":1,"` + strings.Repeat(`/`, 300) + `":2}}`, `"` + strings.Repeat(`/`, 300) + `"`},
		{`{"id":1,"result":{"":1,"":2}}`, `""`},
		{`{"jsonrpc":"2.0","id":1,"result":{},"jsonrpc":"2.0"}`, `"jsonrpc"`},
		{`{"jsonrpc":"2.0","id":1,"result":{"jsonrpc":"2.0","a":{"jsonrpc":"2.0"}}}`, ``},
		{`{"id":1,"result":{"é":1,"é":2}}`, `"é"`},
		{wide(`"a name of some length, number 500":0`), `"a name of some length, number 500"`},
		{deep(`{"a":`, `{"k":1,"k":2}`, 100), `"k"`},
		{`[{"id":1,"id":1,"result":{}}]`, `"id"`},

		{`{"id":1,"result":{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}}`, ``},
		{`{"id":1,"result":{"a":"a","b":"a\":\"a"}}`, ``},
		{`{"id":1,"result":{"text":1,"Text":2,"texts":3}}`, ``},
		{`{"id":1,"result":{"12345678 1 12345678":1,"12345678 2 12345678":2}}`, ``}, // the fingerprints are the same
		{`{"id":1,"result":{"\ud800":1,"\ud801":2}}`, ``},
		{wide(`"x":0`), ``},
		{deep(`{"a":`, `1`, 20_000), ``},
		{deep(`{"a":`, `{"k":1,"k":2}`, deepNames-2), `"k"`},
		{deep(`{"a":`, `{"k":1,"k":2}`, deepNames-1), ``},
		{deep(`{"a":`, `{"k":1,"k":2}`, deepNames+5)[:len(deep(`{"a":`, `{"k":1,"k":2}`, deepNames+5))-1] + `,"id":2}`, `"id"`}, // and up again
		{`{"id":1,"result":{"\ud83dXude00":1,"\ud83d\ude00":2}}`, ``},
	} {
		if got := strings.Join(duplicateNames(tc.line), " "); got != tc.want {
			t.Errorf("%.100s: got %s, want %s", tc.line, got, tc.want)
		}
	}
}

func TestEscapedNamesNeedNoSecondLook(t *testing.T) {
	// A server written in PHP escapes every slash.
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.example\/a":1,"io.example\/b":2},"file:\/\/\/tmp":1}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"\u0061":1,"b":2}}`,
	} {
		if m := scan(line); m.repeats {
			t.Errorf("%s is looked at twice", line)
		}
	}
}

func TestAWideObjectGetsTheExactCheckAndANarrowOneDoesNot(t *testing.T) {
	object := func(members int) string {
		var b strings.Builder
		for i := range members {
			fmt.Fprintf(&b, `,"n%d":0`, i)
		}
		return `{"id":1,"result":{` + b.String()[1:] + `}}`
	}
	// The exact check is linear, the comparison of each with each is not.
	for members, want := range map[int]bool{narrow: false, narrow + 1: true, 10 * narrow: true} {
		if m := scan(object(members)); m.repeats != want {
			t.Errorf("%d members: looked at twice %v", members, m.repeats)
		}
	}
}

func TestManyDuplicatesAreCutShort(t *testing.T) {
	if got := len(duplicateNames(`{"id":1,"result":{` + strings.Repeat(`"a":1,`, 100) + `"a":2}}`)); got != maxDuplicates {
		t.Errorf("%d names", got)
	}
}

// repeats looks for a name that stands twice in one object, the plain way.
func repeats(value []byte) bool {
	seen := map[string]bool{}
	for name, member := range Members(value) {
		key := fmt.Sprint(units(name.Of(value)))
		if seen[key] || repeats(member.Of(value)) {
			return true
		}
		seen[key] = true
	}
	for element := range Elements(value) {
		if repeats(element.Of(value)) {
			return true
		}
	}
	return false
}

// FuzzDuplicateNames compares with a map in each object, which knows lone surrogates
// too, and with jsontext, which does not.
func FuzzDuplicateNames(f *testing.F) {
	for _, line := range corpus(f) {
		f.Add(line)
	}
	f.Add([]byte(`{"id":1,"result":{"\ud83dXude00":1,"\ud83d\ude00":2,"😀":3,"a\/b":1,"a/b":2}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var m Message
		if Scan(line, &m); !m.Valid || m.Depth > 100 {
			return
		}
		got := DuplicateNames(line, &m)
		if want := repeats(line); want != (len(got) > 0) {
			t.Fatalf("%v here, with maps %v", got, want)
		}
		if !strictlyValid(line) {
			return
		}
		d := jsontext.NewDecoder(bytes.NewReader(line))
		if _, err := d.ReadValue(); (err == nil) != (len(got) == 0) {
			t.Fatalf("%v here, in jsontext: %v", got, err)
		}
	})
}
