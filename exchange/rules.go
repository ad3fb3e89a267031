package exchange

import (
	"stdioscope/framing"
)

// Ids of the findings that need more than one line, or the revision spoken, to see
// (package framing has the others).
const (
	BatchNotAllowed      = "batch-not-allowed"
	BatchEmpty           = "batch-empty"
	BatchInitialize      = "batch-initialize"
	IDDuplicateInFlight  = "id-duplicate-in-flight"
	IDReused             = "id-reused"
	IDTypeChanged        = "id-type-changed"
	ResponseUnknownID    = "response-unknown-id"
	ResponseDuplicate    = "response-duplicate"
	ErrorCodeUnallocated = "error-code-unallocated"
	ErrorCodeRetired     = "error-code-retired"
	ErrorCodeLegacyRange = "error-code-legacy-range"
	NotificationAnswered = "notification-answered"
	RequestUnanswered    = "request-unanswered"
	MethodWrongDirection = "method-wrong-direction"
	MethodUnknown        = "method-unknown"
	MethodNotInVersion   = "method-not-in-version"
	ProgressAfterAnswer  = "progress-after-response"
	ProgressTokenUnknown = "progress-token-unknown"
	ProgressNotRising    = "progress-not-increasing"
	VersionUnknown       = "version-unknown"
	VersionCounterOffer  = "version-counter-offer"
	CursorInvented       = "cursor-invented"
	PaginationLoop       = "pagination-loop"

	InitializeFields           = "initialize-fields"
	ServerCapabilityUndeclared = "server-capability-undeclared"
	ClientCapabilityUndeclared = "client-capability-undeclared"

	ToolArgsMismatch          = "tool-args-mismatch"
	StructuredContentMissing  = "structured-content-missing"
	StructuredContentType     = "structured-content-type"
	StructuredContentMismatch = "structured-content-mismatch"
)

// rules is the one table of findings (package framing lists response-id-missing for
// results): pages of the specification are basic
// (messages), basic/lifecycle, basic/utilities/progress, server/utilities/pagination and
// server/tools.
var rules = [...]framing.Rule{
	{ID: BatchNotAllowed, Severity: framing.Fault, Rule: "Only revision 2025-03-26 has batches", Breaks: "TypeScript peers drop the line in silence, Go peers end the session"},
	{ID: BatchEmpty, Severity: framing.Fault, Rule: "A batch holds at least one message", Breaks: "it is an invalid request, which most peers drop"},
	{ID: BatchInitialize, Severity: framing.Fault, Rule: "initialize stands alone on its line", Breaks: "no revision is agreed on yet that would have batches"},
	{ID: IDDuplicateInFlight, Severity: framing.Fault, Rule: "An id is not used again before its answer has come", Breaks: "nobody can tell which of the requests an answer is for; Go peers answer only one"},
	{ID: IDReused, Severity: framing.Warn, Rule: "Up to 2025-11-25 an id is used once in a session", Breaks: "peers that remember ids take the answer for a duplicate"},
	{ID: IDTypeChanged, Severity: framing.Fault, Rule: "An answer has the id of its request, type and digits too", Breaks: "clients compare ids exactly and wait on until they time out"},
	{ID: ResponseUnknownID, Severity: framing.Fault, Rule: "An answer has the id of an open request", Breaks: "clients drop it in silence"},
	{ID: ResponseDuplicate, Severity: framing.Fault, Rule: "A request is answered once", Breaks: "clients drop the second answer"},
	{ID: framing.ResponseIDMissing, Severity: framing.Fault, Rule: "An error leaves out the id only where that could not be read", Breaks: "no peer can tell which request it answers"},
	{ID: ErrorCodeUnallocated, Severity: framing.Fault, Rule: "From 2026-07-28 on, codes from -32099 to -32020 mean what the specification says", Breaks: "a client may take it for something else later"},
	{ID: ErrorCodeRetired, Severity: framing.Fault, Rule: "From 2026-07-28 on, -32002 and -32042 are not sent", Breaks: "a client looks for -32602 instead"},
	{ID: ErrorCodeLegacyRange, Severity: framing.Info, Rule: "From 2026-07-28 on, codes from -32019 to -32000 are left alone", Breaks: "they mean something else in every implementation"},
	{ID: NotificationAnswered, Severity: framing.Warn, Rule: "A notification is never answered, not even by an error", Breaks: "nobody waits for it, and clients may take it for a broken answer"},
	{ID: RequestUnanswered, Severity: framing.Warn, Rule: "Every request is answered", Breaks: "the peer may never have read it: silence is what most do with a line they do not like"},
	{ID: MethodWrongDirection, Severity: framing.Fault, Rule: "Each method is for one side to send", Breaks: "expect the error -32601, or none at all"},
	{ID: MethodUnknown, Severity: framing.Warn, Rule: "Methods are those of the revision, or of a declared extension", Breaks: "expect the error -32601"},
	{ID: MethodNotInVersion, Severity: framing.Warn, Rule: "Methods are those of the revision that was agreed on", Breaks: "expect the error -32601"},
	{ID: ProgressAfterAnswer, Severity: framing.Fault, Rule: "Progress ends with the answer", Breaks: "clients have forgotten the token and drop it"},
	{ID: ProgressTokenUnknown, Severity: framing.Fault, Rule: "Progress names the token of an open request", Breaks: "clients drop it"},
	{ID: ProgressNotRising, Severity: framing.Fault, Rule: "Progress rises with each notification", Breaks: "bars run backwards or stand still"},
	{ID: VersionUnknown, Severity: framing.Warn, Rule: "Either side names a published revision", Breaks: "the other can only guess what is meant, or refuse"},
	{ID: VersionCounterOffer, Severity: framing.Info, Rule: "A server that does not have the revision asked for offers another, older one", Breaks: "a client that does not have that one either ends the session"},
	{ID: CursorInvented, Severity: framing.Fault, Rule: "A cursor is one that the server gave for the same list", Breaks: "expect the error -32602, or any page"},
	{ID: PaginationLoop, Severity: framing.Warn, Rule: "Each page leads to one that was not seen", Breaks: "clients that fetch all pages never end"},
	{ID: InitializeFields, Severity: framing.Fault, Rule: "Either side of the handshake gives its revision, its capabilities, its name and its version", Breaks: "peers that check messages refuse the session"},
	{ID: ServerCapabilityUndeclared, Severity: framing.Fault, Rule: "A client uses only what the server has declared", Breaks: "expect the error -32601"},
	{ID: ClientCapabilityUndeclared, Severity: framing.Fault, Rule: "A server asks only for what the client has declared", Breaks: "expect the error -32601, or none at all"},
	{ID: ToolArgsMismatch, Severity: framing.Warn, Rule: "Arguments fit the inputSchema that was listed last", Breaks: "expect the error -32602, or a result that says so"},
	{ID: StructuredContentMissing, Severity: framing.Fault, Rule: "A tool with an outputSchema gives structuredContent", Breaks: "clients that check results refuse it"},
	{ID: StructuredContentType, Severity: framing.Fault, Rule: "Up to 2025-11-25 structuredContent is an object", Breaks: "clients that check results refuse it"},
	{ID: StructuredContentMismatch, Severity: framing.Fault, Rule: "structuredContent fits the outputSchema that was listed last", Breaks: "clients that check results refuse it"},
}

// Rules gives the table of all findings of this package.
func Rules() []framing.Rule { return append([]framing.Rule(nil), rules[:]...) }

// found makes a finding: what was seen, and then what that breaks.
func found(id, seen string, offset int) framing.Finding {
	for _, r := range rules {
		if r.ID == id {
			return framing.Finding{ID: id, Severity: r.Severity, Message: seen + ": " + r.Breaks, Offset: offset}
		}
	}
	panic("exchange: no rule for " + id) // a test walks through all of them
}

// clip keeps a hostile id or name from filling a message.
func clip(raw []byte) string {
	const most = 64
	if len(raw) > most {
		return string(raw[:most]) + "…"
	}
	return string(raw)
}

// RuleOf gives what help says of a finding, of this package or of framing.
func RuleOf(id string) (framing.Rule, bool) {
	for _, r := range rules {
		if r.ID == id {
			return r, true
		}
	}
	for _, r := range framing.Rules() {
		if r.ID == id {
			return r, true
		}
	}
	return framing.Rule{}, false
}
