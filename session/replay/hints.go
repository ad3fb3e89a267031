package replay

import "stdioscope/framing"

// hints say of tools whether they are marked as changing what cannot be brought back.
type hints map[string]bool

// learn takes the result of a tools/list.
func (h hints) learn(line []byte) {
	tools := framing.ValueAt(line, "result", "tools")
	for element := range framing.Elements(tools) {
		tool := element.Of(tools)
		if name := framing.StringOf(framing.ValueAt(tool, "name")); name != "" {
			h[name] = isDestructive(framing.ValueAt(tool, "annotations"))
		}
	}
}

// isDestructive reads a tool's annotations (specification, ToolAnnotations): one that says
// it is not read-only is destructive unless it says otherwise. One that says nothing is
// not marked.
func isDestructive(annotations []byte) bool {
	readOnly := string(framing.ValueAt(annotations, "readOnlyHint"))
	destructive := string(framing.ValueAt(annotations, "destructiveHint"))
	return readOnly != "true" && destructive != "false" && (destructive == "true" || readOnly == "false")
}
