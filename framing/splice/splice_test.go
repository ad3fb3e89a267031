package splice_test

import (
	"testing"

	"stdioscope/framing"
	"stdioscope/framing/splice"
)

func TestMembersAreSetInPlace(t *testing.T) {
	for _, tc := range []struct{ object, want string }{
		{`{}`, `{"a":1}`},
		{` { } `, ` { "a":1} `},
		{`{"b":1.50}`, `{"b":1.50,"a":1}`},
		{`{"a":"x","b":{"a":2}}`, `{"a":1,"b":{"a":2}}`},
		{`{"a":0,"a":0}`, `{"a":0,"a":1}`},
		{`{"\u0061":0}`, `{"\u0061":1}`},
		{`[1]`, `[1]`},
		{`[{"b":1}]`, `[{"b":1}]`},
	} {
		if got := string(splice.With([]byte(tc.object), "a", []byte("1"))); got != tc.want {
			t.Errorf("%s became %s, not %s", tc.object, got, tc.want)
		}
	}
}

func TestEditsAreMadeInAnyOrder(t *testing.T) {
	edits := []splice.Edit{
		{Span: framing.Span{Start: 4, End: 5}, Text: []byte("five")},
		{Span: framing.Span{Start: 0, End: 1}, Text: nil},
		{Span: framing.Span{Start: 4, End: 6}, Text: []byte("late")},
	}
	if got := string(splice.Apply([]byte("0123456"), edits)); got != "123five56" {
		t.Errorf("it is %s", got)
	}
}
