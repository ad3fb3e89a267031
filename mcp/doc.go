// Package mcp says what the Model Context Protocol specification says: which
// revisions exist, which methods each of them has and who may send them, what a
// message of each method looks like, and what the error codes mean.
//
// The contract: data and pure functions. Nothing here reads a stream, knows a
// process or keeps state. Ids and other raw JSON that a caller hands in are
// put out byte for byte, and every message that is built is one line without
// its line feed.
package mcp
