// Package framing turns the bytes of a stream into lines, and lines into
// JSON-RPC 2.0 messages, without changing or losing a byte. It knows JSON-RPC
// and nothing of MCP.
//
// The contract: every byte that a Reader took in comes out in exactly one Line;
// Scan says what a line is in one pass over its bytes, allocates nothing and
// cannot fail; findings say what is wrong with a line and never change it. A Lens
// puts these together for the streams of one process, and recognises messages that
// are spread over lines, buried in text or framed in another way.
package framing
