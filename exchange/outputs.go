package exchange

import (
	"bytes"
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

const (
	// outputMemory is how much is remembered of what tools say that they put out, in bytes.
	outputMemory = 16 << 20
	// longestOutput is the longest schema that is remembered, and the longest result that
	// is held against one, in bytes.
	longestOutput = 64 << 10
	// firstStructured is the revision from which on results are structured.
	firstStructured = mcp.Revision20250618
)

// outputs are the schemas of what tools put out, by the tool's name, as they were listed
// last (specification 2025-11-25, server/tools, "Output Schema").
type outputs struct {
	of    map[string]*output
	bytes int // that their schemas take
}

// output is compiled when it is needed first.
type output struct {
	raw       []byte
	validator *schema.Validator
}

// listed takes a result of tools/list.
func (x *outputs) listed(result []byte) {
	tools := framing.Member(result, "tools").Of(result)
	for element := range framing.Elements(tools) {
		tool := element.Of(tools)
		name, raw := framing.StringOf(framing.Member(tool, "name").Of(tool)), framing.Member(tool, "outputSchema").Of(tool)
		if known := x.of[name]; known != nil && bytes.Equal(known.raw, raw) {
			continue
		}
		x.forget(name)
		if len(raw) > 0 && raw[0] == '{' && len(raw) <= longestOutput && x.bytes+len(raw)+len(name) <= outputMemory {
			x.of[name] = &output{raw: bytes.Clone(raw)}
			x.bytes += len(raw) + len(name)
		}
	}
}

func (x *outputs) forget(name string) {
	if known := x.of[name]; known != nil {
		x.bytes -= len(known.raw) + len(name)
		delete(x.of, name)
	}
}

// judgeOutput looks at what a tool has put out, unless it says that it failed.
func (t *Tracker) judgeOutput(line []byte, m *framing.Message, r *request, v *Verdict) {
	if r.revision != "" && r.revision < firstStructured {
		return
	}
	result, out := m.Result.Of(line), t.outputs.of[r.tool]
	var structured framing.Span
	if bytes.Contains(result, []byte("structuredContent")) { // most have none, and are told apart without walking them
		structured = framing.Member(result, "structuredContent")
	}
	switch {
	case structured.Present():
		t.judgeStructured(result, structured, out, m.Result.Start, r, v)
	case out != nil:
		v.find(found(StructuredContentMissing, "the result has no structuredContent", m.Result.Start))
	}
}

// judgeStructured holds a structured result against the schema that the tool has given.
func (t *Tracker) judgeStructured(result []byte, span framing.Span, out *output, offset int, r *request, v *Verdict) {
	raw := span.Of(result)
	if raw[0] != '{' && mcp.EraOf(r.revision) == mcp.Legacy {
		v.find(found(StructuredContentType, "structuredContent is no object", offset+span.Start))
		return
	}
	if out == nil || len(raw) > longestOutput {
		return
	}
	if out.validator == nil {
		validator, err := schema.NewValidator(out.raw)
		if err != nil {
			t.outputs.forget(r.tool) // nothing can be held against it; a new listing may do better
			return
		}
		out.validator = validator
	}
	faults, err := out.validator.Validate(raw)
	if err != nil { // what is too hard to judge is not tried again
		t.outputs.forget(r.tool)
	}
	if len(faults) == 0 {
		return
	}
	at := offset + span.Start
	if place, ok := schema.Locate(raw, faults[0].Pointer); ok {
		at += place.Start
	}
	seen := fmt.Sprintf("does not match outputSchema: structuredContent%s: %s", clip([]byte(faults[0].Pointer)), clip([]byte(faults[0].Message)))
	if more := len(faults) - 1; more > 0 {
		seen += fmt.Sprintf(" (and %d more)", more)
	}
	v.find(found(StructuredContentMismatch, seen, at))
}
