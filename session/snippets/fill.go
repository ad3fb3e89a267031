package snippets

import "strings"

// Parameter is something to be filled in.
type Parameter struct {
	Name string
	// Default is what stands there when nothing is given; HasDefault tells an empty
	// one from none.
	Default    string
	HasDefault bool
}

// Parameters gives the parameters of the text, each once, in their order. The first
// default of a name counts.
func (s Snippet) Parameters() (all []Parameter) {
	index := map[string]int{}
	walk(s.Text, func(string) {}, func(p Parameter, _ string) {
		i, ok := index[p.Name]
		switch {
		case !ok:
			index[p.Name] = len(all)
			all = append(all, p)
		case p.HasDefault && !all[i].HasDefault:
			all[i] = p
		}
	})
	return all
}

// Fill puts values into the text, byte for byte: what stands inside quotes of JSON has
// to be escaped by whoever gives it. Without a value the default is taken, and a
// parameter that has neither stays as it is written.
func (s Snippet) Fill(values map[string]string) string {
	defaults := map[string]string{}
	for _, p := range s.Parameters() {
		if p.HasDefault {
			defaults[p.Name] = p.Default
		}
	}
	var b strings.Builder
	walk(s.Text, func(literal string) { b.WriteString(literal) }, func(p Parameter, raw string) {
		if value, ok := values[p.Name]; ok {
			b.WriteString(value)
		} else if value, ok := defaults[p.Name]; ok {
			b.WriteString(value)
		} else {
			b.WriteString(raw)
		}
	})
	return b.String()
}

// walk gives the literal pieces of a text and its parameters, with the way they are
// written.
func walk(text string, literal func(string), parameter func(p Parameter, raw string)) {
	for {
		at := strings.Index(text, "${")
		if at < 0 {
			literal(text)
			return
		}
		if at > 0 && text[at-1] == '$' {
			literal(text[:at-1] + "${")
			text = text[at+2:]
			continue
		}
		literal(text[:at])
		p, length := parse(text[at:])
		if length == 0 {
			literal("${")
			text = text[at+2:]
			continue
		}
		parameter(p, text[at:at+length])
		text = text[at+length:]
	}
}

// parse reads the parameter that a text begins with, and gives its length; 0 where
// what follows ${ is none.
func parse(text string) (p Parameter, length int) {
	inner, _, closed := strings.Cut(text[2:], "}")
	if !closed || strings.Contains(inner, "\n") {
		return p, 0
	}
	p.Name, p.Default, p.HasDefault = strings.Cut(inner, "=")
	if !isName(p.Name) {
		return p, 0
	}
	return p, len("${") + len(inner) + len("}")
}

func isName(name string) bool {
	for _, c := range name {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}
