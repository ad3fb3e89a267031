package schema

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func validator(t *testing.T, schema string) *Validator {
	t.Helper()
	v, err := NewValidator([]byte(schema))
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	return v
}

func TestValidate(t *testing.T) {
	cases := []struct{ name, schema, text, want string }{
		{"what fits", weather, `{"city":"x"}`, ``},
		{"a type", weather, `{"city":7}`, `/city: is number, must be string`},
		{"a type of two", weather, `{"city":"x","near":"y"}`, `/near: is string, must be object or null`},
		{"a missing one", weather, `{}`, `: lacks "city"`},
		{"an enum", weather, `{"city":"x","unit":"K"}`, `/unit: is "K", must be "celsius" or "kelvin"`},
		{"a bound", weather, `{"city":"x","days":0}`, `/days: is 0, must be at least 1`},
		{"below", weather, `{"city":"x","near":{"lat":1}}`, `/near: lacks "lon"`},
		{"an element", weather, `{"city":"x","tags":["rain","sun"]}`, `/tags/1: is "sun", must be "rain" or "snow"`},
		{"two at once, in the order of their places", weather, `{"unit":1,"city":2}`, `/city: is number, must be string|/unit: is number, must be string`},
		{"an alternative nearly", weather, `{"city":"x","send":{"kind":"sms","phone":7}}`, `/send/phone: is number, must be string`},
		{"no alternative", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `true`, `: fits none of the 2 alternatives; the nearest one says: is boolean, must be string`},
		{"two alternatives", `{"oneOf":[{"type":"number"},{"type":"integer"}]}`, `1`, `: fits more than one of the alternatives: 1 and 2`},
		{"what the schema does not know", `{"properties":{"a":{}},"additionalProperties":false}`, `{"a":1,"c":1,"b":2}`, `: has what the schema does not know: "b", "c"`},
		{"a length of characters", `{"type":"string","maxLength":2}`, `"łłł"`, `: has 3 characters, must have at most 2`},
		{"a pattern", `{"type":"string","pattern":"^a+$"}`, `"b"`, `: is "b", must match ^a+$`},
		{"a format", `{"type":"string","format":"email"}`, `"b"`, `: is "b", must be of the format email`},
		{"a constant", `{"const":"x"}`, `null`, `: is null, must be "x"`},
		{"a multiple", `{"multipleOf":0.01}`, `1.005`, `: is 1.005, must be a multiple of 0.01`},
		{"an exact multiple", `{"multipleOf":0.01}`, `4.35`, ``},
		{"beyond a double", `{"maximum":9007199254740992}`, `9007199254740993`, `: is 9007199254740993, must be at most 9007199254740992`},
		{"an integer beyond a double", `{"type":"integer"}`, `1e300`, ``},
		{"an integer with a fraction of zero", `{"type":"integer"}`, `1.0`, ``},
		{"a fraction beyond a double", `{"type":"integer"}`, `9007199254740993.5`, `: is number, must be integer`},
		{"a name with a slash", `{"additionalProperties":{"type":"string"}}`, `{"a/b~c":1}`, `/a~1b~0c: is number, must be string`},
		{"what must not be there", `{"properties":{"a":false}}`, `{"a":1}`, `/a: must not be there`},
		{"the excluded", `{"not":{"type":"string"}}`, `"x"`, `: is what the schema excludes`},
		{"draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}],"additionalItems":false}`, `["x",1]`, `: last 1 additionalItem(s) not allowed`},
		{"2020-12", `{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"string"}],"items":false}`, `["x",1]`, `/1: must not be there`},
		{"a condition", `{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}`, `{"a":1}`, `: lacks "b"`},
		{"a name", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, `: invalid propertyName 'ab'`},
	}
	for _, tc := range cases {
		faults, err := validator(t, tc.schema).Validate([]byte(tc.text))
		var got []string
		for _, f := range faults {
			got = append(got, f.Pointer+": "+f.Message)
		}
		if err != nil || strings.Join(got, "|") != tc.want {
			t.Errorf("%s: %v\n  %s\nwant\n  %s", tc.name, err, strings.Join(got, "|"), tc.want)
		}
	}
}

func TestWhatIsNotJudged(t *testing.T) {
	cases := []struct {
		name, text string
		want       error
	}{
		{"no JSON", `{"a":`, ErrNotJSON},
		{"nothing", ` `, ErrNotJSON},
		{"two values", `{} {}`, ErrNotJSON},
		{"no UTF-8", "\"\xff\"", ErrNotJSON},
		{"ten thousand levels", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), ErrTooHard},
		{"an immense number", `[1e999999]`, ErrTooHard},
		{"an immense number of digits", strings.Repeat("9", 5000), ErrTooHard},
	}
	v := validator(t, `{"minimum":1}`)
	for _, tc := range cases {
		if _, err := v.Validate([]byte(tc.text)); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	if faults, err := v.Validate([]byte(`"1e999999"`)); err != nil || faults != nil {
		t.Errorf("a string with digits: %v, %v", faults, err)
	}
}

func TestSchemasThatCannotBeUsed(t *testing.T) {
	cases := []struct {
		name, schema string
		remote       bool
		says         string
	}{
		{"no JSON", `{"type":`, false, "not JSON"},
		{"a wrong type", `{"properties":{"a":{"type":"text"}}}`, false, `/properties/a/type`},
		{"a number", `7`, false, "must be"},
		{"a remote reference", `{"$ref":"https://example.com/x.json"}`, true, "https://example.com/x.json"},
		{"a file", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, true, "file:///etc/passwd"},
		{"a relative file", `{"properties":{"a":{"$ref":"../x.json#/a"}}}`, true, "x.json"},
		{"a reference to nothing", `{"$ref":"#/$defs/x"}`, false, "/$defs/x"},
		{"a dialect from elsewhere", `{"$schema":"https://example.com/dialect"}`, true, "example.com/dialect"},
	}
	for _, tc := range cases {
		_, err := NewValidator([]byte(tc.schema))
		if !errors.Is(err, ErrSchema) || errors.Is(err, ErrRemote) != tc.remote || !strings.Contains(fmt.Sprint(err), tc.says) {
			t.Errorf("%s: %v", tc.name, err)
		}
		if strings.Contains(fmt.Sprint(err), "\n") {
			t.Errorf("%s takes more than a line: %v", tc.name, err)
		}
	}
}

func TestAPatternThatIsNotUnderstood(t *testing.T) {
	v := validator(t, `{"type":"object","properties":{"a":{"pattern":"^(?!x)"},"b":{"type":"integer"}}}`)
	faults, err := v.Validate([]byte(`{"a":"x","b":"y"}`))
	if err != nil || len(faults) != 1 || faults[0].Pointer != "/b" || len(v.Ignored()) != 1 {
		t.Errorf("%v, %v, %v", faults, err, v.Ignored())
	}
}

func TestWorkIsBounded(t *testing.T) {
	_, err := validator(t, hostile()["alternatives of alternatives"]).Validate([]byte(`"abc"`))
	if !errors.Is(err, ErrTooHard) {
		t.Error(err)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	faults, err := validator(t, `{"items":{"type":"string"}}`).Validate([]byte("[" + strings.Repeat("1,", 5000) + "1]"))
	if err != nil || len(faults) != maxFaults {
		t.Errorf("%d faults, %v", len(faults), err)
	}
}

func TestSeveralAskAtOnce(t *testing.T) {
	v := validator(t, weather)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			faults, err := v.Validate(fmt.Appendf(nil, `{"city":"x","days":%d}`, i))
			if bad := i < 1; err != nil || (len(faults) > 0) != bad {
				t.Errorf("%d: %v, %v", i, faults, err)
			}
			_ = v.Ignored()
		})
	}
	wait.Wait()
}

func FuzzSchema(f *testing.F) {
	for _, text := range sound {
		f.Add([]byte(text), []byte(`{"a":1}`))
	}
	for _, text := range hostile() {
		if len(text) < 1000 {
			f.Add([]byte(text), []byte(`["a",{"b":null}]`))
		}
	}
	f.Fuzz(func(t *testing.T, schema, text []byte) {
		s := Read(schema)
		skeleton := s.Skeleton(Options{Optional: true})
		walkFields(s.Fields(), 3)
		v, err := NewValidator(schema)
		if err != nil {
			return
		}
		if _, err := v.Validate(skeleton); errors.Is(err, ErrNotJSON) {
			t.Fatalf("the skeleton of %s is %s", schema, skeleton)
		}
		_, _ = v.Validate(text)
	})
}

func walkFields(f Field, levels int) {
	if levels == 0 {
		return
	}
	_ = f.Summary()
	for i := range f.Alternatives {
		walkFields(f.Alternative(i), levels-1)
	}
	for _, below := range f.Fields() {
		walkFields(below, levels-1)
	}
	walkFields(f.Element(0), levels-1)
}
