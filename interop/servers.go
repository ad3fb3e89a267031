package main

// server is a server that somebody else wrote, or a small one of ours on somebody's SDK.
type server struct {
	name    string
	version string
	sdk     string
	kit     *kit
	command []string
	call    string // the name of a tool
	params  string // and its arguments
	legacy  string // the revision that it agrees on when offered the latest with a handshake
	modern  bool   // it also speaks 2026-07-28
	dialect string // a line of a protocol of its own that it answers, if it has one
}

const (
	nodeModules = "{kit}/node_modules/"
	latest      = "2025-11-25"
)

// servers are in the order of the table. {home} is a folder of its own.
var servers = []*server{
	{
		name: "go-sdk hello", version: "1.8.0", sdk: "go-sdk", kit: goKit,
		command: []string{"{kit}/bin/hello"},
		call:    "greet", params: `{"name":"Ada"}`, legacy: latest, modern: true,
	},
	{
		name: "go-sdk everything", version: "1.8.0", sdk: "go-sdk", kit: goKit,
		command: []string{"{kit}/bin/everything"},
		call:    "greet", params: `{"name":"Ada"}`, legacy: latest, modern: true,
	},
	{
		name: "gopls mcp", version: "0.23.0", sdk: "go-sdk 1.6.0", kit: goplsKit,
		command: []string{"{kit}/bin/gopls", "mcp"},
		call:    "go_search", params: `{"query":"Server"}`, legacy: latest,
	},
	{
		name: "mcp-go typed_tools", version: "1.2.1", sdk: "mcp-go", kit: goKit,
		command: []string{"{kit}/bin/typed_tools"},
		call:    "greeting", params: `{"name":"Ada","age":36,"is_vip":true,"languages":[],"metadata":{},"any_data":null}`, legacy: latest, modern: true,
	},
	{
		name: "mcp-time", version: "0.4.0", sdk: "mcp-go 0.33", kit: npmKit,
		command: []string{nodeModules + "mcp-time-linux-x64/bin/mcp-time"},
		call:    "current_time", params: `{}`, legacy: "2025-03-26",
	},
	{
		name: "mcp-cron", version: "0.9.1", sdk: "go-sdk 1.4.1", kit: npmKit,
		command: []string{nodeModules + "mcp-cron-linux-amd64/bin/mcp-cron", "--transport", "stdio"},
		call:    "list_tasks", params: `{}`, legacy: latest,
	},
	{
		name: "server-everything", version: "2026.8.31", sdk: "TypeScript v1", kit: npmKit,
		command: []string{"node", nodeModules + ".bin/mcp-server-everything", "stdio"},
		call:    "echo", params: `{"message":"grüße 🎉"}`, legacy: latest,
	},
	{
		name: "server-filesystem", version: "2026.8.31", sdk: "TypeScript v1", kit: npmKit,
		command: []string{"node", nodeModules + ".bin/mcp-server-filesystem", "{home}"},
		call:    "list_directory", params: `{"path":"{home}"}`, legacy: latest,
	},
	{
		name: "server-memory", version: "2026.8.31", sdk: "TypeScript v1", kit: npmKit,
		command: []string{"node", nodeModules + ".bin/mcp-server-memory"},
		call:    "read_graph", params: `{}`, legacy: latest,
	},
	{
		name: "server-everything, old", version: "0.6.2", sdk: "TypeScript 1.0.1", kit: npmKit,
		command: []string{"node", nodeModules + "everything-2024/dist/index.js"},
		call:    "echo", params: `{"message":"hello"}`, legacy: "2024-11-05",
	},
	{
		name: "npm/server.mjs", version: "2.4.0", sdk: "TypeScript v2", kit: npmKit,
		command: []string{"node", "{kit}/server.mjs"},
		call:    "echo", params: `{"message":"grüße 🎉"}`, legacy: latest, modern: true,
	},
	{
		name: "context7-mcp", version: "4.1.1", sdk: "TypeScript v2", kit: npmKit,
		command: []string{"node", nodeModules + ".bin/context7-mcp"},
		call:    "resolve-library-id", params: `{"query":"x","libraryName":"x"}`, legacy: latest, modern: true,
	},
	{
		name: "cortex-mcp", version: "0.9.1", sdk: "rmcp 1.1.1 (Rust)", kit: npmKit,
		command: []string{nodeModules + "@temporal-cortex/cortex-mcp-linux-x64/bin/cortex-mcp"},
		call:    "compute_duration", params: `{"start":"2026-01-01T00:00:00Z","end":"2026-01-01T01:00:00Z"}`, legacy: "2025-06-18",
	},
	{
		name: "pip/server.py", version: "2.3.0", sdk: "mcp (Python)", kit: pipKit,
		command: []string{"{kit}/bin/python", "{kit}/server.py"},
		call:    "echo", params: `{"message":"grüße 🎉"}`, legacy: latest, modern: true,
	},
	{
		name: "pip/fast.py", version: "4.1.6", sdk: "fastmcp (Python)", kit: pipKit,
		command: []string{"{kit}/bin/python", "{kit}/fast.py"},
		call:    "echo", params: `{"message":"grüße 🎉"}`, legacy: latest, modern: true,
	},
	{
		name: "mcp-server-time", version: "2026.10.19", sdk: "mcp (Python)", kit: pipKit,
		command: []string{"{kit}/bin/mcp-server-time", "--local-timezone", "UTC"},
		call:    "get_current_time", params: `{"timezone":"UTC"}`, legacy: latest, modern: true,
	},
	{
		name: "mcp-server-git", version: "2026.10.19", sdk: "mcp (Python)", kit: pipKit,
		command: []string{"{kit}/bin/mcp-server-git"},
		call:    "git_status", params: `{"repo_path":"{home}"}`, legacy: latest, modern: true,
	},
	{
		name: "pip-mojentic/server.py", version: "0.7.0", sdk: "mojentic-mcp (Python)", kit: mojenticKit,
		command: []string{"{kit}/bin/python", "{kit}/server.py"},
		call:    "resolve_date", params: `{"relative_date_found":"tomorrow"}`, legacy: latest,
		dialect: `{"command":"ping"}`,
	},
	{
		name: "maven Server", version: "2.1.0", sdk: "mcp (Java)", kit: mavenKit,
		command: []string{"java", "-cp", "{kit}/target/classes:{kit}/target/dependency/*", "Server"},
		call:    "echo", params: `{"message":"grüße 🎉"}`, legacy: latest,
	},
	{
		name: "azmcp", version: "2.0.5", sdk: "C#", kit: npmLargeKit,
		command: []string{nodeModules + "@azure/mcp-linux-x64/dist/azmcp", "server", "start"},
		call:    "documentation", params: `{"intent":"list","learn":true}`, legacy: latest,
	},
}
