package mcp

import (
	"strconv"
	"strings"
)

// Template writes a message of the method to start from: the params that the
// revision requires stand as a skeleton whose strings are empty, and a request of
// the modern era has the _meta members that it must carry. Notifications leave
// the id unused. The answer is false for a method that the revision does not
// have; it then gets a bare envelope, as a notification if it is called like one.
func Template(method, revision string, id int64, client Client) (string, bool) {
	m, ok := Lookup(method, revision)
	if !ok {
		m = Method{Name: method, Kind: kindByName(method), params: "{}"}
	}
	if m.Kind == Notification {
		return string(notification(m.Name, m.notificationParams(revision))), ok
	}
	params := m.params
	switch {
	case method == MethodInitialize && ok:
		params = initializeParams(revision, client)
	case EraOf(revision) == Modern:
		params = withMember(params, "_meta", string(RequestMeta(revision, client)))
	}
	return string(request(strconv.AppendInt(nil, id, 10), m.Name, params)), ok
}

// RequestWith writes a request with params that were made for it, a JSON object without
// _meta that is taken as it is; in the modern era the _meta that every request must
// carry comes behind them. Nil stands for no params. Id is raw JSON.
func RequestWith(method, revision string, id, params []byte, client Client) []byte {
	object := string(params)
	if EraOf(revision) == Modern {
		object = withMember(object, "_meta", string(RequestMeta(revision, client)))
	}
	return request(id, method, object)
}

// ResultTemplate writes an answer to start from for a request that a server sent
// or, in the modern era, embedded in inputRequests; there the bare result is
// what is wanted and the id is nil. False for what no client has to answer.
func ResultTemplate(method, revision string, id []byte) (string, bool) {
	m, ok := Lookup(method, revision)
	switch {
	case !ok || m.result == "":
		return "", false
	case id == nil:
		return m.result, true
	default:
		return string(Result(id, []byte(m.result))), true
	}
}

func kindByName(method string) Kind {
	if strings.HasPrefix(method, "notifications/") {
		return Notification
	}
	return Request
}

func (m Method) notificationParams(revision string) string {
	if !m.tagged || EraOf(revision) == Legacy {
		return m.params
	}
	return withMember(m.params, "_meta", `{"`+MetaSubscriptionID+`":0}`)
}

// withMember adds a member at the end of an object that begins and ends without
// white space; an empty object text stands for {}.
func withMember(object, name, value string) string {
	head := strings.TrimRight(strings.TrimSuffix(object, "}"), " ")
	switch head {
	case "":
		head = "{"
	case "{":
	default:
		head += ","
	}
	return head + quote(name) + ":" + value + "}"
}
