// Package imports reads what other tools have written about MCP traffic, and
// gives it back as histories.
//
// The contract: Read finds out by itself which format a log has. The bytes of a
// message stay what they are in the log. What was no traffic is kept as notes, or
// as lines on stderr where the log says or shows that it is that. What a log does
// not tell is said in notes at the start of the history and never made up; what
// cannot be read is counted, with its places. Reading takes one pass and, but for
// the one format that is a single JSON document, memory for one line.
package imports
