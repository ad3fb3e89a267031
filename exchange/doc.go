// Package exchange says who answers whom. A Tracker is fed with every event of
// a journal in order and gives back pairs, the status of each request and the
// findings that need more than one line to see.
//
// The contract: a Tracker is pure. It does no I/O, reads no clock and keeps no
// bytes of the lines it was shown, so that a journal gives the same exchanges
// whether it is recorded live or opened years later. It is not safe for
// concurrent use: it belongs to whoever appends to the journal.
package exchange
