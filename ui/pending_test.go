package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

func TestProgressStandsWhereTheRequestStands(t *testing.T) {
	s := begun().sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":"t"}}}`)
	for i := range 3 {
		s.came(9100+i, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":%d,"total":5}}`, i))
	}
	m := newTest(t, s.journal(t), live(), 160, 45, termenv.Ascii)
	if got := plain(m.View()); !strings.Contains(got, "2/5 ⏱") {
		t.Errorf("the request's row does not say how far it is:\n%s", got)
	}
	m = newTest(t, s.came(9500, `{"jsonrpc":"2.0","id":3,"result":{"content":[]}}`).journal(t), live(), 160, 45, termenv.Ascii)
	if got := plain(m.View()); strings.Contains(got, "2/5 ⏱") || len(m.rows.told) != 0 {
		t.Errorf("it is told though the answer is there:\n%s", got)
	}
}

func TestANotificationLeadsToItsRequestAndBack(t *testing.T) {
	call := func(id int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":%d}}}`, id, id)
	}
	s := newStory("x").sent(0, call(1)).sent(1, call(2)).
		came(100, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}`).
		came(101, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`).
		came(200, `{"jsonrpc":"2.0","id":1,"result":{}}`).came(201, `{"jsonrpc":"2.0","id":2,"result":{}}`)
	m := newTest(t, s.journal(t), nil, 160, 45, termenv.Ascii)
	press(m, "3", "G")
	m.link()
	if p, _ := m.panes[requestPane].selected(); p != 0 {
		t.Errorf("the progress of the first request leads to event %d", p)
	}
	press(m, "1", "g", "j")
	if p, _ := m.panes[notificationPane].selected(); p != 2 {
		t.Errorf("the second request leads to event %d among the notifications", p)
	}
}

func TestWhoWaitsForWhomIsListed(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 120, 30, termenv.Ascii)
	types(m, "w")
	for _, want := range []string{"we for the server", "the server for us", "41 s", `3/10 "reading"`} {
		if got := plain(m.View()); !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	types(m, "j", "enter")
	if p, _ := m.current(); m.journal.Event(p).Method != "sampling/createMessage" || m.mode != listMode {
		t.Errorf("enter leads to event %d", p)
	}
}

func TestWhatWasSentBrokenStandsBesideWhatElseWasSent(t *testing.T) {
	s := begun().record(9000, "c2s", `"origin":"composer",`+jsonText(`{"jsonrpc":"2.0","id":3,"method":`))
	m := newTest(t, s.journal(t), live(), 160, 45, termenv.Ascii)
	if got := shownOf(m, requestPane); !slices.Contains(got, m.journal.Len()-1) {
		t.Errorf("among the requests are %v", got)
	}
	m = newTest(t, begun().sent(9000, `[{"jsonrpc":"2.0","id":3,"method":"ping"}]`).journal(t), live(), 160, 45, termenv.Ascii)
	press(m, "w")
	if got := plain(m.View()); !strings.Contains(got, "batch") {
		t.Errorf("what waits is not named:\n%s", got)
	}
}

func TestAnErrorWithoutAMessageIsNamedByItsCode(t *testing.T) {
	s := begun().sent(9000, `{"jsonrpc":"2.0","id":3,"method":"tools/fly"}`).came(9001, `{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":""}}`)
	m := newTest(t, s.journal(t), live(), 160, 45, termenv.Ascii)
	if got := plain(m.View()); !strings.Contains(got, "✗ -32601 method not found") {
		t.Errorf("its row is not\n%s", got)
	}
}
