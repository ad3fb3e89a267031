// Package followup writes what a client sends because of what a server said: answers
// to the server's own requests, the retry that an input_required result asks for, and
// the request for the next page of a list.
//
// The contract: pure functions on the bytes of messages. What comes out of a request
// that was sent is that request, byte for byte, but for what has to differ; ids, a
// requestState and a cursor are put out as they came. Every text is one line without
// its line feed, is the caller's, and is there to be changed by a person.
package followup
