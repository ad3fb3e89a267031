// Package wrap stands between a client and its server and records what crosses.
//
// The contract: bytes pass verbatim in both directions and on stderr, at once and in
// order, whatever they are. So do the end of the client's input and the server's exit
// status; nothing of ours ever goes to the client's stdout. Recording never delays:
// what crosses is copied into memory before it is forwarded, and looked at behind that
// by goroutines of a lower priority; where they fall too far behind, what they miss is
// a gap with its size. When the client goes, the server and its group end, even when
// we are killed.
package wrap
