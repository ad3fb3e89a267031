package mcp

import "slices"

// Gates that several methods share.
var (
	gateTools       = Gate{ServerSide, "tools"}
	gateResources   = Gate{ServerSide, "resources"}
	gateSubscribe   = Gate{ServerSide, "resources.subscribe"}
	gatePrompts     = Gate{ServerSide, "prompts"}
	gateCompletions = Gate{ServerSide, "completions"}
	gateLogging     = Gate{ServerSide, "logging"}
	gateRoots       = Gate{ClientSide, "roots"}
	gateSampling    = Gate{ClientSide, "sampling"}
	gateElicitation = Gate{ClientSide, "elicitation"}
	gateTasks       = Gate{BothSides, "tasks"}
	gateTasksExt    = Gate{BothSides, "extensions.io.modelcontextprotocol/tasks"}
)

// byName is the catalogue by method name. It is never written.
var byName = func() map[string][]Method {
	index := make(map[string][]Method)
	for _, m := range catalogue {
		index[m.Name] = append(index[m.Name], m)
	}
	return index
}()

// catalogue holds an entry for every method and span of revisions in which the
// method is the same. It is never written.
var catalogue = slices.Concat(lifecycleMethods, toolsMethods, resourcesMethods,
	promptsMethods, utilitiesMethods, clientMethods, tasksMethods)

// Opening a conversation: specification 2025-11-25, basic/lifecycle;
// 2026-07-28, server/discover.
var lifecycleMethods = []Method{
	{
		Name: MethodInitialize, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20251125,
		Required: []string{"protocolVersion", "capabilities", "clientInfo"},
		Doc:      "open the session: offer a revision, exchange capabilities",
	},
	{
		Name: MethodInitialized, Kind: Notification, Senders: ClientSide, First: Revision20241105, Last: Revision20251125,
		Doc: "the client is ready for normal operation",
	},
	{
		Name: MethodDiscover, Kind: Request, Senders: ClientSide, First: Revision20260728, Last: Revision20260728,
		Doc: "ask which revisions and capabilities the server has",
	},
	{
		Name: MethodPing, Kind: Request, Senders: BothSides, First: Revision20241105, Last: Revision20251125,
		Doc:    "check that the other side is alive",
		result: `{}`,
	},
}

// Specification 2025-11-25, server/tools.
var toolsMethods = []Method{
	{
		Name: MethodToolsList, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Gate: gateTools,
		Doc:  "list the tools",
	},
	{
		Name: MethodToolsCall, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Required: []string{"name"},
		Gate:     gateTools,
		Doc:      "call a tool",
		params:   `{"name":"","arguments":{}}`,
	},
	{
		Name: MethodToolsListChanged, Kind: Notification, Senders: ServerSide, First: Revision20241105, Last: Revision20260728,
		Gate:   Gate{ServerSide, "tools.listChanged"},
		Doc:    "the list of tools has changed",
		tagged: true,
	},
}

// Specification 2025-11-25, server/resources.
var resourcesMethods = []Method{
	{
		Name: MethodResourcesList, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Gate: gateResources,
		Doc:  "list the resources",
	},
	{
		Name: MethodResourceTemplatesList, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Gate: gateResources,
		Doc:  "list the templates of resource URIs",
	},
	{
		Name: MethodResourcesRead, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Required: []string{"uri"},
		Gate:     gateResources,
		Doc:      "read a resource",
		params:   `{"uri":""}`,
	},
	{
		Name: MethodResourcesSubscribe, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20251125,
		Required: []string{"uri"},
		Gate:     gateSubscribe,
		Doc:      "ask to be told when a resource changes",
		params:   `{"uri":""}`,
	},
	{
		Name: MethodResourcesUnsubscribe, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20251125,
		Required: []string{"uri"},
		Gate:     gateSubscribe,
		Doc:      "end a subscription to a resource",
		params:   `{"uri":""}`,
	},
	{
		Name: MethodResourcesListChanged, Kind: Notification, Senders: ServerSide, First: Revision20241105, Last: Revision20260728,
		Gate:   Gate{ServerSide, "resources.listChanged"},
		Doc:    "the list of resources has changed",
		tagged: true,
	},
	{
		Name: MethodResourcesUpdated, Kind: Notification, Senders: ServerSide, First: Revision20241105, Last: Revision20260728,
		Required: []string{"uri"},
		Gate:     gateSubscribe,
		Doc:      "a resource has changed",
		params:   `{"uri":""}`,
		tagged:   true,
	},
}

// Specification 2025-11-25, server/prompts and server/utilities/completion.
// The first revision had completion without a capability for it.
var promptsMethods = []Method{
	{
		Name: MethodPromptsList, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Gate: gatePrompts,
		Doc:  "list the prompts",
	},
	{
		Name: MethodPromptsGet, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20260728,
		Required: []string{"name"},
		Gate:     gatePrompts,
		Doc:      "get a prompt, filled in",
		params:   `{"name":"","arguments":{}}`,
	},
	{
		Name: MethodPromptsListChanged, Kind: Notification, Senders: ServerSide, First: Revision20241105, Last: Revision20260728,
		Gate:   Gate{ServerSide, "prompts.listChanged"},
		Doc:    "the list of prompts has changed",
		tagged: true,
	},
	{
		Name: MethodComplete, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20241105,
		Required: []string{"ref", "argument"},
		Doc:      "complete the argument of a prompt or of a resource template",
		params:   `{"ref":{"type":"ref/prompt","name":""},"argument":{"name":"","value":""}}`,
	},
	{
		Name: MethodComplete, Kind: Request, Senders: ClientSide, First: Revision20250326, Last: Revision20260728,
		Required: []string{"ref", "argument"},
		Gate:     gateCompletions,
		Doc:      "complete the argument of a prompt or of a resource template",
		params:   `{"ref":{"type":"ref/prompt","name":""},"argument":{"name":"","value":""}}`,
	},
}

// Specification 2025-11-25, server/utilities/logging and basic/utilities;
// 2026-07-28, basic/patterns.
var utilitiesMethods = []Method{
	{
		Name: MethodSetLevel, Kind: Request, Senders: ClientSide, First: Revision20241105, Last: Revision20251125,
		Required: []string{"level"},
		Gate:     gateLogging,
		Doc:      "set the least severe level of log messages to be sent",
		params:   `{"level":"info"}`,
	},
	{
		Name: MethodMessage, Kind: Notification, Senders: ServerSide, First: Revision20241105, Last: Revision20260728,
		Required: []string{"level", "data"},
		Gate:     gateLogging,
		Doc:      "a log message",
		params:   `{"level":"info","data":""}`,
	},
	{
		Name: MethodProgress, Kind: Notification, Senders: BothSides, First: Revision20241105, Last: Revision20251125,
		Required: []string{"progressToken", "progress"},
		Doc:      "how far a request has come",
		params:   `{"progressToken":"","progress":0}`,
	},
	{
		Name: MethodProgress, Kind: Notification, Senders: ServerSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"progressToken", "progress"},
		Doc:      "how far a request has come",
		params:   `{"progressToken":"","progress":0}`,
	},
	{
		Name: MethodCancelled, Kind: Notification, Senders: BothSides, First: Revision20241105, Last: Revision20260728,
		Required: []string{"requestId"},
		Doc:      "the sender no longer wants an answer to its request",
		params:   `{"requestId":0}`,
	},
	{
		Name: MethodListen, Kind: Request, Senders: ClientSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"notifications"},
		Doc:      "open a stream of change notifications",
		params:   `{"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":[]}}`,
	},
	{
		Name: MethodListenAcknowledged, Kind: Notification, Senders: ServerSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"notifications"},
		Doc:      "the stream is open; what of the request is honoured",
		params:   `{"notifications":{}}`,
		tagged:   true,
	},
}

// What a server asks of a client: specification 2025-11-25, client. From
// 2026-07-28 on these stand inside inputRequests.
var clientMethods = []Method{
	{
		Name: MethodRootsList, Kind: Request, Senders: ServerSide, First: Revision20241105, Last: Revision20251125,
		Gate:   gateRoots,
		Doc:    "ask for the directories that the server may work in",
		result: `{"roots":[]}`,
	},
	{
		Name: MethodRootsList, Kind: Request, First: Revision20260728, Last: Revision20260728,
		Gate:   gateRoots,
		Doc:    "ask for the directories that the server may work in",
		result: `{"roots":[]}`,
	},
	{
		Name: MethodCreateMessage, Kind: Request, Senders: ServerSide, First: Revision20241105, Last: Revision20251125,
		Required: []string{"messages", "maxTokens"},
		Gate:     gateSampling,
		Doc:      "ask the client's model for a message",
		params:   `{"messages":[{"role":"user","content":{"type":"text","text":""}}],"maxTokens":100}`,
		result:   `{"role":"assistant","content":{"type":"text","text":""},"model":"","stopReason":"endTurn"}`,
	},
	{
		Name: MethodCreateMessage, Kind: Request, First: Revision20260728, Last: Revision20260728,
		Required: []string{"messages", "maxTokens"},
		Gate:     gateSampling,
		Doc:      "ask the client's model for a message",
		params:   `{"messages":[{"role":"user","content":{"type":"text","text":""}}],"maxTokens":100}`,
		result:   `{"role":"assistant","content":{"type":"text","text":""},"model":"","stopReason":"endTurn"}`,
	},
	{
		Name: MethodElicit, Kind: Request, Senders: ServerSide, First: Revision20250618, Last: Revision20250618,
		Required: []string{"message", "requestedSchema"},
		Gate:     gateElicitation,
		Doc:      "ask the person for input",
		params:   `{"message":"","requestedSchema":{"type":"object","properties":{}}}`,
		result:   `{"action":"accept","content":{}}`,
	},
	{
		Name: MethodElicit, Kind: Request, Senders: ServerSide, First: Revision20251125, Last: Revision20251125,
		Required: []string{"message"},
		Gate:     gateElicitation,
		Doc:      "ask the person for input",
		params:   `{"message":"","requestedSchema":{"type":"object","properties":{}}}`,
		result:   `{"action":"accept","content":{}}`,
	},
	{
		Name: MethodElicit, Kind: Request, First: Revision20260728, Last: Revision20260728,
		Required: []string{"message"},
		Gate:     gateElicitation,
		Doc:      "ask the person for input",
		params:   `{"message":"","requestedSchema":{"type":"object","properties":{}}}`,
		result:   `{"action":"accept","content":{}}`,
	},
	{
		Name: MethodRootsListChanged, Kind: Notification, Senders: ClientSide, First: Revision20241105, Last: Revision20251125,
		Gate: Gate{ClientSide, "roots.listChanged"},
		Doc:  "the client's roots have changed",
	},
	{
		Name: MethodElicitComplete, Kind: Notification, Senders: ServerSide, First: Revision20251125, Last: Revision20251125,
		Required: []string{"elicitationId"},
		Gate:     Gate{ClientSide, "elicitation.url"},
		Doc:      "an elicitation by URL is done",
		params:   `{"elicitationId":""}`,
	},
}

// Experimental in specification 2025-11-25, basic/utilities/tasks; then gone,
// and back as an extension of another shape.
var tasksMethods = []Method{
	{
		Name: MethodTasksGet, Kind: Request, Senders: BothSides, First: Revision20251125, Last: Revision20251125,
		Required: []string{"taskId"},
		Gate:     gateTasks,
		Doc:      "ask how a task stands",
		params:   `{"taskId":""}`,
		result:   `{"taskId":"","status":"working","createdAt":"","lastUpdatedAt":"","ttl":null}`,
	},
	{
		Name: MethodTasksResult, Kind: Request, Senders: BothSides, First: Revision20251125, Last: Revision20251125,
		Required: []string{"taskId"},
		Gate:     gateTasks,
		Doc:      "wait for the result of a task",
		params:   `{"taskId":""}`,
		result:   `{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":""}}}`,
	},
	{
		Name: MethodTasksList, Kind: Request, Senders: BothSides, First: Revision20251125, Last: Revision20251125,
		Gate:   Gate{BothSides, "tasks.list"},
		Doc:    "list the tasks",
		result: `{"tasks":[]}`,
	},
	{
		Name: MethodTasksCancel, Kind: Request, Senders: BothSides, First: Revision20251125, Last: Revision20251125,
		Required: []string{"taskId"},
		Gate:     Gate{BothSides, "tasks.cancel"},
		Doc:      "cancel a task",
		params:   `{"taskId":""}`,
		result:   `{"taskId":"","status":"cancelled","createdAt":"","lastUpdatedAt":"","ttl":null}`,
	},
	{
		Name: MethodTasksStatus, Kind: Notification, Senders: BothSides, First: Revision20251125, Last: Revision20251125,
		Required: []string{"taskId", "status", "createdAt", "lastUpdatedAt", "ttl"},
		Gate:     gateTasks,
		Doc:      "a task has changed its status",
		params:   `{"taskId":"","status":"working","createdAt":"","lastUpdatedAt":"","ttl":null}`,
	},
	{
		Name: MethodTasksGet, Kind: Request, Senders: ClientSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"taskId"},
		Gate:     gateTasksExt,
		Doc:      "ask how a task stands",
		params:   `{"taskId":""}`,
	},
	{
		Name: MethodTasksUpdate, Kind: Request, Senders: ClientSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"taskId", "inputResponses"},
		Gate:     gateTasksExt,
		Doc:      "give a task the input that it asks for",
		params:   `{"taskId":"","inputResponses":{}}`,
	},
	{
		Name: MethodTasksCancel, Kind: Request, Senders: ClientSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"taskId"},
		Gate:     gateTasksExt,
		Doc:      "cancel a task",
		params:   `{"taskId":""}`,
	},
	{
		Name: MethodTasks, Kind: Notification, Senders: ServerSide, First: Revision20260728, Last: Revision20260728,
		Required: []string{"taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"},
		Gate:     gateTasksExt,
		Doc:      "a task has changed its status",
		params:   `{"taskId":"","status":"working","createdAt":"","lastUpdatedAt":"","ttlMs":null}`,
		tagged:   true,
	},
}
