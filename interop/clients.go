package main

import "regexp"

// client is a client that somebody else wrote, or a small one of ours on somebody's SDK.
type client struct {
	name    string
	version string
	sdk     string
	kit     *kit
	script  string         // a shell's: {kit}, and {server}, a command that is the server
	server  string         // the name of the server that it works with
	varies  *regexp.Regexp // what differs from run to run in what it prints
	starts  int            // how often it starts the server's command
}

var clients = []*client{
	{
		name: "listfeatures", version: "1.8.0", sdk: "go-sdk", kit: goKit, starts: 1,
		script: `{kit}/bin/listfeatures {server}`, server: "go-sdk everything",
	},
	{
		name: "simple_client", version: "1.2.1", sdk: "mcp-go", kit: goKit, starts: 1,
		script: `{kit}/bin/simple_client -stdio {server}`, server: "mcp-go typed_tools",
		varies: regexp.MustCompile(`0x[0-9a-f]+|Received notification: .*\n`),
	},
	{
		name: "npm/client-v1.mjs", version: "1.32.2", sdk: "TypeScript v1", kit: npmKit, starts: 1,
		script: `node {kit}/client-v1.mjs {server}`, server: "server-everything",
	},
	{
		name: "npm/client-v2.mjs legacy", version: "2.4.0", sdk: "TypeScript v2", kit: npmKit, starts: 1,
		script: `node {kit}/client-v2.mjs legacy {server}`, server: "server-everything",
	},
	{
		name: "npm/client-v2.mjs auto", version: "2.4.0", sdk: "TypeScript v2", kit: npmKit, starts: 2,
		script: `node {kit}/client-v2.mjs auto {server}`, server: "npm/server.mjs",
	},
	{
		name: "npm/client-v2.mjs auto", version: "2.4.0", sdk: "TypeScript v2", kit: npmKit, starts: 2,
		script: `node {kit}/client-v2.mjs auto {server}`, server: "server-everything",
	},
	{
		name: "pip/client.py", version: "2.3.0", sdk: "mcp (Python)", kit: pipKit, starts: 1,
		script: `{kit}/bin/python {kit}/client.py {server}`, server: "pip/server.py",
	},
	{
		name: "mcp-inspector --cli", version: "2.12.0", sdk: "TypeScript", kit: npmLargeKit, starts: 1,
		script: `node {kit}/node_modules/.bin/mcp-inspector --cli {server} --method tools/call --tool-name echo --tool-arg message=hello`,
		server: "server-everything",
	},
	{
		name: "mcpc", version: "0.2.6", sdk: "TypeScript", kit: npmLargeKit, starts: 1,
		script: `set -e
mcpc="node {kit}/node_modules/.bin/mcpc"
echo '{"mcpServers":{"it":{"command":"{server}"}}}' > config.json
$mcpc connect config.json:it @it
$mcpc @it tools-call echo message:=hello
$mcpc @it close`,
		server: "server-everything",
	},
}
