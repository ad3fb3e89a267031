package filter_test

import (
	"slices"
	"strings"
	"testing"

	"stdioscope/history/filter"
)

// complete puts each completion into the text, whose cursor is at ‸.
func complete(text string) []string {
	known := filter.Known{
		Methods:  []string{"initialize", "tools/call", "tools/list"},
		Tools:    []string{"echo", "read file", "a|b"},
		Findings: []string{"stdout-not-json", "id-null"},
	}
	before, after, _ := strings.Cut(text, "‸")
	var found []string
	for _, c := range filter.Complete(before+after, len(before), known) {
		found = append(found, (before + after)[:c.Start]+c.Text+(before + after)[c.End:])
	}
	return found
}

func TestCompletions(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"me‸", []string{"method:"}},
		{"-(k‸", []string{"-(kind:"}},
		{"kind:request s‸", []string{"kind:request status:", "kind:request size:", "kind:request seq:", "kind:request has:"}},
		{"method:tools/‸", []string{"method:tools/call", "method:tools/list"}},
		{"method:call‸ or x", []string{"method:tools/call or x"}},
		{"method:initialize|tools/l‸", []string{"method:initialize|tools/list"}},
		{"method:to‸ols/call", []string{"method:tools/call", "method:tools/list"}},
		{"me‸thod:x", []string{"method:x"}},
		{"tool:‸", []string{"tool:echo", `tool:"read file"`, `tool:"a|b"`}},
		{"(dir:st‸)", []string{"(dir:stderr)"}},
		{"status:can‸", []string{"status:cancelled"}},
		{"find:null‸", []string{"find:id-null"}},
		{"tool:\"a b\" origin:h‸", []string{`tool:"a b" origin:handshake`}},
		{"xyz‸", nil},
		{`"me‸`, nil},
		{"/me‸", nil},
		{"$.me‸", nil},
		{"latency:‸", nil},
		{`tool:"e‸`, nil},
	} {
		if got := complete(tc.text); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.text, got, tc.want)
		}
	}
	if got := complete("‸"); len(got) != 12 {
		t.Errorf("an empty text has %q", got)
	}
}

func TestAQuotedValueMeansItself(t *testing.T) {
	for value, want := range map[string]string{
		"echo": "echo", "a b": `"a b"`, "a|b": `"a|b"`, "a*": `"a*"`, "": `""`, `"x"`: `"\"x\""`, "f(x)": "f(x)", "f)": `"f)"`, "<a>": "<a>", `a\b`: `a\b`,
	} {
		if got := filter.Quote(value); got != want {
			t.Errorf("%q becomes %s, want %s", value, got, want)
		}
	}
}
