package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

// calling has a call of deploy in the composer.
func calling(t *testing.T, f *fakeSession, more ...string) *Model {
	t.Helper()
	m := newTest(t, offering().journal(t), f, 120, 40, termenv.Ascii)
	m.withoutProgress = true
	types(m, append([]string{"i", "ctrl+t", "deploy", "enter"}, more...)...)
	return m
}

func arguments(m *Model) string {
	_, rest, _ := strings.Cut(string(m.composer.text), `"arguments":`)
	return strings.TrimSuffix(rest, "}}")
}

func TestAFormWritesIntoTheText(t *testing.T) {
	f := live()
	m := calling(t, f, "ctrl+f")
	for _, step := range []struct {
		keys []string
		want string
	}{
		{[]string{"enter", "prod", "enter"}, `{"to":"prod","count":1}`},
		{[]string{"j", "enter", "ctrl+u", "12345678901234567890", "enter"}, `{"to":"prod","count":12345678901234567890}`},
		{[]string{"j", "enter", `say "hi"`, "enter"}, `{"to":"prod","count":12345678901234567890,"note":"say \"hi\""}`},
		{[]string{"e"}, `{"to":"prod","count":12345678901234567890,"note":""}`},
		{[]string{"n"}, `{"to":"prod","count":12345678901234567890,"note":null}`},
		{[]string{"d"}, `{"to":"prod","count":12345678901234567890}`},
		{[]string{"j", "enter"}, `{"to":"prod","count":12345678901234567890,"opts":{}}`},
		{[]string{"j", "enter"}, `{"to":"prod","count":12345678901234567890,"opts":{"dry":true}}`},
		{[]string{"enter"}, `{"to":"prod","count":12345678901234567890,"opts":{"dry":false}}`},
		{[]string{"k", "k", "k", "enter", "ctrl+u", "many", "enter"}, `{"to":"prod","count":"many","opts":{"dry":false}}`},
	} {
		types(m, step.keys...)
		if got := arguments(m); got != step.want {
			t.Fatalf("after %q the arguments are %s, not %s\n%s", step.keys, got, step.want, plain(m.View()))
		}
	}
	types(m, "s")
	if want := []string{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"deploy","arguments":{"to":"prod","count":"many","opts":{"dry":false}}}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	if m.mode != composerMode {
		t.Errorf("after sending, the mode is %d", m.mode)
	}
}

func TestAFormShowsWhatTheTextHoldsAndTheSchemaDoesNotKnow(t *testing.T) {
	m := calling(t, live(), "ctrl+u", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{"to":null,"odd":[1,{"x":2}]}}}`, "ctrl+f")
	got := strings.Join(strings.Fields(plain(m.View())), " ")
	for _, want := range []string{"* to null", "⚠ count absent", "odd [1,{\"x\":2}]", "another"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	types(m, "G", "enter")
	if got := arguments(m); got != `{"to":null,"odd":[1,{"x":2},null]}` {
		t.Errorf("another element makes %s", got)
	}
}

func TestWithoutASchemaThereIsNoForm(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+f")
	if got := plain(m.View()); m.mode != composerMode || !strings.Contains(got, "nothing says which fields there are") {
		t.Errorf("mode %d:\n%s", m.mode, got)
	}
}

func TestAnElicitationIsAnsweredThroughItsForm(t *testing.T) {
	f := live()
	s := offering().came(100, `{"jsonrpc":"2.0","id":"e1","method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name"]}}}`)
	m := newTest(t, s.journal(t), f, 120, 40, termenv.Ascii)
	types(m, "1", "G", "a")
	if got := plain(m.View()); !strings.Contains(got, "accept") || !strings.Contains(got, "decline") || !strings.Contains(got, "cancel") {
		t.Errorf("the ways to answer are\n%s", got)
	}
	types(m, "accept", "enter", "enter", "Ada", "enter", "s")
	if want := []string{`{"jsonrpc":"2.0","id":"e1","result":{"action":"accept","content":{"name":"Ada"}}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
}

func TestTheOnlyQuestionIsAnsweredFromAnyRow(t *testing.T) {
	ask := func(id string) string {
		return `{"jsonrpc":"2.0","id":"` + id + `","method":"elicitation/create","params":{"message":"Who?"}}`
	}
	s := offering().came(100, ask("e1")).came(110, `{"jsonrpc":"2.0","id":77,"method":"ping"}`)
	m := newTest(t, s.journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "1", "g", "a", "decline", "enter")
	if got := string(m.composer.text); got != `{"jsonrpc":"2.0","id":"e1","result":{"action":"decline"}}` {
		t.Errorf("the answer is %s\n%s", got, plain(m.View()))
	}
	m = newTest(t, offering().came(100, ask("e1")).came(110, ask("e2")).journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "1", "g", "a")
	if got := plain(m.View()); !strings.Contains(got, "this row waits for no answer from you: w lists those that do") {
		t.Errorf("it is not said where the questions are:\n%s", got)
	}
}

func TestAnAnswerThatDeclinesNeedsNoContent(t *testing.T) {
	s := offering().came(100, `{"jsonrpc":"2.0","id":"e1","method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}`)
	m := newTest(t, s.journal(t), live(), 120, 40, termenv.Ascii)
	for action, says := range map[string]string{"decline": "✓ valid", "cancel": "✓ valid", "accept": `content: lacks "name"`} {
		types(m, "i", "ctrl+u", `{"jsonrpc":"2.0","id":"e1","result":{"action":"`+action+`"}}`)
		if command := m.check(checkMsg{m.composer.generation}); command != nil {
			m.Update(command())
		}
		if got := plain(m.View()); !strings.Contains(got, says) {
			t.Errorf("of %s is not said %q:\n%s", action, says, got)
		}
	}
}

func TestWhatIsWrittenAfterAnAnswerIsAboutSomethingElse(t *testing.T) {
	s := offering().came(100, `{"jsonrpc":"2.0","id":"e1","method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}`)
	m := newTest(t, s.journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "1", "G", "a", "accept", "enter", "esc", "i", "ctrl+u",
		`{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"echo","arguments":{"`, "tab")
	if got := string(m.composer.text); !strings.HasSuffix(got, `"arguments":{"message":`) {
		t.Errorf("tab makes of it %s\n%s", got, plain(m.View()))
	}
}

func TestQuestionsInAResultAreAnsweredByARetry(t *testing.T) {
	f := live()
	f.state.Protocol = "2026-07-28"
	s := newStory("node", "x.js").fact(0, `"event":"start","pid":7`).
		sent(10, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{"n":1.0}}}`).
		came(20, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s\u0074ate","inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":{"type":"object","properties":{"yes":{"type":"boolean"}},"required":["yes"]}}}}}}`)
	m := newTest(t, s.journal(t), f, 120, 40, termenv.Ascii)
	types(m, "w")
	if got := plain(m.View()); !strings.Contains(got, "the server for us") {
		t.Errorf("the question is not listed:\n%s", got)
	}
	types(m, "esc", "1", "g", "a")
	if got := plain(m.View()); !strings.Contains(got, "the server asks: Sure?") || !strings.Contains(got, "decline") {
		t.Errorf("the question is not asked:\n%s", got)
	}
	types(m, "accept", "enter", "enter", "s")
	if len(f.sent) != 1 || !strings.Contains(f.sent[0], `"id":8`) || !strings.Contains(f.sent[0], `"arguments":{"n":1.0}`) ||
		!strings.Contains(f.sent[0], `"requestState":"s\u0074ate"`) || !strings.Contains(f.sent[0], `"inputResponses":{"sure":{"action":"accept","content":{"yes":true}}}`) {
		t.Errorf("sent are %q", f.sent)
	}
}

func TestOfTwoEqualCallsThatAskTheOneThatIsAnsweredWaitsNoMore(t *testing.T) {
	f := live()
	f.state.Protocol = "2026-07-28"
	s := newStory("node", "x.js").fact(0, `"event":"start","pid":7`)
	for id := 1; id <= 2; id++ {
		s.sent(10*id, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"ask"}}`, id)).
			came(10*id+1, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"resultType":"input_required","requestState":"s","inputRequests":{"sure":{"method":"elicitation/create","params":{"message":"Sure?"}}}}}`, id))
	}
	m := newTest(t, s.journal(t), f, 120, 40, termenv.Ascii)
	types(m, "1", "G", "a", "decline", "enter", "enter", "esc")
	if got := m.waits(); len(f.sent) != 1 || len(got) != 1 || int(got[0]) != 1 {
		t.Errorf("sent are %q, and these wait: %v", f.sent, got)
	}
}

func TestTabCompletesNamesValuesAndMethods(t *testing.T) {
	for _, tc := range []struct {
		text, behind string // before and behind the cursor
		keys         []string
		want         string
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{"to":"p`, `"}}}`, nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{"to":"prod"}}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"prompts/li`, `"}`, nil, `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`, `"}}`, []string{"echo", "enter"}, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}`},
		{`{"jsonrpc":"2.0","id":60,"method":"resources/r`, ``, nil, `{"jsonrpc":"2.0","id":60,"method":"resources/read"`},
		{`{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"ec`, ``, nil, `{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"echo"`},
		{`{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"echo","arguments":{"`, ``, nil, `{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"echo","arguments":{"message":`},
	} {
		m := newTest(t, offering().journal(t), live(), 120, 40, termenv.Ascii)
		types(m, "i", "ctrl+u", tc.text+tc.behind)
		for range len(tc.behind) {
			types(m, "left")
		}
		types(m, append([]string{"tab"}, tc.keys...)...)
		if got := string(m.composer.text); got != tc.want {
			t.Errorf("%s| becomes %s\n%s", tc.text, got, plain(m.View()))
		}
	}
}

func TestTheServerCompletesTheArgumentsOfAPrompt(t *testing.T) {
	f := live()
	m := newTest(t, offering().journal(t), f, 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+t", "review", "enter", "ctrl+f", "enter", "py")
	last := f.sent[len(f.sent)-1]
	if !strings.Contains(last, `"method":"completion/complete"`) || !strings.Contains(last, `{"name":"code","value":"py"}`) {
		t.Fatalf("asked is %q", f.sent)
	}
	m.completion.values = []string{"python", "pypy"}
	m.fillMenu()
	m.Update(drawMsg{})
	if got := plain(m.View()); !strings.Contains(got, "pypy") {
		t.Errorf("what the server says is not offered:\n%s", got)
	}
	types(m, "tab", "enter")
	if got := string(m.composer.text); !strings.Contains(got, `"code":"python"`) {
		t.Errorf("the text is %s", got)
	}
}

func TestWhatMayBeWrongIsSaidAndForbidsNothing(t *testing.T) {
	call := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"deploy","arguments":` + arguments + `}}`
	}
	for text, says := range map[string]string{
		call(`{"to":"x","count":1}`):                       "/to",
		call(`{"to":"test","count":0}`):                    "/count",
		call(`{}`):                                         "count",
		call(`{"to":"test","count":1}`):                    "✓ valid",
		`{"jsonrpc":"2.0","id":9,"method":"tools/fly"}`:    "tools/fly is a method of no revision",
		`{"jsonrpc":"2.0","id":9,"method":"tasks/update"}`: "tasks/update is no method of 2025-11-25",
		`{"jsonrpc":"2.0","id":9,"method":"logging/setLevel","params":{"level":"info"}}`:  "the server has not declared logging",
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:                                     "null",
		`{"jsonrpc":"2.0","id":9.0,"method":"ping"}`:                                      "9.0",
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                                        "id was used before",
		`{"jsonrpc":"2.0","id":9,"method":"server/discover"}`:                             "server/discover is no method of 2025-11-25",
		`[{"jsonrpc":"2.0","id":9,"method":"ping"}]`:                                      "2025-11-25 has no batches",
		`{"jsonrpc":"2.0","id":12345,"result":{}}`:                                        "no request of the server has this id",
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}`:                      "params lacks name",
		`{"jsonrpc":"2.0","method":"tools/list"}`:                                         "without an id it is not answered",
		`{"jsonrpc":"2.0","id":9,"method":"notifications/initialized"}`:                   "is a notification",
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"never listed"}}`: "no tool of that name was listed",
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`:  "no request of ours has this id",
		`{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":1,"a":2}}`:                 "twice",
	} {
		f := live()
		m := newTest(t, offering().journal(t), f, 160, 40, termenv.Ascii)
		types(m, "i", "ctrl+u", text)
		if command := m.check(checkMsg{m.composer.generation}); command != nil {
			m.Update(command())
		}
		if got := plain(m.View()); !strings.Contains(got, says) {
			t.Errorf("of %s is not said %q:\n%s", text, says, got)
		}
		if types(m, "enter"); !slices.Equal(f.sent, []string{text}) {
			t.Errorf("sent are %q", f.sent)
		}
	}
}

func TestWithoutAHandshakeTheFormOfAMessageIsDoubtedAllTheSame(t *testing.T) {
	for text, says := range map[string]string{
		`{"jsonrpc":"2.0","id":5,"method":"tools/call"}`:                          "params lacks name",
		`{"jsonrpc":"2.0","method":"tools/list"}`:                                 "without an id it is not answered",
		`{"jsonrpc":"2.0","id":5,"method":"notifications/cancelled","params":{}}`: "is a notification",
		`{"jsonrpc":"2.0","id":5,"method":"my/own"}`:                              "✓ valid",
	} {
		f := live()
		f.state.Protocol = ""
		m := newTest(t, newStory("x").fact(0, `"event":"start","pid":7`).journal(t), f, 160, 40, termenv.Ascii)
		types(m, "i", "ctrl+u", text)
		if got := plain(m.View()); !strings.Contains(got, says) {
			t.Errorf("of %s is not said %q:\n%s", text, says, got)
		}
	}
}

func TestAValueOfAnAnswerGoesIntoTheNextRequest(t *testing.T) {
	m := newTest(t, offering().journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+u", `{"cursor":"`, "esc", "2", "g", "j", ":", "insert $.result.nextCursor", "enter")
	if got := string(m.composer.text); got != `{"cursor":"p2` || m.mode != composerMode {
		t.Errorf("in a string it makes %s", got)
	}
	types(m, "ctrl+u", "esc", ":", "insert 6 $.result.tools[0].inputSchema.properties.count", "enter")
	if got := string(m.composer.text); got != `{"type":"integer","minimum":1}` {
		t.Errorf("outside it makes %s", got)
	}
	types(m, "ctrl+u", "esc", "2", "g", "enter", "j", "j", "I")
	if got := string(m.composer.text); got != "0" {
		t.Errorf("the value under the cursor makes %s", got)
	}
	types(m, "esc", ":", "insert $.no.such", "enter")
	if got := plain(m.View()); !strings.Contains(got, "there is nothing at that path") {
		t.Errorf("%s", got)
	}
}

func TestARequestIsCopiedAsACommandLine(t *testing.T) {
	line := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"it's"}}`)
	want := `stdioscope call --protocol 2025-11-25 tools/call '{"name":"it'\''s"}' -- node x.js 'a b' ''`
	if got := string(callLine(line, []string{"node", "x.js", "a b", ""}, "2025-11-25")); got != want {
		t.Errorf("the command line is %s", got)
	}
	if got := callLine([]byte(`{"jsonrpc":"2.0","method":"x"}`), nil, ""); got != nil {
		t.Errorf("a notification is called by %s", got)
	}
}
