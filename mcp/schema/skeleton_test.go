package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestASkeletonFitsItsSchema(t *testing.T) {
	if len(sound) < 60 {
		t.Errorf("only %d schemas", len(sound))
	}
	for name, text := range sound {
		v, err := NewValidator([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, optional := range []bool{false, true} {
			skeleton := Read([]byte(text)).Skeleton(Options{Optional: optional})
			faults, err := v.Validate(skeleton)
			if err != nil || len(faults) > 0 || bytes.ContainsAny(skeleton, "\r\n") {
				t.Errorf("%s: %s\n%v %v", name, skeleton, faults, err)
			}
		}
	}
}

func TestSkeleton(t *testing.T) {
	cases := []struct {
		name, schema string
		options      Options
		want         string
	}{
		{"required first, in the order of the schema", `{"type":"object","properties":{"z":{"type":"string"},"b":{"type":"integer"},"a":{"type":"boolean"}},"required":["a","z"]}`, Options{Optional: true}, `{"z":"","a":false,"b":0}`},
		{"only what is required", `{"properties":{"z":{"type":"string"},"b":{"type":"integer"}},"required":["b"]}`, Options{}, `{"b":0}`},
		{"numbers as the schema spells them", `{"properties":{"a":{"type":"number","minimum":1.50},"b":{"const":1E+2},"c":{"default":0.10}},"required":["a","b","c"]}`, Options{}, `{"a":1.50,"b":1E+2,"c":0.10}`},
		{"strings as the schema spells them", `{"properties":{"a":{"enum":["\u0041","B"]}},"required":["a"]}`, Options{}, `{"a":"\u0041"}`},
		{"a choice of two", sound["a union at the root"], Options{Choices: map[string]int{"": 1}}, `{"kind":"sms","phone":""}`},
		{"a choice below", sound["pydantic union"], Options{Choices: map[string]int{"/pet": 1}}, `{"pet":{"lives":0}}`},
		{"a choice of null", sound["null first"], Options{Choices: map[string]int{"/a": 0}}, `{"a":null}`},
		{"a choice that is none", sound["null first"], Options{Choices: map[string]int{"/a": 7}}, `{"a":2}`},
		{"an alternative that needs no end", sound["an expression"], Options{}, `{"e":{"left":0,"right":0}}`},
		{"recursion is cut", sound["a reference to the whole"], Options{Optional: true}, `{"name":"","child":{"name":""}}`},
		{"no value ends", `{"$defs":{"a":{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}},"$ref":"#/$defs/a"}`, Options{}, `{}`},
		{"a reference to itself", `{"$ref":"#"}`, Options{}, `null`},
		{"no schema", `nonsense`, Options{}, `null`},
		{"nothing", ``, Options{}, `null`},
		{"a list", `[1,2]`, Options{}, `null`},
		{"false", `false`, Options{}, `{}`},
		{"a remote reference", `{"properties":{"a":{"$ref":"https://example.com/x.json"}},"required":["a"]}`, Options{}, `{"a":null}`},
		{"wrong keywords", `{"type":7,"properties":[],"required":{"a":1},"items":3,"enum":"x","anyOf":{},"minimum":"a","allOf":7}`, Options{}, `null`},
	}
	for _, tc := range cases {
		if got := Read([]byte(tc.schema)).Skeleton(tc.options); string(got) != tc.want {
			t.Errorf("%s:\n  %s\nwant\n  %s", tc.name, got, tc.want)
		}
	}
}

// hostile are schemas that ask for more than anybody should give.
func hostile() map[string]string {
	wide := func(n int) string {
		var b strings.Builder
		b.WriteString(`{"$ref":"#/$defs/0","$defs":{`)
		for i := range n {
			fmt.Fprintf(&b, `"%d":{"anyOf":[{"$ref":"#/$defs/%d"},{"$ref":"#/$defs/%d"}]},`, i, i+1, i+1)
		}
		fmt.Fprintf(&b, `"%d":{"type":"string","minLength":5}}}`, n)
		return b.String()
	}
	return map[string]string{
		"alternatives of alternatives": wide(60),
		"ten thousand levels":          strings.Repeat(`{"properties":{"a":`, 10_000) + `{}` + strings.Repeat(`}}`, 10_000),
		"ten thousand required levels": strings.Repeat(`{"required":["a"],"properties":{"a":`, 10_000) + `{}` + strings.Repeat(`}}`, 10_000),
		"ten thousand times all of":    strings.Repeat(`{"allOf":[`, 10_000) + `{}` + strings.Repeat(`]}`, 10_000),
		"ten thousand arrays":          strings.Repeat(`[`, 10_000) + strings.Repeat(`]`, 10_000),
		"a million items":              `{"type":"array","minItems":1000000000,"items":{"type":"array","minItems":1000000000,"items":{"type":"array","minItems":1e9,"items":{"minItems":1e9}}}}`,
		"a huge exponent":              `{"type":"number","minimum":1e999999999,"multipleOf":1e-99999999}`,
		"a long string":                `{"type":"string","minLength":1e18}`,
		"a large repetition":           `{"type":"string","pattern":"^((a{1000}){1000}){1000}$"}`,
		"a nested expression":          `{"type":"string","pattern":"` + strings.Repeat("(", 100_000) + strings.Repeat(")", 100_000) + `"}`,
		"fan of recursion":             `{"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"$ref":"#"},"d":{"$ref":"#"}},"required":["a","b","c","d"],"anyOf":[{"$ref":"#"},{"$ref":"#"}]}`,
		"many parts":                   `{"allOf":[` + strings.Repeat(`{"properties":{"a":{}}},`, 50_000) + `{}]}`,
		"many references":              `{"allOf":[` + strings.Repeat(`{"$ref":"#/allOf/1"},`, 50_000) + `{}]}`,
		"a million properties":         `{"type":"object","properties":{` + strings.Repeat(`"a":{},`, 200_000) + `"b":{}}}`,
		"a long pointer":               `{"$ref":"#` + strings.Repeat(`/a`, 100_000) + `"}`,
		"cut":                          `{"type":"object","properties":{"a":{"type":"str`,
		"not UTF-8":                    "{\"type\":\"object\",\"properties\":{\"\xff\":{\"default\":\"\xff\"}},\"required\":[\"\xff\"]}",
	}
}

func TestHostileSchemasAreBounded(t *testing.T) {
	for name, text := range hostile() {
		begun := time.Now()
		s := Read([]byte(text))
		walkFields(s.Fields(), 3)
		skeleton := s.Skeleton(Options{Optional: true})
		if !json.Valid(skeleton) && name != "not UTF-8" || len(skeleton) > 2*maxSkeleton {
			t.Errorf("%s: a skeleton of %d bytes", name, len(skeleton))
		}
		if v, err := NewValidator([]byte(text)); err == nil {
			_, _ = v.Validate([]byte(`{"a":{"a":{}}}`))
			_, _ = v.Validate([]byte(strings.Repeat(`[`, 400) + strings.Repeat(`]`, 400)))
		}
		t.Logf("%s: %v", name, time.Since(begun))
	}
}
