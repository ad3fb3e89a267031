package filter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/filter"
)

// plain is an expression and its evaluation in the plainest words.
type plain struct {
	text string
	is   func(j *history.Journal, i int) bool
}

func pick[T any](random *rand.Rand, from ...T) T { return from[random.IntN(len(from))] }

// randomExpression gives one with up to depth operators above each other. Text is in
// parentheses wherever it has operators.
func randomExpression(random *rand.Rand, depth int) plain {
	if depth == 0 || random.IntN(4) == 0 {
		return randomTerm(random)
	}
	a, b := randomExpression(random, depth-1), randomExpression(random, depth-1)
	switch random.IntN(3) {
	case 0:
		return plain{"-(" + a.text + ")", func(j *history.Journal, i int) bool { return !a.is(j, i) }}
	case 1:
		return plain{"(" + a.text + pick(random, " or ", " OR ") + b.text + ")", func(j *history.Journal, i int) bool { return a.is(j, i) || b.is(j, i) }}
	}
	return plain{"(" + a.text + pick(random, " ", " and ") + b.text + ")", func(j *history.Journal, i int) bool { return a.is(j, i) && b.is(j, i) }}
}

// onEvent is a term that the index decides.
func onEvent(text string, is func(e history.Event) bool) plain {
	return plain{text, func(j *history.Journal, i int) bool { return is(j.Event(i)) }}
}

// onLine is a term about the bytes of a line; facts have none of what is asked here.
func onLine(text string, is func(line string) bool) plain {
	return plain{text, func(j *history.Journal, i int) bool {
		line, err := j.Line(i)
		return err == nil && j.Event(i).Dir != framing.Meta && is(string(line))
	}}
}

func randomTerm(random *rand.Rand) plain {
	n := random.IntN(8)
	method := pick(random, "tools/call", "ping", "nothing")
	text := pick(random, "alpha", "beta", "gam", `a\u00e9`, "7")
	switch random.IntN(14) {
	case 0:
		return onEvent("method:"+method, func(e history.Event) bool { return e.Method == method })
	case 1:
		return onEvent("method:t*l", func(e history.Event) bool { return strings.HasPrefix(e.Method, "t") })
	case 2:
		dir := framing.Dir(random.IntN(4))
		return onEvent("dir:"+dir.String()+"|"+dir.String(), func(e history.Event) bool { return e.Dir == dir })
	case 3:
		kind := pick(random, "request", "result", "error", "notification", "stderr", "meta", "invalid")
		return onEvent("kind:"+kind, func(e history.Event) bool { return e.KindName() == kind })
	case 4:
		status := pick(random, exchange.OK, exchange.Failed, exchange.Pending, exchange.Lost)
		return plain{"status:" + status.String(), func(j *history.Journal, i int) bool {
			e := j.Event(i)
			return e.Status == status || e.Status == 0 && e.Pair != history.None && j.Event(e.Pair).Status == status
		}}
	case 5:
		return plain{fmt.Sprintf("latency:>%dms", n), func(j *history.Journal, i int) bool {
			latency, ok := j.Latency(i)
			return ok && latency.Milliseconds() > int64(n)
		}}
	case 6:
		return onEvent(fmt.Sprintf("size:<%d", 10*n), func(e history.Event) bool { return e.Size < int64(10*n) })
	case 7:
		return onEvent(fmt.Sprintf("seq:%d..%d", n, 3*n), func(e history.Event) bool { return int(e.Seq) >= n && int(e.Seq) <= 3*n })
	case 8:
		id := pick(random, "stdout-not-json", "request-unanswered", "response-unknown-id")
		return plain{"find:" + id, func(j *history.Journal, i int) bool {
			return slices.ContainsFunc(j.Findings(i), func(f framing.Finding) bool { return f.ID == id })
		}}
	case 9:
		return plain{fmt.Sprintf("id:%d", n), func(j *history.Journal, i int) bool {
			id := string(j.ID(i))
			return id == fmt.Sprint(n) || id == fmt.Sprintf(`"%d"`, n)
		}}
	case 10:
		return onLine(`"`+strings.ReplaceAll(text, `\`, `\\`)+`" -dir:meta`, func(line string) bool {
			return strings.Contains(strings.ToLower(line), text)
		})
	case 11:
		return onLine(`/`+strings.ReplaceAll(text, `\`, `\\`)+`/ -dir:meta`, func(line string) bool { return strings.Contains(line, text) })
	case 12:
		return onLine("$.params.x="+text, func(line string) bool {
			x, ok := param(line)
			return ok && (x == text || fmt.Sprint(x) == text)
		})
	}
	return onLine(fmt.Sprintf("$.params.x>%d", n), func(line string) bool {
		x, _ := param(line)
		number, ok := x.(float64)
		return ok && number > float64(n)
	})
}

func param(line string) (x any, ok bool) {
	var m struct{ Params map[string]any }
	if json.Unmarshal([]byte(line), &m) != nil {
		return nil, false
	}
	x, ok = m.Params["x"]
	return x, ok
}

// randomJournal gives a history of events of every kind, a few dozen or several hundred.
func randomJournal(t testing.TB, random *rand.Rand) *history.Journal {
	var out strings.Builder
	out.WriteString(strings.SplitAfterN(session, "\n", 2)[0])
	for seq := range pick(random, 5, 20, 60, 60, 500) {
		x := pick(random, `"alpha"`, `"Beta gamma"`, `"\u0061lpha"`, `"a\u00e9"`, "7", "3.5", "null")
		id := pick(random, "1", "2", "3", `"4"`, "7")
		dir, body := "s2c", ""
		switch random.IntN(8) {
		case 0, 1:
			dir, body = "c2s", fmt.Sprintf(`"msg":{"jsonrpc":"2.0","id":%s,"method":"%s","params":{"x":%s}}`, id, pick(random, "tools/call", "ping"), x)
		case 2:
			body = fmt.Sprintf(`"msg":{"jsonrpc":"2.0","id":%s,"result":{"x":%s}}`, id, x)
		case 3:
			body = fmt.Sprintf(`"msg":{"jsonrpc":"2.0","id":%s,"error":{"code":-1,"message":%s}}`, id, x)
		case 4:
			body = fmt.Sprintf(`"msg":{"jsonrpc":"2.0","method":"notifications/x","params":{"x":%s}}`, x)
		case 5:
			body = `"text":"Alpha and beta"`
		case 6:
			dir, body = "stderr", pick(random, `"text":"alpha, beta, gamma"`, `"b64":"/2FscGhh"`, `"text":""`)
		case 7:
			dir, body = "meta", pick(random, `"event":"note","text":"beta"`, `"event":"exit","code":7`)
		}
		fmt.Fprintf(&out, `{"seq":%d,"time":"2026-11-30T10:00:00.%03dZ","dir":"%s",%s}`+"\n", seq+1, min(999, seq*random.IntN(5)), dir, body)
	}
	return open(t, out.String())
}

func TestFiltersSayWhatPlainWordsSay(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 1))
		j := randomJournal(t, random)
		for range 60 {
			x := randomExpression(random, 4)
			f := parse(t, x.text)
			again := parse(t, f.String())
			if f.String() != again.String() {
				t.Fatalf("%s\nbecomes %s\nand then %s", x.text, f, again)
			}
			var want seqs
			for i := range j.Len() {
				is := x.is(j, i)
				if is {
					want = append(want, i+1)
				}
				if f.Matches(j, i) != is || again.Matches(j, i) != is {
					t.Fatalf("seed %d, event %d: %v\n%s", seed, i+1, is, x.text)
				}
			}
			if got := selected(j, f); !slices.Equal(got, want) {
				t.Fatalf("seed %d: finds %v, want %v\n%s", seed, got, want, x.text)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, expression := range []string{
		"", "method:tools/*|ping -kind:notification", `($.a["b c"][-1].*..d~/x\/y/ or "é\n") and id:"7"`,
		"latency:>1ms size:..4k seq:10..20", "a or (b or -(c d))", `{"jsonrpc":"2.0"}`, "$..n>=1e400", `tool:"a|b"|*`, "-", "((",
	} {
		f.Add(expression)
	}
	j := open(f, session)
	f.Fuzz(func(t *testing.T, expression string) {
		x, err := filter.Parse(expression)
		if err != nil {
			var syntax *filter.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(expression) {
				t.Fatalf("%q: %v", expression, err)
			}
			return
		}
		again, err := filter.Parse(x.String())
		if err != nil || again.String() != x.String() {
			t.Fatalf("%q becomes %q: %v", expression, x, err)
		}
		found := selected(j, x)
		if other := selected(j, again); !slices.Equal(found, other) {
			t.Fatalf("%q finds %v, %q finds %v", expression, found, x, other)
		}
		for i := range j.Len() {
			if x.Matches(j, i) != slices.Contains(found, i+1) {
				t.Fatalf("%q: event %d", expression, i+1)
			}
		}
	})
}

func FuzzComplete(f *testing.F) {
	f.Add("kind:re or (tool:", 8)
	f.Add(`tool:"a b`, 8)
	f.Fuzz(func(t *testing.T, text string, cursor int) {
		known := filter.Known{Methods: []string{"tools/call"}, Tools: []string{"a b", "x|y", `"`}}
		for _, c := range filter.Complete(text, cursor, known) {
			if c.Start < 0 || c.Start > c.End || c.End > len(text) {
				t.Fatalf("%q at %d: %+v", text, cursor, c)
			}
		}
	})
}
