package framing

// Scanner finds messages in lines. The zero value is ready; keeping one between
// lines keeps the memory that very deep lines need. It may not be
// used by two goroutines at once.
type Scanner struct {
	fault   ScanFault
	badUTF8 int  // the first byte inside a string that is not UTF-8, or -1
	escaped bool // a string held an escape
	foreign bool // the envelope has a member that JSON-RPC does not know

	// The two places where a progress token may stand; which of them counts
	// depends on the kind, known at the end.
	paramsToken, metaToken Span

	grammar
	names
}

// Scan says what a line is and where its members stand. It resets m, takes one
// pass, cannot fail, and allocates nothing unless the line nests deeper than about
// 64 levels; a Scanner that is kept between lines does not even then.
//
// An object is a Request (method and id, null too), a Notification (method alone),
// a Result or an Error. Where result and error stand both, one that is null gives
// way; of two that are not, the error counts, so that a failure never passes as
// success. A null method gives way to a result or error. An object without jsonrpc
// counts as a message only when all its members are JSON-RPC's, so that log records
// with a method or an error are Foreign, whatever their id. An array is a Batch
// when it is empty or one of its elements is a message, else Foreign.
//
// Members match by exact name once escapes are resolved. Of members that stand
// twice the last one counts; see DuplicateNames.
//
// A line that begins with a byte order mark, holds bytes in a string that are not
// UTF-8, or has more behind a message keeps its kind and is not Valid. Behind any
// other value nothing may stand: "5 apples" is Invalid.
// (JSON: RFC 8259; messages: https://www.jsonrpc.org/specification.)
func Scan(line []byte, m *Message) {
	var s Scanner
	s.Scan(line, m)
}

// Scan is the function of the same name with memory that is kept.
func (s *Scanner) Scan(line []byte, m *Message) {
	i, bom := 0, hasPrefix(line, byteOrderMark)
	if bom {
		i = len(byteOrderMark)
	}
	i = skipBlank(line, i)
	if i == len(line) {
		*m = Message{Kind: Blank, bom: bom}
		return
	}
	end := s.value(line, i, m)
	if end < 0 {
		*m = Message{Kind: Invalid, Fault: s.fault, Depth: m.Depth, bom: bom}
		return
	}
	rest := skipBlank(line, end)
	if rest < len(line) && !m.carriesMessage() {
		*m = Message{Kind: Invalid, Fault: ScanFault{rest, TrailingData}, Depth: m.Depth, bom: bom}
		return
	}
	m.bom = bom
	m.judge(rest, len(line))
}

const byteOrderMark = "\xEF\xBB\xBF"

// judge settles Valid and the first fault of a line that was read to its end.
func (m *Message) judge(rest, size int) {
	if rest < size {
		m.trailing = rest
		m.Fault = ScanFault{rest, TrailingData}
	}
	if m.badUTF8 > 0 {
		m.Fault = ScanFault{m.badUTF8 - 1, BadUTF8}
	}
	if m.bom {
		m.Fault = ScanFault{0, ByteOrderMark}
	}
	m.Valid = m.Fault.Reason == NoFault
}

// carriesMessage says whether m holds at least one message of JSON-RPC.
func (m *Message) carriesMessage() bool {
	return m.Kind.isMessage() || m.Kind == Batch && !m.emptyBatch
}

func (k Kind) isMessage() bool { return k >= Request && k <= Error }

// value scans the one value that begins at line[i], fills m and gives the index
// behind it, or -1. Spans are relative to the line.
func (s *Scanner) value(line []byte, i int, m *Message) int {
	*m = Message{}
	s.reset()
	var end int
	if line[i] == '{' {
		end = s.object(line, i, m, envelope)
	} else {
		end = s.run(line, i, wantValue)
	}
	m.Depth = s.deepest
	if end < 0 {
		return end
	}
	m.Whole = Span{i, end}
	m.repeats = s.repeats
	m.badUTF8 = s.badUTF8 + 1
	s.classify(line, m)
	return end
}

func (s *Scanner) reset() {
	s.fault = ScanFault{}
	s.badUTF8 = -1
	s.foreign = false
	s.paramsToken, s.metaToken = Span{}, Span{}
	s.grammar.reset()
	s.names.reset()
}

// fail notes the fault and gives the -1 that the parsing functions return for it.
func (s *Scanner) fail(offset int, reason Reason) int {
	s.fault = ScanFault{offset, reason}
	return -1
}

// classify settles the kind of a value that is sound JSON.
func (s *Scanner) classify(line []byte, m *Message) {
	switch line[m.Whole.Start] {
	case '{':
		m.Kind = s.objectKind(line, m)
		m.ProgressToken = s.metaToken
		if m.Kind == Notification {
			m.ProgressToken = s.paramsToken
		}
	case '[':
		m.Kind = s.arrayKind(line, m)
	default:
		m.Kind = Foreign
	}
}

func (s *Scanner) objectKind(line []byte, m *Message) Kind {
	response := m.Result.Present() || m.Error.Present()
	switch {
	case s.foreign && !m.JSONRPC.Present():
		return Foreign
	case m.Method.Present() && (!response || !m.Method.isNull(line)):
		if m.ID.Present() {
			return Request
		}
		return Notification
	case !response:
		return Foreign
	case !m.Error.Present(), m.Result.Present() && m.Error.isNull(line):
		return Result
	}
	return Error
}

func (s Span) isNull(line []byte) bool {
	return s.Present() && line[s.Start] == 'n'
}

// arrayKind looks for the first element that is a message.
func (s *Scanner) arrayKind(line []byte, m *Message) Kind {
	i, more := firstElement(line, m.Whole)
	if m.emptyBatch = !more; m.emptyBatch {
		return Batch
	}
	var element Message
	for more {
		if line[i] != '{' {
			i = s.skip(line, i)
		} else if i = s.value(line, i, &element); element.Kind.isMessage() {
			return Batch
		}
		i, more = nextElement(line, i)
	}
	return Foreign
}
