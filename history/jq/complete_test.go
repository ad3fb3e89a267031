package jq_test

import (
	"slices"
	"strings"
	"testing"

	"stdioscope/history/jq"
)

// TestNamesAreCompletedAtTheCursor puts | where the cursor is, and the completions in.
func TestNamesAreCompletedAtTheCursor(t *testing.T) {
	const text = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"},"x-y":1},{"name":"add","title":"Adds"}],"nextCursor":"c","na me":true,"5":null}}`
	for _, tc := range []struct {
		expr string
		want []string
	}{
		{".‸", []string{".jsonrpc", ".id", ".result"}},
		{".r‸", []string{".result", ".jsonrpc"}},
		{".re‸ | .x", []string{".result | .x"}},
		{".result.n‸", []string{".result.nextCursor", `.result."na me"`}},
		{".result.tools[0].na‸", []string{".result.tools[0].name"}},
		{".result.tools[0].‸", []string{".result.tools[0].name", ".result.tools[0].inputSchema", `.result.tools[0]."x-y"`}},
		{".result.tools[-1].t‸", []string{".result.tools[-1].title"}},
		{".result.tools[].t‸", []string{".result.tools[].title", ".result.tools[].inputSchema"}},
		{".result.tools[]?.t‸", []string{".result.tools[]?.title", ".result.tools[]?.inputSchema"}},
		{`.["result"].to‸`, []string{`.["result"].tools`}},
		{`."result".to‸`, []string{`."result".tools`}},
		{`.result."na‸`, []string{`.result."na me"`}},
		{".result.‸", []string{".result.tools", ".result.nextCursor", `.result."na me"`, `.result."5"`}},
		{".result | .tools[] | .inputSchema.t‸", []string{".result | .tools[] | .inputSchema.type"}},
		{".result.tools | map(select(.ti‸", []string{".result.tools | map(select(.title"}},
		{". | .i‸", []string{". | .id"}},
		{".[].t‸", []string{".[].tools", ".[].nextCursor"}},
		{".nothing.‸", nil},
		{".result.tools[7].‸", nil},
		{".result.tools[-7].‸", nil},
		{".id.‸", nil},
		{"..n‸", nil},
		{"keys | .n‸", nil},
		{".result", nil},
		{"‸", nil},
		{`.a"‸`, nil},
		{`.result."tools"‸`, nil},
	} {
		cursor := strings.Index(tc.expr, "‸")
		expr := strings.Replace(tc.expr, "‸", "", 1)
		var got []string
		for _, c := range jq.Complete(expr, cursor, []byte(text)) {
			got = append(got, expr[:c.Start]+c.Text+expr[c.End:])
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s gives %q, want %q", tc.expr, got, tc.want)
		}
		for _, completed := range got {
			if _, err := jq.Parse(completed); err != nil && !strings.Contains(completed, "(") {
				t.Errorf("%s is no expression: %v", completed, err)
			}
		}
	}
	if found := jq.Complete(".result.to", 10, []byte(text)); len(found) != 1 || found[0].About != "array" {
		t.Errorf("%+v", found)
	}
}

func TestManyNamesAreTooMany(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		text.WriteString(strings.Repeat(",", min(i, 1)) + `"n` + strings.Repeat("x", i%500) + `":1`)
	}
	if found := jq.Complete(".", 1, []byte("{"+text.String()+"}")); len(found) != 200 {
		t.Errorf("%d names", len(found))
	}
}
