package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
)

func TestATemplateIsChosenByItsWords(t *testing.T) {
	f := live()
	m := newTest(t, busy().journal(t), f, 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+t")
	if got := plain(m.View()); !strings.Contains(got, "resources/read") || !strings.Contains(got, "tools/list") {
		t.Errorf("offered are\n%s", got)
	}
	types(m, "resources read", "enter")
	if got := string(m.composer.text); got != `{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":""}}` {
		t.Errorf("chosen is %s", got)
	}
	types(m, "x:y", "enter")
	if want := []string{`{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"x:y"}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	types(m, "ctrl+t", "answer sampling", "enter")
	if got := string(m.composer.text); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":7,"result":`) {
		t.Errorf("the answer is not to the request that waits: %s", got)
	}
	types(m, "ctrl+t", "esc")
	if m.mode != composerMode {
		t.Error("esc does not lead back to the composer")
	}
}

func TestWhatWasSentIsRecalledFromOtherSessions(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	const text = `{"jsonrpc":"2.0","id":77,"method":"old/method","params":{"password":"hunter2hunter2"}}`
	r, err := history.Record(history.Options{Header: history.NewHeader(history.ModeInspect, "yesterday", []string{"x"}, "/", nil, "1", began)})
	if err != nil {
		t.Fatal(err)
	}
	r.Line(framing.ClientToServer, history.FromComposer, framing.Line{Bytes: []byte(text)})
	r.Close()
	_ = r.Journal().Close()
	m := newTest(t, busy().journal(t), live(), 160, 40, termenv.Ascii)
	types(m, "i", "ctrl+r", "old")
	got := plain(m.View())
	if !strings.Contains(got, "old/method") || !strings.Contains(got, "yesterday") || strings.Contains(got, "hunter2") {
		t.Errorf("offered are\n%s", got)
	}
	types(m, "enter")
	if want := strings.Replace(text, "77", "8", 1); string(m.composer.text) != want {
		t.Errorf("the text is %s", m.composer.text)
	}
}

func TestTheHandshakeIsDrivenByHand(t *testing.T) {
	f := live()
	f.state.Protocol = ""
	m := newTest(t, newStory("x").fact(0, `"event":"start","pid":7`).journal(t), f, 120, 40, termenv.Ascii)
	types(m, ":", "new initialize 2024-11-05", "enter")
	if got := string(m.composer.text); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":8,"method":"initialize","params":{"protocolVersion":"2024-11-05"`) {
		t.Errorf("the text is %s", got)
	}
	types(m, "ctrl+t", "server/discover", "enter")
	if got := string(m.composer.text); !strings.Contains(got, `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`) {
		t.Errorf("the text is %s", got)
	}
}

func TestTheNewestRoundOfAnOperationIsCancelled(t *testing.T) {
	f := live()
	s := deployed().sent(5000, `{"jsonrpc":"2.0","id":"big-9007199254740993","method":"tools/call","params":{"name":"deploy","arguments":{"to":"prod"}}}`)
	m := newTest(t, s.journal(t), f, 120, 40, termenv.Ascii)
	types(m, "1", "G", "x")
	if want := []string{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"big-9007199254740993"}}`}; !slices.Equal(f.sent, want) {
		t.Errorf("sent are %q", f.sent)
	}
	types(m, "1", "g", "x")
	if len(f.sent) != 1 || !strings.Contains(plain(m.View()), "this is no request in flight") {
		t.Errorf("sent are %q", f.sent)
	}
}

func TestADraftIsNotLost(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+u", `{"half":`, "esc", "1", "g", "e")
	if got := string(m.composer.text); strings.Contains(got, "half") {
		t.Fatalf("the text is still %s", got)
	}
	types(m, "i", "ctrl+r", "half", "enter")
	if got := string(m.composer.text); got != `{"half":` {
		t.Errorf("recalled is %s", got)
	}
	types(m, "ctrl+b", "y", "ctrl+u", "{", "ctrl+j", "}", "enter", "ctrl+u", "ctrl+r", "sent raw", "enter")
	if got := string(m.composer.text); got != "{\n}" || !m.composer.raw {
		t.Errorf("a raw text is recalled as %q, raw is %v", got, m.composer.raw)
	}
}

func TestARequestOfTheModernEraWithoutItsRevisionIsDoubted(t *testing.T) {
	f := live()
	f.state.Protocol = "2026-07-28"
	m := newTest(t, newStory("x").fact(0, `"event":"start","pid":7`).journal(t), f, 120, 40, termenv.Ascii)
	types(m, "i", "ctrl+u", `{"jsonrpc":"2.0","id":9,"method":"tools/list"}`)
	if got := plain(m.View()); !strings.Contains(got, "params._meta lacks the revision") {
		t.Errorf("it says\n%s", got)
	}
}
