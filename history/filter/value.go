package filter

import (
	"bytes"
	"strings"

	"stdioscope/framing"
)

// value is one alternative of what a term asks for.
type value struct {
	offset int
	text   string // in quotes, the string's value
	quoted bool
	parts  [][]byte // between wildcards; nil without any
	// number is what text means where it is a bare number.
	number   decimal
	isNumber bool
}

// values reads alternatives with | between them.
func (p *parser) values(term string) ([]value, error) {
	var found []value
	for {
		v, err := p.value(term)
		if err != nil {
			return nil, err
		}
		found = append(found, v)
		if !p.has("|") {
			return found, nil
		}
		p.at++
	}
}

func (p *parser) value(term string) (value, error) {
	v := value{offset: p.at}
	if p.has(`"`) {
		raw, err := p.quotes()
		if err != nil {
			return v, err
		}
		v.text, v.quoted = framing.Unquote([]byte(raw)), true
		if !p.atDelimiter() && !p.has("|") {
			return v, wrong(p.at, `a blank is missing behind the quotes; write \" for a quote within them`)
		}
		return v, nil
	}
	if v.text = p.word("|"); v.text == "" {
		return v, wrong(v.offset, `a value is missing behind %s`, term)
	}
	v.number, v.isNumber = parseDecimal(v.text)
	if strings.Contains(v.text, "*") {
		v.parts = bytes.Split([]byte(v.text), []byte("*"))
	}
	return v, nil
}

// quotes reads a string in quotes and gives it with them.
func (p *parser) quotes() (string, error) {
	for i := p.at + 1; i < len(p.text); i++ {
		switch p.text[i] {
		case '\\':
			i++
		case '"':
			raw := p.text[p.at : i+1]
			p.at = i + 1
			return raw, nil
		}
	}
	return "", wrong(p.at, "these quotes are not closed")
}

// matches compares a whole text with the value. Nothing is matched by nothing.
func (v *value) matches(text []byte) bool {
	if v.parts == nil {
		return v.text == string(text)
	}
	return len(text) > 0 && v.matchesParts(text)
}

// matchesName is matches for a short text that is a string.
func (v *value) matchesName(name string) bool {
	if v.parts == nil {
		return v.text == name
	}
	return v.matches([]byte(name))
}

// matchesParts looks for the parts between the wildcards, each as early as it comes.
func (v *value) matchesParts(text []byte) bool {
	first, last := v.parts[0], v.parts[len(v.parts)-1]
	if len(text) < len(first)+len(last) || !bytes.HasPrefix(text, first) || !bytes.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range v.parts[1 : len(v.parts)-1] {
		at := bytes.Index(text, part)
		if at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return true
}

func matchesAny(values []value, name string) bool {
	for i := range values {
		if values[i].matchesName(name) {
			return true
		}
	}
	return false
}
