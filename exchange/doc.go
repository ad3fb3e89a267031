// Package exchange says who answers whom. A Tracker is fed with every event of
// a journal in order and gives back pairs, the status of each request and the
// findings that need more than one line to see.
//
// The contract: a Tracker is pure. It does no I/O and reads no clock, so that a journal gives the same exchanges
// whether it is recorded live or opened years later. Of the lines it was shown it keeps copies of bounded size
// of what later lines are judged by (tools, capabilities, cursors), and nothing
// else. It is not safe for
// concurrent use: it belongs to whoever appends to the journal.
package exchange
