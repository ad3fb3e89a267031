package exchange_test

import (
	"fmt"
	"strings"
	"testing"

	"stdioscope/exchange"
	"stdioscope/framing"
)

// conversation is what a tracker made of lines: "C " before what the client
// wrote, "S " before what the server wrote, "end" where the process ended.
type conversation struct {
	pair     map[int]int
	status   map[int]exchange.Status
	method   map[int]string
	findings map[int][]string
}

func converse(t *testing.T, lines ...string) conversation {
	t.Helper()
	c := conversation{map[int]int{}, map[int]exchange.Status{}, map[int]string{}, map[int][]string{}}
	tracker := exchange.NewTracker()
	for i, line := range lines {
		if line == "end" {
			c.settle(tracker.EndSession())
			continue
		}
		v := tracker.Observe(observation(i, line))
		c.pair[i], c.status[i], c.method[i] = v.Pair, v.Status, v.Method+" "+v.Tool
		c.settle(v.Changes)
		for _, f := range v.Findings {
			c.findings[i] = append(c.findings[i], f.ID)
		}
	}
	return c
}

func (c conversation) settle(changes []exchange.Change) {
	for _, change := range changes {
		c.status[change.Index] = change.Status
		if change.Pair != exchange.None {
			c.pair[change.Index] = change.Pair
		}
	}
}

func observation(i int, line string) exchange.Observation {
	dir := framing.ClientToServer
	if line[0] == 'S' {
		dir = framing.ServerToClient
	}
	text := []byte(line[2:])
	m := &framing.Message{}
	framing.Scan(text, m)
	return exchange.Observation{Index: i, Dir: dir, Line: text, Message: m}
}

func ask(side, id, method string) string {
	return fmt.Sprintf(`%s {"jsonrpc":"2.0","id":%s,"method":%q,"params":{"name":"echo"}}`, side, id, method)
}

func answer(side, id string) string {
	return fmt.Sprintf(`%s {"jsonrpc":"2.0","id":%s,"result":{}}`, side, id)
}

func TestTracker(t *testing.T) {
	for _, tc := range []struct {
		name  string
		lines []string
		// want lists "index pair status [finding]", a dash for no pair or no status.
		want []string
	}{
		{"an answer settles its request", []string{ask("C", "1", "ping"), answer("S", "1")}, []string{"0 1 ok", "1 0 -"}},
		{
			"answers are told apart by id, not by order",
			[]string{ask("C", "1", "a"), ask("C", "2", "b"), answer("S", "2"), answer("S", "1")},
			[]string{"0 3 ok", "1 2 ok"},
		},
		{
			"the two sides have ids of their own",
			[]string{ask("C", "1", "a"), ask("S", "1", "b"), answer("C", "1"), answer("S", "1")},
			[]string{"0 3 ok", "1 2 ok"},
		},
		{
			"ids differ by type and by digits",
			[]string{ask("C", "1", "a"), answer("S", `"1"`), ask("C", "9007199254740993", "b"), answer("S", "9007199254740992")},
			[]string{"0 - pending", "1 - - response-unknown-id", "2 - pending", "3 - - response-unknown-id"},
		},
		{"strings are equal by value", []string{ask("C", `"a"`, "a"), answer("S", `"\u0061"`)}, []string{"0 1 ok"}},
		{
			"kinds of failure",
			[]string{
				ask("C", "1", "a"), `S {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`,
				ask("C", "2", "a"), `S {"jsonrpc":"2.0","id":2,"result":{"isError":true}}`,
				ask("C", "3", "a"), `S {"jsonrpc":"2.0","id":3,"result":{"resultType":"input_required"}}`,
			},
			[]string{"0 1 error", "2 3 tool-error", "4 5 input-required"},
		},
		{
			"the first answer counts",
			[]string{ask("C", "1", "a"), answer("S", "1"), `S {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`},
			[]string{"0 1 ok", "2 0 - response-duplicate"},
		},
		{
			"an id in use twice is answered first come, first served",
			[]string{ask("C", "7", "a"), ask("C", "7", "b"), answer("S", "7"), answer("S", "7")},
			[]string{"0 2 ok", "1 3 ok id-duplicate-in-flight"},
		},
		{
			"a cancelled request stays cancelled, answered or not",
			[]string{ask("C", "1", "a"), `C {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, answer("S", "1"), "end"},
			[]string{"0 2 cancelled", "1 0 -", "2 0 -"},
		},
		{"what is open at the end is lost", []string{ask("C", "1", "a"), ask("S", "1", "b"), "end"}, []string{"0 - lost", "1 - lost"}},
		{
			"another process owes nothing to the first",
			[]string{ask("C", "1", "a"), "end", answer("S", "1")},
			[]string{"0 - lost", "2 - - response-unknown-id"},
		},
		{
			"members of a batch answer at the batch's place",
			[]string{ask("C", "1", "a"), ask("C", "2", "b"), `S [{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}]`},
			[]string{"0 2 ok", "1 2 ok"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := converse(t, tc.lines...)
			for _, want := range tc.want {
				var i int
				if _, err := fmt.Sscan(want, &i); err != nil {
					t.Fatal(err)
				}
				if got := c.line(i); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

// line says what became of an event in the words of the table above.
func (c conversation) line(i int) string {
	pair, status := "-", "-"
	if c.pair[i] != exchange.None {
		pair = fmt.Sprint(c.pair[i])
	}
	if s := c.status[i]; s != exchange.NoStatus {
		status = s.String()
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s %s %s", i, pair, status, strings.Join(c.findings[i], " ")))
}

func TestAnAnswerBearsTheNameOfItsRequest(t *testing.T) {
	c := converse(t, ask("C", "1", "tools/call"), answer("S", "1"), ask("C", "2", "ping"))
	for i, want := range []string{"tools/call echo", "tools/call echo", "ping "} {
		if c.method[i] != want {
			t.Errorf("event %d is %q, want %q", i, c.method[i], want)
		}
	}
}

func TestAFloodOfInventedNamesAndIDsIsForgotten(t *testing.T) {
	tracker := exchange.NewTracker()
	for i := range 100_000 {
		id := fmt.Sprint(i)
		tracker.Observe(observation(2*i, ask("C", id, "method-"+id)))
		tracker.Observe(observation(2*i+1, answer("S", id)))
	}
	if v := tracker.Observe(observation(1, answer("S", "99999"))); v.Findings[0].ID != "response-duplicate" {
		t.Errorf("a recent id answered twice: %v", v.Findings)
	}
	if v := tracker.Observe(observation(1, answer("S", "0"))); v.Findings[0].ID != "response-unknown-id" {
		t.Errorf("an id from long ago: %v", v.Findings)
	}
}
