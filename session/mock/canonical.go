package mock

import (
	"slices"
	"strings"

	"stdioscope/framing"
)

// canonical writes params in one way, whatever their white space, the order of their
// members and the escapes of their strings: equal params give equal texts. Numbers stay as
// they are spelt. The _meta of the params is left out: it belongs to the sender.
func canonical(params []byte) string {
	if len(params) == 0 {
		return "{}" // asks for as much as no params do
	}
	var b strings.Builder
	writeCanonical(&b, params, true, 0)
	return b.String()
}

// deepest is where values are taken as they are.
const deepest = 200

func writeCanonical(b *strings.Builder, raw []byte, top bool, depth int) {
	switch {
	case depth > deepest || len(raw) == 0:
		b.Write(raw)
	case raw[0] == '{':
		writeObject(b, raw, top, depth)
	case raw[0] == '[':
		b.WriteByte('[')
		for element := range framing.Elements(raw) {
			writeCanonical(b, element.Of(raw), false, depth+1)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case raw[0] == '"':
		b.WriteByte('"')
		b.WriteString(framing.Unquote(raw))
		b.WriteByte('"')
	default:
		b.Write(raw)
	}
}

func writeObject(b *strings.Builder, raw []byte, top bool, depth int) {
	values := map[string][]byte{}
	var names []string
	for quoted, value := range framing.Members(raw) {
		name := framing.Unquote(quoted.Of(raw))
		if top && name == "_meta" {
			continue
		}
		if _, twice := values[name]; !twice {
			names = append(names, name)
		}
		values[name] = value.Of(raw)
	}
	slices.Sort(names)
	b.WriteByte('{')
	for _, name := range names {
		b.WriteByte('"')
		b.WriteString(name)
		b.WriteString(`":`)
		writeCanonical(b, values[name], false, depth+1)
		b.WriteByte(',')
	}
	b.WriteByte('}')
}
