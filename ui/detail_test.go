package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
)

func TestFormatKeepsWhatWasWritten(t *testing.T) {
	b := format([]byte(`{"b":1.0,"a":1e400,"a":9007199254740993,"s":"\u00e9\/","e":{},"l":[1,2]}`))
	for _, want := range []string{`"b": 1.0`, `"a": 1e400`, `"a": 9007199254740993`, `"s": "\u00e9\/"`} {
		if !strings.Contains(string(b.text), want) {
			t.Errorf("%s is not in %s", want, b.text)
		}
	}
	if strings.Index(string(b.text), `"b"`) > strings.Index(string(b.text), `"a"`) {
		t.Error("members were put into another order")
	}
}

func TestFormatLeavesAloneWhatIsUnsafe(t *testing.T) {
	for name, text := range map[string]string{
		"invalid":  `{"a":tXYZ}`,
		"two":      `{"a":1} {"b":2}`,
		"brackets": strings.Repeat("[", 1<<20),
		"deep":     strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		"large":    `"` + strings.Repeat("x", mostPretty) + `"`,
	} {
		if b := format([]byte(text)); b.json || string(b.text) != text || b.remark == "" {
			t.Errorf("%s was laid out", name)
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
	if last := plain(m.View()); !strings.Contains(last, `"}`) {
		t.Errorf("the end is not shown:\n%s", last)
	}
	t.Logf("went to the end in %v", time.Since(started))
	press(m, "g", "/", "x\"}", "enter")
	if found := plain(m.View()); m.detail.match.at < 1<<20 || !strings.Contains(found, `x"}`) {
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
