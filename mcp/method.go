package mcp

// Names of methods that code has to know.
const (
	MethodInitialize            = "initialize"
	MethodInitialized           = "notifications/initialized"
	MethodPing                  = "ping"
	MethodDiscover              = "server/discover"
	MethodToolsList             = "tools/list"
	MethodToolsCall             = "tools/call"
	MethodToolsListChanged      = "notifications/tools/list_changed"
	MethodResourcesList         = "resources/list"
	MethodResourceTemplatesList = "resources/templates/list"
	MethodResourcesRead         = "resources/read"
	MethodResourcesSubscribe    = "resources/subscribe"
	MethodResourcesUnsubscribe  = "resources/unsubscribe"
	MethodResourcesListChanged  = "notifications/resources/list_changed"
	MethodResourcesUpdated      = "notifications/resources/updated"
	MethodPromptsList           = "prompts/list"
	MethodPromptsGet            = "prompts/get"
	MethodPromptsListChanged    = "notifications/prompts/list_changed"
	MethodComplete              = "completion/complete"
	MethodSetLevel              = "logging/setLevel"
	MethodMessage               = "notifications/message"
	MethodProgress              = "notifications/progress"
	MethodCancelled             = "notifications/cancelled"
	MethodRootsList             = "roots/list"
	MethodRootsListChanged      = "notifications/roots/list_changed"
	MethodCreateMessage         = "sampling/createMessage"
	MethodElicit                = "elicitation/create"
	MethodElicitComplete        = "notifications/elicitation/complete"
	MethodTasksGet              = "tasks/get"
	MethodTasksResult           = "tasks/result"
	MethodTasksList             = "tasks/list"
	MethodTasksUpdate           = "tasks/update"
	MethodTasksCancel           = "tasks/cancel"
	MethodTasksStatus           = "notifications/tasks/status"
	MethodTasks                 = "notifications/tasks"
	MethodListen                = "subscriptions/listen"
	MethodListenAcknowledged    = "notifications/subscriptions/acknowledged"
)

// Kind tells a method that is answered from one that is not.
type Kind uint8

const (
	// Request is a method whose messages carry an id and are answered.
	Request Kind = iota
	// Notification is a method whose messages carry no id and are never answered.
	Notification
)

// Side is one end of the conversation, or a set of both.
type Side uint8

const (
	// ClientSide writes to the server's stdin.
	ClientSide Side = 1 << iota
	// ServerSide writes to its own stdout.
	ServerSide
	// BothSides is the set of the two.
	BothSides = ClientSide | ServerSide
)

// Gate is the capability without which a method must not be used.
type Gate struct {
	// Holder is the side that has to declare it: BothSides where the receiver of
	// the message has to, whichever side that is. Zero where there is no gate.
	Holder Side
	// Capability is the path of members below "capabilities", joined by dots.
	Capability string
}

// Method is one method as a span of consecutive revisions has it.
type Method struct {
	Name string
	Kind Kind
	// Senders are the sides that may send it. Empty for a method that from
	// 2026-07-28 on stands only as a value inside the inputRequests of a result.
	Senders Side
	// First and Last are the revisions, both inclusive, that this entry is about.
	First, Last string
	// Required names the members that params must have, _meta apart.
	Required []string
	Gate     Gate
	// Doc is one line for people.
	Doc string

	// params is the skeleton of params; empty where none are needed.
	params string
	// result is the skeleton of what a client answers.
	result string
	// tagged marks notifications that carry the id of a subscription when modern.
	tagged bool
}

// In says whether the entry is about that published revision.
func (m Method) In(revision string) bool { return m.First <= revision && revision <= m.Last }

// Methods lists the methods of a revision in the order of the specification's
// subjects. The rules for an unknown revision are those of the one before it.
func Methods(revision string) []Method {
	revision = nearest(revision)
	var found []Method
	for _, m := range catalogue {
		if m.In(revision) {
			found = append(found, m)
		}
	}
	return found
}

// Lookup finds a method of a revision; see Methods for unknown revisions.
func Lookup(name, revision string) (Method, bool) {
	revision = nearest(revision)
	for _, m := range byName[name] {
		if m.In(revision) {
			return m, true
		}
	}
	return Method{}, false
}

// Verdict says whether a message may be sent at all.
type Verdict uint8

const (
	// Allowed is a method that this side may send under this revision.
	Allowed Verdict = iota
	// UnknownMethod is a method of no revision: a vendor's own, or a mistake.
	UnknownMethod
	// NotInRevision is a method that only other revisions have.
	NotInRevision
	// WrongSide is a method that only the other side may send.
	WrongSide
	// EmbeddedOnly is a method that neither side may send as a message under this
	// revision: it stands inside inputRequests (specification 2026-07-28,
	// basic/patterns/mrtr).
	EmbeddedOnly
)

// Judge says whether a side may send a method under a revision. Capabilities
// are not considered.
func Judge(name, revision string, sender Side) Verdict {
	m, ok := Lookup(name, revision)
	switch {
	case !ok && len(byName[name]) == 0:
		return UnknownMethod
	case !ok:
		return NotInRevision
	case m.Senders == 0:
		return EmbeddedOnly
	case m.Senders&sender == 0:
		return WrongSide
	default:
		return Allowed
	}
}
