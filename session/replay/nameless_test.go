//go:build unix

package replay_test

import (
	"testing"
	"time"

	"stdioscope/session/replay"
)

func TestTheAnswerToABrokenLineIsCompared(t *testing.T) {
	for what, line := range map[string]string{"broken": "{broken", "without an id": `{"jsonrpc":"2.0","id":null,"method":"ping"}`} {
		j := recorded(t, configFor("strict", "MESSAGE=no"), line, list)
		if p := play(t, j, configFor("strict", "MESSAGE=no"), replay.Choice{}, replay.Options{}); p.Differs() || p.outcomes() != "equal equal" {
			t.Errorf("%s: %s", what, p.outcomes())
		}
		if p := play(t, j, configFor("strict", "MESSAGE=never"), replay.Choice{}, replay.Options{}); p.outcomes() != "different equal" {
			t.Errorf("%s, answered otherwise: %s", what, p.outcomes())
		}
		if p := play(t, j, configFor("strict"), replay.Choice{}, replay.Options{Timeout: 50 * time.Millisecond}); p.outcomes() != "timed-out equal" {
			t.Errorf("%s, not answered: %s", what, p.outcomes())
		}
	}
}
