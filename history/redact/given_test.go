package redact_test

import (
	"bytes"
	"testing"

	"stdioscope/history/redact"
)

// spellings are ways to write pässword/"7 within JSON, once and more.
var spellings = []string{
	`{"text":"is pässword/\"7 now"}`,
	`{"text":"is p\u00E4ssword\/\u00227 now"}`,
	`{"text":"{\"q\":\"is pässword/\\\"7 now\"}"}`,
	`{"text":"{\"q\":\"is p\\u00e4ssword\\/\\u00227 now\"}"}`,
	`{"text":"{\"q\":\"{\\\"r\\\":\\\"is p\\\\u00e4ssword/\\\\\\\"7 now\\\"}\"}"}`,
	`log: is pässword/"7 now`,
	`log: {"q":"is p\u00e4ssword/\"7 now"}`,
	`log: "{\"q\":\"is p\\u00e4ssword/\\\"7 now\"}"`,
	`{"text":"is p\u00e4ssword/\"7 now",}`,
	`    "is p\u00e4ssword/\"7 now",`,
}

func TestAValueThatWasGivenIsFoundHoweverJSONSpellsIt(t *testing.T) {
	r := redact.New()
	r.AddValue("DEMO", `pässword/"7`)
	first := ""
	for _, line := range spellings {
		out, n := r.Line(nil, []byte(line))
		mask := maskText.FindString(string(out))
		if n != 1 || !bytes.Contains(out, []byte("is "+mask+" now")) {
			t.Errorf("%s\nbecame %s", line, out)
		}
		if first == "" {
			first = mask
		}
		if mask != first {
			t.Errorf("the mask in %s is not %s", out, first)
		}
		check(t, r, []byte(line))
	}
}

func TestABackslashBeforeAValueStays(t *testing.T) {
	for line, want := range map[string]string{
		`in C:\hunter2-demo\x and \\hunter2-demo`: `in C:\•\x and \\•`,
		`{"text":"C:\\hunter2-demo\\x"}`:          `{"text":"C:\\•\\x"}`,
	} {
		if got := masked(user(), line); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", line, got, want)
		}
	}
}

func TestAValueThatIsNoTextTearsNoEscape(t *testing.T) {
	r := redact.New()
	r.AddValue("DEMO", "\xa4abcdefgh\xc3")
	line := `{"text":"\u00e4abcdefgh\u00e4"}`
	if got := masked(r, line); got != `{"text":"•"}` {
		t.Errorf("got %s", got)
	}
	check(t, r, []byte(line))
}
