package schema

import (
	"slices"
	"strings"
)

// constraints puts into words what else a value has to satisfy.
func (s *shape) constraints() (words []string) {
	say := func(keyword, before, after string) {
		if v := s.said[keyword]; v.present() && v.first() != '{' {
			if v.is("1") {
				after = strings.TrimSuffix(after, "s")
			}
			words = append(words, strings.TrimSpace(before+" "+clip(string(v.raw()))+" "+after))
		}
	}
	say("minimum", "at least", "")
	say("exclusiveMinimum", "more than", "")
	say("maximum", "at most", "")
	say("exclusiveMaximum", "less than", "")
	say("multipleOf", "a multiple of", "")
	say("minLength", "at least", "characters")
	say("maxLength", "at most", "characters")
	if pattern := s.said["pattern"].text(); pattern != "" {
		words = append(words, "matches "+clip(pattern))
	}
	if format := s.said["format"].text(); format != "" {
		words = append(words, "format "+clip(format))
	}
	say("minItems", "at least", "elements")
	say("maxItems", "at most", "elements")
	if s.said["uniqueItems"].is("true") {
		words = append(words, "no element twice")
	}
	say("minProperties", "at least", "members")
	say("maxProperties", "at most", "members")
	if slices.ContainsFunc(s.additional, func(n node) bool { return n.is("false") }) {
		words = append(words, "no other members")
	}
	if encoding := s.said["contentEncoding"].text(); encoding != "" {
		words = append(words, "encoded as "+clip(encoding))
	}
	return words
}

// typeWords says of which types a field is, as people say it.
func (f Field) typeWords() string {
	types := f.Types
	if f.Nullable {
		types = append(slices.Clone(types), "null")
	}
	return strings.Join(types, " or ")
}

// Summary says in one line what the field is: its types, whether it has to be there,
// and how it is described.
func (f Field) Summary() string {
	words := f.typeWords()
	if f.Required {
		words = strings.TrimSpace(words + " (required)")
	}
	about := f.Description
	if about == "" {
		about = f.Title
	}
	first, _, _ := strings.Cut(strings.TrimSpace(about), "\n")
	switch {
	case first == "":
		return words
	case words == "":
		return first
	}
	return words + ": " + first
}
