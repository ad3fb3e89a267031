//go:build unix

package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"stdioscope/history"
	"stdioscope/history/diff"
	"stdioscope/history/diff/walk"
	"stdioscope/session/replay"
)

// told is a history of requests and their results, one after the other.
func told(t *testing.T, pairs ...string) *history.Journal {
	t.Helper()
	var records []string
	for i := 0; i < len(pairs); i += 2 {
		records = append(records,
			fmt.Sprintf(`"dir":"c2s","msg":{"jsonrpc":"2.0","id":%d,%s}}`, i+1, pairs[i]),
			fmt.Sprintf(`"dir":"s2c","msg":{"jsonrpc":"2.0","id":%d,"result":%s}}`, i+1, pairs[i+1]))
	}
	return saved(t, records...)
}

func called(name, arguments string) string {
	return `"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}`
}

const made = `{"order":{"id":17},"label":"first","uri":"res://n1a2b3c4d5e6f7g8/a","handle":"n1a2b3c4d5e6f7g8"}`

func TestAValueThatMerelyCoincidesIsLeftAlone(t *testing.T) {
	j := told(t, called("sum", "{}"), `{"total":100}`, called("get", `{"id":100,"version":"1.2.3.4"}`), `{"got":{"id":100,"version":"1.2.3.4"}}`)
	p := play(t, j, configFor("store"), replay.Choice{}, replay.Options{})
	if p.outcomes() != "different equal" || len(p.Results[1].Values) > 0 {
		t.Errorf("%s, sent %q", p.outcomes(), p.sent)
	}
}

func TestAPlainValueIsFollowedWhereTheNamesAgree(t *testing.T) {
	for _, name := range []string{"id", "orderId", "order_id", "ORDER-ID"} {
		j := told(t, called("make", "{}"), made, called("get", `{"`+name+`":17}`), `{"got":{"`+name+`":17}}`)
		p := play(t, j, configFor("store"), replay.Choice{}, replay.Options{})
		if !strings.Contains(p.sent[1], `"`+name+`":18`) || p.Results[0].Outcome != replay.Different {
			t.Errorf("%s: %s, sent %q", name, p.outcomes(), p.sent)
		}
	}
}

func TestAResourceIsReadThroughAURIOfTheRun(t *testing.T) {
	read := `"method":"resources/read","params":{"uri":"res://n1a2b3c4d5e6f7g8/a"}`
	j := told(t, called("make", "{}"), strings.Replace(made, "17", "18", 1), read, `{"contents":[{"uri":"res://n1a2b3c4d5e6f7g8/a","text":"the body"}]}`)
	keep := replay.Options{KeepAnswers: true}
	p := play(t, j, configFor("store"), replay.Choice{}, keep)
	if p.outcomes() != "equal equal" || len(p.Results[1].Values) != 1 {
		t.Errorf("%s, %+v, with %+v", p.outcomes(), p.Results[1].Changes, p.Results[1].Values)
	}
	again := play(t, j, configFor("store"), replay.Choice{}, keep)
	if learned := replay.Learn(p.Report, again.Report, diff.Defaults()); len(learned) > 0 {
		t.Errorf("learned %v", learned)
	}
	only, _ := walk.NewSet("$.result.contents[0].uri")
	opt := diff.Defaults()
	opt.Only = only
	if p := play(t, j, configFor("store"), replay.Choice{}, replay.Options{Compare: replay.Compare{Options: opt}}); p.Results[1].Outcome != replay.Different {
		t.Errorf("where it is asked for: %s", p.outcomes())
	}
}

func TestAHandleThatNamesAMemberIsReplaced(t *testing.T) {
	j := told(t, called("make", "{}"), strings.Replace(made, "17", "18", 1),
		called("set", `{"values":{"n1a2b3c4d5e6f7g8":1}}`), `{"got":{"values":{"n1a2b3c4d5e6f7g8":1}}}`)
	p := play(t, j, configFor("store"), replay.Choice{}, replay.Options{})
	if p.outcomes() != "equal equal" || strings.Contains(p.sent[1], "n1a2b3c4d5e6f7g8") {
		t.Errorf("%s, sent %q", p.outcomes(), p.sent)
	}
}
