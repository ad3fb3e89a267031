package ui

import (
	"strings"
	"testing"
)

func TestAQueryShowsWhatItGivesWhileItIsTyped(t *testing.T) {
	m := opened(t, `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"b","n":9007199254740993},{"name":"a","n":2}]}}`)
	types(m, "|", ".result.tools[].name")
	if got := plain(m.View()); !strings.Contains(got, "2 results") || !strings.Contains(got, `"b",`) || strings.Contains(got, "jsonrpc") {
		t.Errorf("while it is typed there is\n%s", got)
	}
	types(m, "enter")
	if got := plain(m.View()); !strings.Contains(got, "jq .result.tools[].name") {
		t.Errorf("what is shown is not told:\n%s", got)
	}
	types(m, "|", "ctrl+u", ".result.tools[0].n")
	if got := plain(m.View()); !strings.Contains(got, "9007199254740993") {
		t.Errorf("digits are lost:\n%s", got)
	}
	types(m, "ctrl+u", ".result.[")
	if got := plain(m.View()); !strings.Contains(got, "⚠") {
		t.Errorf("a fault is not told:\n%s", got)
	}
	types(m, "esc")
	if got := plain(m.View()); !strings.Contains(got, `"jsonrpc": "2.0"`) || !m.showing {
		t.Errorf("esc does not show the event again:\n%s", got)
	}
	types(m, "|", ".res", "tab", "enter", "esc")
	if got := plain(m.View()); !strings.Contains(got, `"jsonrpc": "2.0"`) || !m.showing {
		t.Errorf("esc in the event does not show it whole again:\n%s", got)
	}
	types(m, "esc")
	if m.showing {
		t.Error("a second esc does not close it")
	}
}
