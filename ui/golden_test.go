package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"golang.org/x/tools/txtar"

	"stdioscope/session"
)

// states are the pictures that a person looks at most.
var states = []struct {
	name  string
	story func() *story
	saved bool
	with  func(*fakeSession)
	keys  []string
	// types are keys too, of which each is waited for.
	types []string
}{
	{name: "live", story: busy},
	{name: "browsing", story: busy, keys: []string{"k", "k", "k"}},
	{name: "start", story: func() *story { return newStory("node", "x.js") }, with: func(s *fakeSession) {
		s.state = session.State{Phase: session.Starting}
	}},
	{name: "probing", story: func() *story { return newStory("node", "x.js") }, with: func(s *fakeSession) {
		s.state = session.State{Phase: session.Starting, Step: "probing for the revision"}
	}},
	{name: "detail", story: busy, keys: []string{"2", "k", "k", "k", "enter"}},
	{name: "detail-error", story: busy, keys: []string{"2", "g", "j", "j", "j", "enter"}},
	{name: "detail-foreign", story: foreign, keys: []string{"2", "g", "enter"}},
	{name: "help", story: busy, keys: []string{"?"}},
	{name: "timeline", story: busy, keys: []string{"t"}},
	{name: "zoom", story: busy, keys: []string{"2", "z"}},
	{name: "stderr", story: busy, keys: []string{"4"}},
	{name: "composer", story: busy, keys: []string{"i", "ctrl+u", `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"echo","arguments":{"message":"hi"}}}`}},
	{name: "composer-fault", story: busy, keys: []string{"i", "ctrl+u", `{"jsonrpc":"2.0",`, "ctrl+j", `"id":8 "method":"ping"}`}},
	{name: "composer-id-in-use", story: busy, keys: []string{"i", "ctrl+u", `{"jsonrpc":"2.0","id":6,"method":"ping"}`}},
	{name: "quit-question", story: busy, keys: []string{"q"}},
	{name: "restart-question", story: busy, keys: []string{"R"}},
	{name: "stopping", story: begun, with: func(s *fakeSession) { s.stops = 1 }, keys: []string{"q"}},
	{name: "dead", story: dead, with: func(s *fakeSession) { s.state.Phase = session.Ended }},
	{name: "unread", story: busy, with: func(s *fakeSession) { s.state.Unread = 70000 }},
	{name: "stdout-closed", story: func() *story {
		return busy().fact(30000, `"event":"note","stream":"s2c","text":"stdout closed"`)
	}},
	{name: "cut", story: cut, keys: []string{"2"}},
	{name: "cut-detail", story: cut, keys: []string{"2", "enter"}},
	{name: "uuid", story: uuids},
	{name: "saved", story: dead, saved: true},
	{name: "hostile", story: hostile, keys: []string{"2"}},
	{name: "hostile-detail", story: hostile, keys: []string{"2", "g", "j", "enter"}},
	{name: "foreign", story: foreign, keys: []string{"2"}},
	{name: "noise-opened", story: foreign, keys: []string{"2", "g", "o"}},
	{name: "flood", story: flooded, keys: []string{"3"}},
	{name: "flood-timeline", story: flooded, keys: []string{"t"}},
	{name: "rounds", story: deployed, saved: true},
	{name: "rounds-opened", story: deployed, saved: true, keys: []string{"1", "g", "enter"}},
	{name: "filter", story: busy, types: []string{"/", "tool:echo", "enter"}},
	{name: "filter-typing", story: busy, types: []string{"/", "meth"}},
	{name: "filter-error", story: busy, types: []string{"/", "latency:>x"}},
	{name: "filter-nothing", story: busy, types: []string{"/", "no such text", "enter"}},
	{name: "templates", story: busy, types: []string{"i", "ctrl+t"}},
	{name: "templates-narrowed", story: busy, types: []string{"i", "ctrl+t", "res"}},
	{name: "offers", story: offering, types: []string{"i", "ctrl+t"}},
	{name: "form", story: offering, types: []string{"i", "ctrl+t", "deploy", "enter", "ctrl+f"}},
	{name: "form-value", story: offering, types: []string{"i", "ctrl+t", "deploy", "enter", "ctrl+f", "j", "enter"}},
	{name: "form-options", story: offering, types: []string{"i", "ctrl+t", "deploy", "enter", "ctrl+f", "enter"}},
	{name: "complete", story: offering, types: []string{"i", "ctrl+t", "deploy", "enter", "left", "left", "left", ",", "tab"}},
	{name: "raw-mode-warning", story: offering, types: []string{"i", "ctrl+b"}},
	{name: "raw-mode", story: offering, types: []string{"i", "ctrl+b", "y"}},
	{name: "mutations", story: offering, types: []string{"1", "g", "j", ":", "mutate", "enter"}},
	{name: "pending", story: busy, types: []string{"w"}},
	{name: "findings", story: foreign, types: []string{"!"}},
	{name: "statistics", story: busy, types: []string{"#"}},
	{name: "marked", story: busy, types: []string{"1", "g", " ", "M", "a", " "}},
	{name: "difference", story: busy, types: []string{"1", "g", "j", "j", " ", " ", "d"}},
	{name: "palette", story: busy, types: []string{":"}},
	{name: "palette-typing", story: busy, types: []string{":", "cop"}},
	{name: "palette-words", story: busy, types: []string{":", "save "}},
	{name: "search", story: busy, types: []string{"2", "g", "j", "enter", "/", "echo", "enter", "n"}},
	{name: "jq", story: busy, types: []string{"2", "g", "j", "enter", "|", ".result.tools[].name"}},
	{name: "jq-error", story: busy, types: []string{"2", "g", "j", "enter", "|", ".result["}},
	{name: "raw", story: busy, types: []string{"2", "g", "j", "enter", "b"}},
	{name: "hex", story: busy, types: []string{"2", "g", "j", "enter", "b", "b"}},
	{name: "string-opened", story: nested, types: []string{"2", "G", "enter", "j", "j", "j", "j", "j", "j", "j", "o"}},
	{name: "folded", story: busy, types: []string{"2", "g", "j", "enter", "-"}},
	{name: "secrets-masked", story: secrets, types: []string{"4", "G"}},
	{name: "secrets-shown", story: secrets, types: []string{"4", "G", "v"}},
	{name: "save-question", story: busy, types: []string{"s"}},
	{name: "help-of-detail", story: busy, types: []string{"2", "enter", "?"}},
	{name: "resized", story: busy, types: []string{"4", ">", ">", ">"}},
}

func flooded() *story {
	s := begun()
	for i := range 40 {
		s.came(9000+10*i, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":%d}}`, i))
	}
	return s.said(9500, "done")
}

func nested() *story {
	return begun().
		sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read"}}`).
		came(9001, `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"a\":[1,2],\"b\":\"x\"}"},{"type":"text","text":"one\ntwo\n\tthree"},{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}]}}`)
}

func secrets() *story { return begun().said(9001, "password=hunter2hunter2") }

func dead() *story {
	return busy().
		said(40000, "Traceback (most recent call last):").
		said(40001, `  File "server.py", line 3`).
		said(40002, "ValueError: no").
		fact(40100, `"event":"exit","code":3,"after_ms":40100,"unanswered":1`)
}

func hostile() *story {
	return begun().
		sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"日本語 👨‍👩‍👧 ☺️"}}`).
		came(9001, `{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"\u001b[2J\u202egnp.exe \ud83d\ude00 e\u0301\u0301 \u200bx\u0085"}}`).
		came(9002, `{"jsonrpc":"2.0","id":4,"result":"raw `+"\u202e\u009b31m\u2028 日本語 \U000e0069"+`"}`).
		stray(9003, "\x1b]0;PWNED\x07\x1b[31mred\x1b[0m 日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語").
		record(9004, "s2c", `"b64":"d2luZG93cyCXIG3pdGhvZGU="`).
		said(9005, "10%\r50%\r100% \x1b[32mdone\x1b[0m \x1b[2J").
		came(9006, `{"jsonrpc":"2.0","method":"notifications/\u001bevil","params":{}}`)
}

func foreign() *story {
	return newStory("python3", "server.py").
		fact(0, `"event":"start","pid":7`).
		stray(10, "🚀 Server is running").
		shook(20, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"sampling":{},"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}`).
		came(30, `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x","version":"1"}}}`).
		stray(31, "").
		came(32, `{"level":"info","msg":"log record"}`).
		came(33, `[{"jsonrpc":"2.0","method":"notifications/message"}]`).
		stray(34, `{"jsonrpc":"2.0","id":1,"result":NaN}`)
}

// cut is a history of lines that were longer than we kept.
func cut() *story {
	return begun().
		sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"huge"}}`).
		record(9001, "s2c", `"size":1000000,"cut":true,`+jsonText(`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"xxxxxxx`)).
		record(9002, "stderr", `"size":70000,"cut":true,`+jsonText("dump: yyyyyyyyyyy")).
		record(9003, "s2c", `"size":60000,"cut":true,`+jsonText("not } JSON: zzzz"))
}

func uuids() *story {
	return begun().
		sent(9000, `{"jsonrpc":"2.0","id":"6f1c2b1e-9f6e-4f0a-8f3c-0a1b2c3d4e5f","method":"tools/call","params":{"name":"echo"}}`).
		came(9001, `{"jsonrpc":"2.0","id":"6f1c2b1e-9f6e-4f0a-8f3c-0a1b2c3d4e5f","result":{"content":[]}}`)
}

// TestPictures compares every state in windows of some sizes, and in colour, with what
// is on file: an archive for each state, with a picture for each window.
func TestPictures(t *testing.T) {
	looks := []struct {
		w, h    int
		profile termenv.Profile
	}{{80, 24, termenv.Ascii}, {120, 40, termenv.Ascii}, {160, 45, termenv.Ascii}, {200, 60, termenv.Ascii}, {80, 24, termenv.TrueColor}}
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			var pictures txtar.Archive
			for _, look := range looks {
				m := pictured(t, s.story(), s.saved, s.with, look.w, look.h, look.profile)
				press(m, s.keys...)
				types(m, s.types...)
				picture := m.View()
				fits(t, picture, look.w, look.h)
				name := fmt.Sprintf("%dx%d", look.w, look.h)
				if look.profile == termenv.Ascii {
					picture = plain(picture)
				} else {
					name, picture = name+" in colour", strings.ReplaceAll(picture, "\x1b", "␛")
				}
				pictures.Files = append(pictures.Files, txtar.File{Name: name, Data: []byte(picture + "\n")})
			}
			goldenFile(t, s.name+".txtar", string(txtar.Format(&pictures)))
		})
	}
}

func pictured(t *testing.T, s *story, saved bool, with func(*fakeSession), w, h int, profile termenv.Profile) *Model {
	t.Helper()
	if saved {
		return newTest(t, s.journal(t), nil, w, h, profile)
	}
	f := live()
	if with != nil {
		with(f)
	}
	m := newTest(t, s.journal(t), f, w, h, profile)
	if f.stops > 0 {
		f.Stop()
	}
	return m
}

func TestColouredPictures(t *testing.T) {
	for _, on := range []Background{DarkBackground, LightBackground, UnknownBackground} {
		for name, keys := range map[string][]string{"panes": {"k"}, "detail": {"2", "g", "j", "enter"}} {
			profile := termenv.TrueColor
			opt := options(profile)
			opt.Background = on
			m := newTest(t, busy().journal(t), live(), 80, 24, profile)
			m.theme = newTheme(profile, on)
			m.rows.theme = m.theme
			press(m, keys...)
			picture := strings.ReplaceAll(m.View(), "\x1b", "␛")
			golden(t, fmt.Sprintf("colour-%s-%d", name, on), picture)
		}
	}
}

func TestWithoutColourNothingIsLost(t *testing.T) {
	for _, s := range states {
		coloured := pictured(t, s.story(), s.saved, s.with, 120, 40, termenv.TrueColor)
		bare := pictured(t, s.story(), s.saved, s.with, 120, 40, termenv.Ascii)
		press(coloured, s.keys...)
		press(bare, s.keys...)
		types(coloured, s.types...)
		types(bare, s.types...)
		if plain(coloured.View()) != plain(bare.View()) {
			t.Errorf("%s says other things without colour", s.name)
		}
		if strings.Contains(bare.View(), "\x1b[3") || strings.Contains(bare.View(), "\x1b[4") {
			t.Errorf("%s has colours though there are none", s.name)
		}
	}
}

func TestEveryStateFitsEverySize(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 5}, {2, 2}, {5, 1}, {7, 3}, {20, 5}, {33, 9}, {40, 24}, {80, 12}, {81, 24}, {100, 30}, {119, 20}, {120, 40}, {200, 60}, {300, 100}}
	for _, s := range states {
		m := pictured(t, s.story(), s.saved, s.with, 80, 24, termenv.TrueColor)
		press(m, s.keys...)
		types(m, s.types...)
		for _, size := range sizes {
			m.w, m.h, m.picture.dirty = size[0], size[1], true
			fits(t, m.View(), size[0], size[1])
		}
	}
}
