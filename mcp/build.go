package mcp

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Client is how the sender of a request introduces itself.
type Client struct {
	Name, Version string
	// Capabilities is a JSON object of declared client capabilities; nil stands for {}.
	Capabilities json.RawMessage
}

// The keys that the specification defines for params._meta and result._meta
// (specification 2026-07-28, basic).
const (
	MetaProtocolVersion    = "io.modelcontextprotocol/protocolVersion"
	MetaClientInfo         = "io.modelcontextprotocol/clientInfo"
	MetaClientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	MetaLogLevel           = "io.modelcontextprotocol/logLevel"
	MetaServerInfo         = "io.modelcontextprotocol/serverInfo"
	MetaSubscriptionID     = "io.modelcontextprotocol/subscriptionId"
	MetaRelatedTask        = "io.modelcontextprotocol/related-task"
	MetaProgressToken      = "progressToken"
)

// InitializeRequest opens the legacy handshake (specification 2025-11-25, basic/lifecycle).
func InitializeRequest(id []byte, revision string, client Client) []byte {
	return request(id, MethodInitialize, initializeParams(revision, client))
}

// InitializedNotification ends the legacy handshake.
func InitializedNotification() []byte { return notification(MethodInitialized, "") }

// EmptyResult answers a request that asks for nothing but an answer, such as ping.
func EmptyResult(id []byte) []byte { return Result(id, []byte("{}")) }

// Result answers the request of that id with a result that is JSON already.
func Result(id, result []byte) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + string(result) + `}`)
}

// RootsResult answers roots/list (specification 2025-11-25, client/roots).
func RootsResult(id []byte, roots []Root) []byte {
	items := make([]string, len(roots))
	for i, r := range roots {
		items[i] = `{"uri":` + quote(r.URI) + `,"name":` + quote(r.Name) + `}`
	}
	return Result(id, []byte(`{"roots":[`+strings.Join(items, ",")+`]}`))
}

// ErrorResponse refuses the request of that id.
func ErrorResponse(id []byte, code int64, message string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"error":{"code":` +
		strconv.FormatInt(code, 10) + `,"message":` + quote(message) + `}}`)
}

// CancelledNotification withdraws the request of that id; an empty reason is
// left out (specification 2025-11-25, basic/utilities/cancellation).
func CancelledNotification(id []byte, reason string) []byte {
	params := `{"requestId":` + string(id)
	if reason != "" {
		params += `,"reason":` + quote(reason)
	}
	return notification(MethodCancelled, params+"}")
}

// RequestMeta is the params._meta object that every request of the modern era
// has to carry (specification 2026-07-28, basic).
func RequestMeta(revision string, client Client) json.RawMessage {
	return json.RawMessage(`{` + quote(MetaProtocolVersion) + `:` + quote(revision) + `,` +
		quote(MetaClientInfo) + `:` + client.info() + `,` +
		quote(MetaClientCapabilities) + `:` + client.capabilities() + `}`)
}

func initializeParams(revision string, client Client) string {
	return `{"protocolVersion":` + quote(revision) +
		`,"capabilities":` + client.capabilities() +
		`,"clientInfo":` + client.info() + `}`
}

func (c Client) info() string {
	return `{"name":` + quote(c.Name) + `,"version":` + quote(c.Version) + `}`
}

func (c Client) capabilities() string {
	if len(c.Capabilities) == 0 {
		return "{}"
	}
	return string(c.Capabilities)
}

func request(id []byte, method, params string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"method":` + quote(method) + paramsMember(params) + `}`)
}

func notification(method, params string) []byte {
	return []byte(`{"jsonrpc":"2.0","method":` + quote(method) + paramsMember(params) + `}`)
}

func paramsMember(params string) string {
	if params == "" {
		return ""
	}
	return `,"params":` + params
}

// quote writes a JSON string. json.Marshal would also escape <, > and &, which
// nobody who reads traffic wants to see.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("mcp: a string cannot fail to encode: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
