package filter

import (
	"slices"

	"stdioscope/framing"
)

// idTerm compares ids: bare text with what an id shows, a string in quotes with
// strings alone. A batch has the ids of its messages.
func idTerm(p *parser, name string) (*leaf, error) {
	values, err := p.values(name)
	if err != nil {
		return nil, err
	}
	texts := textsOf(spelt(values))
	return &leaf{
		event: func(c *candidate) bool { return mayHaveID(c.event.Kind) },
		line:  func(c *candidate) bool { return texts.mayStandIn(c.line) && hasID(c.line, values) },
	}, nil
}

// spelt takes numbers for text: unlike values at a path, 1.0 is another id than 1.
func spelt(values []value) []value {
	values = slices.Clone(values)
	for i := range values {
		values[i].isNumber = false
	}
	return values
}

func mayHaveID(kind framing.Kind) bool {
	switch kind {
	case framing.Request, framing.Result, framing.Error, framing.Foreign, framing.Batch:
		return true
	default:
		return false
	}
}

func hasID(line []byte, values []value) bool {
	var m framing.Message
	framing.Scan(line, &m)
	if m.Kind != framing.Batch {
		return isID(m.ID.Of(line), values)
	}
	for _, element := range framing.BatchElements(line, &m) {
		if isID(element.ID.Of(line), values) {
			return true
		}
	}
	return false
}

func isID(raw []byte, values []value) bool {
	if len(raw) == 0 {
		return false
	}
	isString, text := raw[0] == '"', raw
	if isString {
		text = []byte(framing.Unquote(raw))
	}
	for i := range values {
		v := &values[i]
		if (isString || !v.quoted) && v.matches(text) {
			return true
		}
	}
	return false
}
