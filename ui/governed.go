package ui

import (
	"bytes"
	"strconv"

	"stdioscope/framing"
	"stdioscope/mcp"
	"stdioscope/mcp/followup"
	"stdioscope/mcp/offer"
	"stdioscope/mcp/schema"
)

// governed is a part of the composer's text that a schema of the server is about.
type governed struct {
	pointer string // of the part
	raw     []byte // the schema
	about   safe
	item    offer.Item // whose arguments they are; zero for an answer to the server
}

// at gives the pointer of a field of the part.
func (g governed) at(f schema.Field) string { return g.pointer + f.Pointer }

// governed gives the parts of the composer's text that schemas are about; of a text that
// is no JSON while it is being written, those that its method and name lead to, else what
// they were before.
func (m *Model) governed() []governed {
	c := &m.composer
	if !c.message.Valid {
		if parts := m.governedBy(looseString(c.text, "method"), looseString(c.text, "name")); parts != nil && len(c.asked) == 0 {
			return parts
		}
		return c.parts
	}
	c.parts = nil
	if c.message.Kind == framing.Request {
		c.parts = m.governedRequest()
	}
	if c.message.Kind == framing.Result {
		c.parts = m.governedAnswer()
	}
	return c.parts
}

func (m *Model) governedRequest() []governed {
	c := &m.composer
	if len(c.asked) > 0 {
		return governedResponses(c.text, c.asked)
	}
	return m.governedBy(framing.StringOf(c.message.Method.Of(c.text)), framing.StringOf(c.message.Name.Of(c.text)))
}

// governedBy are the arguments of a call of what was listed under a name.
func (m *Model) governedBy(method, name string) []governed {
	switch method {
	case mcp.MethodToolsCall:
		if item, ok := m.item(offer.Tool, name); ok && item.InputSchema != nil {
			return []governed{{"/params/arguments", item.InputSchema, "arguments of " + cleanString(name, nameCells), item}}
		}
	case mcp.MethodPromptsGet:
		if item, ok := m.item(offer.Prompt, name); ok {
			return []governed{{"/params/arguments", schemaOf(item.Arguments), "arguments of " + cleanString(name, nameCells), item}}
		}
	}
	return nil
}

// schemaOf writes the schema that the arguments of a prompt come to.
func schemaOf(arguments []offer.Argument) []byte {
	var properties, required bytes.Buffer
	for _, a := range arguments {
		separate(&properties)
		properties.Write(schema.Quote(a.Name))
		properties.WriteString(`:{"type":"string","title":`)
		properties.Write(schema.Quote(a.Title))
		properties.WriteString(`,"description":`)
		properties.Write(schema.Quote(a.Description))
		properties.WriteByte('}')
		if a.Required {
			separate(&required)
			required.Write(schema.Quote(a.Name))
		}
	}
	return []byte(`{"type":"object","properties":{` + properties.String() + `},"required":[` + required.String() + `]}`)
}

func separate(b *bytes.Buffer) {
	if b.Len() > 0 {
		b.WriteByte(',')
	}
}

// governedAnswer is the content of an answer to an elicitation that waits.
func (m *Model) governedAnswer() []governed {
	c := &m.composer
	id := c.message.ID.Of(c.text)
	for _, position := range m.open {
		e := m.journal.Event(int(position))
		if e.Dir != framing.ServerToClient || e.Method != mcp.MethodElicit || !framing.SameID(m.journal.ID(int(position)), id) {
			continue
		}
		if line, err := m.journal.Line(int(position)); err == nil {
			return governedContent(c.text, paramsOf(line), "/result", "what the server asks")
		}
	}
	return nil
}

// governedResponses are the contents of the answers that a retry carries (specification
// 2026-07-28, basic/patterns/mrtr).
func governedResponses(text []byte, asked []followup.Request) []governed {
	var all []governed
	for i, r := range asked {
		if r.Method == mcp.MethodElicit {
			pointer := schema.Join("/params/inputResponses", r.Key)
			all = append(all, governedContent(text, r.Params, pointer, "question "+safe(strconv.Itoa(i+1)))...)
		}
	}
	return all
}

// governedContent is the content of an answer that accepts: others have none.
func governedContent(text, params []byte, answer string, about safe) []governed {
	raw := framing.ValueAt(params, "requestedSchema")
	if raw == nil || framing.StringOf(schema.At(text, schema.Join(answer, "action"))) != "accept" {
		return nil
	}
	if question := framing.StringOf(framing.ValueAt(params, "message")); question != "" {
		about += ": " + cleanString(question, textCells)
	}
	return []governed{{pointer: schema.Join(answer, "content"), raw: raw, about: about}}
}
