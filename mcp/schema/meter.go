package schema

import "github.com/santhosh-tekuri/jsonschema/v6"

// baseWork is how many values may be looked at whatever the size of a text.
const baseWork = 1 << 20

// meter bounds the work of one judgement. A schema of a few lines can ask for any
// amount of it, by alternatives that refer to alternatives, and the validator cannot
// be told to stop. It does call the keywords of a vocabulary for every value that a
// schema is applied to: ours has no keywords and counts.
type meter struct{ left int }

// fill allows for a text of that many bytes.
func (m *meter) fill(bytes int) { m.left = baseWork + 2*bytes }

func (m *meter) vocabulary() *jsonschema.Vocabulary {
	return &jsonschema.Vocabulary{URL: "inline:meter", Compile: m.compile}
}

func (m *meter) compile(_ *jsonschema.CompilerContext, schema map[string]any) (jsonschema.SchemaExt, error) {
	width := 1
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		parts, _ := schema[keyword].([]any)
		width += len(parts)
	}
	return counter{m, width}, nil
}

// counter counts for one schema, by how many parts it has.
type counter struct {
	meter *meter
	width int
}

// Validate takes the work off the meter, more of it in the depth, where every error
// holds a long path.
func (c counter) Validate(ctx *jsonschema.ValidatorContext, _ any) {
	c.meter.left -= c.width * (1 + len(ctx.ValueLocation())/16)
	if c.meter.left < 0 {
		panic("the schema asks for too much work")
	}
}
