package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

const (
	// maxQuoted is how many characters of a value are quoted.
	maxQuoted = 60
	// maxCollected is how many faults are looked at to find the first ones.
	maxCollected = 100 * maxFaults
	// maxListed is how many values or names are listed.
	maxListed = 12
)

// faultsOf gives the faults that the causes of an error come down to.
func faultsOf(e *jsonschema.ValidationError) []Fault {
	var c collector
	c.collect(e)
	return c.faults
}

type collector struct{ faults []Fault }

func (c *collector) collect(e *jsonschema.ValidationError) {
	if len(c.faults) >= maxCollected {
		return
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		c.alternatives(e, "anyOf")
	case *kind.OneOf:
		if len(k.Subschemas) > 1 {
			c.add(e, "oneOf", fmt.Sprintf("fits more than one of the alternatives: %d and %d", k.Subschemas[0]+1, k.Subschemas[1]+1))
			return
		}
		c.alternatives(e, "oneOf")
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		for _, cause := range e.Causes {
			c.collect(cause)
		}
	default:
		c.add(e, keywordOf(k), sentence(k))
	}
}

// alternatives tells of the alternative that was most likely meant: one whose constants
// are there, then the one whose first fault lies deepest.
func (c *collector) alternatives(e *jsonschema.ValidationError, keyword string) {
	var best []Fault
	nearest := -1
	for _, cause := range e.Causes {
		faults := faultsOf(cause)
		if len(faults) == 0 {
			continue
		}
		near := strings.Count(faults[0].Pointer, "/")
		if !slices.ContainsFunc(faults, func(f Fault) bool { return f.Keyword == "const" }) {
			near += maxDepth
		}
		if near > nearest || near == nearest && len(faults) < len(best) {
			best, nearest = faults, near
		}
	}
	text := fmt.Sprintf("fits none of the %d alternatives", len(e.Causes))
	if len(best) == 0 {
		c.add(e, keyword, text)
		return
	}
	if here := pointerOf(e); best[0].Pointer == here {
		c.add(e, keyword, text+"; the nearest one says: "+best[0].Message)
		return
	}
	c.faults = append(c.faults, best...)
}

func (c *collector) add(e *jsonschema.ValidationError, keyword, text string) {
	c.faults = append(c.faults, Fault{Pointer: pointerOf(e), Keyword: keyword, Message: text})
}

func pointerOf(e *jsonschema.ValidationError) string {
	var b strings.Builder
	for _, token := range e.InstanceLocation {
		b.WriteByte('/')
		b.WriteString(escaper.Replace(token))
	}
	return b.String()
}

func keywordOf(k jsonschema.ErrorKind) string {
	switch k.(type) {
	case *kind.Not:
		return "not"
	case nil:
		return ""
	}
	if path := k.KeywordPath(); len(path) > 0 {
		return path[0]
	}
	return ""
}

// sentence puts a fault into words. The validator's own are used where they are plain.
func sentence(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return "is " + k.Got + ", must be " + strings.Join(nullLast(k.Want), " or ")
	case *kind.Required:
		return "lacks " + listed(k.Missing)
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties) // the validator finds them in any order
		return "has what the schema does not know: " + listed(k.Properties)
	case *kind.Enum:
		return "is " + shown(k.Got) + ", must be " + oneOf(k.Want)
	case *kind.Const:
		return "is " + shown(k.Got) + ", must be " + shown(k.Want)
	case *kind.FalseSchema:
		return "must not be there"
	case *kind.Not:
		return "is what the schema excludes"
	case *kind.Minimum:
		return "is " + clip(spell(k.Got)) + ", must be at least " + clip(spell(k.Want))
	case *kind.Maximum:
		return "is " + clip(spell(k.Got)) + ", must be at most " + clip(spell(k.Want))
	case *kind.ExclusiveMinimum:
		return "is " + clip(spell(k.Got)) + ", must be more than " + clip(spell(k.Want))
	case *kind.ExclusiveMaximum:
		return "is " + clip(spell(k.Got)) + ", must be less than " + clip(spell(k.Want))
	case *kind.MultipleOf:
		return "is " + clip(spell(k.Got)) + ", must be a multiple of " + clip(spell(k.Want))
	case *kind.MinLength:
		return fmt.Sprintf("has %s, must have at least %d", characters(k.Got), k.Want)
	case *kind.MaxLength:
		return fmt.Sprintf("has %s, must have at most %d", characters(k.Got), k.Want)
	case *kind.Pattern:
		return "is " + shown(k.Got) + ", must match " + clip(k.Want)
	case *kind.Format:
		return "is " + shown(k.Got) + ", must be of the format " + k.Want
	case *kind.DependentRequired:
		return "lacks " + listed(k.Missing) + ", which " + strconv.Quote(k.Prop) + " asks for"
	case *kind.Dependency:
		return "lacks " + listed(k.Missing) + ", which " + strconv.Quote(k.Prop) + " asks for"
	case nil:
		return "does not fit"
	}
	return clip(k.LocalizedString(message.NewPrinter(language.English)))
}

// nullLast puts null behind the types that a person means.
func nullLast(types []string) []string {
	types = slices.Clone(types)
	slices.SortStableFunc(types, func(a, b string) int {
		switch {
		case a == b || a != "null" && b != "null":
			return 0
		case a == "null":
			return 1
		}
		return -1
	})
	return types
}

func characters(n int) string {
	if n == 1 {
		return "1 character"
	}
	return strconv.Itoa(n) + " characters"
}

func listed(names []string) string {
	quoted := make([]string, 0, min(len(names), maxListed))
	for _, name := range names[:min(len(names), maxListed)] {
		quoted = append(quoted, strconv.Quote(clip(name)))
	}
	return strings.Join(quoted, ", ") + andMore(len(names))
}

func oneOf(values []any) string {
	all := make([]string, 0, min(len(values), maxListed))
	for _, v := range values[:min(len(values), maxListed)] {
		all = append(all, shown(v))
	}
	return strings.Join(all, " or ") + andMore(len(values))
}

func andMore(n int) string {
	if n <= maxListed {
		return ""
	}
	return fmt.Sprintf(" and %d more", n-maxListed)
}

// shown writes a value as JSON, or says what it is where that would be long.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		return string(Quote(clip(v)))
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case nil:
		return "null"
	case json.Number:
		return clip(v.String())
	}
	return fmt.Sprint(v)
}

// clipFront keeps the end of a pointer, which says most.
func clipFront(pointer string) string {
	if tail := len(pointer) - maxQuoted; tail > 0 {
		if i := strings.IndexByte(pointer[tail:], '/'); i >= 0 {
			return "…" + pointer[tail+i:]
		}
	}
	return pointer
}

// clip cuts a text that is too long for a sentence.
func clip(text string) string {
	seen := 0
	for i := range text {
		if seen++; seen > maxQuoted {
			return text[:i] + "…"
		}
	}
	return text
}
