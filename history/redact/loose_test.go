package redact_test

import (
	"strings"
	"testing"

	"stdioscope/history/redact"
)

func TestSecretsInBrokenJSONAreMasked(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"an object", `{"credentials":{"user":"UU1","key":"SEC","type":"basic"},}`, `{"credentials":{"user":"•","key":"•","type":"basic"},}`},
		{"an array", `{"credentials":["a",["b"]],}`, `{"credentials":["•",["•"]],}`},
		{"a number", `{"token":12345678,"tokens":12345678,}`, `{"token":"•","tokens":12345678,}`},
		{"no number", `{"token":01234,"pwd":abc123,"secret":NaN,"auth":None,}`, `{"token":•,"pwd":•,"secret":NaN,"auth":None,}`},
		{"an escaped name", `{"pass\u0077ord":"x",}`, `{"pass\u0077ord":"•",}`},
		{"an escaped value", `{"text":"is hunter2\u002ddemo","t2":"{\"password\":\"a\\\"b\"}",}`, `{"text":"is •","t2":"{\"password\":\"•\"}",}`},
		{"a pair of name and value", `{"name":"API_TOKEN","value":"x"},`, `{"name":"API_TOKEN","value":"•"},`},
		{"a schema", `{"properties":{"password":{"type":"string","title":"x"}},}`, `{"properties":{"password":{"type":"string","title":"x"}},}`},
		{"a string without an end", `{"password":"hunter2","a":{"secrets":["a","b`, `{"password":"•","a":{"secrets":["•","•`},
		{"a quote too many", `{"a":"it"s","password":"hunter2"}`, `{"a":"it"s","password":"•"}`},
		{"too many brackets", `]}{"auth":{"k":"v"}}}]{"auth":["w"]}`, `]}{"auth":{"k":"•"}}}]{"auth":["•"]}`},
		{"behind text", `log: {"auth":{"k":"v"}} done`, `log: {"auth":{"k":"•"}} done`},
		{"behind a message", `{"jsonrpc":"2.0","id":1,"result":{}}{"auth":{"k":"v"},}`, `{"jsonrpc":"2.0","id":1,"result":{}}{"auth":{"k":"•"},}`},
		{"a piece with an object", `  "credentials": {"user": "UU1", "key": {"id": 12345678,`, `  "credentials": {"user": "•", "key": {"id": 12345678,`},
		{"a piece with a number", `  "token": 12345678,`, `  "token": "•",`},
		{"masks already", `  "token": [redacted:0123abcd], "auth": [[redacted:0123abcd]0, "[redacted:0123abcd]", "x"],`, `  "token": •, "auth": [•0, "•", "•"],`},
		{"half a private key", `{"jsonrpc":"2.0","result":"-----BEGIN PRIVATE KEY-----\nMIIE","id":5,}`, `{"jsonrpc":"2.0","result":"-----BEGIN PRIVATE KEY-----•","id":5,}`},
		{"a value with a colon behind it", `{"password":"x":"y","a":,"secret":0:0,`, `{"password":"•":"y","a":,"secret":"•":0,`},
		{"a name in an array", `"auth": ["token": {0, "x": 5`, `"auth": ["token": {0, "x": "•"`},
		{"a string that has not begun", `"password": "  `, `"password": "  `},
		{"a number in text", `the "pin": 5 times, or 12345678`, `the "pin": 5 times, or 12345678`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := masked(user(), c.line); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
			}
			if c.name != "a quote too many" {
				check(t, user(), []byte(c.line))
			}
		})
	}
}

func TestWhatMakesALineNoJSONStays(t *testing.T) {
	for line, want := range map[string]string{
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"password\":\"a\tb\tc\"}}": "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"password\":\"•\t\"}}",
		`{"jsonrpc":"2.0","id":1,"result":{"password":"a\xb\"c\n\y"}}`:         `{"jsonrpc":"2.0","id":1,"result":{"password":"•\x"}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"password":"a\u12x"}}`:              `{"jsonrpc":"2.0","id":1,"result":{"password":"•\u"}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"password":"\é","secret":"\\\n"}}`:  `{"jsonrpc":"2.0","id":1,"result":{"password":"•\é","secret":"•"}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"password\":\"\xff\t\"}}":  "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"password\":\"•\xff\t\"}}",
		`{"jsonrpc":"2.0","id":1,"result":{"password":0123}}`:                  `{"jsonrpc":"2.0","id":1,"result":{"password":•}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"password":"a"},"x":"\q"}`:          `{"jsonrpc":"2.0","id":1,"result":{"password":"•"},"x":"\q"}`,
	} {
		if got := masked(user(), line); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", line, got, want)
		}
		check(t, user(), []byte(line))
	}
}

func TestALineThatIsNoJSONNeverBecomesJSON(t *testing.T) {
	r := redact.New()
	if err := r.AddRegexp(`a\\q|x.*y`); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"result":"a\qb"}`:                              `{"jsonrpc":"2.0","id":1,"result":"•\qb"}`,
		`{"a":"-----BEGIN PRIVATE KEY-----x",,"b":"-----END PRIVATE KEY-----"}`: `•`,
	} {
		if got := masked(r, line); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", line, got, want)
		}
	}
}

func TestAMessageOverLinesIsPairedAsBefore(t *testing.T) {
	r := redact.New()
	for _, expr := range []string{`[0-9]+`, `"method".*`, `tok-\w+`} {
		if err := r.AddRegexp(expr); err != nil {
			t.Fatal(err)
		}
	}
	lines := []string{
		`{`, `  "jsonrpc": "2.0",`, `  "id": 12,`, `  "method": "get", "x": 3,`, `  "params": {`,
		`    "_meta": {"progressToken": 12, "k": "tok-en"}, "pin": 4711`, `  }`, `}`,
	}
	var out []string
	for _, line := range lines {
		out = append(out, masked(r, line))
	}
	want := `{|  "jsonrpc": "2.0",|  "id": 12,|  "method": "get", "x": "•",|  "params": {|    "_meta": {"progressToken": 12, "k": "•"}, "pin": "•"|  }|}`
	if got := strings.Join(out, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for line, want := range map[string]string{
		`  4711,`:                   `  "•",`,
		`  [1, -2.5e3], {"a": "x1"`: `  ["•", "•"], {"a": "x•"`,
		`{"jsonrpc"2.0","id":0`:     `{"jsonrpc"2.0","id":0`,
		`took 12, or 13`:            `took •, or •`,
	} {
		if got := masked(r, line); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for _, line := range []string{`"id":12`, `"id" : -1.5e3,`, `"id":"12","cursor":"tok-en"`, `"requestId": 12}`, `"a": "b", "taskId":"tok-1"`} {
		if got := masked(r, line); got != line {
			t.Errorf("%s became %s", line, got)
		}
	}
	if got, want := masked(r, `"sid": 12, \"id\": 12, id: 12`), `"sid": "•", \"id\": •, id: •`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
