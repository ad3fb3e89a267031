package schema

import (
	"fmt"
	"strings"
	"testing"
)

// sheet writes a field as a form would, one line for each value.
func sheet(f Field, indent string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s <%s> %s", indent, f.Name, f.Pointer, strings.Join(f.Types, "|"))
	for _, mark := range []struct {
		on   bool
		word string
	}{{f.Required, "required"}, {f.Nullable, "nullable"}, {f.Deprecated, "deprecated"}, {f.Impossible, "impossible"}} {
		if mark.on {
			b.WriteString(" " + mark.word)
		}
	}
	for _, o := range f.Options {
		fmt.Fprintf(&b, " (%s %s)", o.Value, o.Label)
	}
	if f.Default != nil {
		fmt.Fprintf(&b, " default %s", f.Default)
	}
	if f.Constraints != nil {
		fmt.Fprintf(&b, " [%s]", strings.Join(f.Constraints, ", "))
	}
	if f.Alternatives != nil {
		fmt.Fprintf(&b, " one of %s", strings.Join(f.Alternatives, " / "))
	}
	b.WriteString("\n")
	for _, below := range f.Fields() {
		b.WriteString(sheet(below, indent+"  "))
	}
	return b.String()
}

func TestFields(t *testing.T) {
	cases := []struct{ name, schema, want string }{
		{"weather", weather, ` <> object
  city </city> string required
  unit </unit> string ("celsius" ) ("kelvin" ) default "celsius"
  days </days> integer [at least 1]
  hourly </hourly> boolean
  near </near> object nullable
    lat </near/lat> number required
    lon </near/lon> number required
  tags </tags> array
  send </send>  one of kind "mail" / kind "sms"
`},
		{"pydantic", sound["pydantic"], ` <> object
  path </path> string required
  mode </mode> string ("fast" ) ("slow" ) default "fast"
  limit </limit> integer nullable default null
`},
		{"elicitation", sound["elicitation"], ` <> object
  name </name> string required
  check </check> boolean
  color </color> string required ("#FF0000" Red) ("#00FF00" Green)
  colors </colors> array required [at least 1 element, at most 2 elements]
  old </old> string required ("a" A) ("b" B)
  age </age> integer required [at least 18]
`},
		{"merged", sound["all of"], ` <> object
  a </a> string required [at least 3 characters]
  b </b> integer required
`},
		{"references as names", sound["pydantic union"], ` <> object
  pet </pet>  required one of Dog / Cat
`},
		{"nothing fits", `{"properties":{"a":{"allOf":[{"type":"string"},{"type":"null"}]},"b":{"deprecated":true}}}`, ` <> object
  a </a>  impossible
  b </b>  deprecated
`},
		{"numbers as they are spelt", `{"properties":{"a":{"minimum":1.50,"default":1E1}}}`, ` <> object
  a </a> number default 1E1 [at least 1.50]
`},
	}
	for _, tc := range cases {
		if got := sheet(Read([]byte(tc.schema)).Fields(), ""); got != tc.want {
			t.Errorf("%s:\n%swant\n%s", tc.name, got, tc.want)
		}
	}
}

func TestAFieldThatContainsItself(t *testing.T) {
	f := Read([]byte(sound["a reference to the whole"])).Fields()
	for range 100 {
		f = f.Fields()[1]
	}
	if f.Name != "child" || strings.Count(f.Pointer, "/") != 100 {
		t.Errorf("%s at %s", f.Name, f.Pointer)
	}
}

func TestAnAlternativeIsTaken(t *testing.T) {
	send := Read([]byte(weather)).Fields().Member("send").Alternative(1)
	if got := sheet(send, ""); got != "send </send> object\n  kind </send/kind>  required (\"sms\" )\n  phone </send/phone> string\n" {
		t.Errorf("\n%s", got)
	}
	if got := send.Skeleton(Options{Optional: true}); string(got) != `{"kind":"sms","phone":""}` {
		t.Errorf("%s", got)
	}
	if same := send.Alternative(7); same.Pointer != send.Pointer {
		t.Errorf("%+v", same)
	}
}

func TestElementsAndOtherMembers(t *testing.T) {
	tags := Read([]byte(weather)).Fields().Member("tags")
	if e := tags.Element(3); e.Pointer != "/tags/3" || len(e.Options) != 2 || string(e.Skeleton(Options{})) != `"rain"` {
		t.Errorf("%+v", e)
	}
	other := Read([]byte(sound["odd"])).Fields().Member("more")
	if other.Types[0] != "integer" || other.Required {
		t.Errorf("%+v", other)
	}
}
