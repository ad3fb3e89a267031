package framing

import (
	"bytes"
	"fmt"
)

// shape appends what one message breaks of JSON-RPC and of MCP's base protocol.
// It allocates nothing for a message that breaks nothing.
func shape(fs []Finding, line []byte, m *Message) []Finding {
	if m.Kind == Foreign {
		return append(fs, found(MessageShape, "the object has neither method nor result nor error", m.Whole.Start))
	}
	fs = envelopeShape(fs, line, m)
	fs = idShape(fs, line, m)
	if m.Kind.IsResponse() {
		return responseShape(fs, line, m)
	}
	return callShape(fs, line, m)
}

func envelopeShape(fs []Finding, line []byte, m *Message) []Finding {
	version := m.JSONRPC.Of(line)
	switch {
	case version == nil:
		fs = append(fs, found(JSONRPCMissing, "there is no jsonrpc member", m.Whole.Start))
	case string(version) != `"2.0"` && Unquote(version) != "2.0", !isString(version):
		fs = append(fs, found(JSONRPCMissing, "jsonrpc is "+excerpt(version)+`, not "2.0"`, m.JSONRPC.Start))
	}
	response := m.Result
	if !response.Present() {
		response = m.Error
	}
	if method := m.Method.Of(line); method != nil {
		if response.Present() {
			fs = append(fs, found(MessageShape, "the message has a method and also a result or error", response.Start))
		} else if !isString(method) {
			fs = append(fs, found(MessageShape, "method is "+excerpt(method)+", not a string", m.Method.Start))
		}
	}
	return fs
}

func idShape(fs []Finding, line []byte, m *Message) []Finding {
	id := m.ID.Of(line)
	if len(id) == 0 {
		return fs
	}
	switch classes[id[0]] {
	case quote:
	case number:
		if bytes.ContainsAny(id, ".eE") {
			return append(fs, found(IDFloat, "the id is the number "+excerpt(id), m.ID.Start))
		}
		if !safeInteger(id) {
			return append(fs, found(IDUnsafeInteger, "the id is the number "+excerpt(id)+", beyond 2^53-1, where a double no longer tells every integer from its neighbours", m.ID.Start))
		}
	default:
		if id[0] == 'n' {
			return nullID(fs, m)
		}
		return append(fs, found(IDBadType, "the id is "+excerpt(id), m.ID.Start))
	}
	return fs
}

func nullID(fs []Finding, m *Message) []Finding {
	if m.Kind == Error {
		return append(fs, found(ErrorIDNull, "the id of an error is null", m.ID.Start))
	}
	if m.Kind == Result {
		return append(fs, found(ResponseIDMissing, "the id of a result is null", m.ID.Start))
	}
	return append(fs, found(IDNull, "the id of a request is null", m.ID.Start))
}

// safeInteger says whether the digits stand for at most 2^53-1.
func safeInteger(digits []byte) bool {
	const most = "9007199254740991"
	digits = bytes.TrimPrefix(digits, []byte("-"))
	return len(digits) < len(most) || len(digits) == len(most) && string(digits) <= most
}

func responseShape(fs []Finding, line []byte, m *Message) []Finding {
	if m.Result.Present() && m.Error.Present() {
		fs = append(fs, found(ResultAndError, "the response has a result and an error"+whichCounts(line, m), max(m.Result.Start, m.Error.Start)))
	}
	if m.Kind == Error {
		return errorShape(fs, line, m)
	}
	if !m.ID.Present() {
		fs = append(fs, found(ResponseIDMissing, "the result has no id", m.Whole.Start))
	}
	if result := m.Result.Of(line); result[0] != '{' {
		fs = append(fs, found(ResultNotObject, "the result is "+excerpt(result), m.Result.Start))
	}
	return fs
}

func whichCounts(line []byte, m *Message) string {
	switch {
	case m.Error.isNull(line):
		return ", which is null; here the result counts"
	case m.Result.isNull(line):
		return "; the result is null, here the error counts"
	}
	return "; here the error counts"
}

func errorShape(fs []Finding, line []byte, m *Message) []Finding {
	e := m.Error.Of(line)
	if e[0] != '{' {
		return append(fs, found(ErrorShape, "the error is "+excerpt(e)+", not an object", m.Error.Start))
	}
	code, message := m.ErrorCode.Of(line), m.ErrorMessage.Of(line)
	switch {
	case code == nil:
		fs = append(fs, found(ErrorShape, "the error has no code", m.Error.Start))
	case !isNumber(code) || bytes.ContainsAny(code, ".eE"):
		fs = append(fs, found(ErrorCodeNotInteger, "the code is "+excerpt(code), m.ErrorCode.Start))
	}
	switch {
	case message == nil:
		fs = append(fs, found(ErrorShape, "the error has no message", m.Error.Start))
	case !isString(message):
		fs = append(fs, found(ErrorShape, "the error's message is "+excerpt(message)+", not a string", m.ErrorMessage.Start))
	}
	return fs
}

func callShape(fs []Finding, line []byte, m *Message) []Finding {
	if m.Kind == Request && namesNotification(m.Method.Of(line)) {
		fs = append(fs, found(NotificationWithID, "the method "+excerpt(m.Method.Of(line))+" comes with an id", m.ID.Start))
	}
	if params := m.Params.Of(line); params != nil && params[0] != '{' {
		fs = append(fs, found(ParamsNotObject, "params is "+excerpt(params), m.Params.Start))
	}
	return fs
}

// namesNotification says whether a method begins with notifications/. PHP writes the
// slash with a backslash.
func namesNotification(method []byte) bool {
	const prefix = "notifications/"
	if bytes.IndexByte(method, '\\') < 0 || !isString(method) {
		return hasPrefix(method, `"`+prefix)
	}
	var room [longestShort]byte
	return hasPrefix(appendUnquoted(room[:0], method, keepHalves), prefix)
}

// maxBatchFindings bounds what is told of one batch.
const maxBatchFindings = 32

// batchShape appends what the elements of a batch break.
func batchShape(fs []Finding, line []byte, m *Message) []Finding {
	n := 0
	for span, element := range BatchElements(line, m) {
		n++
		before := len(fs)
		if element.Kind.isMessage() || line[span.Start] == '{' {
			fs = shape(fs, line, element)
		} else {
			fs = append(fs, found(MessageShape, excerpt(span.Of(line))+" is no message", span.Start))
		}
		for i := before; i < len(fs); i++ {
			fs[i].Message = fmt.Sprintf("element %d of the batch: %s", n, fs[i].Message)
		}
		if len(fs) >= maxBatchFindings {
			return fs[:maxBatchFindings]
		}
	}
	return fs
}

// maxExcerpt is how many bytes of a line a finding repeats.
const maxExcerpt = 32

// excerpt gives the beginning of a JSON value, as it stands where that is printable.
func excerpt(value []byte) string {
	head, more := value[:min(len(value), maxExcerpt)], ""
	if len(head) < len(value) {
		more = "…"
	}
	if isPrintable(head) {
		return string(head) + more
	}
	return fmt.Sprintf("%+q", head) + more
}

// quoted gives the beginning of text that may be anything, in quotes.
func quoted(text []byte) string {
	if len(text) > maxExcerpt {
		return fmt.Sprintf("%+q…", text[:maxExcerpt])
	}
	return fmt.Sprintf("%+q", text)
}

// isPrintable says whether b is printable ASCII.
func isPrintable(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}
