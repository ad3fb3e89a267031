package redact_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"stdioscope/framing"
	"stdioscope/history/diff/walk"
	"stdioscope/history/redact"
)

var maskText = regexp.MustCompile(`\[redacted:[0-9a-f]{8}\]`)

// masked gives a line with • for each mask.
func masked(r *redact.Rules, line string) string {
	out, _ := r.Line(nil, []byte(line))
	return maskText.ReplaceAllString(string(out), "•")
}

// user gives the rules of somebody who started a server with -e DEMO_API_TOKEN=demo-token-0123456789abcdef.
func user() *redact.Rules {
	r := redact.New()
	r.AddValue("DEMO_API_TOKEN", "demo-token-0123456789abcdef")
	r.AddValue("DEMO_CREDENTIAL", "hunter2-demo")
	r.AddValue("DEMO_PHRASE", "open sesame & more")
	return r
}

func TestSecretsAreMaskedWhereverTheyStand(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"a member", `{"password":"hunter2"}`, `{"password":"•"}`},
		{"a number", `{"password":123456}`, `{"password":"•"}`},
		{"an array", `{"secrets":["a","b",{"c":"d"}]}`, `{"secrets":["•","•",{"c":"•"}]}`},
		{"an object", `{"credentials":{"user":"bob","key":{"a":"x","n":7},"type":"basic","expiresAt":"2027","live":true}}`, `{"credentials":{"user":"•","key":{"a":"•","n":7},"type":"basic","expiresAt":"2027","live":true}}`},
		{"a default in a schema", `{"properties":{"x":{"type":"object","default":{"password":"hunter2"}}}}`, `{"properties":{"x":{"type":"object","default":{"password":"•"}}}}`},
		{"arguments that look like a schema", `{"arguments":{"properties":{"api_key":"a","secret":["b"],"password":{"value":"c"},"token":{"type":"basic","x":"d"},"auth":{},"pwd":true}}}`, `{"arguments":{"properties":{"api_key":"•","secret":["•"],"password":{"value":"•"},"token":{"type":"basic","x":"•"},"auth":{},"pwd":true}}}`},
		{"what only looks like a part of a schema", `{"secrets":{"definitions":{"x":"a"}},"dependentRequired":{"password":["b"]}}`, `{"secrets":{"definitions":{"x":"•"}},"dependentRequired":{"password":["•"]}}`},
		{"an escaped name", `{"pass\u0077ord":"hunter2"}`, `{"pass\u0077ord":"•"}`},
		{"another spelling", `{"clientSecret":"a","X-Api-Key":"b","db_password":"c","APIKey":"d","SMTP_PASS":"e"}`, `{"clientSecret":"•","X-Api-Key":"•","db_password":"•","APIKey":"•","SMTP_PASS":"•"}`},
		{"a header with its scheme", `{"headers":{"Authorization":"Bearer abc.def"}}`, `{"headers":{"Authorization":"Bearer •"}}`},
		{"a pair of name and value", `{"env":[{"name":"API_TOKEN","value":"x"},{"name":"LOG","value":"y"}]}`, `{"env":[{"name":"API_TOKEN","value":"•"},{"name":"LOG","value":"y"}]}`},
		{"a value given with -e", `{"result":{"content":[{"text":"token is demo-token-0123456789abcdef"}]}}`, `{"result":{"content":[{"text":"token is •"}]}}`},
		{"a value given with -e, spelt otherwise", `{"note":"prefix hunter2\u002ddemo suffix"}`, `{"note":"prefix • suffix"}`},
		{"a value given with -e, in a URL", `GET /x?p=open+sesame+%26+more and /open%20sesame%20&%20more`, `GET /x?p=• and /•`},
		{"a GitHub token in text", `{"text":"use ghp_0123456789abcdefghijABCDEFGHIJ012345 now"}`, `{"text":"use • now"}`},
		{"an OpenAI key on stderr", `using sk-proj-abcdef0123456789abcdef`, `using •`},
		{"a Slack token", `xoxb-1234567890-abcdef`, `•`},
		{"an AWS key", `key AKIAIOSFODNN7EXAMPLE.`, `key •.`},
		{"a JWT", `got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`, `got •`},
		{"bearer in text", `curl -H 'Authorization: Bearer abcdef0123456789'`, `curl -H 'Authorization: Bearer •'`},
		{"basic in text", `Authorization: Basic dXNlcjpwYXNz`, `Authorization: Basic •`},
		{"a password in a URL", `{"text":"postgres://demo:hunter2@db.example/x?key=abc123&y=1"}`, `{"text":"postgres://demo:•@db.example/x?key=•&y=1"}`},
		{"a private key", `{"text":"-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabcd\n-----END RSA PRIVATE KEY-----\n"}`, `{"text":"-----BEGIN RSA PRIVATE KEY-----\n•\n-----END RSA PRIVATE KEY-----\n"}`},
		{"JSON within a string", `{"text":"{\"password\": \"hun\\\"ter2\",\"user\":\"bob\"}"}`, `{"text":"{\"password\": \"•\",\"user\":\"bob\"}"}`},
		{"arguments on stderr", `server: argv ['--token=demo-arg-secret', '-v']`, `server: argv ['--token=•', '-v']`},
		{"an assignment on stderr", `API_KEY=abc123 PORT=3000`, `API_KEY=• PORT=3000`},
		{"a message in a line of text", `log {"jsonrpc":"2.0","id":1,"result":{"token":"x"}} password=abc`, `log {"jsonrpc":"2.0","id":1,"result":{"token":"•"}} password=•`},
		{"a piece of a message", `  "password": "hunter2",`, `  "password": "•",`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := masked(user(), c.line); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
			}
		})
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":"ghp_0123456789abcdefghijABCDEFGHIJ012345","method":"tools/call","params":{"name":"sk-abcdef0123456789abcdef","_meta":{"progressToken":"ghp_0123456789abcdefghijABCDEFGHIJ012345"}}}`,
		`[{"jsonrpc":"2.0","id":"hunter2-demo","method":"ping"}]`,
		`{"jsonrpc":"2.0","id":{"password":"hunter2"},"method":"x"}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"hunter2-demo","progress":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"hunter2-demo"}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"nextCursor":"hunter2-demo","tools":[]}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}`,
		`{"params":{"maxTokens":100,"maxOutputTokens":5},"usage":{"completion_tokens":12,"tokens":3}}`,
		`{"inputSchema":{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string","description":"The password: one you were given"}},"required":["password"]}}`,
		`{"$defs":{"token":{"title":"t","anyOf":[{"type":"string","const":"fixed"}]}},"properties":{"auth":{"type":"object","properties":{"secret":{"enum":["a","b"]}}}}}`,
		`{"inputSchema":{"properties":{"password":{"type":["string","null"]},"token":{"x":[{}],"anyOf":[]}},"dependentRequired":{"password":["user"],"token":["user"]},"dependencies":{"secret":["a"],"auth":{"required":["b"]}}}}`,
		`{"token_type":"Bearer","token_endpoint":"https://x.example/token","authorization_servers":["https://x.example"],"secretName":"db","passwordHint":"dog"}`,
		`{"password":null,"secret":false,"token":""}`,
		`{"text":"The password: ask somebody. A bearer token of basic authentication is secret."}`,
		`{"text":"{\"type\":\"object\",\"properties\":{\"token\":{\"type\":\"string\"}}}"}`,
		`{"text":"export TOKEN=$TOKEN PASSWORD=<password> token=null"}`,
		`{"text":"see https://example.com:8080/a@b and task-sk-learn-something-very-long"}`,
		`usage: total_tokens=1500 tokens: 12345 max_tokens=100`,
		`{"author":"me","monkey":"x","keyboard":"y","sort_key":"z"}`,
		`  "id": "hunter2-demo",`,
	} {
		if got := masked(user(), line); got != line {
			t.Errorf("%s\nbecame %s", line, got)
		}
	}
}

func TestTheUserSaysWhatElseIsSecret(t *testing.T) {
	r := redact.New()
	for _, err := range []error{
		r.AddKey("card_number"), r.AddPath("$.params.arguments.address"), r.AddPath("$..items[*].who"),
		r.AddPath("$.id"), r.AddPath("$.error"), r.AddRegexp(`\bcust-(\d+)`),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, want string }{
		{`{"cardNumber":4111,"other":{"CARD-NUMBER":["x"]}}`, `{"cardNumber":"•","other":{"CARD-NUMBER":["•"]}}`},
		{`{"params":{"arguments":{"address":{"street":"A","no":[1,true]},"x":"A"}}}`, `{"params":{"arguments":{"address":{"street":"•","no":["•",true]},"x":"A"}}}`},
		{`[{"params":{"arguments":{"address":"A"}}}]`, `[{"params":{"arguments":{"address":"•"}}}]`},
		{`{"a":{"items":[{"who":"x","why":"y"},{"who":"z"}]}}`, `{"a":{"items":[{"who":"•","why":"y"},{"who":"•"}]}}`},
		{`{"id":1,"error":{"code":-32000,"message":"secret"}}`, `{"id":1,"error":{"code":-32000,"message":"•"}}`},
		{`customer cust-4711 called, card_number=1234`, `customer cust-• called, card_number=•`},
	} {
		if got := masked(r, c.line); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
		}
	}
}

func TestNumbersAreSecretsTooIfTheUserSaysSo(t *testing.T) {
	r := redact.New()
	r.AddValue("PIN", "12345678")
	if err := r.AddRegexp(`^4111\d*$`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, want string }{
		{`{"pin":12345678,"x":[-12345678.5,1234567],"y":{"z":41112222}}`, `{"pin":"•","x":["•",1234567],"y":{"z":"•"}}`},
		{`{"jsonrpc":"2.0","id":12345678,"method":"x","params":{"n":12345678,"_meta":{"progressToken":41110000}}}`, `{"jsonrpc":"2.0","id":12345678,"method":"x","params":{"n":"•","_meta":{"progressToken":41110000}}}`},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":41112222,"message":"x"}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":41112222,"message":"x"}}`},
	} {
		if got := masked(r, c.line); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
		}
		check(t, r, []byte(c.line))
	}
}

func TestARuleThatIsNoneIsRefusedInOneClearLine(t *testing.T) {
	r := redact.New()
	for err, want := range map[error]error{
		r.AddKey("  "): redact.ErrKey, r.AddKey(""): redact.ErrKey, r.AddPath("params.x"): walk.ErrPath,
		r.AddPath("$.a["): walk.ErrPath, r.AddPath("$.."): walk.ErrPath, r.AddRegexp("("): redact.ErrRegexp,
	} {
		if !errors.Is(err, want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

func TestEqualSecretsHaveEqualMasks(t *testing.T) {
	r := user()
	out, n := r.Line(nil, []byte(`{"password":"hunter2-demo","text":"it is hunter2\u002ddemo","auth":"Bearer hunter2-demo","secret":"other"}`))
	masks := maskText.FindAllString(string(out), -1)
	if n != 4 || len(masks) != 4 || masks[0] != masks[1] || masks[1] != masks[2] || masks[2] == masks[3] {
		t.Errorf("%d masks in %s", n, out)
	}
	if other, _ := user().Line(nil, []byte(`{"password":"hunter2-demo"}`)); strings.Contains(string(other), masks[0]) {
		t.Error("the mask can be guessed at: it is the same in another history")
	}
}

func TestRulesServeManyAtATime(t *testing.T) {
	r := user()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 200 {
				if got := masked(r, `{"password":"x","text":"hunter2\u002ddemo"}`); got != `{"password":"•","text":"•"}` {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	wait.Wait()
}

func TestArgumentsAreMasked(t *testing.T) {
	args := []string{"server", "--dir=/x/hunter2-demo", "--api-key=abc", "-v"}
	got := maskText.ReplaceAllString(strings.Join(user().Args(args), " "), "•")
	if want := "server --dir=/x/• --api-key=• -v"; got != want || args[2] != "--api-key=abc" {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMasksAreFound(t *testing.T) {
	line := `{"a":"[redacted:0123abcd]","b":"x [redacted:ffffffff] y","c":"[redacted:nothing!]"}`
	var found []string
	for _, s := range redact.FindMasks([]byte(line)) {
		found = append(found, line[s.Start:s.End])
		if !redact.IsMask(s.Of([]byte(line))) {
			t.Errorf("%s is no mask", found)
		}
	}
	if strings.Join(found, " ") != "[redacted:0123abcd] [redacted:ffffffff]" {
		t.Errorf("found %q", found)
	}
	if redact.IsMask([]byte("x [redacted:ffffffff]")) || redact.FindMasks([]byte("[redacted:")) != nil {
		t.Error("a mask was seen where there is none")
	}
}

// check fails unless masking keeps what it has to.
func check(t *testing.T, r *redact.Rules, line []byte) {
	t.Helper()
	out, n := r.Line([]byte("dst"), line)
	out = out[len("dst"):]
	spans := r.Spans(line)
	outside(t, line, out, spans, n)
	var before, after framing.Message
	framing.Scan(line, &before)
	framing.Scan(out, &after)
	if before.Kind != after.Kind || before.Valid != after.Valid {
		t.Fatalf("%q was %v, %v\n%q is %v, %v", line, before.Kind, before.Valid, out, after.Kind, after.Valid)
	}
	if json.Valid(line) != json.Valid(out) {
		t.Fatalf("%q\n%q: one is JSON, the other is not", line, out)
	}
	for _, part := range []struct{ a, b framing.Span }{
		{before.ID, after.ID},
		{before.Method, after.Method},
		{before.Name, after.Name},
		{before.ProgressToken, after.ProgressToken},
		{before.RequestID, after.RequestID},
		{before.JSONRPC, after.JSONRPC},
		{before.ResultType, after.ResultType},
		{before.ErrorCode, after.ErrorCode},
	} {
		if string(part.a.Of(line)) != string(part.b.Of(out)) {
			t.Fatalf("%q\n%q: %q became %q", line, out, part.a.Of(line), part.b.Of(out))
		}
	}
	if was, is := seen(line), seen(out); was != is && !holdStructure(line, spans) {
		t.Fatalf("%q reads as %s\n%q reads as %s", line, was, out, is)
	}
	if again, _ := r.Line(nil, out); string(again) != string(out) {
		t.Fatalf("%q\n%q once\n%q twice", line, out, again)
	}
}

// seen gives what a server's line seems to say.
func seen(line []byte) string {
	o := framing.NewLens().Observe(framing.ServerToClient, framing.Line{Bytes: line, EOL: framing.LF, Size: int64(len(line))})
	text := fmt.Sprint(o.Held)
	for _, found := range o.Findings {
		text += " " + found.ID
	}
	for _, inner := range o.Inner {
		text += fmt.Sprintf(" %v %s %s", inner.Message.Kind, inner.Message.ID.Of(inner.Text), inner.Message.Method.Of(inner.Text))
	}
	return text
}

// holdStructure says whether secrets in text hold what may belong to broken JSON.
func holdStructure(line []byte, spans []framing.Span) bool {
	return slices.ContainsFunc(spans, func(s framing.Span) bool { return bytes.ContainsAny(s.Of(line), `{}[]"\`) })
}

// outside fails unless the bytes outside of the spans are what they were.
func outside(t *testing.T, line, out []byte, spans []framing.Span, n int) {
	t.Helper()
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(line) {
			t.Fatalf("%q: span %v behind %d", line, s, at)
		}
		at = s.End
	}
	if wholly := n == 1 && bytes.HasPrefix(out, []byte("[redacted:")) && len(out) < maskSize+5; !wholly && !isMaskedAt(out, line, 0, spans) {
		t.Fatalf("%q\nbecame %q\nspans  %v", line, out, spans)
	}
}

const maskSize = len("[redacted:01234567]")

// isMaskedAt says whether out is line[at:] with masks in place of spans. Of a secret that
// is no UTF-8 the first bad byte stays, and of one that is no JSON string the first bad
// character or escape may.
func isMaskedAt(out, line []byte, at int, spans []framing.Span) bool {
	if len(spans) == 0 {
		return bytes.Equal(out, line[at:])
	}
	secret := spans[0].Of(line)
	rest, ok := bytes.CutPrefix(out, line[at:spans[0].Start])
	quoted := bytes.HasPrefix(rest, []byte(`"[`))
	rest = bytes.TrimPrefix(rest, []byte(`"`))
	if !ok || len(rest) < maskSize || !redact.IsMask(rest[:maskSize]) {
		return false
	}
	rest = rest[maskSize:]
	if quoted {
		rest, ok = bytes.CutPrefix(rest, []byte(`"`))
	}
	if ok && !utf8.Valid(secret) {
		rest, ok = bytes.CutPrefix(rest, []byte{firstBad(secret)})
	}
	for n := 0; ok && n <= min(len(rest), 1+utf8.UTFMax); n++ {
		if n > 0 && rest[0] >= ' ' && rest[0] != '\\' || !bytes.Contains(secret, rest[:n]) {
			break
		}
		if isMaskedAt(rest[n:], line, spans[0].End, spans[1:]) {
			return true
		}
	}
	return false
}

func firstBad(text []byte) byte {
	for len(text) > 0 {
		c, n := utf8.DecodeRune(text)
		if c == utf8.RuneError && n == 1 {
			break
		}
		text = text[n:]
	}
	return text[0]
}

func TestDeepAndLongLinesAreMaskedToo(t *testing.T) {
	r := user()
	deep := strings.Repeat(`[`, 200_000) + `{"password":"x"}` + strings.Repeat(`]`, 200_000)
	if got := masked(r, deep); !strings.Contains(got, `{"password":"•"}`) {
		t.Error("not masked below 200,000 levels")
	}
	check(t, r, []byte(`{"text":"`+strings.Repeat(`password=abc `, 10_000)+`"}`))
}

func FuzzLine(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"password":"hunter2"}}}`,
		`{"password":"a\xffb"}`, `{"password":"\x"}`, `"password":"\x"`, `{"text":"a=b\"password\":\"c\\\"d\"hunter2-demo"}`,
		"hunter2-demo-token=123 sk-abcdef0123456789abcdef", "[redacted:00000000]sk-abcdef0123456789abcdef",
		"max-hunter2-demo-token=12345", `x {"jsonrpc":"2.0","id":"hunter2-demo","result":{"token":"x"}} y`,
		"-----BEGIN PRIVATE KEY-----\nabc", "basic dXNlcjpwYXNz", "a://b:c@d token=https://x:y@z", `{"a":"Bearer abc","token":"Bearer x"} {"password":1}`,
		`:["`, `{"credentials":{"a":1,"b":["x"]},}`, `"auth": [{"id":12, "x":-1e5`, "{\"properties\":{\"token\":{\"type\":\"string\",\"x\":\"a\tb\"}},}",
		"cookie: a=b; c=d", "token\x1b[1m=\x1b[0;3mabc", `["--token","x",5]`, `--token ARG '--auth', "x" authorization: token abcdef123`,
	} {
		f.Add(seed)
	}
	r := user()
	_ = r.AddKey("card")
	_ = r.AddPath("$..address")
	f.Fuzz(func(t *testing.T, line string) {
		if !strings.Contains(line, "\n") {
			check(t, r, []byte(line))
		}
	})
}
