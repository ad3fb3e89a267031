package framing

import "testing"

func TestIDsAreEqualByTypeAndValue(t *testing.T) {
	different := []string{
		`1`, `"1"`, `1.0`, `1e0`, `9007199254740993`, `9007199254740992`, `0`, `-0`, `null`, `true`, `"true"`, `"null"`,
		`"a"`, `"\ud83d\ude00"`, `"\ud83dXude00"`, `"\ud83d\\ude00"`, `"A"`, `""`, `"\ud800"`, `"\ud801"`, `"\ufffd"`, `"é"`, `{}`, `[]`,
	}
	for i, a := range different {
		for j, b := range different {
			if got := SameID([]byte(a), []byte(b)); got != (i == j) {
				t.Errorf("%s and %s the same: %v", a, b, got)
			}
			ka, kb := string(AppendIDKey(nil, []byte(a))), string(AppendIDKey(nil, []byte(b)))
			if (ka == kb) != (i == j) {
				t.Errorf("%s and %s have the keys %q and %q", a, b, ka, kb)
			}
		}
	}
	for _, pair := range [][2]string{{`"é"`, `"\u00e9"`}, {`"é"`, `"\u00E9"`}, {`"a/b"`, `"a\/b"`}, {`"😀"`, `"\ud83d\ude00"`}, {`"\ud83d\u0041"`, `"\uD83DA"`}} {
		if !SameID([]byte(pair[0]), []byte(pair[1])) {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
	if key := AppendIDKey([]byte("x"), nil); string(key) != "x" {
		t.Errorf("no id has the key %q", key)
	}
}

func TestNearIDNamesTheConversion(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want NearReason
	}{
		{`1`, `"1"`, NearType},
		{`"1.0"`, `1`, NearType},
		{`1`, `1.0`, NearSpelling},
		{`100`, `1e2`, NearSpelling},
		{`0`, `-0`, NearSpelling},
		{`0.5`, `5E-1`, NearSpelling},
		{`9007199254740993`, `9007199254740992`, NearRounding},
		{`12345678901234567890`, `12345678901234567891`, NearRounding},
		{`1.5`, `1`, NearTruncation},
		{`-1.5`, `-1`, NearTruncation},

		{`1`, `2`, 0},
		{`"1"`, `"1.0"`, 0},
		{`"one"`, `1`, 0},
		{`" 1"`, `1`, 0},
		{`""`, `0`, 0},
		{`1e99999999999999999999`, `"1e99999999999999999998"`, 0},
		{`1e-9223372036854775808`, `"0.1e9223372036854775807"`, 0},
		{`1.5e-9223372036854775808`, `"15e9223372036854775807"`, 0},
		{`0e99999999999999999999`, `0`, NearSpelling},
		{`1e2147483647`, `"10e2147483646"`, NearType},
		{`null`, `0`, 0},
		{`1e400`, `1e401`, 0},
		{`9007199254740993`, `9007199254740995`, 0},
		{`9007199254740991`, `"9007199254740992"`, 0},
		{``, `1`, 0},
	} {
		for _, pair := range [][2]string{{tc.a, tc.b}, {tc.b, tc.a}} {
			if got, near := NearID([]byte(pair[0]), []byte(pair[1])); near != (tc.want != 0) || near && got != tc.want {
				t.Errorf("%s and %s: %v, %v; want %v", pair[0], pair[1], got, near, tc.want)
			}
		}
	}
}

func TestUnquoteGivesTheValue(t *testing.T) {
	for raw, want := range map[string]string{
		`"plain"`:                   "plain",
		`"\"\\\/\b\f\n\r\t"`:        "\"\\/\b\f\n\r\t",
		`"\u00e9\u00E9\u0000"`:      "éé\x00",
		`"\ud83d\ude00!"`:           "😀!",
		`"\ud83d alone"`:            "\ufffd alone",
		`"\ude00\ud83d"`:            "\ufffd\ufffd",
		`"\ud83d\u0041"`:            "\ufffdA",
		`"\ud83dXude00"`:            "\ufffdXude00",
		`"\ud83d` + "\t" + `ude00"`: "\ufffd\tude00",
		"\"caf\xe9\"":               "caf\ufffd",
		`"日本"`:                      "日本",
		`42`:                        "42",
		`"`:                         `"`,
	} {
		if got := Unquote([]byte(raw)); got != want {
			t.Errorf("%s is %q, want %q", raw, got, want)
		}
	}
}
