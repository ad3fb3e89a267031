package framing

import "testing"

func TestMember(t *testing.T) {
	for _, tc := range []struct{ object, name, want string }{
		{`{"a":1,"b":[2,{"c":"}"}],"c":"x\"y"}`, "c", `"x\"y"`},
		{`{"a":1,"b":[2,{"c":"}"}],"c":"x"}`, "b", `[2,{"c":"}"}]`},
		{` { "a" : 1 , "b" : null } `, "b", `null`},
		{`{"a":1,"a":2}`, "a", "2"},
		{`{"\u0061":1}`, "a", "1"},
		{`{"A":1}`, "a", ""},
		{`{"a":{"b":1}}`, "b", ""},
		{`{}`, "a", ""},
		{`["a",1]`, "a", ""},
		{`{"a":1,"b":tru,"c":3}`, "a", "1"},
		{`{"a":1,"b":tru,"c":3}`, "c", ""},
		{`{"a"`, "a", ""},
		{`{"a":`, "a", ""},
		{"", "a", ""},
	} {
		if got := string(Member([]byte(tc.object), tc.name).Of([]byte(tc.object))); got != tc.want {
			t.Errorf("%s of %s is %q, want %q", tc.name, tc.object, got, tc.want)
		}
	}
}

func TestElements(t *testing.T) {
	for array, want := range map[string]string{
		`[1, "a,]" , {"b":[2]},null]`: `1|"a,]"|{"b":[2]}|null|`,
		`[]`:                          "",
		`{"a":1}`:                     "",
		`[1,`:                         "1|",
		`[1,tru]`:                     "1|",
		"":                            "",
	} {
		got := ""
		for element := range Elements([]byte(array)) {
			got += string(element.Of([]byte(array))) + "|"
		}
		if got != want {
			t.Errorf("%s has the elements %s, want %s", array, got, want)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":[2,{"c":"}"}]}`))
	f.Add([]byte(`{"a`))
	f.Fuzz(func(t *testing.T, object []byte) {
		last := 0
		for name, value := range Members(object) {
			if name.Start < last || value.Start < name.End || value.End > len(object) {
				t.Fatalf("members out of place: %v %v", name, value)
			}
			last = value.End
		}
	})
}
