package filter

import (
	"bytes"
	"slices"
	"strings"

	"stdioscope/framing"
)

// comparison reads what is asked of the value at the end of a path: an operator and
// a value, or nothing. Of wanted, one must stand in the line.
func (p *parser) comparison() (holds func(raw []byte) bool, wanted texts, err error) {
	if p.atDelimiter() {
		return func([]byte) bool { return true }, nil, nil
	}
	for _, operator := range []string{"!=", ">=", "<=", "=", "~", ">", "<"} {
		if p.has(operator) {
			p.at += len(operator)
			return p.compareBy(operator)
		}
	}
	return nil, nil, wrong(p.at, "behind a path stands one of = != ~ > >= < <=")
}

func (p *parser) compareBy(operator string) (holds func(raw []byte) bool, wanted texts, err error) {
	if operator == "~" {
		holds, err = p.similar()
		return holds, nil, err
	}
	values, err := p.values(operator)
	switch {
	case err != nil:
		return nil, nil, err
	case operator == "=":
		return func(raw []byte) bool { return equalsAny(values, raw) }, textsOf(values), nil
	case operator == "!=":
		return func(raw []byte) bool { return !equalsAny(values, raw) }, nil, nil
	}
	return func(raw []byte) bool {
		return slices.ContainsFunc(values, func(v value) bool { return inOrder(raw, v, operator) })
	}, nil, nil
}

// similar reads the text or the regular expression that is to stand in the value.
func (p *parser) similar() (func(raw []byte) bool, error) {
	if p.has("/") {
		x, err := p.expression()
		return func(raw []byte) bool { return x.in(meaning(raw)) }, err
	}
	values, err := p.values("~")
	if err != nil {
		return nil, err
	}
	finders := make([]textFinder, len(values))
	for i, v := range values {
		if len(v.text) == 0 {
			return nil, wrong(v.offset, "there is nothing to search for")
		}
		finders[i] = newTextFinder(v.text)
	}
	return func(raw []byte) bool {
		text := meaning(raw)
		return slices.ContainsFunc(finders, func(f textFinder) bool { return f.in(text) })
	}, nil
}

func isString(raw []byte) bool { return raw[0] == '"' }

// meaning is a string's value; anything else as it is spelt.
func meaning(raw []byte) []byte {
	switch {
	case !isString(raw):
		return raw
	case bytes.IndexByte(raw, '\\') < 0:
		return raw[1 : len(raw)-1]
	}
	return []byte(framing.Unquote(raw))
}

func equalsAny(values []value, raw []byte) bool {
	text := meaning(raw)
	for i := range values {
		if values[i].equals(raw, text) {
			return true
		}
	}
	return false
}

func (v *value) equals(raw, text []byte) bool {
	switch {
	case isString(raw):
		return v.matches(text)
	case v.quoted:
		return false
	case v.matches(raw):
		return true
	}
	order, ok := v.against(raw)
	return ok && order == 0
}

// against orders the number raw and the value; false where one of them is no number.
func (v *value) against(raw []byte) (order int, ok bool) {
	if !v.isNumber || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, false
	}
	n, ok := parseDecimal(string(raw))
	return n.compare(v.number), ok
}

// inOrder compares numbers with a bare number, strings with anything else.
func inOrder(raw []byte, v value, operator string) bool {
	order, ok := v.against(raw)
	if !ok {
		if v.isNumber || !isString(raw) {
			return false
		}
		order = bytes.Compare(meaning(raw), []byte(v.text))
	}
	switch {
	case order == 0:
		return strings.HasSuffix(operator, "=")
	case order > 0:
		return operator[0] == '>'
	}
	return operator[0] == '<'
}
