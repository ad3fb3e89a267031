package framing

// Kind says what a line is as JSON-RPC 2.0.
type Kind uint8

const (
	// Unscanned is the kind of a line that is not expected to be a message (stderr, a fact).
	Unscanned Kind = iota
	// Blank is a line that is empty or holds only JSON white space.
	Blank
	// Invalid is a line that is no JSON.
	Invalid
	// Foreign is a line that is JSON but no JSON-RPC message.
	Foreign
	// Request is an object with a method and an id.
	Request
	// Notification is an object with a method and no id.
	Notification
	// Result is an object with a result and no method.
	Result
	// Error is an object with an error and no method.
	Error
	// Batch is an array that is empty or has at least one message among its elements.
	Batch
	// Echo is a line that a peer sent back as it received it.
	Echo
)

var kindNames = [...]string{"", "blank", "invalid", "foreign", "request", "notification", "result", "error", "batch", "echo"}

// String gives the name used in `show --format json` and in filters.
func (k Kind) String() string { return kindNames[k] }

// IsResponse says whether the kind answers a request.
func (k Kind) IsResponse() bool { return k == Result || k == Error }

// Span is a half-open range of byte offsets within a line. No member of an
// object can begin at offset 0, so the zero Span means "absent".
type Span struct{ Start, End int }

// Present says whether the member that the span stands for was there.
func (s Span) Present() bool { return s.End > 0 }

// Of cuts the span out of the line it was found in; nil when absent.
func (s Span) Of(line []byte) []byte {
	if !s.Present() {
		return nil
	}
	return line[s.Start:s.End]
}

// Message is what Scan found in a line: its kind and where its members stand.
// Spans are offsets into the scanned line; those of strings include the quotes.
// Of members that stand twice the last one counts, as in JavaScript and Go.
type Message struct {
	Kind Kind
	// Valid says that the whole line is JSON in valid UTF-8, so that it can stand
	// as it is inside a larger JSON document. A line with a byte order mark, with a
	// bad byte inside a string or with a second value behind the first is not Valid
	// though its Kind may be that of a message.
	Valid bool
	// Whole is the JSON value without the white space (or byte order mark) around it.
	Whole Span

	JSONRPC, ID, Method, Params, Result, Error Span

	// Name is params.name: the tool or prompt that a request is about.
	Name Span
	// ProgressToken is params._meta.progressToken in a request, params.progressToken
	// in a notification.
	ProgressToken Span
	// RequestID is params.requestId: what a cancellation is about.
	RequestID Span
	// ProtocolVersion is params._meta["io.modelcontextprotocol/protocolVersion"].
	ProtocolVersion Span
	// IsError and ResultType are members of the result.
	IsError, ResultType Span
	// ErrorCode and ErrorMessage are members of the error.
	ErrorCode, ErrorMessage Span

	// Depth is the deepest nesting of objects and arrays.
	Depth int
	// Fault is where and why the line is no JSON; meaningful when Kind is Invalid,
	// or when Valid is false for a message that was read all the same.
	Fault ScanFault

	badUTF8    int  // 1 + the first byte in a string that is not UTF-8; 0 when all are
	trailing   int  // the first byte behind the value that is no white space; 0 for none
	bom        bool // the line begins with a byte order mark
	repeats    bool // a member name may stand twice; DuplicateNames knows
	emptyBatch bool
}
