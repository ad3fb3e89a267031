package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/muesli/termenv"

	"stdioscope/history"
)

// offering is a session in which the lists of a server were asked for.
func offering() *story {
	return newStory("node", "x.js").
		fact(0, `"event":"start","pid":7`).
		shook(1, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"sampling":{},"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}`).
		came(2, `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{"subscribe":true},"prompts":{},"completions":{}},"serverInfo":{"name":"x","version":"1"}}}`).
		fact(3, `"event":"ready","protocol":"2025-11-25"`).
		sent(10, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`).
		came(11, `{"jsonrpc":"2.0","id":1,"result":{"tools":[`+
			`{"name":"deploy","title":"Deploy it","description":"Puts it out.\nFor all to see.","annotations":{"destructiveHint":true},"inputSchema":{"type":"object","properties":{"to":{"enum":["test","prod"]},"count":{"type":"integer","minimum":1},"note":{"type":"string"},"opts":{"type":"object","properties":{"dry":{"type":"boolean"}}}},"required":["to","count"]}},`+
			`{"name":"\u001b[2Jevil","inputSchema":{"type":"object"}},{"description":"has no name"}],"nextCursor":"p2"}}`).
		sent(12, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"p2"}}`).
		came(13, `{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}}]}}`).
		sent(14, `{"jsonrpc":"2.0","id":3,"method":"resources/templates/list"}`).
		came(15, `{"jsonrpc":"2.0","id":3,"result":{"resourceTemplates":[{"name":"city","uriTemplate":"demo://{country}/{city}"}]}}`).
		sent(16, `{"jsonrpc":"2.0","id":4,"method":"prompts/list"}`).
		came(17, `{"jsonrpc":"2.0","id":4,"result":{"prompts":[{"name":"review","arguments":[{"name":"code","required":true},{"name":"style"}]}]}}`)
}

func TestAToolIsCalledInFiveKeys(t *testing.T) {
	f := live()
	m := newTest(t, offering().journal(t), f, 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+t", "echo", "enter", "hello", "enter")
	if want := []string{`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hello"},"_meta":{"progressToken":8}}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	if got := string(m.composer.text); !strings.Contains(got, `"id":9,`) || !strings.Contains(got, `"progressToken":9`) || m.composer.cursor != strings.Index(got, "hello")+len("hello") {
		t.Errorf("the next is %s, the cursor at %d", got, m.composer.cursor)
	}
}

func TestWhatTheServerOffersIsShownWholeAndHarmless(t *testing.T) {
	m := newTest(t, offering().journal(t), live(), 160, 40, termenv.Ascii)
	types(m, "i", "ctrl+t")
	got := plain(m.View())
	for _, want := range []string{"deploy", "⚠ destructive", "Deploy it · Puts it out.", "evil", "echo", "demo://{country}/{city}", "review", "has no name"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not offered:\n%s", want, got)
		}
	}
	if strings.Contains(m.View(), "\x1b[2J") {
		t.Error("a name commands the terminal")
	}
	types(m, "esc", "esc", ":", "progress off", "enter", "i", "ctrl+t", "deploy", "enter")
	if got := string(m.composer.text); got != `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"deploy","arguments":{"to":"test","count":1}}}` {
		t.Errorf("the call is %s", got)
	}
}

func TestListsAreFetchedWhenTheyAreWantedFirstAndToTheLastPage(t *testing.T) {
	f := live()
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m := newTest(t, r.Journal(), f, 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+t")
	if len(f.sent) != 4 || !strings.Contains(f.sent[0], "tools/list") || !strings.Contains(f.sent[3], "prompts/list") {
		t.Fatalf("asked for are %q", f.sent)
	}
	answered(m, r, f.sent[0], `{"tools":[{"name":"first"}],"nextCursor":"x"}`)
	if !strings.Contains(plain(m.View()), "first") {
		t.Errorf("what has come meanwhile is not offered:\n%s", plain(m.View()))
	}
	if len(f.sent) != 5 || !strings.Contains(f.sent[4], `"cursor":"x"`) {
		t.Fatalf("the next page is not asked for: %q", f.sent)
	}
	answered(m, r, f.sent[4], `{"tools":[{"name":"second"}],"nextCursor":"x"}`)
	if len(f.sent) != 5 {
		t.Errorf("a list that leads to itself is followed: %q", f.sent)
	}
	types(m, "second", "enter")
	if !strings.Contains(string(m.composer.text), `"name":"second"`) {
		t.Errorf("the text is %s", m.composer.text)
	}
}

// answered records a request and its answer, and lets the screen see them.
func answered(m *Model, r *history.Recorder, request, result string) {
	var id int
	_, _ = fmt.Sscanf(request, `{"jsonrpc":"2.0","id":%d`, &id)
	r.Line(0, history.FromComposer, wire(request))
	r.Line(1, history.FromClient, wire(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, id, result)))
	r.Flush()
	for n := m.taken; m.journal.Len() < n+2; {
		<-m.journal.Bell()
	}
	m.Update(feedMsg{of: m.feed})
	m.Update(drawMsg{})
}

func TestTheVariablesOfATemplateAreAskedFor(t *testing.T) {
	m := newTest(t, offering().journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+t", "city", "enter", "at", "enter", "wien süd", "enter")
	if got := string(m.composer.text); !strings.Contains(got, `"method":"resources/read","params":{"uri":"demo://at/wien%20s%C3%BCd"}}`) {
		t.Errorf("the request is %s", got)
	}
}

func TestTheArrowsTakeWhatTheServerSuggestsForAVariable(t *testing.T) {
	m := newTest(t, offering().journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "ctrl+t", "city", "enter")
	m.completion.values = []string{"at", "ch"}
	m.fillMenu()
	types(m, "down", "down", "enter", "enter")
	if got := string(m.composer.text); !strings.Contains(got, `{"uri":"demo://ch`) {
		t.Errorf("the request is %s", got)
	}
}

func TestAListThatIsTooLongToFetchWholeSaysSo(t *testing.T) {
	f := live()
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m := newTest(t, r.Journal(), f, 120, 40, termenv.Ascii)
	types(m, "ctrl+t")
	answered(m, r, f.sent[0], `{"tools":[],"nextCursor":"0"}`)
	for page := 1; page < pagesAtOnce; page++ {
		answered(m, r, f.sent[len(f.sent)-1], fmt.Sprintf(`{"tools":[],"nextCursor":"%d"}`, page))
	}
	if got := plain(m.View()); len(f.sent) != 4+pagesAtOnce-1 || !strings.Contains(got, "tools/list has more than 50 pages") {
		t.Errorf("%d are sent, and said is\n%s", len(f.sent), got)
	}
}

func TestTheNextPageIsOneKeyAway(t *testing.T) {
	f := live()
	m := newTest(t, offering().journal(t), f, 120, 40, termenv.Ascii)
	types(m, "1", "g", "j", ".")
	if want := []string{`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"cursor":"p2"}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	types(m, "1", "g", "j", "j", ".")
	if len(f.sent) != 1 || !strings.Contains(plain(m.View()), "nextCursor") {
		t.Errorf("behind the last page there is another: %q\n%s", f.sent, plain(m.View()))
	}
}

func TestARequestIsSentBroken(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 160, 40, termenv.Ascii)
	types(m, "1", "g", "j", ":", "mutate jsonrpc-missing", "enter")
	if got := plain(m.View()); len(f.plans) != 1 || !strings.Contains(got, "a good server:") {
		t.Fatalf("sent are %d plans:\n%s", len(f.plans), got)
	}
	if got := string(f.plans[0].Bytes()); strings.Contains(got, "jsonrpc") || !strings.Contains(got, `"id":8`) || !strings.HasSuffix(got, "\n") {
		t.Errorf("sent is %q", got)
	}
	types(m, ":", "mutate", "enter", "cut", "enter")
	if len(f.plans) != 2 {
		t.Errorf("nothing was chosen:\n%s", plain(m.View()))
	}
}

func TestRawModeSendsWhatStandsThere(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+u", "ctrl+b")
	if got := plain(m.View()); !strings.Contains(got, "raw mode sends what stands there") {
		t.Errorf("there is no warning:\n%s", got)
	}
	types(m, "y", `{"a":`, "ctrl+j", `1}`, "enter")
	if len(f.plans) != 1 || string(f.plans[0].Bytes()) != "{\"a\":\n1}\n" || len(f.sent) != 0 {
		t.Fatalf("sent are %q and %q", f.plans, f.sent)
	}
	types(m, "ctrl+u", "{", "ctrl+j", "#! join", "ctrl+j", "#! pause 5ms", "ctrl+j", "}", "ctrl+j", "#! crlf", "enter")
	if p := f.plans[len(f.plans)-1]; len(f.plans) != 2 || len(p) != 2 || string(p.Bytes()) != "{}\r\n" {
		t.Errorf("sent is %q", f.plans)
	}
	types(m, "ctrl+u", "#! fly")
	if got := plain(m.View()); !strings.Contains(got, "not a directive") {
		t.Errorf("a wrong directive is not told:\n%s", got)
	}
	types(m, "enter", "ctrl+b", "ctrl+b")
	if len(f.plans) != 2 || !m.composer.raw || m.mode != composerMode {
		t.Error("the warning comes twice, or what cannot be read is sent")
	}
}

func TestTheLogLevelIsSetAsTheRevisionHasIt(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 120, 40, termenv.Ascii)
	types(m, ":", "log-level debug", "enter")
	if want := []string{`{"jsonrpc":"2.0","id":8,"method":"logging/setLevel","params":{"level":"debug"}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	f.state.Protocol = "2026-07-28"
	types(m, ":", "log-level error", "enter", "i", "ctrl+t", "tools/list", "enter")
	if got := string(m.composer.text); len(f.sent) != 1 || !strings.Contains(got, `"io.modelcontextprotocol/logLevel":"error"`) {
		t.Errorf("the request is %s, sent are %q", got, f.sent)
	}
}

func TestAResourceIsSubscribedToFromItsRow(t *testing.T) {
	f := live()
	story := func() *story {
		return begun().sent(9000, `{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"demo://x"}}`)
	}
	m := newTest(t, story().journal(t), f, 120, 40, termenv.Ascii)
	types(m, "1", "G", ":", "subscribe", "enter")
	if want := []string{`{"jsonrpc":"2.0","id":8,"method":"resources/subscribe","params":{"uri":"demo://x"}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	f.state.Protocol = "2026-07-28"
	types(m, "1", "G", ":", "subscribe demo://y", "enter")
	if !strings.Contains(f.sent[1], `"notifications":{"resourceSubscriptions":["demo://y"]}`) {
		t.Errorf("sent is %q", f.sent[1])
	}
}

func TestTextsAreKeptByNameWithParameters(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	m := newTest(t, offering().journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+u", `{"jsonrpc":"2.0","id":1,"method":"${method=ping}","params":${params}}`, "esc", ":", "save-snippet my own", "enter")
	if got := plain(m.View()); !strings.Contains(got, "✓ saved as") {
		t.Errorf("it is not kept:\n%s", got)
	}
	types(m, "i", "ctrl+u", "ctrl+t", "my own", "enter", "enter", "{}", "enter")
	if got := string(m.composer.text); got != `{"jsonrpc":"2.0","id":8,"method":"ping","params":{}}` {
		t.Errorf("the text is %s", got)
	}
}
