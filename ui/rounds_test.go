package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"
)

// deployed is a call that the server asks twice about before it answers, with others
// in between.
func deployed() *story {
	call := func(id int, rest string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"deploy","arguments":{"to":"prod"}%s}}`, id, rest)
	}
	asks := func(id int, state string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"resultType":"input_required","requestState":%q,"inputRequests":{"sure":{"method":"elicitation/create","params":{}}}}}`, id, state)
	}
	answer := func(state string) string {
		return fmt.Sprintf(`,"requestState":%q,"inputResponses":{"sure":{"action":"accept"}}`, state)
	}
	return newStory("node", "x.js").
		fact(0, `"event":"start","pid":7`).
		sent(100, call(1, "")).
		came(150, asks(1, "a")).
		sent(1000, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`).
		came(1010, `{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`).
		sent(2000, call(3, answer("a"))).
		came(2050, asks(3, "b")).
		sent(3000, call(4, answer("b"))).
		came(3100, `{"jsonrpc":"2.0","id":4,"result":{"resultType":"complete","content":[]}}`)
}

func TestRoundsOfACallAreOneRowThatOpens(t *testing.T) {
	m := newTest(t, deployed().journal(t), nil, 160, 30, termenv.Ascii)
	types(m, "1", "g")
	picture := plain(m.View())
	if m.panes[requestPane].len() != 2 || m.panes[responsePane].len() != 2 || strings.Count(picture, "tools/call deploy") != 2 ||
		strings.Count(picture, "3 rounds ▸") != 2 || strings.Count(picture, "3 s") != 2 {
		t.Errorf("closed it is\n%s", picture)
	}
	press(m, "enter")
	if picture = plain(m.View()); m.active().len() != 4 || m.showing || strings.Count(picture, "↳ tools/call deploy") != 2 || !strings.Contains(picture, "▾ tools/call deploy") {
		t.Errorf("opened it is\n%s", picture)
	}
	press(m, "j", "j", "enter")
	if !m.showing || m.detail.position != 5 {
		t.Errorf("the second round does not open whole, but event %d", m.detail.position)
	}
	press(m, "esc", "o")
	if m.active().len() != 2 || m.active().cursor != 0 {
		t.Errorf("closed again there are %d rows, the cursor on %d", m.active().len(), m.active().cursor)
	}
	m.reveal(7)
	if p, _ := m.current(); p != 7 || m.active().len() != 4 {
		t.Errorf("what is looked for in a closed operation is not shown: %d", p)
	}
	press(m, "2", "g")
	if picture = plain(m.View()); !strings.Contains(picture, "▸ 10:11:15.100 ← 4") {
		t.Errorf("the newest answer does not stand for all:\n%s", picture)
	}
	press(m, "t")
	if m.active().len() != m.journal.Len() {
		t.Errorf("the timeline has %d rows of %d events", m.active().len(), m.journal.Len())
	}
}

func TestATaskIsOneRowThatSaysHowItStands(t *testing.T) {
	s := newStory("node", "x.js").
		sent(0, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"train","task":{"ttl":1000}}}`).
		came(10, `{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t1","status":"working"}}}`)
	for i := range 5 {
		s.sent(1000*(i+1), fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tasks/get","params":{"taskId":"t1"}}`, i+2)).
			came(1000*(i+1)+10, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"taskId":"t1","status":"working"}}`, i+2))
	}
	m := newTest(t, s.journal(t), nil, 160, 30, termenv.Ascii)
	if got := plain(m.View()); m.panes[requestPane].len() != 1 || !strings.Contains(got, "tools/call train") || !strings.Contains(got, "task, 5 questions ▸ working 5 s") {
		t.Errorf("%d rows:\n%s", m.panes[requestPane].len(), got)
	}
}

func TestAFloodIsOneRowOfTheTimelineToo(t *testing.T) {
	s := begun()
	for i := range 50 {
		s.came(9000+i, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":%d}}`, i))
	}
	s.said(9500, "done")
	m := newTest(t, s.journal(t), nil, 120, 40, termenv.Ascii)
	press(m, "t")
	if got := plain(m.View()); m.active().len() != m.journal.Len()-49 || !strings.Contains(got, "×50") {
		t.Errorf("%d rows of %d events:\n%s", m.active().len(), m.journal.Len(), got)
	}
	press(m, "G", "k", "o")
	if m.active().len() != m.journal.Len() {
		t.Errorf("opened there are %d rows", m.active().len())
	}
}
