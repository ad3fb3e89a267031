package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"stdioscope/framing"
	"stdioscope/history"
)

// shortLine is a line of which we kept only the beginning.
func shortLine(kept string, size int64) framing.Line {
	return framing.Line{Bytes: []byte(kept), Size: size, Cut: true}
}

func TestWhatWeCutIsNotHeldAgainstTheServer(t *testing.T) {
	answer := `{"jsonrpc":"2.0","id":1,"result":{"text":"` + strings.Repeat("x", 64_000-42)
	r := recording(t)
	r.Line(framing.ClientToServer, history.FromComposer, wire(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	r.Line(framing.ServerToClient, history.FromClient, shortLine(answer, 1_000_000))
	r.Line(framing.Stderr, history.FromClient, shortLine("dump", 2_000_000))
	await(t, r.Journal(), 3)
	m := newTest(t, r.Journal(), live(), 160, 45, termenv.Ascii)
	picture := plain(m.View())
	for _, want := range []string{"tools/list cut: 64 kB of 1 MB kept", "cut: 4 B of 2 MB kept: dump"} {
		if !strings.Contains(picture, want) {
			t.Errorf("%q is not said:\n%s", want, picture)
		}
	}
	settle(m, press(m, "2", "enter"))
	picture += plain(m.View())
	for _, blame := range []string{"not JSON", "malformed", "as it came"} {
		if strings.Contains(picture, blame) {
			t.Errorf("the server is blamed: %q\n%s", blame, picture)
		}
	}
	if !strings.Contains(plain(m.View()), "cut: 64 kB of 1 MB kept") {
		t.Errorf("the detail does not say it:\n%s", plain(m.View()))
	}
	settle(m, press(m, "y"))
	if said := string(m.notice.text); !strings.Contains(said, "64 kB of 1 MB") {
		t.Errorf("copying says %q", said)
	}
}

func TestALongProgressBarShowsWhereItEnded(t *testing.T) {
	var bar strings.Builder
	for i := range 101 {
		fmt.Fprintf(&bar, "\r\x1b[32mDownloading\x1b[0m %3d%% [%-20s]", i, strings.Repeat("=", i/5))
	}
	r := recording(t)
	r.Line(framing.Stderr, history.FromClient, wire(bar.String()))
	await(t, r.Journal(), 1)
	m := newTest(t, r.Journal(), live(), 120, 24, termenv.Ascii)
	if len(rowsOf(m, "Downloading 100% [====================]")) != 1 {
		t.Errorf("not the end:\n%s", plain(m.View()))
	}
}

func TestTheFaultOfALineIsInView(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":1,"result":"` + strings.Repeat("日", 3000) + `"`
	for line, want := range map[string]string{
		"hello":                                 "not JSON at byte 0: hello",
		`{"jsonrpc":"2.0","id":1,"result":NaN}`: `not JSON at byte 33: …result":NaN}`,
		`{"jsonrpc":"2.0","id":1,"result":[1,2`: `not JSON at byte 37: …lt":[1,2`,
		`{"x":"日本日本日本日本" nope}`:                 `not JSON at byte 32: …日本" nope}`,
		long + ` oops}`:                         `not JSON at byte 9036: …日日" oops}`,
	} {
		r := recording(t)
		r.Line(framing.ServerToClient, history.FromClient, wire(line))
		await(t, r.Journal(), 1)
		m := newTest(t, r.Journal(), live(), 120, 24, termenv.Ascii)
		press(m, "2", "z")
		if picture := plain(m.View()); !strings.Contains(picture, want) {
			t.Errorf("%q is not shown:\n%s", want, picture)
		}
	}
}

func TestWhatDoesNotFitIsMarked(t *testing.T) {
	for _, tc := range []struct {
		text string
		room int
		want safe
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"x", 0, ""},
		{"a" + strings.Repeat("\u0301", 1000), 3, "á…"},
	} {
		if got := cleanString(tc.text, tc.room); got != tc.want && tc.text[0] != 'a' || widthOf(got) > tc.room {
			t.Errorf("%q in %d cells is %q", tc.text, tc.room, got)
		}
	}
}

func TestAnIDHasTheRoomThereIs(t *testing.T) {
	const id = `"6f1c2b1e-9f6e-4f0a-8f3c-0a1b2c3d4e5f"`
	for width, want := range map[int]string{40: `"6f1c2b1e-9…`, 80: `"6f1c2b1e-9f6e-4f0…`, 160: id} {
		m := newTest(t, uuids().journal(t), nil, width, 24, termenv.Ascii)
		press(m, "z", "G")
		if picture := plain(m.View()); !strings.Contains(picture, want+" ") {
			t.Errorf("%d cells: not %q\n%s", width, want, picture)
		}
	}
}

func TestDamageIsPlaced(t *testing.T) {
	two := []history.Damage{{Offset: 1234, Bytes: 5, Reason: "no record"}, {Offset: 5000}}
	one := two[:1]
	for want, places := range map[safe][]history.Damage{
		"1 place in the file could not be read at byte 1234: no record":             one,
		"2 places in the file could not be read, the first at byte 1234: no record": two,
	} {
		if got := damaged(places); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestTheHelpSetsKeysApart(t *testing.T) {
	for _, size := range [][2]int{{80, 140}, {160, 70}} {
		m := newTest(t, busy().journal(t), live(), size[0], size[1], termenv.Ascii)
		press(m, "?")
		picture := plain(m.View())
		for _, g := range m.help.groups(m) {
			for _, item := range g.items {
				if !strings.Contains(picture, string(item[0])+"  ") || !strings.Contains(picture, "  "+string(item[1])) {
					t.Errorf("%q and %q run together at %v", item[0], item[1], size)
				}
			}
		}
		if !strings.Contains(picture, "ctrl-c ") {
			t.Error("ctrl+c is not explained")
		}
	}
}
