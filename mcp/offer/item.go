package offer

import (
	"slices"

	"stdioscope/framing"
	"stdioscope/mcp"
)

// Kind is one of the four lists.
type Kind uint8

const (
	// Tool is an item of tools/list.
	Tool Kind = iota
	// Resource is an item of resources/list.
	Resource
	// Template is an item of resources/templates/list.
	Template
	// Prompt is an item of prompts/list.
	Prompt
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{Tool, Resource, Template, Prompt} }

// String gives the word for one item.
func (k Kind) String() string {
	return [...]string{"tool", "resource", "resource template", "prompt"}[k]
}

// List is the method that asks for the list.
func (k Kind) List() string {
	return [...]string{mcp.MethodToolsList, mcp.MethodResourcesList, mcp.MethodResourceTemplatesList, mcp.MethodPromptsList}[k]
}

// Use is the method that makes use of an item.
func (k Kind) Use() string {
	return [...]string{mcp.MethodToolsCall, mcp.MethodResourcesRead, mcp.MethodResourcesRead, mcp.MethodPromptsGet}[k]
}

// member is the member of the result that holds the list.
func (k Kind) member() string {
	return [...]string{"tools", "resources", "resourceTemplates", "prompts"}[k]
}

// KindOf gives the kind whose list a method asks for.
func KindOf(method string) (Kind, bool) {
	i := slices.IndexFunc(Kinds(), func(k Kind) bool { return k.List() == method })
	return Kind(max(i, 0)), i >= 0
}

// Item is one of what a server offers. Raw values are parts of the result that was
// read, and must not be changed.
type Item struct {
	Kind Kind
	// Raw is the item as it came.
	Raw []byte
	// Name is what programs call it; empty where it has none.
	Name, Title, Description string
	// URI is that of a resource, or the template of URIs; MIMEType is what it gives.
	URI, MIMEType string
	Hints         Hints
	// InputSchema and OutputSchema are those of a tool; nil where it has none.
	InputSchema, OutputSchema []byte
	// Arguments are those of a prompt.
	Arguments []Argument
	// Problems are short sentences on what is wrong with the item. They may quote it.
	Problems []string
}

// Argument is an argument of a prompt.
type Argument struct {
	Name, Title, Description string
	Required                 bool
}

// Label is what people call the item: its title, or its name, or else its URI.
func (i Item) Label() string {
	for _, text := range []string{i.Title, i.Hints.Title, i.Name, i.URI} {
		if text != "" {
			return text
		}
	}
	return "a " + i.Kind.String() + " without a name"
}

// Hint is what a server says of a tool, which need not be so.
type Hint uint8

const (
	// Unsaid is a hint that is not given.
	Unsaid Hint = iota
	// No is false.
	No
	// Yes is true.
	Yes
)

// Hints are the annotations of a tool (specification 2025-03-26, schema
// ToolAnnotations).
type Hints struct {
	Title                                        string
	ReadOnly, Destructive, Idempotent, OpenWorld Hint
}

// Dangerous says whether the tool is marked as changing what cannot be brought back: it
// calls itself destructive or, as is the specification's default then, says that it is not
// read-only and nothing else. One that says nothing at all may be as well, but nearly all
// say nothing.
func (h Hints) Dangerous() bool {
	return h.ReadOnly != Yes && h.Destructive != No && (h.Destructive == Yes || h.ReadOnly == No)
}

// Words gives the hints that are given, in words.
func (h Hints) Words() (words []string) {
	for _, hint := range []struct {
		value   Hint
		yes, no string
	}{
		{h.ReadOnly, "read-only", "changes things"},
		{h.Destructive, "destructive", "not destructive"},
		{h.Idempotent, "idempotent", "not idempotent"},
		{h.OpenWorld, "open world", "closed world"},
	} {
		switch hint.value {
		case Yes:
			words = append(words, hint.yes)
		case No:
			words = append(words, hint.no)
		case Unsaid:
		}
	}
	return words
}

func hintOf(annotations []byte, name string) Hint {
	switch string(framing.Member(annotations, name).Of(annotations)) {
	case "true":
		return Yes
	case "false":
		return No
	}
	return Unsaid
}
