package redact_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"stdioscope/framing"
	"stdioscope/history/redact"
)

// greedy gives rules with regular expressions that match much of JSON.
func greedy(t testing.TB, exprs ...string) *redact.Rules {
	t.Helper()
	r := redact.New()
	for _, expr := range exprs {
		if err := r.AddRegexp(expr); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestARegexpThatMatchesStructureTakesWhatIsInIt(t *testing.T) {
	for _, c := range []struct{ name, expr, line, want string }{
		{"a member", `"pass": *"[^"]*"`, `  "pass": "x y",`, `  "pass": "•",`},
		{"the rest of the line", `pass.+`, `{"jsonrpc":"2.0","id":1,"result":{"pass":"x","n":5},}`, `{"jsonrpc":"2.0","id":1,"result":{"pass":"•","n":"•"},}`},
		{"all quotes", `".*"`, `{"jsonrpc":"2.0","id":1,"result":{"a":"x","b":["y"]},}`, `{"jsonrpc":"2.0","id":1,"result":{"a":"•","b":["•"]},}`},
		{"long words", `\S{8,}`, `{"jsonrpc":"2.0","id":1,"result":{"a":"x"},}`, `{"jsonrpc":"2.0","id":1,"result":{"a":"•"},}`},
		{"an object", `\{.*\}`, `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":true,"b":1.5},}`, `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":true,"b":"•"},}`},
		{"numbers of a piece", `.+`, `  "n": 12, "b": null, "c": [1, {"id": 3}],`, `  "n": "•", "b": null, "c": ["•", {"id": 3}],`},
		{"a number before structure", `1.*`, `12], "a": "b"`, `"•"], "a": "•"`},
		{"a string of a list", `.{3}`, `    "ab\u00e4cde\nf",`, `    "•",`},
		{"half an escape", `[nu]\w+`, `    "a\nbc d\u00e4 e",`, `    "a• d• e",`},
		{"a first line with a prefix", `.+`, `10:11 LOG {"a": "x", "n": 12,`, `•{"a": "•", "n": "•",`},
		{"a brace behind a prefix", `.+`, `LOG {`, `•{`},
		{"words in broken JSON", `took.*`, `{"a":took 12 ms, "b":}`, `{"a":•, "b":}`},
		{"a string without an end", `x.*`, `"a": "xy`, `"a": "•`},
		{"a mask already", `.+`, `  [redacted:0123abcd], "a": 1`, `  •, "a": "•"`},
		{"a header", `.+`, "Content-Type: tok-1", "Content-Type:•"},
		{"a byte order mark", `.+`, "\ufeff\"a\": \"x\",", "\ufeff\"a\": \"•\","},
		{"a number where a name should be", `.+`, `  "a": "x", 5`, `  "a": "•", •`},
		{"what makes a line no beginning", `A|\\A`, `LOG {"x\A"`, `LOG {"x•\A"`},
		{"a brace in a string", `ä.*`, `"y": "x\u00e4b{} c{"`, `"y": "x•{} •{"`},
		{"half a letter", `A.*c`, "A\xccc\x80 0", "•\xcc 0"},
		{"the code of an error", `\d+`, `  "code": -32000, "x": {"code": 123456}`, `  "code": -32000, "x": {"code": "•"}`},
		{"prose", `for .*`, `failed: "x" for bob, {him}: 5`, `failed: "x" •`},
		{"prose of a logger", `user.*`, `[info] [12:01] user "bob": x`, `[info] [12:01] •`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := masked(greedy(t, c.expr), c.line); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
			}
		})
	}
}

func TestGreedyRegexpsChangeNoPair(t *testing.T) {
	for _, expr := range expressions {
		for _, text := range spread {
			pairedAsBefore(t, greedy(t, expr), text)
		}
	}
}

func FuzzGreedyRegexps(f *testing.F) {
	for _, text := range spread {
		f.Add(text)
	}
	var rules []*redact.Rules
	for _, expr := range expressions {
		rules = append(rules, greedy(f, expr))
	}
	// A line that begins with a number is an element of an array that began before, or it
	// is wrong in an object: the line does not tell, and its mask is a string.
	number := regexp.MustCompile(`(?m)^\W*\d`)
	f.Fuzz(func(t *testing.T, text string) {
		if number.MatchString(text) {
			return
		}
		for _, r := range rules {
			pairedAsBefore(t, r, text)
		}
	})
}

var expressions = []string{`"password": *"[^"]*"`, `password.+`, `".*"`, `\S{8,}`, `\{.*\}`, `\d{2,}`, `.+`, `u\w+`, `[,:]`}

var spread = []string{
	"\ufeff{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} \t",
	"Content-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
	"{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 12345678, \"result\": {\n    \"password\": \"hunter2\",\n    \"n\": [1.5e3,\n 22, true], \"x\": {}\n}}",
	`{"jsonrpc":"2.0","id":1,"result":{"password":"x","y":"12345678"},}`,
	"LOG {\"jsonrpc\":\"2.0\", \"n\": 12345678,\n\"id\":\"tok-12345678\",\"method\":\"password\"}",
	"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"k\":\"ab\tpassword\"}}",
	"x {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} {\"a\":\n\"b\\u00e4\\nuvw\"}",
	"[\n{\"jsonrpc\":\"2.0\",\"id\":1,\n\"error\":{\"code\":-32000,\"message\":\"password\"}\n},\n12]",
}

// pairedAsBefore fails if a lens makes something else of lines when they are masked.
func pairedAsBefore(t *testing.T, r *redact.Rules, text string) {
	t.Helper()
	before, after := framing.NewLens(), framing.NewLens()
	for _, line := range strings.Split(text, "\n") {
		out, _ := r.Line(nil, []byte(line))
		was, is := observed(before, []byte(line)), observed(after, out)
		if was != is {
			t.Fatalf("%q\nof %q reads as %s\n%q reads as %s", line, text, was, out, is)
		}
	}
}

// observed gives what a lens says of the next line of a server.
func observed(lens *framing.Lens, line []byte) string {
	o := lens.Observe(framing.ServerToClient, framing.Line{Bytes: line, EOL: framing.LF, Size: int64(len(line))})
	text := fmt.Sprint(o.Message.Kind, string(o.Message.ID.Of(line)), string(o.Message.Method.Of(line)), o.Held, o.Misframed)
	for _, found := range o.Findings {
		text += " " + found.ID
	}
	for _, inner := range o.Inner {
		text += fmt.Sprintf(" %v %s %s", inner.Message.Kind, inner.Message.ID.Of(inner.Text), inner.Message.Method.Of(inner.Text))
	}
	for _, a := range o.Amended {
		text += fmt.Sprint(" ", a.Back, len(a.Findings))
	}
	return text
}
