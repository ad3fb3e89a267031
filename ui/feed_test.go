package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

// recording gives a recorder whose history nobody keeps.
func recording(tb testing.TB) *history.Recorder {
	tb.Helper()
	r, err := history.Record(history.Options{Discard: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		r.Close()
		_ = r.Journal().Close()
	})
	return r
}

func wire(text string) framing.Line {
	return framing.Line{Bytes: []byte(text), Size: int64(len(text))}
}

// await waits until the journal has n events.
func await(tb testing.TB, j *history.Journal, n int) {
	tb.Helper()
	for end := time.Now().Add(30 * time.Second); j.Len() < n; {
		if time.Now().After(end) {
			tb.Fatalf("%d events of %d", j.Len(), n)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAFloodIsDrawnSeldom(t *testing.T) {
	const messages = 10_000
	r := recording(t)
	m := newTest(t, r.Journal(), live(), 200, 60, termenv.Ascii)
	started := time.Now()
	for range messages {
		r.Line(framing.ServerToClient, history.FromClient, wire(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`))
		_, command := m.Update(feedMsg{})
		_ = command
		m.View()
	}
	most := int(time.Since(started)/frameTime) + 2
	if m.picture.count > most {
		t.Errorf("%d pictures where %d are enough", m.picture.count, most)
	}
	await(t, r.Journal(), messages)
	for m.taken < messages {
		m.Update(ingestMsg{})
	}
	if n := m.panes[notificationPane].rows(); n != messages {
		t.Errorf("%d rows of %d", n, messages)
	}
}

func TestTheFeedEndsWithTheProgram(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithCancel(context.Background())
	f := feed{ctx: ctx, bell: make(chan struct{})}
	done := make(chan any)
	go func() { done <- f.wait() }()
	cancel()
	if msg := <-done; msg != nil {
		t.Errorf("%v", msg)
	}
}

func TestTheFeedPaces(t *testing.T) {
	bell := make(chan struct{}, 1)
	f := feed{ctx: context.Background(), bell: bell}
	started := time.Now()
	for range 5 {
		bell <- struct{}{}
		f.wait()
	}
	if took := time.Since(started); took < 4*frameTime {
		t.Errorf("five messages within %v", took)
	}
}

func TestAnIdleScreenHasNoClock(t *testing.T) {
	m := newTest(t, begun().journal(t), live(), 80, 24, termenv.Ascii)
	if m.tick() != nil {
		t.Error("a clock runs though nothing is pending")
	}
	m = newTest(t, busy().journal(t), live(), 80, 24, termenv.Ascii)
	m.ticking = false
	if m.tick() == nil {
		t.Error("no clock runs though a request is pending")
	}
	if m.tick() != nil {
		t.Error("two clocks run")
	}
}

func TestARequestThatNobodyCanAnswerIsNotCounted(t *testing.T) {
	story := begun().
		sent(19500, `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"slow"}}`).
		fact(30000, `"event":"note","stream":"s2c","text":"stdout closed"`).fact(30001, `"event":"note","stream":"stderr"`)
	m := newTest(t, story.journal(t), live(), 80, 24, termenv.Ascii)
	m.ticking = false
	if m.tick() != nil {
		t.Error("a clock runs")
	}
	picture := plain(m.View())
	if strings.Contains(picture, "⏱") || strings.Contains(picture, "● ready") || !strings.Contains(picture, "◐ stdout closed") {
		t.Errorf("the server is shown as if it could answer:\n%s", picture)
	}
}

// TestWhatIsSaidOfTimeStaysTrue looks at the same screen much later.
func TestWhatIsSaidOfTimeStaysTrue(t *testing.T) {
	m := newTest(t, begun().journal(t), live(), 120, 24, termenv.Ascii)
	before := m.View()
	m.now = func() time.Time { return began.Add(time.Hour) }
	m.rows.now, m.picture.dirty = m.now, true
	if now := m.View(); now != before {
		t.Errorf("an idle screen has become wrong:\n%s", before)
	}
	if !strings.Contains(before, "since 10:11:12") {
		t.Errorf("nothing says since when the server runs:\n%s", before)
	}
}

func TestHeaderAndBannerAgreeOnTheEnd(t *testing.T) {
	for after, want := range map[string]string{
		`"after_ms":40100,`: "exited 3 after 40 s", `"after_ms":999,`: "exited 3 after 999 ms",
		`"after_ms":0,`: "exited 3 at once", `"after_ms":119600,`: "exited 3 after 120 s", `"after_ms":125000,`: "exited 3 after 2.1 min",
	} {
		f := live()
		f.state.Phase = session.Ended
		story := newStory("x").fact(0, `"event":"start","pid":1`).fact(0, `"event":"exit",`+after+`"code":3`)
		m := newTest(t, story.journal(t), f, 120, 24, termenv.Ascii)
		if picture := plain(m.View()); strings.Count(picture, want) != 2 {
			t.Errorf("header and banner do not both say %q:\n%s", want, picture)
		}
	}
}

func TestFollowStopsAndResumes(t *testing.T) {
	r := recording(t)
	m := newTest(t, r.Journal(), live(), 80, 24, termenv.Ascii)
	say := func(n int) {
		before := r.Journal().Len()
		for range n {
			r.Line(framing.Stderr, history.FromClient, wire("hello"))
		}
		await(t, r.Journal(), before+n)
		m.Update(feedMsg{})
		m.picture.dirty = true
	}
	press(m, "4")
	say(30)
	if m.active().cursor != 29 {
		t.Fatalf("row %d is selected", m.active().cursor)
	}
	press(m, "k")
	say(3)
	if m.active().cursor != 28 || !strings.Contains(plain(m.View()), "+3 new") {
		t.Fatalf("row %d is selected:\n%s", m.active().cursor, plain(m.View()))
	}
	press(m, "G")
	say(2)
	if m.active().cursor != 34 || strings.Contains(plain(m.View()), "new") {
		t.Fatalf("row %d is selected:\n%s", m.active().cursor, plain(m.View()))
	}
}

func TestPanesMoveTogether(t *testing.T) {
	m := newTest(t, busy().journal(t), live(), 160, 45, termenv.Ascii)
	selected := func(id paneID) string {
		position, _ := m.panes[id].selected()
		return string(m.rows.textOf(position, m.journal.Event(position)).label)
	}
	press(m, "g", "j", "j") // tools/call echo
	if got := selected(responsePane); got != "tools/call echo" {
		t.Errorf("the answer is %q", got)
	}
	if got := selected(stderrPane); got != "echo called" {
		t.Errorf("the stderr line is %q", got)
	}
	press(m, "2", "g")
	if got := selected(requestPane); got != "initialize" {
		t.Errorf("the request is %q", got)
	}
}
