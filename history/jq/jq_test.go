package jq_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/history/jq"
)

// run gives the results, and behind them the error, if there was one, after "!".
func run(t testing.TB, expr, text string) []string {
	t.Helper()
	q, err := jq.Parse(expr)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var results []string
	for result, err := range q.Run(ctx, []byte(text), jq.Limits{}) {
		if err != nil {
			result = []byte("!" + err.Error())
		}
		results = append(results, string(result))
	}
	return results
}

const answer = `{"jsonrpc":"2.0","id":9007199254740993,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"}},{"name":"add","title":"Adds"}]}}`

func TestAPersonAsksAnAnswer(t *testing.T) {
	for _, tc := range []struct {
		expr string
		want []string
	}{
		{".id", []string{"9007199254740993"}},
		{"", []string{`{"id":9007199254740993,"jsonrpc":"2.0","result":{"tools":[{"inputSchema":{"type":"object"},"name":"echo"},{"name":"add","title":"Adds"}]}}`}},
		{".result.tools[].name", []string{`"echo"`, `"add"`}},
		{"[.result.tools[] | select(.title)] | length", []string{"1"}},
		{".result.tools | map({(.name): .title}) | add", []string{`{"add":"Adds","echo":null}`}},
		{"empty", nil},
		{".nothing", []string{"null"}},
		{".id.x", []string{"!expected an object but got: number (9007199254740993)"}},
		{`.id, error("no\nmore"), .id`, []string{"9007199254740993", `!error: no\nmore`}},
		{".id, halt, .id", []string{"9007199254740993"}},
		{`"bye" | halt_error`, []string{"!halt error: bye"}},
		{`.result.tools[].title?`, []string{"null", `"Adds"`}},
	} {
		if got := run(t, tc.expr, answer); !slices.Equal(got, tc.want) {
			t.Errorf("%s gives %q, want %q", tc.expr, got, tc.want)
		}
	}
}

// TestWhatIsLost holds the package comment to what it says.
func TestWhatIsLost(t *testing.T) {
	for _, tc := range []struct{ text, expr, want string }{
		{`{"z":1,"a":2}`, ".", `{"a":2,"z":1}`},
		{`{"z":1,"a":2}`, "[.[]]", `[2,1]`},
		{`{"a":1,"a":2}`, ".", `{"a":2}`},
		{`{"a":{"b":1},"a":{"c":2}}`, ".", `{"a":{"c":2}}`},
		{` { "a" : "\u00e9\/" } `, ".", `{"a":"é/"}`},
		{`"\ud800x"`, ".", `"�x"`},
		{"\"\xff\"", ".", `"�"`},
		{"\"\u2028<>&\\u007f\"", ".", "\"\u2028<>&\\u007f\""},
		{`[1.10,1e1000,-0,1e2,0.12345678901234567890123]`, ".", `[1.10,1e1000,-0,1e2,0.12345678901234567890123]`},
		{`123456789012345678901234567890`, ".+1", `123456789012345678901234567891`},
		{`123456789012345678901234567890`, ".*10", `1234567890123456789012345678900`},
		{`123456789012345678901234567890`, "./10", `12345678901234567890123456789`},
		{`123456789012345678901234567890`, "./7 == (./7|floor)", `true`},
		{`[9007199254740993,9007199254740992]`, ".[0] > .[1]", `true`},
		{`9007199254740993`, ".+1", `9007199254740994`},
		{`9007199254740993`, ".*1.0", `9007199254740992`},
		{`9007199254740993`, "floor", `9007199254740992`},
		{`1.10`, ".+0", `1.1`},
		{`0.12345678901234567890123`, ".+0", `0.12345678901234568`},
		{`1e1000`, ".+0", `1.7976931348623157e+308`},
		{`0`, "nan", `null`},
		{`0`, "1/3", `0.3333333333333333`},
	} {
		if got := run(t, tc.expr, tc.text); len(got) != 1 || got[0] != tc.want {
			t.Errorf("%s of %s gives %q, want %q", tc.expr, tc.text, got, tc.want)
		}
	}
}

func TestAMistakeIsShownWhereItIs(t *testing.T) {
	for _, tc := range []struct {
		expr    string
		offset  int
		message string
	}{
		{".result.tools[", 14, "the expression ends too early"},
		{".a | )", 5, `unexpected token ")"`},
		{".a | map(.b))", 12, `unexpected token ")"`},
		{`.a | "x`, 7, "unterminated string literal"},
		{`.a "\q"`, 4, `invalid escape sequence "\q" in string literal`},
		{".a # .b\n | ]", 11, `unexpected token "]"`},
		{".a | frist", 5, "function not defined: frist/0"},
		{".frist | frist(1)", 9, "function not defined: frist/1"},
		{".a | $x", 5, "variable not defined: $x"},
		{"  .a | ]", 7, `unexpected token "]"`},
		{"# nothing but words", 0, `missing query (try ".")`},
		{"..a", 2, `unexpected token "a"`},
	} {
		_, err := jq.Parse(tc.expr)
		var wrong *jq.SyntaxError
		if !errors.As(err, &wrong) || wrong.Offset != tc.offset || wrong.Message != tc.message {
			t.Errorf("%s: %v, want %q at %d", tc.expr, err, tc.message, tc.offset)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: %q is not one line", tc.expr, err)
		}
	}
}

// TestNothingElseIsReached tries the doors that jq has to what is outside.
func TestNothingElseIsReached(t *testing.T) {
	t.Setenv("SECRET", "hidden")
	path := t.TempDir() + "/m.jq"
	if err := os.WriteFile(path, []byte(`def secret: "hidden";`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, expr := range []string{"$ENV", "env"} {
		if got := run(t, expr, "1"); !slices.Equal(got, []string{"{}"}) {
			t.Errorf("%s gives %q", expr, got)
		}
	}
	if got := run(t, fmt.Sprintf("%q | modulemeta", path), "1"); len(got) != 1 || !strings.HasPrefix(got[0], "!cannot load module") {
		t.Errorf("modulemeta gives %q", got)
	}
	for _, expr := range []string{
		"input", "inputs", "[inputs]", "debug", "debug(1)", "stderr", "input_filename", "input_line_number", "$__loc__",
		"$__prog_args", "get_search_list", "ascii", "toarray", `include "m"; secret`, fmt.Sprintf("include %q; secret", path),
		fmt.Sprintf(`import "m" as m {"search":%q}; m::secret`, path), `import "data" as $d; $d`, `getpath(["a"]) | input_filename`,
	} {
		if _, err := jq.Parse(expr); err == nil {
			t.Errorf("%s is not refused", expr)
		}
	}
}

func TestTextsThatAreNoJSON(t *testing.T) {
	deep := strings.Repeat("[", jq.MaxDepth) + strings.Repeat("]", jq.MaxDepth)
	for _, tc := range []struct {
		what, text string
		want       error
	}{
		{"nothing", "", jq.ErrNotJSON},
		{"half", `{"a":`, jq.ErrNotJSON},
		{"two", `1 2`, jq.ErrNotJSON},
		{"words", `INFO started`, jq.ErrNotJSON},
		{"brackets that close nothing", `]]]`, jq.ErrNotJSON},
		{"one level too deep", "[" + deep + "]", jq.ErrDepth},
		{"a million levels", strings.Repeat(`{"a":`, 1_000_000), jq.ErrDepth},
		{"as deep as may be", deep, nil},
		{"brackets in a string", `"` + strings.Repeat("[", 20_000) + `\"["`, nil},
	} {
		t.Run(tc.what, func(t *testing.T) {
			q, _ := jq.Parse(".")
			count := 0
			for result, err := range q.Run(context.Background(), []byte(tc.text), jq.Limits{}) {
				count++
				if !errors.Is(err, tc.want) || tc.want == nil && string(result) != tc.text {
					t.Errorf("%v, want %v", err, tc.want)
				}
			}
			if count != 1 {
				t.Errorf("%d results", count)
			}
		})
	}
}

func TestDeepTextsCanBeWorkedOn(t *testing.T) {
	deep := strings.Repeat(`[`, jq.MaxDepth) + strings.Repeat("]", jq.MaxDepth)
	for _, expr := range []string{"tojson|length", "[..]|length", "flatten", ". == [.]", "walk(.)|length", "[.,.]|sort|length", "[.]"} {
		got := run(t, expr, deep)
		if len(got) == 0 {
			t.Errorf("%s gives nothing", expr)
		}
	}
	if got := run(t, "[.]", deep); len(got) != 1 || !strings.Contains(got[0], "deeper than 10000 levels") {
		t.Errorf("a result that is too deep: %.100q", got)
	}
}

func TestARunIsBounded(t *testing.T) {
	for _, tc := range []struct {
		expr    string
		limits  jq.Limits
		most    time.Duration // of time; 0 for a minute
		want    error
		results int
	}{
		{expr: "repeat(1)", limits: jq.Limits{Output: 10}, want: jq.ErrOutput, results: 10},
		{expr: `"x" * 100`, limits: jq.Limits{Output: 101}, want: jq.ErrOutput},
		{expr: `"x" * 100`, limits: jq.Limits{Output: 102}, results: 1},
		{expr: "reduce range(100) as $i (1; [., .])", want: jq.ErrOutput},
		{expr: "reduce range(20000) as $i (1; [.])", want: jq.ErrDepth},
		{expr: "until(false; .)", most: 50 * time.Millisecond, want: context.DeadlineExceeded},
		{expr: "def f: 1 + f; f", most: 50 * time.Millisecond, want: context.DeadlineExceeded},
		{expr: "[range(1e9)]", limits: jq.Limits{Memory: 100 << 20}, want: jq.ErrMemory},
		{expr: "def f: [f]; f", limits: jq.Limits{Memory: 100 << 20}, want: jq.ErrMemory},
		{expr: `("a" * 200000) | [match("a"; "g")] | length`, most: 50 * time.Millisecond, want: context.DeadlineExceeded},
	} {
		t.Run(tc.expr, func(t *testing.T) {
			q, err := jq.Parse(tc.expr)
			if err != nil {
				t.Fatal(err)
			}
			if tc.most == 0 {
				tc.most = time.Minute
			}
			ctx, cancel := context.WithTimeout(context.Background(), tc.most)
			defer cancel()
			start, results := time.Now(), 0
			var got error
			for _, err := range q.Run(ctx, []byte("null"), tc.limits) {
				if got = err; err == nil {
					results++
				}
			}
			if !errors.Is(got, tc.want) || results != tc.results {
				t.Errorf("%d results and %v, want %d and %v", results, got, tc.results, tc.want)
			}
			if took := time.Since(start); errors.Is(got, context.DeadlineExceeded) && took > tc.most+time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestWhoHasSeenEnoughStops(t *testing.T) {
	q, err := jq.Parse("repeat(.)")
	if err != nil {
		t.Fatal(err)
	}
	for range q.Run(context.Background(), []byte("1"), jq.Limits{}) {
		break
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	count := 0
	for _, err := range q.Run(ctx, []byte("1"), jq.Limits{}) {
		if count++; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		cancel()
	}
	if count != 2 {
		t.Errorf("%d results after it was cancelled at the first", count)
	}
}

func TestLongMessagesAreCut(t *testing.T) {
	got := run(t, "error", `"`+strings.Repeat("é", 10_000)+`"`)
	if len(got) != 1 || len(got[0]) > 600 {
		t.Errorf("the message has %d bytes", len(got[0]))
	}
}

func FuzzRun(f *testing.F) {
	for _, expr := range []string{".a[0]?", "..|numbers", `"\(.)"`, "[.[]|tojson]", "to_entries", "@csv", "limit(3;repeat(.))", ".a|=1", "del(.a)", "path(..)"} {
		f.Add(expr, `{"a":[1,2.5,"x",null]}`)
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		jq.Complete(expr, len(expr), []byte(text))
		q, err := jq.Parse(expr)
		var wrong *jq.SyntaxError
		if err != nil && (!errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Offset > len(expr)) {
			t.Fatalf("%q: %v", expr, err)
		}
		if err != nil || strings.Contains(expr, "*") { // a long string takes one long step
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		for range q.Run(ctx, []byte(text), jq.Limits{Output: 1 << 16, Memory: 1 << 26}) {
		}
	})
}
