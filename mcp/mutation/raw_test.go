package mutation

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestRaw(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"as it stands", "{\"a\": 1}", `0s "{\"a\": 1}\n"`},
		{"with a line end", "a\n", `0s "a\n"`},
		{"lines", "a\n\n b \n", `0s "a\n\n b \n"`},
		{"a carriage return of its own", "a\r\nb", `0s "a\r\nb\n"`},
		{"nothing", "", ``},
		{"no line end", "a\n#! join", `0s "a"`},
		{"an empty line alone", "\n", `0s "\n"`},
		{"CR LF", "a\n#! crlf\nb", `0s "a\r\nb\n"`},
		{"two writes", "a\n#! pause 200ms\nb", `0s "a\n"|200ms "b\n"`},
		{"one line in two writes", "a\n#! join\n#! pause 1s\nb\n", `0s "a"|1s "b\n"`},
		{"a pause first", "#! pause 1s\n#! pause 2s\nb", `3s "b\n"`},
		{"a pause last", "b\n#! pause 1s", `0s "b\n"`},
		{"bytes", "#! hex EFBB bf\na", `0s "\ufeffa\n"`},
		{"a length", "\"\n#! join\n#! fill 5 ab\n\"", `0s "\"ababababab\"\n"`},
		{"a header", "Content-Length: 2\n#! crlf\n\n#! crlf\n{}\n#! join", `0s "Content-Length: 2\r\n\r\n{}"`},
		{"not quite a directive", " #! join\n# join", `0s " #! join\n# join\n"`},
	}
	for _, tc := range cases {
		plan, err := Raw([]byte(tc.text))
		var got []string
		for _, w := range plan {
			got = append(got, fmt.Sprintf("%v %q", w.Pause, w.Bytes))
		}
		if err != nil || strings.Join(got, "|") != tc.want {
			t.Errorf("%s: %v\n  %s\nwant\n  %s", tc.name, err, strings.Join(got, "|"), tc.want)
		}
	}
}

func TestWrongDirectivesAreNamed(t *testing.T) {
	for _, text := range []string{
		"a\n#! jump", "a\n#!", "a\n#! pause", "a\n#! pause 2h", "a\n#! pause -1s", "a\n#! hex xy", "a\n#! hex",
		"a\n#! fill", "a\n#! fill 0 a", "a\n#! fill 3", "a\n#! fill 999999999999 a", "a\n#! fill 9223372036854775807 aa",
	} {
		if _, err := Raw([]byte(text)); !errors.Is(err, ErrDirective) || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzRaw(f *testing.F) {
	f.Add([]byte("a\n#! join\n#! pause 1s\n#! hex 00\n#! fill 3 x\nb\r\n#! crlf"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.Contains(text, []byte("fill")) {
			return
		}
		plan, err := Raw(text)
		if err != nil || bytes.Contains(text, []byte(directive)) {
			return
		}
		want := text
		if len(want) > 0 && want[len(want)-1] != '\n' {
			want = append(bytes.Clone(want), '\n')
		}
		if !bytes.Equal(plan.Bytes(), want) {
			t.Fatalf("%q became %q", text, plan.Bytes())
		}
	})
}
