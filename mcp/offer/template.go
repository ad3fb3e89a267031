package offer

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrTemplate marks a text that is no URI template: a brace without the other, an
// expression that names nothing, or an operator that RFC 6570 keeps for later.
var ErrTemplate = errors.New("no template of RFC 6570")

// uriTemplate is a URI template of RFC 6570 whose values are strings. Names may have
// any letters, hyphens among them, since servers do not stop at what the RFC allows.
type uriTemplate []part

// part is a literal, or an expression when it has variables.
type part struct {
	literal   string
	operator  operator
	variables []variable
}

type variable struct {
	name string
	most int // characters of the value that are used; 0 for all
}

// operator is a row of the table in RFC 6570, appendix A.
type operator struct {
	first, separator string
	named            bool
	ifEmpty          string
	reserved         bool // reserved characters stand as they are
}

func operatorOf(c byte) (o operator, has, ok bool) {
	switch c {
	case '+':
		return operator{separator: ",", reserved: true}, true, true
	case '#':
		return operator{first: "#", separator: ",", reserved: true}, true, true
	case '.':
		return operator{first: ".", separator: "."}, true, true
	case '/':
		return operator{first: "/", separator: "/"}, true, true
	case ';':
		return operator{first: ";", separator: ";", named: true}, true, true
	case '?':
		return operator{first: "?", separator: "&", named: true, ifEmpty: "="}, true, true
	case '&':
		return operator{first: "&", separator: "&", named: true, ifEmpty: "="}, true, true
	case '=', ',', '!', '@', '|':
		return operator{}, false, false
	}
	return operator{separator: ","}, false, true
}

func parseTemplate(text string) (t uriTemplate, err error) {
	for text != "" {
		literal, rest, found := strings.Cut(text, "{")
		if strings.Contains(literal, "}") {
			return nil, fmt.Errorf("%w: } without {", ErrTemplate)
		}
		if literal != "" {
			t = append(t, part{literal: literal})
		}
		if !found {
			return t, nil
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("%w: { without }", ErrTemplate)
		}
		p, err := parseExpression(inner)
		if err != nil {
			return nil, err
		}
		t, text = append(t, p), after
	}
	return t, nil
}

func parseExpression(inner string) (p part, err error) {
	if inner == "" {
		return p, fmt.Errorf("%w: {} names nothing", ErrTemplate)
	}
	o, has, ok := operatorOf(inner[0])
	if !ok {
		return p, fmt.Errorf("%w: the operator %q is reserved", ErrTemplate, inner[:1])
	}
	p.operator = o
	if has {
		inner = inner[1:]
	}
	for spec := range strings.SplitSeq(inner, ",") {
		name, length, prefixed := strings.Cut(strings.TrimSuffix(spec, "*"), ":")
		v := variable{name: name}
		if prefixed {
			if v.most, err = strconv.Atoi(length); err != nil || v.most < 1 || v.most > 9999 {
				return p, fmt.Errorf("%w: {%s} has no length", ErrTemplate, clip(inner))
			}
		}
		if name == "" || strings.ContainsAny(name, "{ \"<>\\^`") {
			return p, fmt.Errorf("%w: {%s} names nothing", ErrTemplate, clip(inner))
		}
		p.variables = append(p.variables, v)
	}
	return p, nil
}

// clip cuts a text that is too long for a sentence.
func clip(text string) string {
	if len(text) <= 60 {
		return text
	}
	return strings.ToValidUTF8(text[:60], "") + "…"
}

// names are those of the variables, each once, in their order.
func (t uriTemplate) names() (names []string) {
	seen := map[string]bool{}
	for _, p := range t {
		for _, v := range p.variables {
			if !seen[v.name] {
				seen[v.name] = true
				names = append(names, v.name)
			}
		}
	}
	return slices.Clip(names)
}

// expand writes the URI (RFC 6570, section 3). Variables without a value are left out.
func (t uriTemplate) expand(values map[string]string) string {
	var b strings.Builder
	for _, p := range t {
		if p.variables == nil {
			escape(&b, p.literal, true)
			continue
		}
		lead := p.operator.first
		for _, v := range p.variables {
			value, ok := values[v.name]
			if !ok {
				continue
			}
			b.WriteString(lead)
			lead = p.operator.separator
			p.operator.write(&b, v, value)
		}
	}
	return b.String()
}

func (o operator) write(b *strings.Builder, v variable, value string) {
	if o.named {
		escape(b, v.name, true)
		if value == "" {
			b.WriteString(o.ifEmpty)
			return
		}
		b.WriteByte('=')
	}
	if v.most > 0 && utf8.RuneCountInString(value) > v.most {
		value = string([]rune(value)[:v.most])
	}
	escape(b, value, o.reserved)
}

// escape writes a text with all but the unreserved characters as %XX; with reserved
// set the reserved ones, and what is %XX already, stand as they are.
func escape(b *strings.Builder, text string, reserved bool) {
	for i := range len(text) {
		c := text[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0,
			reserved && strings.IndexByte(":/?#[]@!$&'()*+,;=", c) >= 0,
			reserved && c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(b, "%%%02X", c)
		}
	}
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
