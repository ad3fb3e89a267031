package mcp

// Error codes of JSON-RPC 2.0 and of the specification.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603

	// CodeResourceNotFound is legacy; in the modern era it is CodeInvalidParams.
	CodeResourceNotFound = -32002
	// CodeURLElicitationRequired exists in 2025-11-25 alone.
	CodeURLElicitationRequired = -32042
	// CodeUserRejected is what a legacy client should answer when the person
	// declines a sampling request.
	CodeUserRejected = -1

	// Modern codes.
	CodeHeaderMismatch             = -32020
	CodeMissingClientCapability    = -32021
	CodeUnsupportedProtocolVersion = -32022
)

// ErrorName puts an error code into words; empty for one that has no meaning
// beyond what its sender gives it.
func ErrorName(code int64) string {
	switch code {
	case CodeParseError:
		return "parse error"
	case CodeInvalidRequest:
		return "invalid request"
	case CodeMethodNotFound:
		return "method not found"
	case CodeInvalidParams:
		return "invalid params"
	case CodeInternalError:
		return "internal error"
	case CodeResourceNotFound:
		return "resource not found"
	case CodeURLElicitationRequired:
		return "URL elicitation required"
	case CodeUserRejected:
		return "rejected by the user"
	case CodeHeaderMismatch:
		return "header mismatch"
	case CodeMissingClientCapability:
		return "missing client capability"
	case CodeUnsupportedProtocolVersion:
		return "unsupported protocol version"
	default:
		return rangeName(code)
	}
}

// rangeName follows specification 2026-07-28, basic: the upper part of the
// JSON-RPC server range is free for implementations, the lower one is kept.
func rangeName(code int64) string {
	switch {
	case -32019 <= code && code <= -32000:
		return "implementation-defined"
	case -32768 <= code && code <= -32020:
		return "reserved"
	default:
		return ""
	}
}

// ModernError says whether only a server of the modern era sends this code, so
// that a client that probes must not fall back to initialize (specification
// 2026-07-28, basic/versioning).
func ModernError(code int64) bool {
	return code <= CodeHeaderMismatch && code >= CodeUnsupportedProtocolVersion
}
