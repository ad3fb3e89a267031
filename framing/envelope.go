package framing

// place says which object of a message the scanner is in. Values anywhere else
// are only checked and stepped over.
type place uint8

const (
	elsewhere place = iota
	envelope
	inParams
	inMeta
	inResult
	inError
)

// object scans the object that begins at b[i] and notes the members that count at
// this place. It calls itself no deeper than the places nest: three times.
func (s *Scanner) object(b []byte, i int, m *Message, at place) int {
	s.above++
	s.deepest = max(s.deepest, s.above)
	outer := s.first
	s.first = s.count
	i = s.members(b, i, m, at)
	s.count, s.first = s.first, outer
	s.above--
	return i
}

// members scans what stands behind the brace at b[i], the closing brace included.
func (s *Scanner) members(b []byte, i int, m *Message, at place) int {
	c, i := token(b, i+1)
	if c == '}' {
		return i + 1
	}
	if at == envelope && hasPrefix(b[i:], usualStart) {
		m.JSONRPC = Span{i + len(`"jsonrpc":`), i + len(usualStart) - 1}
		s.add(usualFirstName)
		c, i = token(b, i+len(usualStart))
	}
	for {
		if c != '"' {
			return s.unexpected(b, i, wantName)
		}
		start := i
		if i = s.name(b, i); i < 0 {
			return i
		}
		slot, inside := s.slot(b[start:i], m, at)
		if c, i = token(b, i); c != ':' {
			return s.unexpected(b, i, wantColon)
		}
		c, start = token(b, i+1)
		switch {
		case c == '"':
			i = s.text(b, start+1)
		case c == '{' && inside != elsewhere:
			i = s.object(b, start, m, inside)
		default:
			i = s.skip(b, start)
		}
		if i < 0 {
			return i
		}
		if slot != nil {
			*slot = Span{start, i}
		}
		switch c, i = token(b, i); c {
		case ',':
			c, i = token(b, i+1)
		case '}':
			return i + 1
		default:
			return s.unexpected(b, i, wantComma)
		}
	}
}

// usualStart is how nearly every message begins behind the brace: seen at one glance.
const usualStart = `"jsonrpc":"2.0",`

var usualFirstName = fingerprint([]byte("jsonrpc"))

// slot gives where the span of the value belongs, and which place the value is.
// The name comes with its quotes.
func (s *Scanner) slot(quoted []byte, m *Message, at place) (*Span, place) {
	name := quoted[1 : len(quoted)-1]
	if s.escaped {
		var room [longestShort]byte
		name = shortName(room[:0], quoted)
	}
	switch at {
	case envelope:
		return s.envelopeSlot(name, m)
	case inParams:
		return s.paramsSlot(name, m)
	case inMeta:
		return s.metaSlot(name, m), elsewhere
	case inResult:
		return resultSlot(name, m), elsewhere
	case inError:
		return errorSlot(name, m), elsewhere
	case elsewhere:
	}
	return nil, elsewhere
}

func (s *Scanner) envelopeSlot(name []byte, m *Message) (*Span, place) {
	switch string(name) {
	case "jsonrpc":
		return &m.JSONRPC, elsewhere
	case "id":
		return &m.ID, elsewhere
	case "method":
		return &m.Method, elsewhere
	case "params":
		if m.Params.Present() {
			m.Name, m.RequestID, m.ProtocolVersion = Span{}, Span{}, Span{}
			s.paramsToken, s.metaToken = Span{}, Span{}
		}
		return &m.Params, inParams
	case "result":
		if m.Result.Present() {
			m.IsError, m.ResultType = Span{}, Span{}
		}
		return &m.Result, inResult
	case "error":
		if m.Error.Present() {
			m.ErrorCode, m.ErrorMessage = Span{}, Span{}
		}
		return &m.Error, inError
	}
	s.foreign = true
	return nil, elsewhere
}

func (s *Scanner) paramsSlot(name []byte, m *Message) (*Span, place) {
	switch string(name) {
	case "name":
		return &m.Name, elsewhere
	case "_meta":
		m.ProtocolVersion, s.metaToken = Span{}, Span{}
		return nil, inMeta
	case "progressToken":
		return &s.paramsToken, elsewhere
	case "requestId":
		return &m.RequestID, elsewhere
	}
	return nil, elsewhere
}

func (s *Scanner) metaSlot(name []byte, m *Message) *Span {
	switch string(name) {
	case "progressToken":
		return &s.metaToken
	case "io.modelcontextprotocol/protocolVersion":
		return &m.ProtocolVersion
	}
	return nil
}

func resultSlot(name []byte, m *Message) *Span {
	switch string(name) {
	case "isError":
		return &m.IsError
	case "resultType":
		return &m.ResultType
	}
	return nil
}

func errorSlot(name []byte, m *Message) *Span {
	switch string(name) {
	case "code":
		return &m.ErrorCode
	case "message":
		return &m.ErrorMessage
	}
	return nil
}

// longestShort is the most bytes that a name which the scanner knows can have
// between its quotes: 39 characters, six bytes each when they are escaped.
const longestShort = 6 * 39

// shortName resolves the escapes of a name that may be one which the scanner knows.
func shortName(dst, quoted []byte) []byte {
	if len(quoted) > longestShort+2 {
		return nil
	}
	return appendUnquoted(dst, quoted, replaceHalves)
}
