// Package session owns a child process and the conversation with it.
//
// The contract: there is one owner of each stream end. What crosses is recorded
// before anyone sees it: a line that is sent when its write begins, a line that
// is received when it is whole. Nothing that reads the journal can stall the
// streams, except that a full recorder makes the server wait. Who acts on what comes
// hears it from a Listener, in the order of the journal. When a Session has
// ended, the process and its group are gone and so are all goroutines.
package session
