package schema

import "slices"

// narrow keeps the types that are allowed by these as well.
func (s *shape) narrow(types []string) {
	if len(types) == 0 {
		return
	}
	if !s.typed {
		s.typed, s.types = true, types
		return
	}
	var both []string
	for _, t := range s.types {
		switch {
		case slices.Contains(types, t), t == "integer" && slices.Contains(types, "number"):
			both = append(both, t)
		case t == "number" && slices.Contains(types, "integer"):
			both = append(both, "integer")
		}
	}
	s.types = both
}

func typesOf(value node) []string {
	if value.first() == '"' {
		return []string{value.text()}
	}
	return value.texts()
}

// allows says whether the types leave room for a value.
func (s *shape) allows(value node) bool {
	if !s.typed {
		return true
	}
	t := typeOf(value)
	return slices.Contains(s.types, t) || t == "integer" && slices.Contains(s.types, "number")
}

// typeOf gives the type of a value in the words of JSON Schema.
func typeOf(value node) string {
	switch value.first() {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	if r := value.number(); r != nil && r.IsInt() {
		return "integer"
	}
	return "number"
}
