// Package stats counts what a journal holds, for a screen that shows a row for each
// method and tool: how often it was asked for, with what outcome, how long the answers
// took and how large they were.
//
// The contract: a Table takes events in by pieces, so that a loop which draws is not
// held up, and can be shown between any two of them. It keeps positions of requests that
// are not settled, and looks at these again; of all others only counts, so its memory is
// bounded by the rows and the open requests. It reads the index of a journal and never
// its lines. It is not safe for concurrent use: it belongs to whoever updates it.
//
// What is counted. A request is an event with a status, be it of the client or of the
// server; the two are kept apart. A batch is one request without a method. A request
// that carries on an operation which began with another (history.Journal.Operation) is a
// request of its own, with its own latency, and is counted as a Round too. The bytes of
// a response are those of the line that answers, and so are counted for each request
// that one batch of answers settles. Answers that no request has asked for, and lines
// that are no messages, stand in Totals alone.
//
// Latencies are those of history.Journal.Latency: of single requests, where the times are
// known. A latency below zero, of a clock that was set back, counts as zero. Of a request
// that was answered again by something better only the status changes, not the latency.
// Percentiles are by nearest rank. They are exact up to 2,048 latencies in a row; of more,
// they are off by less than 0.8 % of their value. Counts and the maximum are always exact.
//
// Requests that were cancelled or had a malformed answer, and lines that were no
// messages, may still turn out to be something else. They are looked at again as long as
// they are among the last 4,096 of these; requests that are open always.
package stats
