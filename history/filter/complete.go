package filter

import (
	"encoding/json"
	"slices"
	"strings"
)

// Known is what only the caller knows: what occurs in the journal.
type Known struct {
	Methods, Tools, Findings []string
}

// Completion is one way to go on with an expression.
type Completion struct {
	// Text takes the place of the bytes from Start to End.
	Text       string
	Start, End int
	// About says in a few words what it is; empty where Text says enough.
	About string
}

// Complete gives what may stand at the cursor: names of terms, or values behind one.
// What begins with the typed letters comes before what only contains them. Text need
// not be a whole expression. At the beginning of a term all names are given, within
// text, paths and regular expressions nothing.
func Complete(text string, cursor int, known Known) []Completion {
	cursor = max(0, min(cursor, len(text)))
	start, isOpen := termAt(text[:cursor])
	if !isOpen {
		return nil
	}
	typed := text[start:cursor]
	for _, kind := range termKinds() {
		if strings.HasPrefix(typed, kind.name) {
			from, isValue := valueAt(text, start+len(kind.name), cursor)
			if !isValue {
				return nil
			}
			return completeFrom(valuesOf(kind, known), text[from:cursor], from, wordEnd(text, cursor, "|"))
		}
	}
	return completeFrom(names(), typed, start, wordEnd(text, cursor, ":|"))
}

func names() []Completion {
	var found []Completion
	for _, kind := range termKinds() {
		found = append(found, Completion{Text: kind.name, About: kind.about})
	}
	return found
}

func valuesOf(kind termKind, known Known) []Completion {
	values := kind.known
	switch kind.name {
	case "method:":
		values = known.Methods
	case "tool:":
		values = known.Tools
	case "find:":
		values = known.Findings
	}
	var found []Completion
	for _, v := range values {
		found = append(found, Completion{Text: Quote(v)})
	}
	return found
}

// Quote gives a value as it can stand behind the colon of a term or the = of a path:
// as it is, or in quotes where it would not mean itself otherwise.
func Quote(value string) string {
	p := parser{text: value}
	if v, err := p.value(""); err == nil && p.ended() && !v.quoted && v.parts == nil {
		return value
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // a string always marshals
	return strings.TrimSuffix(out.String(), "\n")
}

func completeFrom(found []Completion, typed string, start, end int) []Completion {
	found = slices.DeleteFunc(found, func(c Completion) bool { return !strings.Contains(c.Text, typed) })
	slices.SortStableFunc(found, func(a, b Completion) int {
		return rank(a.Text, typed) - rank(b.Text, typed)
	})
	for i := range found {
		found[i].Start, found[i].End = start, end
	}
	return found
}

func rank(text, typed string) int {
	if strings.HasPrefix(text, typed) {
		return 0
	}
	return 1
}

// termAt gives where the last term of an expression begins that is being typed; false
// within text in quotes or a regular expression.
func termAt(text string) (start int, isOpen bool) {
	p := parser{text: text}
	for {
		for !p.ended() && (isBlank(text[p.at]) || strings.IndexByte("()-", text[p.at]) >= 0) {
			p.at++
		}
		start = p.at
		if isOpen = p.skipTerm(); !isOpen || p.ended() {
			return start, isOpen
		}
	}
}

// skipTerm steps over a term as it is typed; false when it is no name with a value
// and goes on to the end.
func (p *parser) skipTerm() bool {
	switch {
	case p.has("/"):
		end := closingSlash(p.text, p.at+1)
		if end < 0 {
			end = len(p.text) - 1
		}
		p.at = end + 1
		return !p.ended()
	case p.has(`"`):
		p.skipQuotes()
		return !p.ended()
	}
	isPath := p.has("$")
	p.skipWord()
	return !p.ended() || !isPath
}

// skipWord steps over a word and the values in quotes within it.
func (p *parser) skipWord() {
	for !p.atDelimiter() {
		p.word(`"`)
		switch {
		case !p.has(`"`):
		case strings.IndexByte(":|=~[", p.text[p.at-1]) >= 0:
			p.skipQuotes()
		default:
			p.at++
		}
	}
}

func (p *parser) skipQuotes() {
	if _, err := p.quotes(); err != nil {
		p.at = len(p.text)
	}
}

// valueAt gives where the value begins that ends at the cursor; false in quotes, which
// may hold anything.
func valueAt(text string, start, cursor int) (from int, isValue bool) {
	from = start + strings.LastIndexByte(text[start:cursor], '|') + 1
	return from, strings.IndexByte(text[from:cursor], '"') < 0
}

// wordEnd gives where the word ends that the cursor stands in.
func wordEnd(text string, cursor int, stops string) int {
	p := parser{text: text, at: cursor}
	p.word(stops)
	if p.has(":") {
		p.at++
	}
	return p.at
}
