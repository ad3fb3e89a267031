package imports

import (
	"strings"
	"testing"
)

func TestALatencyIsNotMadeUpWhereOneOfTwoTimesIsMissing(t *testing.T) {
	const answer = `{"jsonrpc":"2.0","id":1,"result":{}}`
	const request = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for name, tc := range map[string]struct{ log, said string }{
		"an export without a duration": {
			`[{"timestamp":"2026-01-02T03:04:06.000Z","direction":"request","origin":"client","message":` + request + `,"response":` + answer + `}]`,
			"answers without a duration, which get the time of their request: 1 (in entry 1)",
		},
		"an export with an impossible duration": {
			`[{"timestamp":"2026-01-02T03:04:06.000Z","direction":"request","origin":"client","duration":-1,"message":` + request + `,"response":` + answer + `}]`,
			"answers without a duration",
		},
		"an answer without a time": {
			`{"type":"send","timestamp":1735700000000,"message":` + request + "}\n" + `{"type":"receive","message":` + answer + "}\n",
			"messages without a time, which get that of what stands before: 1 (in line 2)",
		},
		"a request without a time": {
			`{"type":"send","message":` + request + "}\n" + `{"type":"receive","timestamp":1735700000000,"message":` + answer + "}\n",
			"messages without a time, which get that of what stands before: 1 (in line 1)",
		},
		"an envelope with a time that is none": {
			`{"session_id":"s","seq":1,"ts":"2026-05-01T10:00:00Z","direction":"c2s","raw":` + request + "}\n" + `{"session_id":"s","seq":2,"ts":"soon","direction":"s2c","raw":` + answer + "}\n",
			"messages without a time, which get that of what stands before: 1 (in line 2)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := journal(t, readText(t, tc.log, "log").Imports[0])
			got := shown(t, j)
			if strings.Contains(got, "latency_ms") || strings.Count(got, `"status":"ok"`) != 1 || !strings.Contains(got, tc.said) {
				t.Errorf("want no latency and %q:\n%s", tc.said, got)
			}
			for i := j.Len() - 2; i < j.Len(); i++ {
				if j.Timed(i) {
					t.Errorf("the time between the two is said to be known at event %d", i)
				}
			}
			if j.Header().Untimed || !j.Timed(0) {
				t.Error("the whole log is taken to have no times")
			}
		})
	}
}

func TestEntriesThatCannotBeReadAreCountedAndNotMissing(t *testing.T) {
	entry := func(seq, rest string) string {
		return `{"session_id":"s","server_label":"demo","seq":` + seq + `,"ts":"2026-05-01T10:00:00Z",` + rest + "}\n"
	}
	l := readText(t, entry("1", `"direction":"c2s","raw":{"jsonrpc":"2.0","id":1,"method":"ping"}`)+
		entry("2", `"direction":"sideways","text":"who?"`)+
		entry("3", `"direction":"s2c"`)+
		"not json at all\n"+
		entry("5", `"direction":"s2c","text":""`)+
		"neither is this\n"+
		entry("9", `"direction":"s2c","raw":{"jsonrpc":"2.0","id":1,"result":{}}`), "log")
	got := shown(t, journal(t, l.Imports[0]))
	for _, want := range []string{
		"entries that cannot be read, kept as notes: 4 (in line 2, 3, 4, 6)",
		`"event":"note","text":"{\"session_id\":\"s\",\"server_label\":\"demo\",\"seq\":2,`,
		`"event":"note","text":"{\"session_id\":\"s\",\"server_label\":\"demo\",\"seq\":3,`,
		"places where frames are missing: the recorder dropped them: 1 (in line 7)",
		`"event":"gap","lines":2}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Count(got, `"event":"gap"`) != 1 {
		t.Errorf("entries that are there are said to be missing:\n%s", got)
	}
	if n := strings.Count(got, `"kind":"blank"`); n != 1 {
		t.Errorf("%d blank lines, where the log has one:\n%s", n, got)
	}
}
