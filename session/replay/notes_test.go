//go:build unix

package replay_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/history/diff"
	"stdioscope/session/replay"
)

func TestAnEndByForceIsADifference(t *testing.T) {
	j := recorded(t, configFor("lingers"), list)
	cfg := configFor("lingers", "STAY=1")
	cfg.Grace = 100 * time.Millisecond
	p := play(t, j, cfg, replay.Choice{}, replay.Options{})
	if !slices.Contains(p.Reasons(), "exit") || !strings.Contains(p.ExitNow, "by force") {
		t.Errorf("%+v", p.Session)
	}
}

func TestWhatNotificationsSayIsCompared(t *testing.T) {
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":"t"}}}`
	j := recorded(t, configFor("speaks", "WORDS=all is well", "STEP=first"), call, list)
	opt := replay.Options{Settle: patience}
	same := play(t, j, configFor("speaks", "WORDS=all is well", "STEP=first"), replay.Choice{}, opt)
	if same.Differs() {
		t.Errorf("the same: %+v", same.Session)
	}
	p := play(t, j, configFor("speaks", "WORDS=all is lost", "STEP=first"), replay.Choice{}, opt)
	if !p.Differs() || p.outcomes() != "equal equal" || len(p.Notes) != 2 || p.Notes[1].Number != 2 || p.Notes[0].Changes[0].Path().String() != "$.params.data.words" {
		t.Errorf("other words: %s, %+v", p.outcomes(), p.Session)
	}
	learned := replay.Learn(same.Report, p.Report, diff.Defaults())
	if !slices.Equal(learned["notifications/message"], []string{"$.params.data.words"}) {
		t.Errorf("learned %v", learned)
	}
	ignored, err := learned.Options(func() (diff.Options, error) { return diff.Defaults(), nil })
	if err != nil {
		t.Fatal(err)
	}
	opt.Learned = ignored
	if p := play(t, j, configFor("speaks", "WORDS=whatever", "STEP=first"), replay.Choice{}, opt); p.Differs() {
		t.Errorf("with what was learned: %+v", p.Session)
	}
	opt.Learned = nil
	if p := play(t, j, configFor("speaks", "WORDS=all is well", "STEP=second"), replay.Choice{}, opt); len(p.Notes) != 1 || p.Notes[0].Method != "notifications/progress" {
		t.Errorf("other progress: %+v", p.Session)
	}
	opt.Without = []string{"notifications"}
	if p := play(t, j, configFor("speaks", "STEP=first"), replay.Choice{}, opt); p.Differs() {
		t.Errorf("without notifications: %+v", p.Session)
	}
}
