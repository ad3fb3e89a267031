package exchange

import (
	"bytes"
	"fmt"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/schema"
)

const (
	// toolMemory is how much is remembered of what tools say of themselves, in bytes.
	toolMemory = 16 << 20
	// longestJudged is the longest schema that is remembered, and the longest value that is
	// held against one, in bytes.
	longestJudged = 64 << 10
	// firstStructured is the revision from which on results are structured.
	firstStructured = mcp.Revision20250618
)

// tools are what tools take and put out, by their names, as they were listed last
// (specification 2025-11-25, server/tools).
type tools struct {
	of    map[string]*tool
	bytes int // that their schemas take
}

// tool is a tool that was listed.
type tool struct{ input, output promise }

// promise is a schema, compiled when it is needed first.
type promise struct {
	raw       []byte // nil where nothing was promised
	validator *schema.Validator
	hopeless  bool // nothing can be judged by it
}

func newTools() tools { return tools{of: map[string]*tool{}} }

// listed takes a result of tools/list.
func (x *tools) listed(result []byte) {
	list := framing.Member(result, "tools").Of(result)
	for element := range framing.Elements(list) {
		raw := element.Of(list)
		name := framing.StringOf(framing.Member(raw, "name").Of(raw))
		input, output := schemaOf(raw, "inputSchema"), schemaOf(raw, "outputSchema")
		if known := x.of[name]; known != nil && bytes.Equal(known.input.raw, input) && bytes.Equal(known.output.raw, output) {
			continue
		}
		x.forget(name)
		size := len(name) + len(input) + len(output)
		if input == nil && output == nil || x.bytes+size > toolMemory {
			continue
		}
		x.of[name] = &tool{input: promise{raw: bytes.Clone(input)}, output: promise{raw: bytes.Clone(output)}}
		x.bytes += size
	}
}

// schemaOf gives a schema that is not too long; nil where there is none.
func schemaOf(tool []byte, member string) []byte {
	raw := framing.Member(tool, member).Of(tool)
	if len(raw) == 0 || raw[0] != '{' || len(raw) > longestJudged {
		return nil
	}
	return raw
}

func (x *tools) forget(name string) {
	if known := x.of[name]; known != nil {
		x.bytes -= len(known.input.raw) + len(known.output.raw) + len(name)
		delete(x.of, name)
	}
}

// judge says in which way a value does not fit first; false where it does, or where that
// cannot be judged. What cannot be judged is not held against anybody; a schema by which
// nothing can be judged is not tried again.
func (p *promise) judge(value []byte) (fault schema.Fault, more int, found bool) {
	if p.raw == nil || p.hopeless || len(value) > longestJudged {
		return schema.Fault{}, 0, false
	}
	if p.validator == nil {
		validator, err := schema.NewValidator(p.raw)
		if err != nil {
			p.hopeless = true
			return schema.Fault{}, 0, false
		}
		p.validator = validator
	}
	faults, err := p.validator.Validate(value)
	if err != nil || len(faults) == 0 { // the value may be too deep to be judged
		return schema.Fault{}, 0, false
	}
	return faults[0], len(faults) - 1, true
}

// mismatch makes the finding that a value does not fit what was promised.
func mismatch(id, promised, what string, value []byte, offset int, f schema.Fault, more int) framing.Finding {
	if place, ok := schema.Locate(value, f.Pointer); ok {
		offset += place.Start
	}
	seen := fmt.Sprintf("does not match %s: %s%s: %s", promised, what, clip([]byte(f.Pointer)), clip([]byte(f.Message)))
	if more > 0 {
		seen += fmt.Sprintf(" (and %d more)", more)
	}
	return found(id, seen, offset)
}

// judgeArguments holds the arguments of a call against what the tool takes.
func (t *Tracker) judgeArguments(line []byte, m *framing.Message, r *request, v *Verdict) {
	known := t.tools.of[r.tool]
	if known == nil {
		return
	}
	params := m.Params.Of(line)
	span := framing.Member(params, "arguments")
	value, offset := span.Of(params), m.Params.Start+span.Start
	if !span.Present() {
		value, offset = []byte("{}"), m.Params.Start // as if there were none
	}
	if f, more, bad := known.input.judge(value); bad {
		v.find(mismatch(ToolArgsMismatch, "inputSchema", "arguments", value, offset, f, more))
	}
}

// judgeOutput looks at what a tool has put out, unless it says that it failed.
func (t *Tracker) judgeOutput(line []byte, m *framing.Message, r *request, v *Verdict) {
	if r.revision != "" && r.revision < firstStructured {
		return
	}
	result, known := m.Result.Of(line), t.tools.of[r.tool]
	var structured framing.Span
	if bytes.Contains(result, []byte("structuredContent")) { // most have none, and are told apart without walking them
		structured = framing.Member(result, "structuredContent")
	}
	value, offset := structured.Of(result), m.Result.Start+structured.Start
	switch {
	case !structured.Present():
		if known != nil && known.output.raw != nil && !known.output.hopeless {
			v.find(found(StructuredContentMissing, "the result has no structuredContent", m.Result.Start))
		}
	case value[0] != '{' && mcp.EraOf(r.revision) == mcp.Legacy:
		v.find(found(StructuredContentType, "structuredContent is no object", offset))
	case known != nil:
		if f, more, bad := known.output.judge(value); bad {
			v.find(mismatch(StructuredContentMismatch, "outputSchema", "structuredContent", value, offset, f, more))
		}
	}
}
