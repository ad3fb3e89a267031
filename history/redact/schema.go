package redact

import "stdioscope/history/diff/walk"

// holding is what an object holds by the names of what is described in a JSON Schema
// (core vocabularies of draft-07 and 2020-12), so that its names name no values.
type holding uint8

const (
	values holding = iota // they do
	schemas
	// dependents are schemas or lists of names.
	dependents
)

// holds says what the member of an object holds, going by its name.
func (f *finder) holds(name []byte, in *frame) holding {
	switch string(name) {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		return schemas
	case "dependentRequired", "dependencies":
		if f.isSchema(in.start) {
			return dependents
		}
	}
	return values
}

// describesOnly says whether what opens before a byte is what a holding holds, and not
// a value that only looks alike: arguments may have a member "properties" too.
func (f *finder) describesOnly(by holding, object bool, inside int) bool {
	switch {
	case by == values:
		return false
	case object:
		return f.isSchema(inside)
	}
	return by == dependents
}

// mostAhead is how many tokens are read ahead to find a keyword. Counting tokens and not
// bytes, a line with masks is judged as it was without.
const mostAhead = 128

// isSchema says whether the object whose inside begins at a byte has a keyword of JSON
// Schema among its own names.
func (f *finder) isSchema(inside int) bool {
	for depth, ahead := 0, 0; ahead < mostAhead; ahead++ {
		t := walk.Next(f.line, inside)
		switch inside = t.Stop; t.Kind {
		case walk.OpenObject, walk.OpenArray:
			depth++
		case walk.CloseObject, walk.CloseArray:
			depth--
		case walk.Name:
			if depth == 0 && f.isKeyword(f.line[t.Start+1:t.Stop-1], t.Stop) {
				return true
			}
		}
		if depth < 0 || t.Kind == walk.End {
			break
		}
	}
	return false
}

// isKeyword takes "type" only with a type of JSON, for credentials have a type as well.
func (f *finder) isKeyword(name []byte, end int) bool {
	if string(name) != "type" {
		return keywords[string(name)]
	}
	t := walk.Next(f.line, end)
	return t.Kind == walk.OpenArray || t.Kind == walk.String && jsonTypes[string(f.line[t.Start+1:t.Stop-1])]
}

var keywords = setOf(`$ref $schema $id $anchor $dynamicRef $comment $defs definitions anyOf oneOf allOf not if then else
	enum const title description default examples format pattern minLength maxLength minimum maximum exclusiveMinimum
	exclusiveMaximum multipleOf properties patternProperties additionalProperties unevaluatedProperties propertyNames
	required items prefixItems contains minItems maxItems uniqueItems readOnly writeOnly deprecated contentEncoding
	contentMediaType`)

var jsonTypes = setOf(`string number integer boolean object array null`)
