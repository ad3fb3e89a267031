package framing

// Ids of the findings that one line decides, or a few lines of one stream. Those
// that need to know the revision spoken, or what the other side said, are found by
// package exchange: batch-not-allowed, batch-empty, batch-initialize,
// response-id-missing for errors, and all about who answers whom.
const (
	StdoutNotJSON        = "stdout-not-json"
	StdoutJSONNotMessage = "stdout-json-not-message"
	StdinNotJSON         = "stdin-not-json"
	MessageMultiline     = "message-multiline"
	LSPContentLength     = "lsp-content-length"
	LineBlank            = "line-blank"
	LineCRLF             = "line-crlf"
	LineBOM              = "line-bom"
	LineInvalidUTF8      = "line-invalid-utf8"
	LineTrailingData     = "line-trailing-data"
	LineUnterminatedEOF  = "line-unterminated-eof"
	LineOversize         = "line-oversize"
	JSONDuplicateKey     = "json-duplicate-key"
	StderrJSONRPC        = "stderr-json-rpc"

	JSONRPCMissing      = "jsonrpc-missing"
	MessageShape        = "message-shape"
	ResultAndError      = "result-and-error"
	IDNull              = "id-null"
	IDFloat             = "id-float"
	IDBadType           = "id-bad-type"
	IDUnsafeInteger     = "id-unsafe-integer"
	ResponseIDMissing   = "response-id-missing"
	ErrorIDNull         = "error-id-null"
	ErrorShape          = "error-shape"
	ErrorCodeNotInteger = "error-code-not-integer"
	NotificationWithID  = "notification-with-id"
	ParamsNotObject     = "params-not-object"
	ResultNotObject     = "result-not-object"
)

// Rule is what help and documentation say about a finding.
type Rule struct {
	ID       string
	Severity Severity
	// Rule is what the wire must look like, in one line.
	Rule string
	// Breaks says in one line what other programs make of a breach.
	Breaks string
}

const (
	dropOrExit = "peers built on the TypeScript or C# SDK drop the line in silence, those on Go or Rust end the session"
	peersSplit = "peers disagree on what it says"
)

// rules is the one table of findings: pages of the specification are
// basic/transports (stdio), basic (messages) and RFC 8259.
var rules = [...]Rule{
	{StdoutNotJSON, Fault, "A server writes nothing but MCP messages to stdout", dropOrExit},
	{StdoutJSONNotMessage, Fault, "A line on stdout is a JSON-RPC message, not any JSON", dropOrExit},
	{StdinNotJSON, Fault, "A client writes nothing but MCP messages to the server's stdin", dropOrExit + "; some answer -32700 without an id"},
	{MessageMultiline, Fault, "A message stands on one line, without line ends inside", "only Go's SDK reads it; TypeScript's drops every piece in silence, Rust's ends the session"},
	{LSPContentLength, Fault, "Messages are divided by line ends; there are no Content-Length headers", "TypeScript peers ignore the header lines, Go and Rust peers end the session, and a peer that waits for headers never answers"},
	{LineBlank, Warn, "Every line is a message; blank lines are none", "TypeScript and Go peers skip it, Rust peers end the session, mcp-go answers a parse error"},
	{LineCRLF, Info, "Lines end in LF", "the CR counts as white space, but some readers take it for data behind the message"},
	{LineBOM, Fault, "JSON text does not begin with a byte order mark (RFC 8259, section 8.1)", "TypeScript peers drop the line in silence, Go peers end the session"},
	{LineInvalidUTF8, Fault, "Messages are UTF-8", "most peers put U+FFFD in place of the bytes, Rust peers end the session"},
	{LineTrailingData, Fault, "A line holds one message and nothing behind it", "TypeScript and C# peers drop the whole line in silence, Go and Rust peers end the session"},
	{LineUnterminatedEOF, Warn, "The last line ends in LF too", "TypeScript peers throw it away, some Go peers still read it"},
	{LineOversize, Warn, "Lines stay below what peers accept", "TypeScript peers close the connection above 10 MiB, Go peers above 16 MiB"},
	{JSONDuplicateKey, Warn, "Names within an object are unique (RFC 8259, section 4)", peersSplit + ": most take the last member, as here, some the first, some refuse the line"},
	{StderrJSONRPC, Warn, "Messages go to stdout; stderr is for logs", "no peer reads messages from stderr, so it is never delivered"},

	{JSONRPCMissing, Fault, `Every message has "jsonrpc":"2.0"`, "TypeScript peers drop the message in silence, Go and Rust peers end the session"},
	{MessageShape, Fault, "A message has a method, or a result, or an error, and only one of them", dropOrExit},
	{ResultAndError, Fault, "A response has a result or an error, never both, not even null", "strict peers refuse it, others read only one of the two"},
	{IDNull, Fault, "A request's id is a string or an integer, never null", "TypeScript and Go peers never answer it"},
	{IDFloat, Fault, "A numeric id has no fraction and no exponent", "TypeScript and Rust peers do not answer 1.5 (TypeScript takes 1.0 for 1), Go's SDK answered it as 1"},
	{IDBadType, Fault, "An id is a string or an integer", "no peer can answer it, and most drop it"},
	{IDUnsafeInteger, Warn, "An integer id stays within plus or minus 2^53-1", "TypeScript peers drop the message, Go's SDK answered 9007199254740993 as …992"},
	{ResponseIDMissing, Fault, "A result has the id of its request", "no peer can tell which request it answers"},
	{ErrorIDNull, Info, "An error without a usable id leaves the id out", "plain JSON-RPC, but MCP knows no null id; most peers drop it"},
	{ErrorShape, Fault, "An error is an object with a code and a message that is a string", "strict peers refuse it and wait on, others show an error without words"},
	{ErrorCodeNotInteger, Fault, "An error's code is an integer", "typed peers cannot decode the response and wait on"},
	{NotificationWithID, Fault, "A notification has no id", "with an id it is a request, which the peer must answer, mostly with -32601"},
	{ParamsNotObject, Fault, "params is an object; MCP knows no positional params", "typed peers answer -32602 or drop the message"},
	{ResultNotObject, Fault, "A result is an object", "typed peers cannot decode it and wait on"},
}

// Rules gives the table of all findings of this package.
func Rules() []Rule { return append([]Rule(nil), rules[:]...) }

// found makes a finding: what was seen, and then what that breaks.
func found(id, seen string, offset int) Finding {
	for _, r := range rules {
		if r.ID == id {
			return Finding{ID: id, Severity: r.Severity, Message: seen + ": " + r.Breaks, Offset: offset}
		}
	}
	panic("framing: no rule for " + id) // a test walks through all of them
}
