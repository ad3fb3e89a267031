package recall_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/history/recall"
)

// sent records a session in which a person has sent some texts, and others something else.
func sent(t *testing.T, label string, at time.Time, texts ...string) *history.Journal {
	t.Helper()
	r, err := history.Record(history.Options{Header: history.NewHeader(history.ModeInspect, label, []string{"x"}, "/", nil, "1", at)})
	if err != nil {
		t.Fatal(err)
	}
	r.Line(framing.ClientToServer, history.FromHandshake, framing.Line{Bytes: []byte("handshake")})
	for _, text := range texts {
		r.Line(framing.ClientToServer, history.FromComposer, framing.Line{Bytes: []byte(text)})
		r.Line(framing.ServerToClient, history.FromClient, framing.Line{Bytes: []byte("answer")})
	}
	r.Close()
	t.Cleanup(func() { _ = r.Journal().Close() })
	return r.Journal()
}

func TestWhatWasSentIsFoundNewestFirstAndOnce(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	now := time.Now()
	sent(t, "first", now.Add(-2*time.Hour), "a", "b")
	sent(t, "second", now.Add(-time.Hour), "b", "not JSON {", "")
	j := sent(t, "this", now, "c", "a", "c")
	var got []string
	for _, text := range recall.Sent(t.Context(), j) {
		got = append(got, fmt.Sprintf("%s %s", text.Session, text.Bytes))
	}
	if want := []string{"this c", "this a", "second not JSON {", "second b"}; !slices.Equal(got, want) {
		t.Errorf("found are %q, not %q", got, want)
	}
}

func TestWhatWasSentIsFoundInASessionThatIsNotSaved(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	if got := recall.Sent(t.Context(), history.Empty()); len(got) != 0 {
		t.Errorf("found are %v", got)
	}
}
