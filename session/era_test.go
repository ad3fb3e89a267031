//go:build unix

package session_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"stdioscope/exchange"
	"stdioscope/framing"
	"stdioscope/history"
	"stdioscope/session"
)

func auto(server string) session.Config {
	cfg := configFor(server)
	cfg.Protocol = session.ProtocolAuto
	return cfg
}

// asked lists the methods that were sent, in order.
func (r running) asked() []string {
	var methods []string
	for i := range r.j.Len() {
		if e := r.j.Event(i); e.Dir == framing.ClientToServer && e.Method != "" {
			methods = append(methods, e.Method)
		}
	}
	return methods
}

var (
	probed    = []string{"server/discover"}
	handshake = []string{"initialize", "notifications/initialized"}
	fellBack  = slices.Concat(probed, handshake)
)

func TestTheProbeFindsTheEra(t *testing.T) {
	for _, tc := range []struct {
		server, protocol, era string
		asked                 []string
		starts                int
	}{
		{"modern", "2026-07-28", "modern", probed, 1},
		{"modern-only", "2026-07-28", "modern", probed, 1},
		{"answers-in-a-batch", "2026-07-28", "modern", probed, 1},
		{"good", "2025-11-25", "legacy", fellBack, 1},
		{"odd-32602", "2025-11-25", "legacy", fellBack, 1},
		{"odd-result", "2025-11-25", "legacy", fellBack, 1},
		{"odd-text", "2025-11-25", "legacy", fellBack, 1},
		{"leaves", "2025-11-25", "legacy", fellBack, 2},
	} {
		r := start(t, auto(tc.server))
		ready := r.ready()
		r.Stop()
		r.end()
		if ready.Protocol != tc.protocol || ready.Era != tc.era {
			t.Errorf("%s: ready is %+v", tc.server, ready)
		}
		if asked := r.asked(); !slices.Equal(asked, tc.asked) {
			t.Errorf("%s was asked %q", tc.server, asked)
		}
		if n := strings.Count(r.shown(), "started, pid"); n != tc.starts {
			t.Errorf("%s was started %d times", tc.server, n)
		}
	}
}

func TestASilentProbeCanBeCutShortAndItsLateAnswerChangesNothing(t *testing.T) {
	r := start(t, auto("slow-probe"))
	r.until("the probe", func(_ int, e history.Event) bool { return e.Method == "server/discover" })
	if state := r.State(); state.Phase != session.Starting {
		t.Errorf("%+v", state)
	}
	r.SkipProbe()
	if ready := r.ready(); ready.Era != "legacy" {
		t.Errorf("%+v", ready)
	}
	r.changed("the late answer", func() bool { return r.j.Event(1).Pair != history.None })
	if got := r.j.Event(1).Status; got != exchange.Cancelled {
		t.Errorf("the probe is %s", got)
	}
	if state := r.State(); state.Protocol != "2025-11-25" || state.Phase != session.Ready {
		t.Errorf("after the late answer the state is %+v", state)
	}
}

func TestAServerThatEndsBeforeItReadsTheProbeIsNotStartedAgain(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only linux tells how much of a pipe was read")
	}
	r := start(t, auto("dies"))
	r.end()
	if n := strings.Count(r.shown(), "started, pid"); n != 1 {
		t.Errorf("it was started %d times:\n%s", n, r.shown())
	}
}

func TestALateAnswerToTheProbeCountsWhereInitializeIsRefused(t *testing.T) {
	r := start(t, auto("modern-but-slow"))
	r.until("the probe", func(_ int, e history.Event) bool { return e.Method == "server/discover" })
	r.SkipProbe()
	if ready := r.ready(); ready.Era != "modern" || ready.Text != "it answered server/discover late" {
		t.Errorf("%+v", ready)
	}
}

func TestNoCommonRevisionIsToldAndNothingElseIsTried(t *testing.T) {
	r := start(t, auto("later-modern"))
	r.note("none of the revisions known here: error -32022 no (it supports 2099-01-01)")
	if asked := r.asked(); !slices.Equal(asked, probed) {
		t.Errorf("it was asked %q", asked)
	}
}

func TestWhatTheProbeFoundIsRemembered(t *testing.T) {
	cfg := auto("good")
	cfg.Eras.Path = filepath.Join(t.TempDir(), "cache", "eras.json")
	for _, asked := range [][]string{fellBack, handshake} {
		r := start(t, cfg)
		r.ready()
		r.Stop()
		r.end()
		if got := r.asked(); !slices.Equal(got, asked) {
			t.Errorf("it was asked %q", got)
		}
	}
	if kept, err := os.ReadFile(cfg.Eras.Path); err != nil || strings.Contains(string(kept), os.Args[0]) {
		t.Errorf("%s, %v", kept, err)
	}
}

func TestARevisionCanBeAskedForByName(t *testing.T) {
	for _, tc := range []struct {
		server, protocol, agreed string
		asked                    []string
	}{
		{"good", "2025-03-26", "2025-11-25", handshake},
		{"modern", "2026-07-28", "2026-07-28", probed},
	} {
		cfg := configFor(tc.server)
		cfg.Protocol = tc.protocol
		r := start(t, cfg)
		ready := r.ready()
		r.Stop()
		r.end()
		if ready.Protocol != tc.agreed || !slices.Equal(r.asked(), tc.asked) {
			t.Errorf("%s: agreed on %s, asked %q", tc.protocol, ready.Protocol, r.asked())
		}
		if sent := r.lines(framing.ClientToServer)[0]; !strings.Contains(sent, `"`+tc.protocol+`"`) {
			t.Errorf("%s was not asked for: %s", tc.protocol, sent)
		}
	}
}

// TestWhatIsRememberedWronglyIsForgotten changes the server behind a command line.
func TestWhatIsRememberedWronglyIsForgotten(t *testing.T) {
	for _, later := range []string{"modern-only", "modern-in-secret"} {
		role := filepath.Join(t.TempDir(), "role")
		cfg := auto("")
		cfg.Env = []string{roleVariable + "=" + role, "GORACE=atexit_sleep_ms=0"}
		cfg.Eras.Path = filepath.Join(t.TempDir(), "eras.json")
		for _, step := range []struct{ server, era string }{{"good", "legacy"}, {"good", "legacy"}, {later, "modern"}, {later, "modern"}} {
			if err := os.WriteFile(role, []byte(step.server), 0o600); err != nil {
				t.Fatal(err)
			}
			r := start(t, cfg)
			if ready := r.ready(); ready.Era != step.era {
				t.Errorf("%s: %+v", step.server, ready)
			}
			r.Stop()
			r.end()
		}
	}
}
