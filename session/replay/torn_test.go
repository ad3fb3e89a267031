//go:build unix

package replay_test

import (
	"testing"
	"time"

	"stdioscope/history"
	"stdioscope/session/replay"
)

func TestAnAnswerTornAsThenIsNotWaitedFor(t *testing.T) {
	torn := func(words string) *history.Journal {
		return saved(t,
			`"dir":"c2s","msg":{"jsonrpc":"2.0","id":5,"method":"ping"}}`,
			`"dir":"s2c","text":"{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"a\":\"`+words+`"}`,
			`"dir":"s2c","text":"the rest\"}}"}`)
	}
	for words, want := range map[string]string{"some": "equal", "other": "different"} {
		begun := time.Now()
		p := play(t, torn(words), configFor("tears", "WORDS=some"), replay.Choice{}, replay.Options{Timeout: time.Minute})
		if p.outcomes() != want || time.Since(begun) > 30*time.Second {
			t.Errorf("%s: %s after %s, %+v", words, p.outcomes(), time.Since(begun), p.Results[0].Changes)
		}
	}
}
