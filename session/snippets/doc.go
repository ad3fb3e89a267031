// Package snippets keeps texts that a person sends again and again, by name, in a plain
// file that is there to be edited by hand:
//
//	### call echo
//	# A line like this behind the name describes the snippet.
//	{"jsonrpc":"2.0","id":1,"method":"tools/call",
//	 "params":{"name":"echo","arguments":{"message":"${message=hello}"}}}
//
//	### ping
//	{"jsonrpc":"2.0","id":1,"method":"ping"}
//
// A line that begins with ### and a space begins a snippet; what stands before the
// first belongs to nobody. The text of a snippet is what follows, line breaks and all,
// but for blank lines at its end; they are LF whatever the file has. It may be anything, valid JSON or not. ${name} and
// ${name=default} are parameters, whose values are put in as they are; $${ stands for
// the characters ${.
//
// The contract: what cannot be read is reported with its line, and nothing else is lost
// by it. Changing one snippet leaves every other byte of the file as it was.
package snippets
