package framing

// Severity ranks findings.
type Severity uint8

const (
	// Info is worth showing and breaks nothing.
	Info Severity = iota + 1
	// Warn breaks a SHOULD of the specification or is very likely a bug.
	Warn
	// Fault breaks a MUST of the specification, its schema or JSON-RPC.
	Fault
)

// String gives info, warn or error.
func (s Severity) String() string {
	return [...]string{"", "info", "warn", "error"}[s]
}

// Finding is a fault that was observed on one line.
type Finding struct {
	// ID is the finding's stable name, such as "stdout-not-json".
	ID       string
	Severity Severity
	// Message says in plain words what was seen, where, and what it breaks. It may
	// quote bytes of the line and so is as hostile as the line itself.
	Message string
	// Offset is the byte within the line that the finding points at; -1 when it is
	// about the line as a whole.
	Offset int
}
