package offer

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

const tools = `{"tools":[
	{"name":"echo","title":"Echo","description":"says it again","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":1.0},"message":{"type":"string"}},"required":["message"]}},
	{"name":"rm\u002drf","annotations":{"title":"Remove","destructiveHint":true,"readOnlyHint":false,"openWorldHint":"yes"},"inputSchema":{"type":"object"},"outputSchema":{"type":"array"}},
	{"name":"echo","inputSchema":{}},
	7,
	{"inputSchema":{"type":"object"}},
	{"name":null,"description":[],"inputSchema":"x","annotations":3},
	{"name":""}
],"nextCursor":"p\/2"}`

func TestNoItemIsLost(t *testing.T) {
	page := Read(Tool, []byte(tools))
	want := []string{
		"Echo",
		"Remove",
		"echo; is called like item 1 of the page",
		"a tool without a name; is a number, must be an object",
		"a tool without a name; has no name",
		"a tool without a name; name is null, must be a string; description is an array, must be a string; annotations is a number, must be an object; inputSchema is a string, must be an object",
		"a tool without a name; name is empty; has no inputSchema",
	}
	var got []string
	for _, item := range page.Items {
		got = append(got, strings.Join(append([]string{item.Label()}, item.Problems...), "; "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if string(page.NextCursor) != `"p\/2"` || page.Problem != "" {
		t.Errorf("cursor %s, problem %q", page.NextCursor, page.Problem)
	}
}

func TestHints(t *testing.T) {
	items := Read(Tool, []byte(tools)).Items
	if h := items[1].Hints; !h.Dangerous() || !slices.Equal(h.Words(), []string{"changes things", "destructive"}) {
		t.Errorf("%+v", h)
	}
	if h := items[0].Hints; h.Dangerous() || h.Words() != nil {
		t.Errorf("%+v", h)
	}
	if h := (Hints{ReadOnly: Yes, Destructive: Yes}); h.Dangerous() {
		t.Error("what only reads is not dangerous")
	}
	if string(items[1].OutputSchema) != `{"type":"array"}` || string(items[1].InputSchema) != `{"type":"object"}` {
		t.Errorf("schemas %s, %s", items[1].InputSchema, items[1].OutputSchema)
	}
}

func TestResultsThatAreNoLists(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "the result has no tools", `{"tools":{}}`: "tools is an object, must be an array", `[]`: "the result has no tools",
		`{"tools":null}`: "tools is null, must be an array", ``: "the result has no tools", `{"tools":[]}`: "",
	} {
		if got := Read(Tool, []byte(text)); got.Problem != want || got.Items != nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestParams(t *testing.T) {
	cases := []struct {
		name, item string
		kind       Kind
		options    schema.Options
		want       string
	}{
		{"a tool", `{"name":"e\u0063ho","inputSchema":{"properties":{"b":{"type":"string"},"a":{"type":"integer","minimum":1.0}},"required":["a"]}}`, Tool, schema.Options{}, `{"name":"e\u0063ho","arguments":{"a":1.0}}`},
		{"a tool with all", `{"name":"t","inputSchema":{"properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["a"]}}`, Tool, schema.Options{Optional: true}, `{"name":"t","arguments":{"a":0,"b":""}}`},
		{"a tool without a schema", `{"name":"t"}`, Tool, schema.Options{}, `{"name":"t","arguments":{}}`},
		{"a tool whose arguments are no object", `{"name":"t","inputSchema":{"type":"string"}}`, Tool, schema.Options{}, `{"name":"t","arguments":{}}`},
		{"a tool without a name", `7`, Tool, schema.Options{}, `{"name":"","arguments":{}}`},
		{"a resource", `{"uri":"a:\/\/b","name":"n"}`, Resource, schema.Options{}, `{"uri":"a:\/\/b"}`},
		{"a template", `{"uriTemplate":"a://{b}"}`, Template, schema.Options{}, `{"uri":"a://{b}"}`},
		{"a prompt", `{"name":"p","arguments":[{"name":"x"},{"name":"y","required":true}]}`, Prompt, schema.Options{}, `{"name":"p","arguments":{"y":""}}`},
		{"a prompt with all", `{"name":"p","arguments":[{"name":"x"},{"name":"y","required":true}]}`, Prompt, schema.Options{Optional: true}, `{"name":"p","arguments":{"x":"","y":""}}`},
		{"a prompt of odd arguments", `{"name":"p","arguments":[1,{"required":true}]}`, Prompt, schema.Options{}, `{"name":"p","arguments":{"":""}}`},
	}
	for _, tc := range cases {
		if got := read(tc.kind, []byte(tc.item)).Params(tc.options); string(got) != tc.want {
			t.Errorf("%s:\n  %s\nwant\n  %s", tc.name, got, tc.want)
		}
	}
}

func TestTemplates(t *testing.T) {
	cases := []struct {
		name, template string
		values         []Value
		variables      string
		want           string
	}{
		{"level 1", "db://{table}/x", []Value{{"table", "a b/ł"}}, "table", "db://a%20b%2F%C5%82/x"},
		{"level 2", "file:///{+path}{#part}", []Value{{"path", "a/b c"}, {"part", "1"}}, "path part", "file:///a/b%20c#1"},
		{"level 3", "x://{a,b}{/c}{?d,e}{&f}", []Value{{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}, {"e", ""}}, "a b c d e f", "x://1,2/3?d=4&e="},
		{"level 4", "x://{a:2}{b*}", []Value{{"a", "long"}, {"b", "z"}}, "a b", "x://loz"},
		{"without values", "x://{a}/{b}", nil, "a b", "x:///"},
		{"twice", "x://{a}/{a}", []Value{{"a", "1"}}, "a", "x://1/1"},
		{"all operators", "{a}{+a}{#a}{.a}{/a}{;a}{?a}{&a}", []Value{{"a", "x/y"}}, "a", "x%2Fyx/y#x/y.x%2Fy/x%2Fy;a=x%2Fy?a=x%2Fy&a=x%2Fy"},
		{"all operators, empty", "{a}{+a}{#a}{.a}{/a}{;a}{?a}{&a}", []Value{{"a", ""}}, "a", "#./;a?a=&a="},
		{"escaped already", "x%20y/{+a}{b}", []Value{{"a", "%41%"}, {"b", "%41"}}, "a b", "x%20y/%41%25%2541"},
		{"a name with a hyphen", "x://{user-id}", []Value{{"user-id", "7"}}, "user-id", "x://7"},
		{"a literal beyond ASCII", "x://ł/{a:1}", []Value{{"a", "łó"}}, "a", "x://%C5%82/%C5%82"},
		{"no variable", "x://a", nil, "", "x://a"},
	}
	for _, tc := range cases {
		item := Item{Kind: Template, URI: tc.template}
		params, err := item.TemplateParams(tc.values)
		if got := framing.StringOf(framing.ValueAt(params, "uri")); err != nil || got != tc.want {
			t.Errorf("%s: %s, %v", tc.name, got, err)
		}
		if got := strings.Join(item.Variables(), " "); got != tc.variables {
			t.Errorf("%s: variables %s", tc.name, got)
		}
	}
	for _, text := range []string{"{", "}", "a}{b", "{}", "{=a}", "{a,}", "{a:0}", "{a:x}", "{?}", "{a{b}}"} {
		if _, err := parseTemplate(text); !errors.Is(err, ErrTemplate) {
			t.Errorf("%s: %v", text, err)
		}
	}
	broken := read(Template, []byte(`{"name":"x","uriTemplate":"x://{a"}`))
	if _, err := broken.TemplateParams(nil); !errors.Is(err, ErrTemplate) || broken.Variables() != nil || len(broken.Problems) != 1 {
		t.Errorf("%v, %v", err, broken.Problems)
	}
}

func TestCompleteParams(t *testing.T) {
	prompt := read(Prompt, []byte(`{"name":"p","arguments":[{"name":"x"}]}`))
	template := read(Template, []byte(`{"name":"t","uriTemplate":"a://{x}"}`))
	others := []Value{{"x", "old"}, {"y", "1"}}
	cases := []struct {
		item           Item
		revision, want string
	}{
		{prompt, mcp.Revision20250326, `{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"x","value":"a\"b"}}`},
		{prompt, mcp.Revision20250618, `{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"x","value":"a\"b"},"context":{"arguments":{"y":"1"}}}`},
		{template, mcp.Revision20241105, `{"ref":{"type":"ref/resource","uri":"a://{x}"},"argument":{"name":"x","value":"a\"b"}}`},
	}
	for _, tc := range cases {
		if got := tc.item.CompleteParams("x", `a"b`, others, tc.revision); string(got) != tc.want {
			t.Errorf("%s", got)
		}
	}
	values, more := Completions([]byte(`{"completion":{"values":["a","\u0062",7],"hasMore":true,"total":9}}`))
	if !slices.Equal(values, []string{"a", "b"}) || !more {
		t.Errorf("%v %v", values, more)
	}
	if values, more := Completions([]byte(`{}`)); values != nil || more {
		t.Errorf("%v %v", values, more)
	}
}

func TestKinds(t *testing.T) {
	for _, k := range Kinds() {
		if got, ok := KindOf(k.List()); !ok || got != k {
			t.Errorf("%v: %v", k, got)
		}
		if mcp.Judge(k.List(), mcp.LatestModern, mcp.ClientSide) != mcp.Allowed || mcp.Judge(k.Use(), mcp.LatestLegacy, mcp.ClientSide) != mcp.Allowed {
			t.Errorf("%v: %s, %s", k, k.List(), k.Use())
		}
	}
	if _, ok := KindOf("ping"); ok {
		t.Error("ping asks for a list")
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(tools))
	f.Add([]byte(`{"prompts":[{"name":"p","arguments":[1,{"required":true}]}],"resourceTemplates":[{"uriTemplate":"{+a,b*:3}"}]}`))
	f.Fuzz(func(t *testing.T, result []byte) {
		for _, kind := range Kinds() {
			for _, item := range Read(kind, result).Items {
				_ = item.Label()
				params := item.Params(schema.Options{Optional: true})
				if json.Valid(result) && !json.Valid(params) {
					t.Fatalf("%s gives %s", item.Raw, params)
				}
				for _, v := range item.Variables() {
					_, _ = item.TemplateParams([]Value{{v, "x"}})
				}
			}
		}
	})
}
