package exchange

// Status says what became of a request.
type Status uint8

const (
	// NoStatus is the status of an event that is no request.
	NoStatus Status = iota
	// Pending requests wait for their answer.
	Pending
	// OK requests were answered by a result.
	OK
	// Failed requests were answered by an error object.
	Failed
	// ToolError requests were answered by a result with isError true.
	ToolError
	// InputRequired requests were answered by a question (revision 2026-07-28, basic/patterns/mrtr).
	InputRequired
	// Cancelled requests were withdrawn by their sender before an answer came.
	Cancelled
	// Lost requests had no answer when the stream ended.
	Lost
	// Malformed requests were answered in a way that a strict client would not take.
	Malformed
)

var statusNames = [...]string{"", "pending", "ok", "error", "tool-error", "input-required", "cancelled", "lost", "malformed"}

// String gives the name used in `show --format json` and in filters.
func (s Status) String() string { return statusNames[s] }

// Open says whether an answer may still come.
func (s Status) Open() bool { return s == Pending }
