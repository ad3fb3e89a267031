// Package printed writes what became of a replay: text for people, JSON for programs,
// JUnit XML for CI.
//
// The contract: a Printer is given the results of one run in the order of its steps, then
// the report. Text is fit for a terminal; JSON is one object a request, and one with
// "session" at the end, whose members are only ever added to.
package printed
