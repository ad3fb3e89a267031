package offer

import (
	"fmt"

	"stdioscope/framing"
)

// Page is one page of a list.
type Page struct {
	Items []Item
	// NextCursor is the raw cursor of the next page; nil on the last.
	NextCursor []byte
	// Problem says why there are no items; empty where the result is that of a list.
	Problem string
}

// Read reads the result of the method that asks for a list: a sound JSON object,
// which the items then refer to.
func Read(kind Kind, result []byte) (p Page) {
	p.NextCursor = framing.Member(result, "nextCursor").Of(result)
	list := framing.Member(result, kind.member()).Of(result)
	switch {
	case list == nil:
		p.Problem = fmt.Sprintf("the result has no %s", kind.member())
	case list[0] != '[':
		p.Problem = fmt.Sprintf("%s is %s, must be an array", kind.member(), typeOf(list))
	}
	first := map[string]int{}
	for span := range framing.Elements(list) {
		item := read(kind, span.Of(list))
		key := item.Name
		if kind == Resource || kind == Template {
			key = item.URI
		}
		if earlier, twice := first[key]; twice && key != "" {
			item.problem("is called like item %d of the page", earlier)
		} else {
			first[key] = len(p.Items) + 1
		}
		p.Items = append(p.Items, item)
	}
	return p
}

func read(kind Kind, raw []byte) Item {
	i := Item{Kind: kind, Raw: raw}
	if raw[0] != '{' {
		i.problem("is %s, must be an object", typeOf(raw))
		return i
	}
	i.Name = i.text("name", true)
	i.Title = i.text("title", false)
	i.Description = i.text("description", false)
	i.MIMEType = i.text("mimeType", false)
	switch kind {
	case Tool:
		i.tool()
	case Resource:
		i.URI = i.text("uri", true)
	case Template:
		i.URI = i.text("uriTemplate", true)
		if _, err := parseTemplate(i.URI); err != nil {
			i.problem("uriTemplate is %v", err)
		}
	case Prompt:
		i.arguments()
	}
	return i
}

func (i *Item) problem(format string, args ...any) {
	i.Problems = append(i.Problems, fmt.Sprintf(format, args...))
}

// text reads a member that is a string.
func (i *Item) text(name string, required bool) string {
	value := framing.Member(i.Raw, name).Of(i.Raw)
	switch {
	case value == nil && required:
		i.problem("has no %s", name)
	case value != nil && value[0] != '"':
		i.problem("%s is %s, must be a string", name, typeOf(value))
	case value != nil && required && len(value) == 2:
		i.problem("%s is empty", name)
	}
	return framing.StringOf(value)
}

func (i *Item) tool() {
	annotations := i.object("annotations", false)
	i.Hints = Hints{
		Title:       framing.StringOf(framing.Member(annotations, "title").Of(annotations)),
		ReadOnly:    hintOf(annotations, "readOnlyHint"),
		Destructive: hintOf(annotations, "destructiveHint"),
		Idempotent:  hintOf(annotations, "idempotentHint"),
		OpenWorld:   hintOf(annotations, "openWorldHint"),
	}
	i.InputSchema = i.object("inputSchema", true)
	i.OutputSchema = framing.Member(i.Raw, "outputSchema").Of(i.Raw)
}

// object reads a member that is an object; nil where it is none.
func (i *Item) object(name string, required bool) []byte {
	value := framing.Member(i.Raw, name).Of(i.Raw)
	switch {
	case value == nil && required:
		i.problem("has no %s", name)
	case value != nil && value[0] != '{':
		i.problem("%s is %s, must be an object", name, typeOf(value))
		return nil
	}
	return value
}

func (i *Item) arguments() {
	list := framing.Member(i.Raw, "arguments").Of(i.Raw)
	if list != nil && list[0] != '[' {
		i.problem("arguments is %s, must be an array", typeOf(list))
	}
	n := 0
	for span := range framing.Elements(list) {
		n++
		raw := span.Of(list)
		argument := Argument{
			Name:        framing.StringOf(framing.Member(raw, "name").Of(raw)),
			Title:       framing.StringOf(framing.Member(raw, "title").Of(raw)),
			Description: framing.StringOf(framing.Member(raw, "description").Of(raw)),
			Required:    string(framing.Member(raw, "required").Of(raw)) == "true",
		}
		if argument.Name == "" {
			i.problem("argument %d has no name", n)
		}
		i.Arguments = append(i.Arguments, argument)
	}
}

// typeOf says what a value is, with its article.
func typeOf(value []byte) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
