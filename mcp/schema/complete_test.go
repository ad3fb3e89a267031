package schema

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

const weather = `{"type":"object","properties":{
	"city":{"type":"string","description":"Where","examples":["Łódź","Oslo"]},
	"unit":{"type":"string","enum":["celsius","kelvin"],"default":"celsius"},
	"days":{"type":"integer","minimum":1,"description":"How many\nof them"},
	"hourly":{"type":"boolean"},
	"near":{"type":["object","null"],"properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat","lon"]},
	"tags":{"type":"array","items":{"enum":["rain","snow"]}},
	"send":{"oneOf":[
		{"properties":{"kind":{"const":"mail"},"address":{"type":"string"}},"required":["kind"]},
		{"properties":{"kind":{"const":"sms"},"phone":{"type":"string"}},"required":["kind"]}]}
},"required":["city"]}`

// In these texts | is the cursor.
func TestComplete(t *testing.T) {
	cases := []struct{ name, text, replaced, want string }{
		{"all names", `{|`, ``, `"city": "unit": "days": "hourly": "near": "tags": "send":`},
		{"a name begun", `{"un|`, `"un`, `"unit":`},
		{"a name begun without a quote", `{un|`, `un`, `"unit":`},
		{"a name in the middle of it", `{"un|ix": 1}`, `"unix"`, `"unit"`},
		{"a part of a name", `{"our|"`, `"our"`, `"hourly":`},
		{"what is there already is not named", `{"city":"x","unit":"kelvin", |`, ``, `"days": "hourly": "near": "tags": "send":`},
		{"nor what comes later", `{| "city":"x","unit":{"a":[1]},"days":3,"near":{"tags":1}}`, ``, `"hourly": "tags": "send":`},
		{"the values of an enum", `{"unit":|`, ``, `"celsius" "kelvin"`},
		{"one that was begun", `{"unit": "k|"}`, `"k"`, `"kelvin"`},
		{"one that was begun without a quote", `{"unit":kel|`, `kel`, `"kelvin"`},
		{"examples", `{"city":|`, ``, `"Łódź" "Oslo"`},
		{"a number", `{"days":|}`, ``, `1`},
		{"truth", `{"hourly":t|`, `t`, `true`},
		{"null or an object", `{"near":|`, ``, `null {"lat":0,"lon":0}`},
		{"below", `{"near":{"lat":1,|`, ``, `"lon":`},
		{"an element", `{"tags":["rain",|`, ``, `"rain" "snow"`},
		{"an element that was begun", `{"tags":["rain","s|`, `"s`, `"snow"`},
		{"alternatives", `{"send":{|`, ``, `"kind": "address": "phone":`},
		{"an alternative that was taken", `{"send":{"kind":"sms",|`, ``, `"phone":`},
		{"one that is told later", `{"send":{|,"kind":"mail"}}`, ``, `"address":`},
		{"constants", `{"send":{"kind":|`, ``, `"mail" "sms"`},
		{"the whole", `|`, ``, `{"city":"Łódź"}`},
		{"behind a value", `{"unit":"kelvin" |`, ``, ``},
		{"behind a name", `{"unit" |`, ``, ``},
		{"behind everything", `{} |`, ``, `{"city":"Łódź"}`},
		{"broken before", `{"a":tru,,"b":[}],"unit": "|`, `"`, ``},
		{"a name that is not known", `{"zzz":|`, ``, ``},
		{"over lines", "{\n  \"city\": \"x\",\n  \"un|\n}", `"un`, `"unit":`},
		{"a string that was not closed", "{\"city\": \"x,\n \"un|", `"un`, ``},
		{"an escaped name", `{"\u0075nit":|`, ``, `"celsius" "kelvin"`},
	}
	for _, tc := range cases {
		offset := strings.IndexByte(tc.text, '|')
		text := strings.Replace(tc.text, "|", "", 1)
		c := Read([]byte(weather)).Complete("", []byte(text), offset)
		if got := joined(c); got != tc.want || string(c.Replace.Of([]byte(text))) != tc.replaced {
			t.Errorf("%s: %s\n  replaces %q, wanted %q\n  with  %s\n  wanted %s", tc.name, tc.text, c.Replace.Of([]byte(text)), tc.replaced, got, tc.want)
		}
	}
}

func joined(c Completion) string {
	var all []string
	for _, candidate := range c.Candidates {
		all = append(all, string(candidate.Text))
	}
	return strings.Join(all, " ")
}

func TestCompleteInARequest(t *testing.T) {
	text := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather","arguments":{"un`
	s := Read([]byte(weather))
	if got := joined(s.Complete("/params/arguments", []byte(text), len(text))); got != `"unit":` {
		t.Error(got)
	}
	if got := joined(s.Complete("/params/arguments", []byte(text), strings.Index(text, "params"))); got != "" {
		t.Errorf("outside of the arguments: %s", got)
	}
}

func TestCompleteInATuple(t *testing.T) {
	s := Read([]byte(`{"type":"array","prefixItems":[{"enum":["a"]},{"enum":["b",{"c":1}]}],"items":{"enum":["z"]}}`))
	for text, want := range map[string]string{`[`: `"a"`, `["a",`: `"b" {"c":1}`, `[{"x":[1,2]},`: `"b" {"c":1}`, `["a","b",1,2,`: `"z"`} {
		if got := joined(s.Complete("", []byte(text), len(text))); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// What was typed is looked for among all names, however many there are.
func TestCompleteAmongMany(t *testing.T) {
	text := `{"property90`
	c := Read([]byte(largeSchema())).Complete("", []byte(text), len(text))
	if len(c.Candidates) < 10 || string(c.Candidates[0].Text) != `"property90":` {
		t.Errorf("%s", joined(c))
	}
	text = `{`
	if c = Read([]byte(largeSchema())).Complete("", []byte(text), 1); len(c.Candidates) != maxCandidates {
		t.Errorf("%d candidates", len(c.Candidates))
	}
}

func TestCandidatesSayWhatTheyAre(t *testing.T) {
	c := Read([]byte(weather)).Complete("", []byte(`{`), 1)
	for i, want := range []string{"string (required): Where", "string", "integer: How many", "boolean", "object or null"} {
		if c.Candidates[i].Detail != want {
			t.Errorf("%s: %q", c.Candidates[i].Text, c.Candidates[i].Detail)
		}
	}
	titled := Read([]byte(sound["elicitation"])).Complete("", []byte(`{"old":`), 7)
	if titled.Candidates[1].Detail != "B" {
		t.Errorf("%+v", titled.Candidates)
	}
}

func TestCompletionIsBounded(t *testing.T) {
	texts := []string{
		strings.Repeat(`{"a":`, 200_000), strings.Repeat(`[`, 1_000_000),
		strings.Repeat(`{"a":{`, 400) + strings.Repeat(`"x":1,`, 200_000),
		`{"a":"` + strings.Repeat(`\\`, 500_000), strings.Repeat(`"`, 1_000_000), strings.Repeat(`}`, 1_000_000),
	}
	schemas := hostile()
	schemas["weather"] = weather
	for name, text := range schemas {
		s := Read([]byte(text))
		for i, written := range texts {
			begun := time.Now()
			s.Complete("", []byte(written), len(written))
			s.Complete("", []byte(written), len(written)/2)
			s.Complete("", []byte(written), 1)
			if took := time.Since(begun); took > time.Second {
				t.Logf("%s, text %d: %v", name, i, took)
			}
		}
	}
}

func FuzzComplete(f *testing.F) {
	f.Add([]byte(weather), []byte(`{"near":{"lat":1,"`), 18)
	f.Add([]byte(sound["an expression"]), []byte(`{"e":{"left":{"`), 14)
	for _, text := range hostile() {
		if len(text) < 1000 {
			f.Add([]byte(text), []byte(`{"a":[{"b":`), 3)
		}
	}
	f.Fuzz(func(t *testing.T, schema, text []byte, offset int) {
		c := Read(schema).Complete("", text, offset)
		if c.Replace.Start < 0 || c.Replace.Start > c.Replace.End || c.Replace.End > len(text) {
			t.Fatalf("replaces %v of %q", c.Replace, text)
		}
		for _, candidate := range c.Candidates {
			if bytes.ContainsAny(candidate.Text, "\r\n") {
				t.Fatalf("candidate %q", candidate.Text)
			}
		}
	})
}
