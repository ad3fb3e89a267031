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
	s.enter()
	i = skipBlank(b, i+1)
	if i < len(b) && b[i] == '}' {
		s.leave()
		return i + 1
	}
	for {
		if i >= len(b) {
			return s.fail(i, UnexpectedEnd)
		}
		if b[i] != '"' {
			return s.unexpected(b, i, wantName)
		}
		if i = s.member(b, i, m, at); i < 0 {
			return i
		}
		if i = skipBlank(b, i); i >= len(b) {
			return s.fail(i, UnexpectedEnd)
		}
		if b[i] == '}' {
			s.leave()
			return i + 1
		}
		if b[i] != ',' {
			return s.unexpected(b, i, wantComma)
		}
		i = skipBlank(b, i+1)
	}
}

func (s *Scanner) enter() {
	s.above++
	s.deepest = max(s.deepest, s.above)
	s.openNames()
}

func (s *Scanner) leave() {
	s.above--
	s.closeNames()
}

// member scans name, colon and value.
func (s *Scanner) member(b []byte, i int, m *Message, at place) int {
	name := i
	i = s.name(b, i)
	if i < 0 {
		return i
	}
	slot, next := s.slot(b[name:i], m, at)
	if i = skipBlank(b, i); i >= len(b) {
		return s.fail(i, UnexpectedEnd)
	}
	if b[i] != ':' {
		return s.unexpected(b, i, wantColon)
	}
	if i = skipBlank(b, i+1); i >= len(b) {
		return s.fail(i, UnexpectedEnd)
	}
	start := i
	if next != elsewhere && b[i] == '{' {
		i = s.object(b, i, m, next)
	} else {
		i = s.skip(b, i)
	}
	if slot != nil && i > 0 {
		*slot = Span{start, i}
	}
	return i
}

// slot gives where the span of the value belongs, and which place the value is.
// The name comes with its quotes.
func (s *Scanner) slot(quoted []byte, m *Message, at place) (*Span, place) {
	name := quoted[1 : len(quoted)-1]
	if s.escaped {
		var room [64]byte
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

// shortName resolves the escapes of a name when it is short enough to be one that
// the scanner knows: 39 characters, six bytes each at most.
func shortName(dst, quoted []byte) []byte {
	if len(quoted) > 6*39+2 {
		return nil
	}
	return appendUnquoted(dst, quoted, replaceHalves)
}
