// Package history keeps the journal: every line that crossed, whoever sent it,
// in one order, with its exact bytes, in a file from the first byte on.
//
// The contract: a Recorder is the only writer of its journal. What a Journal
// says is there can be read back, by any number of readers at the same time,
// while it grows. Readers pull by position; they are told only that there is
// more. A journal opened from a file gives the same events, pairs and findings
// as the live one did, because both are built by the same indexer.
package history
