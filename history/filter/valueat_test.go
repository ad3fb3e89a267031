package filter_test

import (
	"testing"

	"stdioscope/history/filter"
)

func TestAPathLeadsToARawValue(t *testing.T) {
	const line = `{"id":1.0,"result":{"items":[{"id":"a\u0062"},{"id":2}],"a b":null}}`
	for path, want := range map[string]string{
		"$.id":                  `1.0`,
		"$.result.items[0]":     `{"id":"a\u0062"}`,
		"$.result.items[-1].id": `2`,
		`$.result["a b"]`:       `null`,
		"$..id":                 `1.0`,
		"$.nothing":             ``,
		"$":                     line,
	} {
		got, err := filter.ValueAt([]byte(line), path)
		if err != nil || string(got) != want {
			t.Errorf("%s leads to %s, %v", path, got, err)
		}
	}
	for _, path := range []string{"", "result", "$.", "$.a=1", "$[x]"} {
		if got, err := filter.ValueAt([]byte(line), path); err == nil {
			t.Errorf("%q leads to %s", path, got)
		}
	}
	if got, err := filter.ValueAt([]byte("no JSON"), "$.a"); err != nil || got != nil {
		t.Errorf("a line that is no JSON has %s, %v", got, err)
	}
}
