package framing

// ValueAt gives the raw value at the end of a path of member names; nil where the path
// ends early. The object must be valid JSON.
func ValueAt(object []byte, path ...string) []byte {
	for _, name := range path {
		object = Member(object, name).Of(object)
	}
	return object
}

// StringOf decodes a raw value that is a string; empty for any other.
func StringOf(raw []byte) string {
	if len(raw) == 0 || raw[0] != '"' {
		return ""
	}
	return Unquote(raw)
}
