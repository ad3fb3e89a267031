package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
)

// opened opens one message whole.
func opened(t *testing.T, message string) *Model {
	t.Helper()
	story := newStory("x").sent(0, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n"}}`)
	if json.Valid([]byte(message)) {
		story.came(5, message)
	} else {
		story.stray(5, message)
	}
	m := newTest(t, story.journal(t), nil, 120, 30, termenv.Ascii)
	settle(m, press(m, "2", "enter"))
	return m
}

func TestAMessageIsShownAsItWasWritten(t *testing.T) {
	m := opened(t, `{"b":1.0,"a":1e400,"a":9007199254740993,"s":"\u00e9\/","e":{},"l":[1,2]}`)
	picture := plain(m.View())
	for _, want := range []string{`"b": 1.0,`, `"a": 1e400,`, `"a": 9007199254740993,`, `"s": "\u00e9\/",`, `"e": {},`} {
		if !strings.Contains(picture, want) {
			t.Errorf("%s is not in\n%s", want, picture)
		}
	}
	if strings.Index(picture, `"b": 1.0`) > strings.Index(picture, `"a": 1e400`) {
		t.Error("members were put into another order")
	}
}

func TestAMessageFolds(t *testing.T) {
	m := opened(t, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"one\ntwo"},{"type":"image","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}]}}`)
	golden(t, "detail-tree-120x30", plain(m.View()))
	types(m, "j", "j", "j", "enter")
	if got := plain(m.View()); !strings.Contains(got, `"result": {… 1 member}`) || !strings.Contains(got, "$.result") {
		t.Errorf("folded there is\n%s", got)
	}
	types(m, "enter", "j", "j", "j", "j", "o")
	if got := plain(m.View()); !strings.Contains(got, "one") || !strings.Contains(got, "two") || !strings.Contains(got, "$.result.content[0].text") {
		t.Errorf("an opened string shows\n%s", got)
	}
	types(m, "o", "h", "h", "-")
	if got := plain(m.View()); strings.Contains(got, "content[") || !strings.Contains(got, "…") {
		t.Errorf("folded as far as can be there is\n%s", got)
	}
	types(m, "+", "G", "=")
	if got := string(m.prompt.text); !strings.HasPrefix(got, "$") {
		t.Errorf("a filter for the end is %q", got)
	}
	types(m, "esc", "g", "j", "j", "F")
	if m.filtering.text != "$.id=1" {
		t.Errorf("a filter for the value is %q", m.filtering.text)
	}
}

func TestAMessageIsShownInHexAndAsItCame(t *testing.T) {
	m := opened(t, `{"a":"é"}`)
	types(m, "b")
	if got := plain(m.View()); !strings.Contains(got, `{"a":"é"}`) {
		t.Errorf("as it came it is\n%s", got)
	}
	types(m, "b")
	if got := plain(m.View()); !strings.Contains(got, `00000000  7b 22 61 22  3a 22 c3 a9  {"a":"..`) || !strings.Contains(got, `00000008  22 7d`) {
		t.Errorf("in hex it is\n%s", got)
	}
	types(m, "G", "g", "b")
	if got := plain(m.View()); !strings.Contains(got, `"a": "é"`) {
		t.Errorf("as a tree it is\n%s", got)
	}
}

func TestAFindingPointsAtItsPlace(t *testing.T) {
	m := opened(t, `{"jsonrpc":"2.0","id":1,"result":{"x":[1,2,{"k":1,"k":2}]}}`)
	if got := plain(m.View()); !strings.Contains(got, `▸⚠`) || !strings.Contains(got, "$.result.x[2].k") {
		t.Errorf("the cursor is not where a member stands twice:\n%s", got)
	}
}

func TestAPayloadIsSaved(t *testing.T) {
	m := opened(t, `{"jsonrpc":"2.0","id":1,"result":{"data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}`)
	path := filepath.Join(t.TempDir(), "x.png")
	types(m, "j", "j", "j", "j", ":", "payload "+path, "enter")
	data, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("saved is %q, %v:\n%s", data, err, plain(m.View()))
	}
}

func TestWhatCannotBeATreeIsShownAsItCame(t *testing.T) {
	for _, text := range []string{`{"a":tXYZ}`, `{"a":1} {"b":2}`, strings.Repeat("[", 1<<20)} {
		m := opened(t, text)
		fits(t, m.View(), 120, 30)
		if got := plain(m.View()); !strings.Contains(got, "shown as it came") || !strings.Contains(got, text[:7]) {
			t.Errorf("%.20s is shown as\n%s", text, got)
		}
	}
}

func TestAHugeMessageOpensAtOnce(t *testing.T) {
	r := recording(t)
	r.Line(framing.ServerToClient, history.FromClient, wire(`{"jsonrpc":"2.0","id":1,"result":"`+strings.Repeat("日本 \\n x", 1<<20)+`"}`))
	await(t, r.Journal(), 1)
	m := newTest(t, r.Journal(), live(), 200, 60, termenv.Ascii)
	started := time.Now()
	command := press(m, "2", "enter")
	first := m.View()
	if !strings.Contains(first, "日本") {
		t.Errorf("the beginning is not shown:\n%s", plain(first))
	}
	settle(m, command)
	fits(t, m.View(), 200, 60)
	t.Logf("opened in %v", time.Since(started))
	started = time.Now()
	press(m, "G")
	if last := plain(m.View()); !strings.Contains(last, `▸ }`) {
		t.Errorf("the end is not shown:\n%s", last)
	}
	t.Logf("went to the end in %v", time.Since(started))
	press(m, "g", "/", "x\"}", "enter")
	if found := plain(m.View()); m.detail.match.at < 1<<20 || !strings.Contains(found, `x"`) || !strings.Contains(found, "around byte") {
		t.Errorf("the far end was not found:\n%s", found)
	}
	press(m, "n")
	if !strings.Contains(m.View(), "not found") {
		t.Error("nothing says that there is no more")
	}
	press(m, "k", "pgup", "g", "esc")
	fits(t, m.View(), 200, 60)
}

func TestAnOldReadingIsDropped(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
	press(m, "enter")
	m.Update(bodyMsg{generation: m.detail.generation - 1, body: body{text: []byte("stale")}})
	if strings.Contains(m.View(), "stale") {
		t.Error("an old reading is shown")
	}
}

func TestResizeKeepsThePlace(t *testing.T) {
	r := recording(t)
	var b strings.Builder
	for i := range 500 {
		b.WriteString(strings.Repeat("word ", i%7) + "; ")
	}
	r.Line(framing.Stderr, history.FromClient, wire(b.String()))
	await(t, r.Journal(), 1)
	m := newTest(t, r.Journal(), live(), 80, 24, termenv.Ascii)
	press(m, "4", "enter", "pgdown", "pgdown")
	m.View()
	before := m.detail.rows.rows[m.detail.top-len(m.detail.about)]
	m.w, m.picture.dirty = 60, true
	m.View()
	row := m.detail.top - len(m.detail.about)
	if start := m.detail.rows.rows[row]; start > before || before-start > 60 {
		t.Errorf("byte %d was at the top, now %d is", before, start)
	}
}
