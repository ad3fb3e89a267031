package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// object is a JSON object that keeps the order of its members. People read what
// this server says.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(m.name))
		b.WriteByte(':')
		b.Write(encode(m.value))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode writes values that this package made or has decoded before, which
// cannot fail, and leaves <, > and & as they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("demo: encode: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// members is a JSON object as it came in. Names count to the letter, which they
// would not when decoded into a struct.
type members map[string]json.RawMessage

// asObject decodes an object; false for anything else, null included.
func asObject(raw json.RawMessage) (members, bool) {
	var m members
	err := json.Unmarshal(raw, &m)
	return m, err == nil && m != nil
}

// asText decodes a string; false for anything else, null included.
func asText(raw json.RawMessage) (string, bool) {
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return "", false
	}
	return *s, true
}

func (m members) has(name string) bool {
	_, ok := m[name]
	return ok
}

func (m members) text(name string) (string, bool) { return asText(m[name]) }

// object gives a member that must be an object if it is there at all.
func (m members) object(name string) (members, error) {
	raw, ok := m[name]
	if !ok {
		return members{}, nil
	}
	o, ok := asObject(raw)
	if !ok {
		return nil, invalidParams("%s is not an object", name)
	}
	return o, nil
}

// rpcError is an error response.
type rpcError struct {
	code    int
	message string
	data    object
}

func (e *rpcError) Error() string { return e.message }

func (e *rpcError) object() object {
	o := object{{"code", e.code}, {"message", e.message}}
	if e.data != nil {
		o = append(o, member{"data", e.data})
	}
	return o
}

func failure(code int, format string, args ...any) *rpcError {
	return &rpcError{code: code, message: fmt.Sprintf(format, args...)}
}

func notification(method string, params object) []byte {
	return encode(object{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}})
}
