package printable

import "testing"

func TestLogIsWhatATerminalLeaves(t *testing.T) {
	for line, want := range map[string]string{
		"plain":                           "plain",
		"10%\r50%\r\x1b[1;32mdone\x1b[0m": "done",
		"done\r":                          "done",
		"\x1b[31mred\x1b[0m \x1b[2J":      "red \x1b[2J",
		"\x1b[38:5:200mcolour\x1b[":       "colour\x1b[",
		"":                                "",
	} {
		if got := string(Log([]byte(line))); got != want {
			t.Errorf("%q leaves %q, want %q", line, got, want)
		}
	}
}
