package redact_test

import (
	"testing"

	"stdioscope/history/redact"
)

func TestAVeiledLineKeepsItsPlaces(t *testing.T) {
	rules := redact.New()
	for line, want := range map[string]string{
		`{"password":"hunter2hunter2","x":1}`: `{"password":"**************","x":1}`,
		"no secret":                           "no secret",
		"":                                    "",
	} {
		if got := string(rules.Veil([]byte(line))); got != want {
			t.Errorf("%s is shown as %s, want %s", line, got, want)
		}
	}
}
