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
		{`{"id":1,"result":{"":1,"":2}}`, `""`},
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
	} {
		if got := strings.Join(duplicateNames(tc.line), " "); got != tc.want {
			t.Errorf("%.100s: got %s, want %s", tc.line, got, tc.want)
		}
	}
}

func TestManyDuplicatesAreCutShort(t *testing.T) {
	if got := len(duplicateNames(`{"id":1,"result":{` + strings.Repeat(`"a":1,`, 100) + `"a":2}}`)); got != maxDuplicates {
		t.Errorf("%d names", got)
	}
}

// FuzzDuplicateNames compares with jsontext, which refuses lines with such names. It
// resolves bytes that are not UTF-8 and lone surrogates to U+FFFD, so those are left out.
func FuzzDuplicateNames(f *testing.F) {
	for _, line := range corpus(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var m Message
		if Scan(line, &m); !m.Valid || !strictlyValid(line) {
			return
		}
		d := jsontext.NewDecoder(bytes.NewReader(line))
		_, err := d.ReadValue()
		if got := DuplicateNames(line, &m); (err == nil) != (len(got) == 0) {
			t.Fatalf("%v here, in jsontext: %v", got, err)
		}
	})
}
